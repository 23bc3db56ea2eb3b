"""Whether ratings find how strong somebody is, by matches of real bots: `python -m parlour.lab.rated GAME MATCHES.jsonl`.

Bots of all levels play each other in the arena, every match in a new mix. Then the matches are rated as a server rates them
(server/rating.py): residents, several of each level, play all of them, some seats are bots whose strength is known, and from
the middle on newcomers of whom nothing is known take a seat each. The truth is the strength of a level at which all these
places together are likeliest. What is measured: whether the order is found, how often a 95 % interval holds the truth, and how
far a newcomer is known after fifteen matches. The matches are kept in the file, so that they can be rated again.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean

import msgspec

from parlour.lab import arena
from parlour.lab.arena import Played
from parlour.server.club.rated import LADDER, anchors
from parlour.server.rating import BEGIN, POINTS, Fixed, Player, Strength, after, bent, stages

LEVELS = ("newcomer", "beginner", "casual", "club", "master:simulations=1500:seconds=none")
"""Who plays. A master thinks by number here: by its full second, thousands of matches would take weeks."""
EACH = 4
"""Residents of a level."""
BOTS = 0.3
"""The part of the matches at which a bot sits."""
NEW = 15
"""Matches after which a newcomer is looked at."""
SEASONS = 10
"""How often the matches are rated, in another order and by other people."""
FITTED = 60


class Found(msgspec.Struct):
    """What came of it."""

    game: str
    matches: int
    truth: dict[str, float]
    order: float
    """Spearman's, of residents, the mean of all seasons."""
    held: float
    """The part of the residents' intervals that hold the truth."""
    newcomers: int
    new_held: float
    """The same for newcomers after fifteen matches."""
    new_settled: float
    """The part of the newcomers of whom enough is known by then."""
    new_off: float
    """How far off they are then, the root of the mean square, in points."""
    new_unsure: float
    """And how far off they say they are."""
    new_bias: dict[str, float]
    """By level, how much higher than the truth they are held then."""


def mixes(levels: Sequence[str], players: int, deal: int) -> Iterator[list[str]]:
    """As many tables of a deal as it has seats, each another mix."""
    chance = random.Random(deal)
    for _ in range(players):
        yield chance.choices(levels, k=players)


def places(one: Played) -> list[int]:
    """Who shares the victory is first, the others follow by their scores."""
    worth = [(share == 0, -score) for share, score in zip(one.shares, one.scores, strict=True)]
    worth = [(False, 0) if not behind else (behind, score) for behind, score in worth]
    return [1 + sum(other < own for other in worth) for own in worth]


def truth(levels: Sequence[str], played: Sequence[Played]) -> dict[str, float]:
    """The strengths at which all places are likeliest, by Newton's steps; a casual bot's is where everybody begins."""
    known = [1500.0 / POINTS] * len(levels)
    row = {level: number for number, level in enumerate(levels)}
    matches = [([row[seat] for seat in one.seats], stages(places(one))) for one in played]
    for _ in range(FITTED):
        slope, bend = [0.0] * len(levels), [1e-6] * len(levels)
        for who, drawn in matches:
            steep, bends = bent([known[level] for level in who], drawn, range(len(who)))
            for seat, level in enumerate(who):
                slope[level] += steep[seat]
                bend[level] += bends[seat][seat]
        # Each by its own bend: smaller steps than Newton's, and sure ones.
        known = [own + 0.7 * s / b for own, s, b in zip(known, slope, bend, strict=True)]
    begin = known[row["casual"]] if "casual" in row else mean(known)
    return {level: BEGIN + (own - begin) * POINTS for level, own in zip(levels, known, strict=True)}


class Person:
    """Somebody of a level, and what is known of them."""

    def __init__(self, level: str) -> None:
        self.level, self.known = level, Strength()


