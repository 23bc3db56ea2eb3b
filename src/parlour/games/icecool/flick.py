"""A flick as a player means it: aim, power, hit point. Every flick lies on a fixed grid (ICE-17, ledger 4.1).

    field    grid                      meaning
    aim      0..3599, tenths of a degree   where the finger moves, 0 = right (+x), counter-clockwise
    power    1..100, percent               0 would be no flick
    side     -10..10, tenths               hit point, + = right of the middle: the penguin curves to that side
    height   BODY slides, HEAD jumps

One flick is one whole number (`pack`, `unpack`) and one line of text (`to_text`, `from_text`), both lossless:

    flick 34.5 power 62 right 0.4 head
"""

from __future__ import annotations

import math
import re
from typing import Final

import msgspec

from parlour.core.words import say

AIMS: Final = 3600
POWERS: Final = 100
SIDES: Final = 21
HEIGHTS: Final = 2
FLICKS: Final = AIMS * POWERS * SIDES * HEIGHTS  # 15,120,000 different flicks

BODY: Final = 0
HEAD: Final = 1
HEIGHT_NAMES: Final = ("body", "head")
SIDE_LIMIT: Final = SIDES // 2


class BadFlick(ValueError):
    """The flick is not on the grid, or its text cannot be read."""


class FlickIntent(msgspec.Struct, frozen=True, order=True):
    """What the player wants the finger to do."""

    aim: int
    power: int
    side: int = 0
    height: int = BODY

    def __post_init__(self) -> None:
        _check("aim", self.aim, 0, AIMS - 1, "tenths of a degree")
        _check("power", self.power, 1, POWERS, "percent")
        _check("side", self.side, -SIDE_LIMIT, SIDE_LIMIT, "tenths")
        _check("height", self.height, BODY, HEAD, "body or head")

    @property
    def aim_deg(self) -> float:
        return self.aim / 10

    def __str__(self) -> str:
        return to_text(self)


def _check(name: str, value: int, low: int, high: int, unit: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadFlick(f"{name} must be a whole number of {unit}, not {value!r}")
    if not low <= value <= high:
        raise BadFlick(f"{name} must be {low} to {high} ({unit}), not {value}")


def pack(flick: FlickIntent) -> int:
    """The number of a flick, 0 to FLICKS - 1."""
    number = flick.aim * POWERS + flick.power - 1
    return (number * SIDES + flick.side + SIDE_LIMIT) * HEIGHTS + flick.height


def unpack(number: int) -> FlickIntent:
    """The flick with this number."""
    if not 0 <= number < FLICKS:
        raise BadFlick(f"a flick's number is 0 to {FLICKS - 1}, not {number}")
    number, height = divmod(number, HEIGHTS)
    number, side = divmod(number, SIDES)
    aim, power = divmod(number, POWERS)
    return FlickIntent(aim, power + 1, side - SIDE_LIMIT, height)


def from_units(aim_deg: float, power: float, side: float = 0.0, height: float = 0.0) -> FlickIntent:
    """The grid flick nearest to ledger 4.1's units: degrees, 0..1, -1..1, 0..1 (1 = top of the head)."""
    for name, value in (("aim", aim_deg), ("power", power), ("side", side), ("height", height)):
        if not math.isfinite(value):
            raise BadFlick(f"{name} must be a number, not {value}")
    aim = round(aim_deg * 10) % AIMS
    return FlickIntent(aim, round(power * POWERS), round(side * SIDE_LIMIT), HEAD if height >= 0.5 else BODY)


def to_text(flick: FlickIntent) -> str:
    """`flick 34.5 power 62 right 0.4 head`; the middle and the body go without saying."""
    words = [f"flick {flick.aim // 10}.{flick.aim % 10} power {flick.power}"]
    if flick.side:
        tenths = abs(flick.side)
        words.append(f"{'right' if flick.side > 0 else 'left'} {tenths // 10}.{tenths % 10}")
    if flick.height == HEAD:
        words.append("head")
    return " ".join(words)


_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)")
_EXAMPLE = say("write it like flick 34.5 power 62 right 0.4 head")


def from_text(text: str) -> FlickIntent:
    """Read a flick; the word `flick` may be missing, `%`, commas, degree signs and capitals do not matter."""
    words = re.sub(r"[,;°%]|\bdeg(rees?)?\b", " ", text.lower()).split()
    if words and words[0] == "flick":
        words.pop(0)
    if not words:
        raise BadFlick(say("an aim in degrees is missing; {example}", example=_EXAMPLE))
    aim = _tenths("aim", words.pop(0), 0.0, 360.0) % AIMS
    power: int | None = None
    side: int | None = None
    height: int | None = None
    while words:
        word = words.pop(0)
        if word == "power" and power is None:
            power = _tenths("power", words.pop(0) if words else "", 1.0, 100.0)
            if power % 10:
                raise BadFlick(say("power is a whole percentage, not {power}", power=power / 10))
            power //= 10
        elif word in ("left", "right") and side is None:
            side = _tenths(word, words.pop(0) if words else "", 0.0, 1.0) * (1 if word == "right" else -1)
        elif word in ("centre", "center", "middle") and side is None:
            side = 0
        elif word in HEIGHT_NAMES and height is None:
            height = HEIGHT_NAMES.index(word)
        else:
            raise BadFlick(say("{word!r} is not understood here; {example}", word=word, example=_EXAMPLE))
    if power is None:
        raise BadFlick(say("a power of 1 to 100 is missing; {example}", example=_EXAMPLE))
    return FlickIntent(aim, power, side or 0, height or BODY)


def _tenths(name: str, word: str, low: float, high: float) -> int:
    if not _NUMBER.fullmatch(word):
        raise BadFlick(
            say("{name} needs a number, not {word!r}; {example}", name=name, word=word or "nothing", example=_EXAMPLE)
        )
    value = float(word)
    if not low <= value <= high:
        raise BadFlick(say("{name} must be {low:g} to {high:g}, not {word}", name=name, low=low, high=high, word=word))
    tenths = round(value * 10)
    if abs(value * 10 - tenths) > 1e-6:
        raise BadFlick(say("{name} goes in steps of 0.1, not {word}", name=name, word=word))
    return tenths


# Unsteady hands (hand.py), standard deviations a level: aim in tenths of a degree, power in percent of itself, side in
# tenths; 5 is a child.
UNSTEADY: Final = ((0, 0, 0), (5, 2, 1), (10, 4, 1), (20, 6, 1), (35, 9, 2), (60, 13, 3))
