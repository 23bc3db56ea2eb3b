"""What a table refuses, apart from moves against the rules (those are `parlour.Refused`)."""

from __future__ import annotations

from copyreg import __newobj__  # type: ignore[attr-defined]
from typing import Any

from parlour.core.errors import BadRecord, ParlourError
from parlour.core.words import say


class Unfit(ParlourError):
    """Not possible at this table now. `code` is for the page, the sentence for people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence

    def __reduce__(self) -> tuple[Any, ...]:
        return __newobj__, (type(self), *self.args), self.__dict__


class OtherRules(BadRecord):
    """The table runs under older or newer rules than there are here."""


class Unreadable(Unfit):
    """What the log says cannot be carried out here: the table is set aside, what was played stays readable."""

    def __init__(self, why: str) -> None:
        super().__init__("unreadable", say("This table cannot go on: {why} What was played is kept.", why=why))
