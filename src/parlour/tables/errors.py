"""What a table refuses, apart from moves against the rules (those are `parlour.Refused`)."""

from __future__ import annotations

from parlour.core.errors import ParlourError


class Unfit(ParlourError):
    """Not possible at this table now. `code` is for the page, the sentence for people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
