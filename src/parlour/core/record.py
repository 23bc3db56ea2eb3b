"""The match record: one text file of JSON lines that replays, verifies and is read by people.

First line: the header, with the hash that committed the seed before the first card and those by which the seats were bound
to their salts. Then a line a move, each with a check of everything there was after it. Last line: the outcome, once the match
is over the seed and the salts, and the seal, a hash of everything in the file; a server signs it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.core import ed25519
from parlour.core.contract import WORLD
from parlour.core.errors import BadRecord, ParlourError
from parlour.core.game import Game, Outcome
from parlour.core.seeds import commitment, salt_commitment, seed_bytes

if TYPE_CHECKING:
    from parlour.core.match import Match

FORMAT = 2
"""1 had no commitments of salts, no settings and no seal."""
SEAL = b"parlour record 2"

_lines = msgspec.json.Encoder().encode_lines


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
    commits: list[str] = []
    """By seat: the hash that bound its device to a salt, empty where there was none."""
    settings: Any = None
    """What the table chose beside the game's options."""


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
    seal: str | None = None
    key: str | None = None
    signature: str | None = None
    """Of the seal, by the holder of the key."""


class Record(msgspec.Struct):
    """A whole record."""

    header: Header
    entries: list[Entry]
    ending: Ending

    def __str__(self) -> str:
        # The format's number stays in the header though it is a default: it is how a reader knows what this is.
        head = {"parlour": FORMAT} | msgspec.to_builtins(self.header)
        return _lines((head, *self.entries, self.ending)).decode()

    @property
    def seal(self) -> str:
        """The hash of everything in the file but itself and its signature."""
        bare = msgspec.structs.replace(self.ending, seal=None, key=None, signature=None)
        return hashlib.sha256(SEAL + str(Record(self.header, self.entries, bare)).encode()).hexdigest()

    def sealed(self) -> Record:
        return Record(self.header, self.entries, msgspec.structs.replace(self.ending, seal=self.seal))

    def signed(self, secret: bytes) -> Record:
        """The same with a signature; older records have no seal that could be signed."""
        if self.ending.seal is None:
            return self
        key = ed25519.public_key(secret)
        signature = ed25519.sign(secret, SEAL + bytes.fromhex(self.ending.seal), key)
        return Record(self.header, self.entries, msgspec.structs.replace(self.ending, key=key.hex(), signature=signature.hex()))

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
        lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        if not lines:
            raise BadRecord("This is no match record: it is empty.")
        first: Any
        try:
            first = msgspec.json.decode(lines[0][1])
        except (msgspec.DecodeError, RecursionError, UnicodeError):
            first = None
        if not isinstance(first, dict) or "parlour" not in first:
            raise BadRecord('This is no match record: its first line is not a header like {"parlour":1,"game":…}.')
        made = first["parlour"]
        if type(made) is not int or not 1 <= made <= FORMAT:
            raise BadRecord(f"This record has format {made!r}; this Parlour reads 1 to {FORMAT}. Upgrade it.")
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
        return cls.parse(read(path))

    def begin(self, find: Callable[[str], Game]) -> Match:
        """The match at its first decision."""
        from parlour.core.match import Match

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
        return Match(
            game,
            players=None if header.position is not None else header.players,
            seed=seed_bytes(self.ending.seed),
            salts=self.ending.salts or (),
            names=header.names,
            lane=header.lane,
            options=header.options,
            start=header.position,
            commits=header.commits,
            settings=header.settings,
        )

    def moves(self) -> Iterator[tuple[int, str, list[Any]]]:
        """The moves in order: whose, which, and what the world did after it. The rules are not asked; `Match.repeat` does."""
        last: tuple[int, str, list[Any]] | None = None
        for number, entry in enumerate(self.entries):
            if entry.seat is not None and entry.move is not None and entry.world is None:
                if last is not None:
                    yield last
                last = entry.seat, entry.move, []
            elif last is not None and entry.seat is None and entry.move is None and entry.world is not None:
                last[2].append(entry.world)
            else:
                raise BadRecord(f"Line {number + 2} should be a move with seat and move, or a report of the world after one.")
        if last is not None:
            yield last

    def replay(self, find: Callable[[str], Game], moves: int | None = None) -> Match:
        """The match after its moves, or after the first so many of them."""
        match = self._begun(find)
        for number, entry in enumerate(self.entries[:moves]):
            _repeat(match, entry, number)
        return match

    def _begun(self, find: Callable[[str], Game]) -> Match:
        """The same, for a header that anybody may have written."""
        try:
            return self.begin(find)
        except BadRecord:
            raise
        except ParlourError as wrong:
            raise BadRecord(f"Header: {wrong}") from None
        except Exception as wrong:  # Whatever a number or a text there leads to, it is the header that is wrong.
            raise BadRecord(f"Header: no match can begin like this ({type(wrong).__name__}: {wrong}).") from None

    def verify(self, find: Callable[[str], Game]) -> Iterator[str]:
        """Deal again from the seed and check every line; yields what is wrong, nothing if all is as it was played."""
        try:
            match = self._begun(find)
        except BadRecord as wrong:
            yield str(wrong)
            return
        if commitment(match.seed) != self.header.commitment:
            yield "Seed: its hash is not the commitment that was shown before the first card. One of the two was changed."
            return
        if unfit := self._unfit_salt():
            yield unfit
            return
        if match.check() != self.header.check:
            yield "Header: players, options, salts, position or lane were changed; the seed deals something else with these."
            return
        for number, entry in enumerate(self.entries):
            try:
                _repeat(match, entry, number, doubtful=True)
            except BadRecord as wrong:
                yield str(wrong)
                return
            if match.check() != entry.check:
                where = f"Line {number + 2}, move {number + 1} ({_told(entry)})"
                yield f"{where}: this is not what was played here, or its check was changed."
                return
        if match.outcome != self.ending.outcome:
            yield f"Ending: the moves lead to {_result(match.outcome)}, but the record says {_result(self.ending.outcome)}."
            return
        yield from self._unsealed(match)

    def _unfit_salt(self) -> str | None:
        """What is wrong between the salts and the commitments to them."""
        commits, salts = self.header.commits, self.ending.salts or []
        if not commits:
            return None
        if len(commits) != self.header.players or len(salts) != self.header.players:
            return f"Salts: {len(commits)} commitments and {len(salts)} salts for {self.header.players} seats."
        for seat, (commit, salt) in enumerate(zip(commits, salts, strict=True)):
            if salt and salt_commitment(salt) != commit:
                return f"Salts: that of seat {seat} is not the one its device was bound to. One of the two was changed."
        return None

    def _unsealed(self, match: Match) -> Iterator[str]:
        """What is wrong with the seal and its signature, when everything that the rules know of is right."""
        ending = self.ending
        if self.header.parlour < FORMAT:
            if self.header.commits or self.header.settings or ending.seal or ending.key or ending.signature:
                yield "Header: the format was changed: the first one had no commitments of salts, no settings and no seal."
            return
        if msgspec.to_builtins(match.options) != self.header.options:
            yield "Header: the options are not written as the match has them."
        elif ending.seal != self.seal:
            yield (
                "Seal: it does not fit the file. The cards and moves are as they were; names, settings, or what bound a seat "
                "to its salt were changed."
            )
        elif (ending.key is None) != (ending.signature is None):
            yield "Signature: its key or the signature itself is missing."
        elif ending.key is not None and not _is_signed(ending):
            yield "Signature: it is not one of this key for this record."


