"""What goes wrong with a call, for people: a status, a code and a sentence."""

from __future__ import annotations

from parlour.core.errors import ParlourError, UnknownGame, UnknownRule
from parlour.core.words import Words, say
from parlour.server import messages as m
from parlour.server.storage import DeviceFull, StorageDown
from parlour.tables.errors import Unfit

STATUS = {
    "no_device": 401, "not_yours": 403, "no_table": 404, "no_seat": 404, "no_match": 404, "no_code": 404, "no_page": 404,
    "bad_message": 400, "too_fast": 429, "unreadable": 410,
}  # fmt: skip
NOT_NOW = 409


def trouble(wrong: Exception, words: Words) -> tuple[int, m.Trouble]:
    """The status and the words of an error, in the caller's language."""
    status, code, sentence = _said(wrong)
    return status, m.Trouble(code, words.of(sentence))


def _said(wrong: Exception) -> tuple[int, str, str]:
    if isinstance(wrong, Unfit):
        return STATUS.get(wrong.code, NOT_NOW), wrong.code, wrong.sentence
    if isinstance(wrong, UnknownGame | UnknownRule):
        return 404, "unknown", wrong.args[0]
    if isinstance(wrong, ParlourError):
        return 400, "bad_setup", wrong.args[0]
    if isinstance(wrong, StorageDown):
        # A device says itself what it lacks; what a server's database says is for its host.
        said = say("The server cannot read or write right now. Nothing is lost; try again in a moment.")
        return 503, "storage", wrong.args[0] if isinstance(wrong, DeviceFull) else said
    if isinstance(wrong, RecursionError):
        return 400, "bad_message", say("This message cannot be read: {wrong}.", wrong="too deep")
    if isinstance(wrong, UnicodeDecodeError):
        return 400, "bad_message", say("This message cannot be read: {wrong}.", wrong="not UTF-8")
    return 500, "internal", say("Something went wrong here. It is noted; try again.")
