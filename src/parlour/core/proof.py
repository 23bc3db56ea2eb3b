"""What a record proves, in sentences: exactly what was checked, and what no file can tell."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from parlour.core.errors import BadRecord
from parlour.core.game import Game
from parlour.core.record import FORMAT, Record


class Proof(msgspec.Struct):
    """`wrong` is what does not fit, by its line; `checked` says what was looked at, and what it is worth."""

    wrong: list[str]
    checked: list[str] = []
    over: bool = False
    key: str | None = None
    """Of the server that signed it."""

    @property
    def genuine(self) -> bool:
        return not self.wrong


def proof(text: str, find: Callable[[str], Game], *, commitment: str | None = None, key: str | None = None) -> Proof:
    """Check the text of a record. `commitment` and `key` are what the reader kept or knows from elsewhere."""
    try:
        record = Record.parse(text)
        wrong = list(record.verify(find)) or list(_odd(text, record))
    except BadRecord as error:
        return Proof([str(error)])
    header, ending = record.header, record.ending
    if not wrong and commitment is not None and commitment.strip().lower() != header.commitment:
        wrong = ["Commitment: the record has another one than you kept. It is not of that table and match, or was made anew."]
    if not wrong and key is not None and key.strip().lower() != ending.key:
        whose = "nobody has signed it" if ending.key is None else f"it is signed with the key {ending.key}"
        wrong = [f"Signature: it is not of the server you named: {whose}."]
    if wrong:
        return Proof(wrong)
    said = [_deal(record), _moves(record), _file(record), _order(record, commitment is not None)]
    return Proof([], said, ending.outcome is not None, ending.key)


def _deal(record: Record) -> str:
    names, commits, salts = record.header.names, record.header.commits, record.ending.salts or []
    opened = [names[seat] for seat, salt in enumerate(salts) if salt]
    late = [names[seat] for seat, commit in enumerate(commits) if commit and not salts[seat]]
    if not opened:
        said = (
            "The seed fits its commitment and deals these cards; no seat added a salt, so whoever drew the seed knew the cards"
        )
    elif commits:
        said = f"The seed and the salts of {_list(opened)} fit their commitments and deal these cards"
    else:
        said = f"The seed fits its commitment and deals these cards with the salts of {_list(opened)}, which were bound by none"
    if late:
        said += f"; {_list(late)} did not open the salt in time"
    return said + "."


def _moves(record: Record) -> str:
    count = len(record.entries)
    if record.ending.outcome is None:
        return (
            f"The record stops after {count} moves, before the match was over; these are as the rules have them. "
            "Whether more was played it cannot tell."
        )
    return f"All {count} moves are as the rules have them and lead to this ending."


def _file(record: Record) -> str:
    if record.header.parlour < FORMAT:
        return "Names, settings and times are under no check: the record is of format 1."
    said = "Names, options, settings and ending fit the seal"
    if record.ending.key is not None:
        return f"{said}, which is signed with the key {record.ending.key}."
    return f"{said}; nobody has signed it, so whoever has the file could have written it anew."


def _order(record: Record, kept: bool) -> str:
    if kept:
        return "The commitment is the one you kept: the seed has been fixed since you were shown it."
    said = "When the commitments were shown no file can tell: compare --commitment with what the table showed you"
    if any(record.ending.salts or ()) and not record.header.commits:
        return said + ". The salts were not bound, so whoever ran the server could have chosen one last."
    return said + "."


def _odd(text: str, record: Record) -> Iterator[str]:
    """What stands in the file beside the record: fields that are none, or that stand there twice."""
    if record.header.parlour < FORMAT:
        return
    told = [line for line in str(record).split("\n") if line]
    written = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    for (number, line), plain in zip(written, told, strict=True):
        try:
            fits = json.loads(line, object_pairs_hook=_once) == json.loads(plain)
        except ValueError:
            fits = False
        if not fits:
            yield f"Line {number}: something stands there twice, or beside what a record has."


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("twice")
    return found


def _list(names: list[str]) -> str:
    return ", ".join(names)
