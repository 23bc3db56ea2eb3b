"""Every lesson to its end, with a wrong try on the way: the coach knows what happened because the rules engine does."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect


class Pupil:
    """Somebody in a lesson."""

    def __init__(self, person: Any, game: str, steps: int, *, phone: bool = False) -> None:
        self.who = person(phone=phone)
        self.page: Page = self.who.go(f"/learn/{game}")
        self.steps, self.at = steps, 1
        self.sees()

    def sees(self) -> None:
        expect(self.page.get_by_text(f"step {self.at} of {self.steps}")).to_be_visible(timeout=10000)
        expect(self.page.locator("[data-card], [data-square]").first).to_be_visible()

    def coach(self, words: str) -> None:
        expect(self.page.locator(".coach")).to_contain_text(words)

    def card(self, id: str, *, force: bool = False) -> None:
        # Other cards may lie upon it: its number and sign, if it has any, are always seen.
        card = f"[data-card='{id}']"
        self.page.locator(f"{card} [data-index], {card}:not(:has([data-index]))").first.click(force=force)

    def play(self, id: str) -> None:
        self.card(id)
        self.card(id)

    def next(self) -> None:
        self.page.locator(".coach.well .btn.pri").click(timeout=15000)
        self.at += 1
        if self.at <= self.steps:
            self.sees()
        else:
            expect(self.page.get_by_role("heading", name="Open a table")).to_be_visible()


def test_dokitto(person):
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


def test_ion(person):
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


def test_west_van_soft_on_a_phone(person):
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
