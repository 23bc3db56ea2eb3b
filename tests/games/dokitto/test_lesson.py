"""The lesson to its end, with a wrong try on the way: the coach knows what happened because the rules engine does."""

from __future__ import annotations

from playwright.sync_api import expect
from pupil import Pupil


def test_the_lesson(person):
    pupil = Pupil(person, "dokitto", 6)
    assert pupil.who.axe() == []
    pupil.card("M2", force=True)
    pupil.coach("Whoever has the flavour plays it.")
    pupil.play("S4")
    pupil.coach("That is the whole duty")
    pupil.next()
    pupil.play("S4")
    pupil.coach("Your 12 would have it")
    pupil.page.get_by_role("button", name="Try again").click()
    expect(pupil.page.locator("[data-card=S4]")).to_be_visible()
    pupil.play("S12")
    pupil.next()
    pupil.play("M2")
    pupil.page.locator(".prompt .btn.pri").first.click()
    pupil.next()
    pupil.play("M13")
    pupil.next()
    pupil.play("C4")
    pupil.next()
    pupil.play("M4")
    pupil.coach("3 points")
    pupil.next()
