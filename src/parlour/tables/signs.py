"""Sign and colour of everybody at a table, by their numbers. A clash is resolved once, when somebody sits down: whoever sat
first keeps theirs, only bots make room. Both stay with the seat through rematches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from parlour.tables.shown import SIGNS


class Dressed(Protocol):
    """A seat."""

    kind: str
    sign: int
    colour: int


def free(wanted: int, taken: Iterable[int]) -> int:
    """The wanted one, or the next that nobody has; at a table of more than there are, the wanted one again.

    >>> free(9, [9, 0]), free(3, range(10))
    (1, 3)
    """
    used = set(taken)
    return next((n for step in range(SIGNS) if (n := (wanted + step) % SIGNS) not in used), wanted % SIGNS)


def dress(seats: Sequence[Dressed], number: int, sign: int, colour: int) -> None:
    """Give a seat this sign and colour, or the next that are free."""
    own = seats[number]
    others = [seat for seat in seats if seat is not own and seat.kind != "open"]
    bots = [seat for seat in others if seat.kind == "bot" and own.kind == "person"]
    firm = [seat for seat in others if seat.kind == "person" or own.kind == "bot"]
    own.sign, own.colour = free(sign, [seat.sign for seat in firm]), free(colour, [seat.colour for seat in firm])
    for bot in bots:
        rest = [seat for seat in (own, *others) if seat is not bot]
        bot.sign, bot.colour = free(bot.sign, [seat.sign for seat in rest]), free(bot.colour, [seat.colour for seat in rest])