def _is_signed(ending: Ending) -> bool:
    try:
        key, signature = bytes.fromhex(ending.key or ""), bytes.fromhex(ending.signature or "")
        written = (key.hex(), signature.hex()) == (ending.key, ending.signature)
        return written and ed25519.is_signed(key, SEAL + bytes.fromhex(ending.seal or ""), signature)
    except ValueError:
        return False


def read(path: str | Path) -> str:
    """The text of a file that should be a record."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as wrong:
        raise BadRecord(f"Cannot read {path}: {wrong.strerror}.") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is no match record: it is not text.") from None
    except (TypeError, ValueError):
        raise BadRecord(f"Cannot read {path!r}: that is no name of a file.") from None


def _line(line: tuple[int, str], kind: Any, what: str) -> Any:
    try:
        return msgspec.json.decode(line[1], type=kind, strict=True)
    except (msgspec.DecodeError, UnicodeError) as wrong:
        raise BadRecord(f"Line {line[0]} should be {what} but cannot be read: {wrong}.") from None
    except RecursionError:
        raise BadRecord(f"Line {line[0]} should be {what} but cannot be read: it is too deep.") from None


def _repeat(match: Match, entry: Entry, number: int, *, doubtful: bool = False) -> None:
    """Carry out a line; `doubtful` asks the game whether the world could have done so."""
    where = f"Line {number + 2}, move {number + 1} ({_told(entry)})"
    try:
        if entry.world is not None and (entry.seat is not None or entry.move is not None):
            raise BadRecord(f"Line {number + 2} is a move and a report of the world at once.")
        if entry.world is not None:
            if not match.who & WORLD:
                raise BadRecord(f"{where}: the rules do not wait for the world here.")
            for doubt in match.game.doubts(match.state, entry.world) if doubtful else ():
                raise BadRecord(f"Line {number + 2}, the world's report: {doubt}")
            match.happen(entry.world)
        elif entry.seat is not None and entry.move is not None:
            match.repeat(entry.seat, entry.move)
        else:
            raise BadRecord(f"Line {number + 2} should be a move with seat and move, or a report of the world.")
    except BadRecord:
        raise
    except ParlourError as wrong:
        raise BadRecord(f"{where}: {wrong}") from None
    except Exception as wrong:  # Whatever stands there may lead anywhere: it is this line that is wrong.
        raise BadRecord(f"{where}: the rules cannot carry this out ({type(wrong).__name__}).") from None


def _told(entry: Entry) -> str:
    return "the world" if entry.world is not None else f"seat {entry.seat}: {entry.move}"


def _result(outcome: Outcome | None) -> str:
    return (
        "a match that still runs"
        if outcome is None
        else f"scores {outcome.scores}, winners {outcome.winners}, {outcome.reason}"
    )
