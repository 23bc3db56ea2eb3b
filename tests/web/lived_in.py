"""A house that has been lived in: matches, a club, tournaments, a table that waits. Every page has something to say."""

from __future__ import annotations

from typing import Any

import pytest
from hands import FREE, ME
from people import ask
from test_self import counted, played

NAMES = ("Ines", "Odile", "Jun", "Theo", "Sam", "Priya")


class Lived:
    """Somebody's device and the pages that it has seen, by name."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.device, other = self.newcomer(), self.newcomer()
        for game in ("doce", "dokitto"):
            played(server, [self.device, other], game)
        counted(server, self.device, 2)
        club = str(self.tell("clubs", {"name": "The Long Spoons"})["id"])
        self.tell(f"clubs/{club}/join", {}, other)
        table = self.table(start=False)
        self.tell(f"clubs/{club}/tables", {"table": table})
        past = self.tell("me/history")["matches"][0]
        self.until = {"review": "[data-at]", "tournament": "table", "club": "li"}
        """What a page is waited for, where it comes later than the rest."""
        self.pages = {
            "shelf": "/",
            "open a table": "/new?game=westvan",
            "open a table of ion": "/new?game=ion",
            "waiting room": f"/t/{table}",
            "review": f"/t/{past['table']}/review/{past['match']}",
            "me": "/me",
            "club": f"/club/{club}",
            "new tournament": "/cup/new?game=westvan",
            "tournament that waits": f"/cup/{self.cup('Swiss evening', 'swiss')}",
            "tournament": f"/cup/{self.cup('Autumn cup', 'swiss', begun=True)}",
            "tournament by knockout": f"/cup/{self.cup('Winter cup', 'knockout', begun=True)}",
            "tournament of tables": f"/cup/{self.cup('Ice evening', 'tables', game='dokitto', seats=4, begun=True)}",
            "everybody against everybody": f"/cup/{self.cup('Spring league', 'everybody', begun=True)}",
            "table of honour": "/leaders/doce",
            "my tables": "/mine",
            "settings": "/settings",
            "lost": "/no/such/page",
        }

    def newcomer(self) -> str:
        return str(ask(f"{self.server}/api/devices", {})["token"])

    def tell(self, what: str, body: dict[str, Any] | None = None, device: str = "") -> dict[str, Any]:
        return ask(f"{self.server}/api/{what}", body, Authorization=f"Bearer {device or self.device}")

    def table(self, **more: Any) -> str:
        return str(self.tell("tables", {"game": "dokitto", "seats": [ME, FREE, FREE]} | more)["table"])

    def cup(self, name: str, kind: str, *, game: str = "doce", begun: bool = False, **more: Any) -> str:
        plan = {"name": name, "game": game, "kind": kind, "clock": {"kind": "move", "seconds": 60}, "patience": 3600}
        cup = str(self.tell("cups", plan | more)["id"])
        act = f"cups/{cup}/acts"
        self.tell(act, {"type": "join", "name": "Mara", "sign": 0, "colour": 0})
        for guest in NAMES:
            self.tell(act, {"type": "join", "name": guest}, self.newcomer())
        if begun:
            self.tell(act, {"type": "begin"})
            players = self.tell(f"cups/{cup}")["rounds"][0]["boards"][0]["players"]
            places = list(range(1, len(players) + 1))
            self.tell(act, {"type": "correct", "round": 0, "board": 0, "places": places, "why": "Played at the café"})
        return cup


@pytest.fixture(scope="session")
def lived_in(server: str) -> Lived:
    return Lived(server)
