"""The errors that leave Parlour: each says what was wrong, what would be right and, if one exists, the rule."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from operator import index
from typing import Any

from parlour.core.words import say


class ParlourError(Exception):
    """The base of all errors that are meant for people."""


class UnknownGame(ParlourError):
    """No game of that name is registered."""


class UnknownRule(ParlourError):
    """The ledger has no rule of that number."""


class BadSetup(ParlourError):
    """A match cannot start like this: player count, option, seed or name."""


class BadMove(ParlourError):
    """A text or a number that is no move of this game."""


class BadPosition(ParlourError):
    """A position that is not well formed or breaks an invariant."""


class BadRecord(ParlourError):
    """A match record that is cut, edited, too new or no record at all."""


class NoSpeed(ParlourError):
    """The wanted speed (CPU machine code, CUDA) is not to be had on this machine."""


class Refused(ParlourError):
    """A move of the game that is not allowed now. `rule` is the ledger's id of the rule that says so."""

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(say("{sentence} ({rule})", sentence=sentence, rule=rule))
        self.rule = rule
        self.sentence = sentence

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rule, self.sentence)


def whole(value: Any) -> int | None:
    """A whole number, Python's or NumPy's, as Python's own; None for everything else, True and False too.

    >>> whole(3), whole(True), whole(3.0), whole("3")
    (3, None, None, None)
    """
    try:
        return None if isinstance(value, bool) else index(value)
    except TypeError:
        return None


def one_of(wanted: Any, known: Iterable[str]) -> str:
    """The end of an error message: the nearest known word if there is one, else all of them.

    >>> one_of("go", ["chess", "golf"])
    'Did you mean golf? Known: chess, golf.'
    """
    words = list(known)
    near = get_close_matches(str(wanted), words, 1)
    everything = ", ".join(words)
    if near:
        return say("Did you mean {near}? Known: {known}.", near=near[0], known=everything)
    return say("Known: {known}.", known=everything)
