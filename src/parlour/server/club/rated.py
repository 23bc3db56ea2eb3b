"""A rated match changes what is known of its players, in the transaction that counts it: once, or not at all."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import log
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from parlour.core.registry import game as game_of
from parlour.server.rating import BEGIN, POINTS, Fixed, Player, Strength, after, joined
from parlour.server.storage.club_ratings import Ratings
from parlour.server.storage.club_results import Result
from parlour.server.storage.steps import Step

if TYPE_CHECKING:
    from parlour.server.club import Club

LADDER = ("beginner", "casual", "club", "master")
"""The levels of bots. A casual one is about as strong as somebody who has just learned the game, where everybody begins."""
PLAIN = {"easy": "casual", "medium": "club", "hard": "master"}
APART = 150.0
"""How far apart two levels are taken to be at a game where nobody has measured it."""
SUREST = 0.99
"""No measured part of the victories is believed to be more: some matches show no more than that."""


class Measured(msgspec.Struct):
    """What was measured of a level: its part of the victories at a table of the level below."""

    part: str
    guest: str
    host: str
    share: float
    fair: float


class Calibration(msgspec.Struct):
    steps: list[Measured] = []


@cache
def anchors(game: str) -> dict[str, float]:
    """How strong the bots of each level are at a game, as their levels were measured (docs/opponents.md)."""
    apart = dict.fromkeys(pairwise(LADDER), APART)
    file = game_of(game).folder / "bots" / "measured.json"
    for found in _measured(file):
        pair = found.host, found.guest.partition(":")[0]
        if found.part == "levels" and pair in apart:
            apart[pair] = points_apart(found.share, round(1 / found.fair))
    casual_beginner, club_casual, master_club = apart.values()
    return {
        "beginner": BEGIN - casual_beginner,
        "casual": BEGIN,
        "club": BEGIN + club_casual,
        "master": BEGIN + club_casual + master_club,
    }


def _measured(file: Path) -> list[Measured]:
    return msgspec.json.decode(file.read_bytes(), type=Calibration).steps if file.is_file() else []


def points_apart(share: float, seats: int) -> float:
    """How much stronger somebody is who takes this part of the victories at a table of equals of another strength.

    >>> round(points_apart(0.5, 2)), round(points_apart(0.25, 4)), round(points_apart(10 / 11, 2))
    (0, 0, 400)
    """
    share = min(max(share, 1 - SUREST), SUREST)
    return POINTS * log(share * (seats - 1) / (1 - share))


def places(result: Result) -> list[int]:
    """Who left a seat to a bot is behind all who stayed."""
    worth = [(player.gone, player.place) for player in result.players]
    return [1 + sum(other < own for other in worth) for own in worth]


class Rated:
    """Who rates, in one worker."""

    def __init__(self, club: Club) -> None:
        self.ratings = Ratings(club.hub.store)
        club.follows.append(self.follow)
        club.forgets.append(self.ratings.forgotten)
        club.exports.append(self.ratings.exported)

    async def joined(self, was: str, person: str) -> list[Step]:
        """What is known of somebody who was taken for two."""
        mine, steps = await self.ratings.of_person(person), list[Step]()
        for game, other in (await self.ratings.of_person(was)).items():
            own = mine.get(game)
            steps.append(self.ratings.dropped(was, game, other))
            steps.append(self.ratings.changed(person, game, own, other if own is None else joined(own, other)))
        return steps

    async def follow(self, result: Result) -> list[Step]:
        """What is known after a rated match. It counts only if nobody plays several seats."""
        people = [player.person for player in result.players if player.person]
        if not result.rated or not people or len(set(people)) < len(people) or len(result.players) < 2:
            return []
        before = await self.ratings.of(result.game, people)
        levels = anchors(result.game)
        table: list[Player] = []
        for player in result.players:
            if player.person or player.level is None:  # Of who was forgotten meanwhile nothing is known.
                table.append(before.get(player.person or "", Strength()))
            else:
                table.append(Fixed(levels[PLAIN.get(player.level, player.level)]))
        found = zip(result.players, after(table, places(result)), strict=True)
        known = {player.person: now for player, now in found if player.person and isinstance(now, Strength)}
        steps = []
        for person in sorted(known):
            steps.append(self.ratings.changed(person, result.game, before.get(person), known[person]))
            steps.append(self.ratings.noted(person, result.table, result.match, result.game, result.ended, known[person]))
        return steps
