"""What is worth telling of a match of ION."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from parlour.core.game import Event, Outcome
from parlour.core.story import Story, Tale
from parlour.core.words import say


def story(events: Sequence[Event], outcome: Outcome, names: Sequence[str], card: Callable[[int], str]) -> list[Tale]:
    told = Story(names)
    drew, duels, aimed, shifted, slaps = Counter[int](), Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    last: tuple[int, int, int | None] | None = None
    for event in events:
        seat: int = event.get("seat", -1)
        move: int | None = event.get("move")
        match event["kind"]:
            case "played":
                last = (seat, event["card"], move)
            case "drew":
                drew[seat] += 1
            case "aimed":
                aimed[event["target"]] += 1
            case "shifted":
                shifted[seat] += 1
            case "duel_won":
                duels[event["winner"]] += 1
            case "exploded":
                boom = say("{name} exploded on the bomb of {bomber}.", name=names[seat], bomber=names[event["bomber"]])
                told.add(9, boom, seat, move)
            case "slapped":
                if event["fits"]:
                    slaps[seat] += 1
                else:
                    told.add(6, say("{name} slapped a card that did not fit.", name=names[seat]), seat, move)
            case "left_with":
                if event["cards"] >= 10:
                    full = say("{name} was left with {n} cards in hand.", name=names[seat], n=event["cards"])
                    told.add(min(9, event["cards"] - 4), full, seat, move)
            case "hand_ended":
                if event["winner"] >= 0 and last and last[0] == event["winner"]:
                    out = say("{name} went out with {card}.", name=names[last[0]], card=card(last[1]))
                    told.add(4, out, last[0], last[2])
    for seat, n in told.most(duels):
        told.add(6, say("{name} won {n} duels.", name=names[seat], n=n), seat)
    for seat, n in told.most(aimed, 4):
        told.add(6, say("{name} was aimed at {n} times.", name=names[seat], n=n), seat)
    for seat, n in told.most(shifted):
        told.add(7, say("{name} passed {n} attacks on.", name=names[seat], n=n), seat)
    for seat, n in told.most(slaps):
        told.add(7, say("{name} was the quickest {n} times.", name=names[seat], n=n), seat)
    for seat, n in told.most(drew, 8):
        told.add(4, say("Nobody drew more than {name}: {n} cards.", name=names[seat], n=n), seat)
    told.finish(outcome.scores, outcome.winners)
    return told.told()