def season(
    played: Sequence[Played], levels: Sequence[str], bots: dict[str, float], seed: int
) -> tuple[list[Person], list[Person]]:
    """Rate all matches in some order: the residents at its end, and the newcomers, each after their fifteenth."""
    chance = random.Random(seed)
    order = list(played)
    chance.shuffle(order)
    residents = [Person(level) for level in levels for _ in range(EACH)]
    new: dict[str, Person] = {}
    done: list[Person] = []
    for number, one in enumerate(order):
        table: list[Person | None] = []
        for level in one.seats:
            table.append(chance.choice([own for own in residents if own.level == level and own not in table]))
        if number > len(order) / 2:
            seat = chance.randrange(len(table))
            table[seat] = new.setdefault(one.seats[seat], Person(one.seats[seat]))
        machine = [seat for seat, level in enumerate(one.seats) if plain(level) in bots and table[seat] in residents]
        if machine and chance.random() < BOTS:
            table[chance.choice(machine)] = None
        before: list[Player] = [
            Fixed(bots[plain(level)]) if own is None else own.known for own, level in zip(table, one.seats, strict=True)
        ]
        for own, now in zip(table, after(before, places(one)), strict=True):
            if own is not None and isinstance(now, Strength):
                own.known = now
                if now.matches == NEW and new.get(own.level) is own:
                    done.append(new.pop(own.level))
    return residents, done


def plain(level: str) -> str:
    return level.partition(":")[0]


def ranks(values: Sequence[float]) -> list[float]:
    """The places of values in their order; equals share theirs."""
    return [sum(other < own for other in values) + (values.count(own) - 1) / 2 for own in values]


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """How far two orders are the same, from -1 to 1."""
    a, b = ranks(one), ranks(other)
    middle = (len(a) - 1) / 2
    both: float = sum((x - middle) * (y - middle) for x, y in zip(a, b, strict=True))
    scale: float = (sum((x - middle) ** 2 for x in a) * sum((y - middle) ** 2 for y in b)) ** 0.5
    return both / scale


def rate(game: str, levels: Sequence[str], played: Sequence[Played], *, seasons: int = SEASONS, known: bool = False) -> Found:
    """What ratings find; with `known` the bots at the tables have their true strength, else the one that the server takes."""
    true = truth(levels, played)
    bots = {plain(level): own for level, own in true.items() if plain(level) in LADDER} if known else anchors(game)
    ended = [season(played, levels, bots, seed) for seed in range(seasons)]
    old = [person for residents, _ in ended for person in residents]
    new = [person for _, done in ended for person in done]

    def off(person: Person) -> float:
        return person.known.mean - true[person.level]

    def held(people: Sequence[Person]) -> float:
        return mean(abs(off(person)) <= person.known.margin for person in people)

    return Found(
        game=game,
        matches=len(played),
        truth={level: round(own) for level, own in true.items()},
        order=mean(
            spearman([true[person.level] for person in residents], [person.known.mean for person in residents])
            for residents, _ in ended
        ),
        held=held(old),
        newcomers=len(new),
        new_held=held(new),
        new_settled=mean(person.known.settled for person in new),
        new_off=mean(off(person) ** 2 for person in new) ** 0.5,
        new_unsure=mean(person.known.unsure**2 for person in new) ** 0.5,
        new_bias={level: round(mean(off(person) for person in new if person.level == level)) for level in levels},
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Rate matches of bots as a server would, and say how well it knows them.")
    parser.add_argument("game")
    parser.add_argument("file", type=Path, help="where the matches are kept, a line each; those of before are rated again")
    parser.add_argument("--matches", type=int, default=5000)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--levels", default=",".join(LEVELS))
    parser.add_argument("--seed", type=int, default=1, help="of the first deal")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--known", action="store_true", help="bots at the tables have their true strength")
    asked = parser.parse_args()
    levels = asked.levels.split(",")
    if not asked.file.exists():
        with asked.file.open("wb", buffering=0) as file:
            arena.run(
                asked.game,
                levels,
                asked.matches,
                players=asked.players,
                seed=asked.seed,
                processes=asked.processes,
                tables=lambda deal: mixes(levels, asked.players, deal),
                progress=lambda one: file.write(msgspec.json.encode(one) + b"\n") and None,
            )
    played = [msgspec.json.decode(line, type=Played) for line in asked.file.read_bytes().splitlines()]
    print(msgspec.json.format(msgspec.json.encode(rate(asked.game, levels, played, known=asked.known))).decode())


if __name__ == "__main__":
    main()
