"""Machine code for live matches does what the plain rules do, to the byte, and tells the same notes."""

from __future__ import annotations

import os
import random

import pytest

import parlour
from parlour.core.state import plain
from parlour.core.swift import Swift
from parlour.lab.connect_four import GAME as CONNECT_FOUR
from parlour.tables import fast

# Compiling the larger games takes a minute each where no machine code is kept yet.
GAMES = [CONNECT_FOUR, parlour.game("doce")]
if os.environ.get("PARLOUR_HARD"):
    GAMES = [CONNECT_FOUR, *(game for game in parlour.games() if type(game).world is parlour.Game.world)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_whole_matches_are_the_same_to_the_byte_and_tell_the_same_story(game):
    swift, rng = Swift(game.rules), random.Random(1)
    for seed in range(8):
        slow = plain(game.new(seed=seed).state.records, [])
        twin = plain(slow.records.copy(), [])
        while who := game.rules.acting(slow):
            seat = rng.choice([seat for seat in range(slow.players) if (who >> seat) & 1])
            moves = sorted(game.legal(slow, seat))
            seen = [0] * getattr(game.rules, "LOOKED", 0)
            seen = seen[: game.rules.look(slow, seen)] if seen else []
            # What was found out with the last move, and what is asked for anew.
            assert (swift.legal(twin, seat), swift.look(twin)) == (moves, seen)
            twin.after = None
            assert (swift.legal(twin, seat), swift.look(twin)) == (moves, seen)
            move = rng.choice(moves)
            game.rules.apply(slow, seat, move)
            assert swift.apply(twin, seat, move) == game.rules.acting(slow)
            assert bytes(twin) == bytes(slow)
        assert twin.notes == slow.notes
        assert bool(slow.notes) == bool(game.told)


def test_a_move_with_more_notes_than_the_tape_holds_is_made_by_the_plain_rules(monkeypatch):
    class Full:
        def apply(self, *_: object) -> None:
            return None

    game = parlour.game("doce")
    monkeypatch.setattr(game, "swift", Full())
    match, twin = game.new(seed=1, first=0), game.new(seed=1, first=0)
    match.carry = fast.carry
    assert match.play(0, "W4@c3") == twin.play(0, "W4@c3")
    assert bytes(match.state) == bytes(twin.state)
