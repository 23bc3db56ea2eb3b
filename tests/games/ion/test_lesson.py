"""The lesson to its end, with a wrong try on the way: the coach knows what happened because the rules engine does."""

from __future__ import annotations

from pupil import Pupil


def test_the_lesson(person):
    pupil = Pupil(person, "ion", 7)
    page = pupil.page
    assert pupil.who.axe() == []
    pupil.card("d35b", force=True)
    pupil.coach("Which of yours has a 2?")
    pupil.play("d26a")
    pupil.next()
    page.get_by_role("button", name="Draw a card").last.click()
    pupil.play("d24b")
    pupil.next()
    page.get_by_role("button", name="Accept").click()
    pupil.coach("the card with the shield")
    page.get_by_role("button", name="Try again").click()
    pupil.play("BLK12")
    pupil.next()
    pupil.play("SHF26")
    pupil.next()
    pupil.play("DJK1")
    page.locator("[data-number='3']").click()
    page.get_by_role("button", name="Call 3").click()
    pupil.next()
    pupil.play("CHL25")
    page.locator("[data-target='2']").click()
    page.locator("[data-number='1']").click()
    page.locator("[data-number='6']").click()
    page.get_by_role("button", name="Pick 1 + 6").click()
    pupil.next()
    pupil.who.picture("lesson-ion-race")
    pupil.card("d13a")
    pupil.coach("First!")
    pupil.next()
