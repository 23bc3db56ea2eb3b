"""Record files that were tampered with: each change is named, or the sentence says that it is not covered; nothing crashes."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import parlour
from parlour.core import ed25519
from parlour.core.match import Match
from parlour.core.proof import Proof, proof
from parlour.core.record import Entry, Record
from parlour.core.registry import keys
from parlour.core.seeds import salt_commitment

SECRET = bytes(range(32))
KEY = ed25519.public_key(SECRET).hex()
SALTS = ["0a" * 16, "0b" * 16, ""]
COMMITS = [*map(salt_commitment, SALTS[:2]), salt_commitment("0c" * 16)]
Lines = list[dict[str, Any]]


@cache
def played(game: str = "dokitto", moves: int | None = None) -> str:
    """A signed record; of three seats two have opened their salts."""
    known = find(game)
    players = 3 if 3 in known.seats else 2
    match = Match(
        known,
        players=players,
        seed=5,
        names=["Ann", "Bo", "Cy"][:players],
        salts=SALTS[:players],
        commits=COMMITS[:players],
        settings={"clock": {"kind": "move", "seconds": 60}},
    )
    rng = random.Random(3)
    while not match.over and (moves is None or len(match.entries) < moves):
        seat = match.acting[0]
        match.play(seat, rng.choice(known.legal(match.state, seat)))
    return str(match.record(sealed=False).signed(SECRET))


def find(key: str) -> parlour.Game:
    return game.rehearsal() if (game := parlour.game(key)).has_world else game


def checked(text: str, **more: Any) -> Proof:
    found = proof(text, find, **more)
    assert found.wrong or len(found.checked) == 4
    return found


def lines_of(text: str) -> Lines:
    return [json.loads(line) for line in text.splitlines()]


def text_of(lines: list[Any]) -> str:
    return "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in lines)


def test_the_sentence_says_exactly_what_was_checked() -> None:
    found = checked(played())
    assert found.genuine
    assert found.over
    said = " ".join(found.checked)
    assert "the salts of Ann, Bo fit their commitments" in said
    assert "Cy did not open the salt in time" in said
    assert f"signed with the key {KEY}" in said
    assert "no file can tell" in said
    promise = lines_of(played())[0]["commitment"]
    kept = checked(played(), commitment=promise.upper(), key=KEY)
    assert "the one you kept" in kept.checked[-1]
    assert "another one than you kept" in checked(played(), commitment="0" * 64).wrong[0]
    assert "not of the server you named" in checked(played(), key="0" * 64).wrong[0]


def test_a_match_that_was_cut_short_says_so() -> None:
    found = checked(played(moves=8))
    assert (found.genuine, found.over) == (True, False)
    assert "stops after 8 moves, before the match was over" in found.checked[1]
    # A finished one that somebody cut cannot be sealed and signed again.
    lines = lines_of(played())
    del lines[9:-1]
    lines[-1] = {key: value for key, value in lines[-1].items() if key != "outcome"} | {"moves": 8}
    assert "Seal" in checked(text_of(lines)).wrong[0]
    whole = resealed(lines)
    assert "Signature" in checked(whole).wrong[0]
    unsigned = lines_of(whole)
    del unsigned[-1]["key"], unsigned[-1]["signature"]
    found = checked(text_of(unsigned))
    assert "nobody has signed it, so whoever has the file could have written it anew" in found.checked[2]
    assert "before the match was over" in found.checked[1]


def resealed(lines: Lines) -> str:
    """As a careful forger would: the seal fits what was changed."""
    record = Record.parse(text_of(lines))
    return str(Record(record.header, record.entries, record.sealed().ending))


def edit(at: int, **changes: Any) -> Callable[[Lines], Any]:
    return lambda lines: lines[at].update(changes)


def within(at: int, *way: Any, to: Any) -> Callable[[Lines], Any]:
    def change(lines: Lines) -> None:
        place: Any = lines[at]
        for step in way[:-1]:
            place = place[step]
        place[way[-1]] = to

    return change


def drop(at: int, *names: str) -> Callable[[Lines], Any]:
    return lambda lines: [lines[at].pop(name) for name in names]


WAYS: dict[str, Callable[[Lines], Any]] = {
    "names swapped": lambda lines: lines[0]["names"].reverse(),
    "a name changed": within(0, "names", 0, to="Eve"),
    "a name of nothing": within(0, "names", 0, to=""),
    "a name too few": lambda lines: lines[0]["names"].pop(),
    "a name too many": lambda lines: lines[0]["names"].append("Eve"),
    "settings changed": within(0, "settings", "clock", "seconds", to=5),
    "settings dropped": drop(0, "settings"),
    "settings added to": within(0, "settings", "undo", to=False),
    "an option changed": within(0, "options", "next_lead", to="random"),
    "an option of nonsense": within(0, "options", "next_lead", to="nobody"),
    "an unknown option": within(0, "options", "luck", to=1),
    "an option that is no option": within(0, "options", "seed", to=1),
    "options dropped": edit(0, options={}),
    "another game": edit(0, game="doce"),
    "no game": edit(0, game="chess"),
    "other rules": edit(0, rules=99),
    "old rules": edit(0, rules=0),
    "negative rules": edit(0, rules=-1),
    "a player more": edit(0, players=4),
    "no players": edit(0, players=0),
    "a million players": edit(0, players=10**6),
    "another lane": edit(0, lane=1),
    "a lane below zero": edit(0, lane=-1),
    "a lane without end": edit(0, lane=2**70),
    "the first check": edit(0, check="0" * 16),
    "a commitment of the seed": edit(0, commitment="0" * 64),
    "a commitment of a salt": within(0, "commits", 0, to="0" * 64),
    "the commitment of the unopened salt": within(0, "commits", 2, to="0" * 64),
    "commitments swapped": lambda lines: lines[0]["commits"].reverse(),
    "commitments dropped": drop(0, "commits"),
    "a commitment less": lambda lines: lines[0]["commits"].pop(),
    "a position": edit(0, position={"players": 3}),
    "a position that is a list": edit(0, position=[1, 2]),
    "an older format": edit(0, parlour=1),
    "a format of the future": edit(0, parlour=3),
    "no format": edit(0, parlour=0),
    "a format that is true": edit(0, parlour=True),
    "a header with more": edit(0, note="hello"),
    "the seed": edit(-1, seed="00" * 32),
    "a seed of letters": edit(-1, seed="zz"),
    "no seed": drop(-1, "seed"),
    "a salt": within(-1, "salts", 0, to="00"),
    "an unopened salt filled in": within(-1, "salts", 2, to="0d" * 16),
    "an opened salt taken out": within(-1, "salts", 1, to=""),
    "salts swapped": lambda lines: lines[-1]["salts"].reverse(),
    "salts dropped": drop(-1, "salts"),
    "other scores": within(-1, "outcome", "scores", 0, to=99),
    "another winner": within(-1, "outcome", "winners", to=[0, 1, 2]),
    "another reason": within(-1, "outcome", "reason", to="Ann won."),
    "no outcome": drop(-1, "outcome"),
    "the seal": edit(-1, seal="0" * 64),
    "no seal": drop(-1, "seal"),
    "another key": edit(-1, key="0" * 64),
    "a key of letters": edit(-1, key="zz"),
    "no key": drop(-1, "key"),
    "no signature": drop(-1, "signature"),
    "half a signature": lambda lines: lines[-1].update(signature=lines[-1]["signature"][:64]),
    "a signature in capitals": lambda lines: lines[-1].update(signature=lines[-1]["signature"].upper()),
    "a move's seat": lambda lines: lines[3].update(seat=(lines[3]["seat"] + 1) % 3),
    "a seat that is not": edit(3, seat=7),
    "a seat below zero": edit(3, seat=-1),
    "a move that is none": edit(3, move="S99"),
    "a move of another time": lambda lines: lines[3].update(move=lines[4]["move"]),
    "no move": drop(3, "move"),
    "a check of a move": edit(3, check="0" * 16),
    "a line of the world": lambda lines: lines.__setitem__(3, {"world": {"events": []}, "check": lines[3]["check"]}),
    "a move and the world": edit(3, world={"events": []}),
    "a line with more": edit(3, comment="what a move"),
    "a move twice": lambda lines: (lines.insert(4, dict(lines[3])), lines[-1].update(moves=len(lines) - 2)),
    "a move less": lambda lines: (lines.pop(4), lines[-1].update(moves=len(lines) - 2)),
    "moves exchanged": lambda lines: lines.__setitem__(slice(3, 5), [lines[4], lines[3]]),
    "a wrong count": edit(-1, moves=3),
    "a line that is a list": lambda lines: lines.__setitem__(3, [1, 2]),  # type: ignore[call-overload]
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_whatever_is_changed_is_named(way: str) -> None:
    lines = lines_of(played())
    WAYS[way](lines)
    found = checked(text_of(lines))
    assert found.wrong, f"nobody saw: {way}"
    assert any(found.wrong[0].startswith(word) for word in (
        "Line", "Header", "Ending", "Seed", "Salts", "Seal", "Signature", "This record", "The record", "There is no game",
    )), found.wrong  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_a_forger_who_seals_anew_has_no_signature(way: str) -> None:
    lines = lines_of(played())
    WAYS[way](lines)
    try:
        text = resealed(lines)
    except parlour.BadRecord:
        return
    if Record.parse(text) == Record.parse(played()):
        return
    assert checked(text).wrong or "signed" not in checked(text).checked[2].replace("nobody has signed", "")
    assert not checked(text, key=KEY).genuine


def test_doubled_fields_and_other_letters_are_named_by_their_line() -> None:
    lines = played().splitlines()
    doubled = [*lines[:3], lines[3].replace('{"seat":', '{"seat":0,"seat":', 1), *lines[4:]]
    assert "Line 4: something stands there twice" in checked("\n".join(doubled)).wrong[0]
    assert checked("\r\n".join(lines) + "\r\n").genuine
    deep = [*lines[:3], '{"world":' + "[" * 20_000, *lines[4:]]
    assert "Line 4 should be a move" in checked("\n".join(deep)).wrong[0]


def test_a_flick_told_twice_is_named_by_its_line() -> None:
    lines = lines_of(played("icecool", moves=30))
    at = next(number for number, line in enumerate(lines) if "world" in line)
    lines.insert(at + 1, dict(lines[at]))
    lines[-1]["moves"] += 1
    assert f"Line {at + 2}" in checked(text_of(lines)).wrong[0]
    lines = lines_of(played("icecool", moves=30))
    for junk in ({}, [], 1, "x", {"events": 1}, None):
        lines[at]["world"] = junk
        assert checked(text_of(lines)).wrong


@pytest.mark.parametrize("game", ["dokitto", "icecool"])
def test_the_moves_of_a_record_lead_where_it_led(game: str) -> None:
    record = Record.parse(played(game, moves=30))
    match = record.begin(find)
    moves = list(record.moves())
    for seat, move, world in moves:
        match.repeat(seat, move, world)
    assert match.entries == record.entries
    assert len(moves) == sum(entry.seat is not None for entry in record.entries)
    assert any(world for _, _, world in moves) == (game == "icecool")


def test_a_line_that_is_neither_a_move_nor_a_report_after_one_is_named() -> None:
    record = Record.parse(played(moves=5))
    report = Entry(world={"events": []}, check="0" * 16)
    for wrong in (Entry(seat=0, check=""), Entry(check=""), Entry(seat=0, move="x", world=1, check="")):
        with pytest.raises(parlour.BadRecord, match="Line 3"):
            list(Record(record.header, [record.entries[0], wrong], record.ending).moves())
    with pytest.raises(parlour.BadRecord, match="Line 2"):
        list(Record(record.header, [report, *record.entries], record.ending).moves())


@pytest.mark.parametrize("game", keys())
def test_fuzzed_files_never_crash_and_never_pass(game: str) -> None:
    text, rng = played(game, moves=25), random.Random(game)
    for _ in range(60):
        letters = list(text)
        for _ in range(rng.choice((1, 1, 2, 5))):
            at = rng.randrange(len(letters))
            letters[at] = rng.choice(('"', "{", "}", "[", ",", ":", "0", "9", "-", "e", "\\", "\n", "\u2028", "x"))
        other = "".join(letters)
        if other != text:
            try:
                same = Record.parse(other) == Record.parse(text)
            except parlour.BadRecord:
                same = False
            assert same or checked(other).wrong, other


def test_records_of_the_first_format_say_what_they_do_not_cover() -> None:
    lines = lines_of(played())
    lines[0] = {key: value for key, value in lines[0].items() if key not in ("commits", "settings")} | {"parlour": 1}
    lines[-1] = {key: value for key, value in lines[-1].items() if key not in ("seal", "key", "signature")}
    found = checked(text_of(lines))
    assert found.genuine
    said = " ".join(found.checked)
    assert "which were bound by none" in said
    assert "Names, settings and times are under no check" in said
    assert "could have chosen one last" in said
    assert str(Record.parse(text_of(lines))) == text_of(lines)


def test_signatures_are_those_of_the_standard() -> None:
    """RFC 8032, 7.1, tests 1 to 3."""
    for secret, public, message, signature in (
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
        ),
    ):
        known = tuple(map(bytes.fromhex, (secret, public, message, signature)))
        assert ed25519.public_key(known[0]) == known[1]
        assert ed25519.sign(known[0], known[2]) == known[3]
        assert ed25519.is_signed(*known[1:])
        assert not ed25519.is_signed(known[1], known[2] + b"x", known[3])
        assert not ed25519.is_signed(known[0], known[2], known[3])
        # A second way to write the same proof is none.
        high = (int.from_bytes(known[3][32:], "little") + ed25519.L).to_bytes(32, "little")
        assert not ed25519.is_signed(known[1], known[2], known[3][:32] + high)
