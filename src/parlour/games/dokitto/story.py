"""What is worth telling of a match of Dokitto! Ice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from parlour.core.game import Event, Outcome
from parlour.core.story import Story, Tale
from parlour.core.words import say


def story(events: Sequence[Event], outcome: Outcome, names: Sequence[str], card: Any) -> list[Tale]:
    told = Story(names)
    rounds: list[list[int]] = []
    points: list[int] = []
    fell: Counter[int] = Counter()
    stars: Counter[int] = Counter()
    number, last = 1, None
    for event in events:
        seat: int = event.get("seat", -1)
        move: int | None = event.get("move")
        match event["kind"]:
            case "round":
                number, stars = event["round"], Counter()
            case "starred":
                stars[seat] += 1
                if stars[seat] > 1:
                    told.add(5 + stars[seat], _stars(names[seat], stars[seat], number), seat, move)
            case "later":
                told.add(4, say("{name} won a trick with {card} only because it came later.",
                                name=names[seat], card=card(event["card"])), seat, move)  # fmt: skip
            case "toppled":
                fell[seat] += 1
                last = (seat, number, move)
                if fell[seat] == 1:
                    told.add(5, say("{name} toppled in round {round}.", name=names[seat], round=number), seat, move)
            case "scored":
                points.append(event["points"])
                if event["points"] >= 5:
                    best = say("{name} carried {n} points home in round {round}.",
                               name=names[seat], n=event["points"], round=number)  # fmt: skip
                    told.add(event["points"], best, seat, move)
                if len(points) == len(names):
                    rounds.append(points)
                    points = []
    for seat, n in told.most(fell):
        told.add(8, say("{name} toppled {n} times.", name=names[seat], n=n), seat)
    if last and last[1] == number and last[0] not in outcome.winners:
        said = say("The last tower of the match was the one of {name}: one scoop too many.", name=names[last[0]])
        told.add(9, said, last[0], last[2])
    if not fell and len(rounds) > 2:
        told.add(6, say("Not one tower fell in {n} rounds.", n=len(rounds)))
    told.comeback(rounds, outcome.winners)
    told.finish(outcome.scores, outcome.winners)
    return told.told()


def _stars(name: str, n: int, number: int) -> str:
    return say("{name} found {n} stars in round {round}.", name=name, n=n, round=number)
