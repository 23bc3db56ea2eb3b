"""Somebody in a lesson."""

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
