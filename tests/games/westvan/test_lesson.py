"""The lesson to its end, with a wrong try on the way: the coach knows what happened because the rules engine does."""

from __future__ import annotations

from pupil import Pupil


def test_the_lesson_on_a_phone(person):
    pupil = Pupil(person, "westvan", 6, phone=True)
    page = pupil.page
    assert pupil.who.axe() == []
    assert pupil.who.fits()
    pupil.who.picture("lesson-westvan")
    page.locator("[data-tray=lemon]").click()
    pupil.coach("the heart is yours")
    page.get_by_role("button", name="Try again").click()
    page.locator("[data-tray=mint]").click()
    pupil.next()
    pupil.card("waffle-1")
    pupil.card("mint-1")
    page.get_by_role("button", name="Start", exact=True).click()
    pupil.next()
    pupil.card("chocolate-1")
    page.locator("[data-melt='0:0']").click()
    pupil.next()
    pupil.card("lemon-1")
    page.locator("[data-melt='1:0']").click()
    pupil.next()
    pupil.play("lemon-1")
    pupil.next()
    pupil.card("mango-1")
    page.locator("[data-melt='0:1']").click()
    pupil.next()
