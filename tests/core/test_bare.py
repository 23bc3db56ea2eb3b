"""Without NumPy and Numba, as in a browser's tab, every game is dealt, played and recorded, and bots think, all the same."""

from __future__ import annotations

import subprocess
import sys

import pytest

from parlour.core.registry import built_in

BARE = """
import sys

for name in ("numpy", "numba", "llvmlite", "mujoco", "platformdirs"):
    sys.modules[name] = None  # whoever imports it fails
import random
import parlour
from parlour.core.record import Record

key = sys.argv[1]
LIMITS = {"seconds": None, "flights": 0}
game = parlour.game(key).rehearsal()
for players in game.seats:
    for seed in range(2):
        match = game.new(players, seed=seed, **game.without_clock())
        chance = random.Random(seed)
        while not match.over:
            seat = match.acting[0]
            match.play(seat, chance.choice(match.legal(seat)))
        match.view(0), match.log(), match.story(), match.position(), match.svg(0)
        record = str(match.record())
        print(players, match.check(), match.outcome.scores)
        assert Record.parse(record).replay(lambda key: game).check() == match.check()
match = game.new(seed=5, **game.without_clock())
for step in range(6):
    if match.over:
        break
    seat = match.acting[0]
    for level in ("beginner", "master"):
        thinker = parlour.bot(key, level, seed=3, simulations=200, **LIMITS)
        move = thinker.move(match, seat)
        print(match.game.text(move, seat), thinker.why())
    match.play(seat, move)
"""


def played(program: str, key: str) -> str:
    done = subprocess.run([sys.executable, "-c", program, key], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("key", built_in())  # a guest brings no WebAssembly along
def test_every_game_plays_without_numpy_or_numba_to_the_same_bytes(key: str) -> None:
    with_all = BARE.replace("sys.modules[name] = None", "pass")
    assert played(BARE, key) == played(with_all, key)
