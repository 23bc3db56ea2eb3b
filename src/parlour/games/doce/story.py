"""What is worth telling of a match of DOCE."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from parlour.core.game import Event, Outcome
from parlour.core.story import Story, Tale
from parlour.core.words import say


def story(events: Sequence[Event], outcome: Outcome, names: Sequence[str]) -> list[Tale]:
    told = Story(names)
    rounds: list[list[int]] = []
    won: Counter[int] = Counter()
    number, dice = 1, 0
    for event in events:
        match event["kind"]:
            case "placed":
                dice += 1
            case "round":
                number, dice = event["round"], 0
            case "won":
                seat: int = event["seat"]
                move: int | None = event.get("move")
                name = names[seat]
                won[seat] += 1
                rounds.append([event["points"] if seat == other else 0 for other in range(2)])
                if dice <= 9:
                    quick = say("{name} had a line of 12 after {n} dice in round {round}.", name=name, n=dice, round=number)
                    told.add(14 - dice, quick, seat, move)
                elif dice >= 16:
                    late = say("Round {round} was a long one: {n} dice lay there before {name} had a line.",
                               name=name, n=dice, round=number)  # fmt: skip
                    told.add(6, late, seat, move)
                if event["pure"]:
                    pure = say("The line of {name} in round {round} was of one colour.", name=name, round=number)
                    told.add(5, pure, seat, move)
                if event["penalty"]:
                    dear = say("Three equal faces cost {name} {n} points in round {round}.",
                               name=name, n=event["penalty"], round=number)  # fmt: skip
                    told.add(6, dear, seat, move)
            case "drew":
                rounds.append([event["white"], event["black"]])
                told.add(4, say("Round {round} was drawn.", round=number), None, event.get("move"))
    for seat, n in told.most(won, 4):
        told.add(9, say("{name} won all {n} rounds.", name=names[seat], n=n), seat)
    told.comeback(rounds, outcome.winners)
    told.finish(outcome.scores, outcome.winners)
    return told.told()
