"""What a table of ICECOOL2 chooses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parlour.core.options import Choice, Number, Option, Seat, Subset, Switch
from parlour.core.words import say
from parlour.games.icecool.flick import UNSTEADY
from parlour.games.icecool.moves import TASKS
from parlour.games.icecool.parts import FISH, MOST_OF_A_VALUE
from parlour.games.icecool.school import DOOR_IDS

HANDS = {
    "perfect": say("perfectly steady"),
    "sure": say("very steady"),
    "good": say("steady"),
    "fair": say("fairly steady"),
    "shaky": say("shaky"),
    "child": say("like a child's"),
}
assert len(HANDS) == len(UNSTEADY)


@dataclass(frozen=True)
class FishDoors(Subset):
    """Exactly three doors."""

    def encode(self, value: Any, players: int) -> int:
        bits = super().encode(value, players)
        if bits.bit_count() != FISH:
            raise self.refuse(value, say("A Runner has three fish, so it takes three different doors."))
        return bits

    def examples(self, players: int) -> list[Any]:
        return [self.default, ["D5", "D6", "D7"], ["D1", "D2", "D4"]]

    def choices(self) -> str:
        return say("any three of {words}", words=", ".join(self.words))


@dataclass(frozen=True)
class FishDeck(Option):
    """How many cards of the values 1, 2 and 3: {"1": 18, "2": 18, "3": 18}, or the text 18,18,18."""

    def encode(self, value: Any, players: int) -> int:
        if isinstance(value, str):
            value = (
                dict(zip("123", (part.strip() for part in value.split(",")), strict=False)) if value.count(",") == 2 else None
            )
        if not isinstance(value, Mapping) or {str(key) for key in value} != {"1", "2", "3"}:
            raise self.refuse(value)
        number = 0
        for key, count in value.items():
            try:
                cards = int(count)
            except (TypeError, ValueError, OverflowError):
                raise self.refuse(value) from None
            if isinstance(count, bool | float) or not 0 <= cards <= MOST_OF_A_VALUE:
                raise self.refuse(value)
            if str(key) == "1" and cards % len(TASKS):
                raise self.refuse(value, say("The 1s are shared out among three tasks."))
            number |= cards << 6 * (int(key) - 1)
        return number

    def decode(self, number: int) -> dict[str, int]:
        return {str(value): (number >> 6 * (value - 1)) & 63 for value in (1, 2, 3)}

    def examples(self, players: int) -> list[Any]:
        most = dict.fromkeys("123", MOST_OF_A_VALUE)
        return [self.default, {"1": 36, "2": 9, "3": 0}, {"1": 3, "2": 2, "3": 1}, {"1": 0, "2": 36, "3": 0}, most]

    def choices(self) -> str:
        return say("counts such as 18,18,18, each up to {most}, the 1s divisible by 3", most=MOST_OF_A_VALUE)


OPTIONS: tuple[Option, ...] = (
    Choice(
        "scoring",
        "standard",
        "ICE-76",
        "What the fish cards count.",
        {"standard": say("their values, and abilities"), "tournament": say("one point a card")},
    ),
    FishDeck("fish_deck", {"1": 18, "2": 18, "3": 18}, "ICE-R1", "How many fish cards of the values 1, 2 and 3 there are."),
    FishDoors(
        "fish_doors", ["D1", "D3", "D7"], "ICE-R5", "The doors on which the fish hang.", {door: door for door in DOOR_IDS}
    ),
    Choice(
        "round_end_timing",
        "flick",
        "ICE-R14",
        "When a round ends.",
        {"flick": say("after the flick"), "event": say("at once, in the middle of the flick")},
    ),
    Choice(
        "stuck_placement",
        "may",
        "ICE-R26",
        "Who is stuck in a door goes to an orange line.",
        {"may": say("by choice"), "must": say("always")},
    ),
    Switch("bluff_announce", False, "ICE-R16", "Tasks may be announced without the card."),
    Choice(
        "contact_rule",
        "any",
        "ICE-R13",
        "Which contacts catch.",
        {"any": say("every contact"), "literal": say("only what the rulebook names")},
        printed="literal",
    ),
    Choice(
        "two_player_self_catch",
        "restart-turn",
        "ICE-R31",
        "Two players: when a Runner starts again who ran into the Catcher.",
        {"restart-turn": say("at once"), "restart-next": say("after the Catcher's turn")},
    ),
    Choice(
        "first_flick_scope",
        "round",
        "ICE-R9",
        "When the first flick may be repeated.",
        {"round": say("in every round"), "game": say("only once a game")},
        printed="game",
    ),
    Number("turns_per_round_cap", 60, "ICE-R34", "Turns a player after which a round is called off.", least=1, most=500),
    Seat("first_catcher", "random", "ICE-R8", "Who is the Catcher in the first round."),
    Choice("steady", "sure", "ICE-R38", "How steady the hands are that flick.", HANDS),
)
