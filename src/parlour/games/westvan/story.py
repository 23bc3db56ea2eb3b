"""What is worth telling of a match of West Van Soft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from parlour.core.game import Event, Outcome
from parlour.core.story import Story, Tale
from parlour.core.words import say


def story(events: Sequence[Event], outcome: Outcome, names: Sequence[str], taste: Callable[[int], str]) -> list[Tale]:
    told = Story(names)
    days: list[list[int]] = []
    points: dict[int, int] = {}
    best: tuple[int, int, int, int | None] = (0, 0, 0, None)
    helped: Counter[int] = Counter()
    day = 1
    for event in events:
        seat: int = event.get("seat", -1)
        move: int | None = event.get("move")
        match event["kind"]:
            case "day":
                day = event["day"]
            case "melted":
                best = max(best, (event["worth"], seat, day, move), key=lambda melt: melt[0])
            case "burned":
                told.add(6, say("{name} ended day {day} with Freezer burn.", name=names[seat], day=day), seat, move)
            case "fed":
                if event["cards"] >= 3:
                    dog = say("The dog had {n} cards out of the freezer of {name}.", name=names[seat], n=event["cards"])
                    told.add(3 + event["cards"], dog, seat, move)
            case "swapped":
                swap = say("{name} exchanged two characters in the middle of day {day}.", name=names[seat], day=day)
                told.add(4, swap, seat, move)
            case "scooped" | "topped":
                helped[seat] += event["owner"] != seat
            case "scored":
                points[seat] = event["points"]
                if event["points"] == 0:
                    nought = say("{name} was {taste} on day {day}, and nobody noticed: not a single point.",
                                 name=names[seat], taste=taste(event["taste"]), day=day)  # fmt: skip
                    told.add(6, nought, seat, move)
                if len(points) == len(names):
                    days.append([points[other] for other in range(len(names))])
                    points = {}
    worth, owner, on, at = best
    if worth:
        fine = say("The finest ice cream: {n} points for {name} on day {day}.", n=worth, name=names[owner], day=on)
        told.add(7, fine, owner, at)
    for seat, n in told.most(helped, 3):
        told.add(5, say("{name} put {n} cards onto ice creams of others.", name=names[seat], n=n), seat)
    told.comeback(days, outcome.winners)
    told.finish(outcome.scores, outcome.winners)
    return told.told()
