"""The match record: one text file of JSON lines that replays, verifies and is read by people.

First line: the header, with the hash that committed the seed before the first card. Then a line a move, each with a
check of everything there was after it. Last line: the outcome and, once the match is over, the seed and the salts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.core.errors import BadMove, BadRecord, ParlourError, Refused
from parlour.core.game import Game, Outcome, commitment, seed_bytes

if TYPE_CHECKING:
    from parlour.core.match import Match

FORMAT = 1


class Header(msgspec.Struct, kw_only=True, omit_defaults=True):
    """How the match began."""

    parlour: int = FORMAT
    game: str
    rules: int
    players: int
    options: dict[str, Any]
    names: list[str]
    lane: int = 0
    commitment: str
    check: str
    position: Any = None


class Entry(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """One line: a seat's move, or a report of the world."""

    seat: int | None = None
    move: str | None = None
    world: Any = None
    check: str


class Ending(msgspec.Struct, kw_only=True, omit_defaults=True):
    """How it ended, or where it stands; the seed is None while it is sealed."""

    moves: int
    outcome: Outcome | None = None
    seed: str | None = None
    salts: list[str] | None = None


class Record(msgspec.Struct):
    """A whole record."""

    header: Header
    entries: list[Entry]
    ending: Ending

    def __str__(self) -> str:
        # The format's number stays in the header though it is a default: it is how a reader knows what this is.
        head = {"parlour": FORMAT} | msgspec.to_builtins(self.header)
        return "".join(msgspec.json.encode(line).decode() + "\n" for line in (head, *self.entries, self.ending))

    def save(self, path: str | Path) -> None:
        """Write the file whole or not at all."""
        try:
            target = Path(path)
            draft = target.with_name(target.name + ".part")
            draft.write_text(str(self), encoding="utf-8")
            draft.replace(target)
        except OSError as wrong:
            raise BadRecord(f"Cannot write {target}: {wrong.strerror}.") from None
        except (TypeError, ValueError):
            raise BadRecord(f"Cannot write {path!r}: that is no name of a file.") from None

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record; an error names the line and what should stand there."""
        lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        if not lines:
            raise BadRecord("This is no match record: it is empty.")
        first: Any
        try:
            first = msgspec.json.decode(lines[0][1])
        except msgspec.DecodeError:
            first = None
        if not isinstance(first, dict) or "parlour" not in first:
            raise BadRecord('This is no match record: its first line is not a header like {"parlour":1,"game":…}.')
        if not isinstance(first["parlour"], int) or first["parlour"] > FORMAT:
            raise BadRecord(f"This record has format {first['parlour']!r}; this Parlour reads up to {FORMAT}. Upgrade it.")
        header = _line(lines[0], Header, "the header")
        if len(lines) < 2 or '"moves"' not in lines[-1][1]:
            raise BadRecord(
                f'The record is cut: line {lines[-1][0]} should be the ending ({{"moves":…}}), but the file stops before it.'
            )
        ending = _line(lines[-1], Ending, "the ending")
        entries = [_line(line, Entry, "a move") for line in lines[1:-1]]
        if ending.moves != len(entries):
            raise BadRecord(f"Lines are missing or added: the ending counts {ending.moves} moves, the file has {len(entries)}.")
        return cls(header, entries, ending)

    @classmethod
    def load(cls, path: str | Path) -> Record:
        try:
            return cls.parse(Path(path).read_text(encoding="utf-8"))
        except OSError as wrong:
            raise BadRecord(f"Cannot read {path}: {wrong.strerror}.") from None
        except UnicodeDecodeError:
            raise BadRecord(f"{path} is no match record: it is not text.") from None
        except (TypeError, ValueError):
            raise BadRecord(f"Cannot read {path!r}: that is no name of a file.") from None

    def begin(self, find: Callable[[str], Game]) -> Match:
        """The match at its first decision."""
        header = self.header
        game = find(header.game)
        if header.rules > game.version:
            raise BadRecord(
                f"The record was made by version {header.rules} of the rules of {game.name}; this Parlour has version "
                f"{game.version}. Upgrade it to replay the match."
            )
        if header.rules < game.version:
            raise BadRecord(
                f"The record was made by version {header.rules} of the rules of {game.name}, which have changed since "
                f"(version {game.version}). The moves can be read, but they may not be legal any more."
            )
        if self.ending.seed is None:
            raise BadRecord(
                "The record is sealed: the seed is shown when the match is over, and without it no card can be dealt."
            )
        setting: dict[str, Any] = {
            "seed": seed_bytes(self.ending.seed),
            "salts": self.ending.salts or (),
            "names": header.names,
        }
        if header.position is not None:
            return game.position(header.position, lane=header.lane, options=header.options, **setting)
        return game.new(header.players, lane=header.lane, **setting, **header.options)

    def replay(self, find: Callable[[str], Game], moves: int | None = None) -> Match:
        """The match after its moves, or after the first so many of them."""
        match = self.begin(find)
        for number, entry in enumerate(self.entries[:moves]):
            _repeat(match, entry, number)
        return match

    def verify(self, find: Callable[[str], Game]) -> Iterator[str]:
        """Deal again from the seed and check every line; yields what is wrong, nothing if all is as it was played."""
        try:
            match = self.begin(find)
        except BadRecord as wrong:
            yield str(wrong)
            return
        except ParlourError as wrong:
            yield f"Header: {wrong}"
            return
        if commitment(match.seed) != self.header.commitment:
            yield "Seed: its hash is not the commitment that was shown before the first card. One of the two was changed."
            return
        if match.check() != self.header.check:
            yield "Header: players, options, salts, position or lane were changed; the seed deals something else with these."
            return
        for number, entry in enumerate(self.entries):
            try:
                if entry.world is not None:
                    for doubt in match.game.doubts(match.state, entry.world):
                        yield f"Line {number + 2}, the world's report: {doubt}"
                        return
                _repeat(match, entry, number)
            except BadRecord as wrong:
                yield str(wrong)
                return
            if match.check() != entry.check:
                where = f"Line {number + 2}, move {number + 1} ({_told(entry)})"
                yield f"{where}: this is not what was played here, or its check was changed."
                return
        if match.outcome != self.ending.outcome:
            yield f"Ending: the moves lead to {_result(match.outcome)}, but the record says {_result(self.ending.outcome)}."


def _line(line: tuple[int, str], kind: Any, what: str) -> Any:
    try:
        return msgspec.json.decode(line[1], type=kind, strict=True)
    except msgspec.DecodeError as wrong:
        raise BadRecord(f"Line {line[0]} should be {what} but cannot be read: {wrong}.") from None


def _repeat(match: Match, entry: Entry, number: int) -> None:
    try:
        if entry.world is not None:
            match.happen(entry.world)
        elif entry.seat is not None and entry.move is not None:
            match.repeat(entry.seat, entry.move)
        else:
            raise BadRecord(f"Line {number + 2} should be a move with seat and move, or a report of the world.")
    except (Refused, BadMove) as wrong:
        raise BadRecord(f"Line {number + 2}, move {number + 1} ({_told(entry)}): {wrong}") from None


def _told(entry: Entry) -> str:
    return "the world" if entry.world is not None else f"seat {entry.seat}: {entry.move}"


def _result(outcome: Outcome | None) -> str:
    return (
        "a match that still runs"
        if outcome is None
        else f"scores {outcome.scores}, winners {outcome.winners}, {outcome.reason}"
    )
