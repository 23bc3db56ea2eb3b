"""What is worth telling of a match of ICECOOL2."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from parlour.core.game import Event, Outcome
from parlour.core.story import Story, Tale
from parlour.core.words import say


def story(events: Sequence[Event], outcome: Outcome, names: Sequence[str]) -> list[Tale]:
    told = Story(names)
    caught, flew, tasks = Counter[int](), Counter[int](), Counter[int]()
    doors, bumps, best = 0, 0, 2
    for event in events:
        seat: int = event.get("seat", -1)
        move: int | None = event.get("move")
        match event["kind"]:
            case "flicked":
                doors = bumps = 0
            case "passed":
                doors += 1
                if doors > best:
                    best = doors
                    far = say("{name} went through {n} doors with one flick.", name=names[seat], n=doors)
                    told.add(5 + doors, far, seat, move)
            case "bumped":
                bumps += 1
                if bumps == 6:
                    told.add(5, say("{name} bounced off everything there is with one flick.", name=names[seat]), seat, move)
            case "flew":
                flew[seat] += 1
                if flew[seat] == 1:
                    told.add(6, say("{name} flew over a wall.", name=names[seat]), seat, move)
            case "left":
                told.add(8, say("{name} flew out of the school altogether.", name=names[seat]), seat, move)
            case "caught":
                caught[event["catcher"]] += 1
            case "did_task":
                tasks[seat] += 1
            case "fished":
                if event["collected"] == 3:
                    told.add(5, say("{name} had all three fish.", name=names[seat]), seat, move)
            case "gave_up":
                told.add(7, say("{name} tried ten times to get off the red circle.", name=names[seat]), seat, move)
    for seat, n in told.most(caught):
        told.add(7, say("{name} caught {n} penguins.", name=names[seat], n=n), seat)
    for seat, n in told.most(flew):
        told.add(7, say("{name} flew over walls {n} times.", name=names[seat], n=n), seat)
    for seat, n in told.most(tasks):
        told.add(6, say("{name} did {n} tasks.", name=names[seat], n=n), seat)
    told.finish(outcome.scores, outcome.winners)
    return told.told()
