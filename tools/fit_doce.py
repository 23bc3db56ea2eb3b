"""What positions of DOCE are worth to its champion: plays rounds, and fits `judge.json` to how they ended.

    python tools/fit_doce.py play rounds.bin --minutes 10 --seed 20000000     # several at once, with seeds far apart
    python tools/fit_doce.py fit rounds.bin more.bin                          # writes src/parlour/games/doce/bots/judge.json
    python tools/fit_doce.py open 1 2 3 4 5 6                                 # writes openings.json beside it, best after `fit`

Rounds begin with up to five dice at random, and now and then a move is made at random; what was before it is left out. Only
quiet positions count, where nobody could make a line at once. `fit` is a logistic regression; the tenth part of the rounds,
which it does not see, says how far the numbers are off.

`open` plays rounds against the master, at several budgets: with each face on the centre as the first die, and with every
answer to a first die on the centre that shows one of the faces given. What brought most points a round is kept.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from typing import Any

import numpy as np

import parlour
from parlour.bots import bot
from parlour.bots.compiled import kernels
from parlour.core.machine import machine
from parlour.games.doce import bots, rules
from parlour.games.doce.bots import judge, quiet
from parlour.games.doce.bots.board import Row
from parlour.games.doce.bots.book import symmetries

GAME = parlour.game("doce")
JUDGE = Path(bots.__file__).with_name("judge.json")
OPENINGS = JUDGE.with_name("openings.json")
CENTRE = rules.SQUARES // 2
BUDGETS = (150_000, 200_000, 400_000)
AT_RANDOM = 0.06
POSITIONS = 6000
UNIT = 256
USUAL_WIN = 5
"""Points by which a round is at least won; less is a draw with a blocker kept."""
KEPT = 0.02
"""What a point of a draw counts beside a win."""


def opening(chance: random.Random, seed: int) -> Any:
    while True:
        state = GAME.new(seed=seed, first=0).state
        for _ in range(chance.choice((0, 1, 1, 2, 2, 3, 4, 5))):
            dice = [move for move in GAME.legal(state, state.to_move) if move < rules.BLOCK]
            rules.apply(state, state.to_move, chance.choice(dice))
        if state.round_no == 1:
            return state


def played(player: Any, seed: int) -> tuple[list[bytes], int]:
    """The positions of a round since the last move at random, and the points of seat 0 less those of seat 1."""
    chance = random.Random(seed)
    state, seen = opening(chance, seed), []
    while state.round_no == 1:
        seat = state.to_move
        if chance.random() < AT_RANDOM:
            seen = []
            rules.apply(state, seat, chance.choice(GAME.legal(state, seat)))
        else:
            seen.append(bytes(state.raw))
            rules.apply(state, seat, player.choose(GAME, state, seat))
    return seen, state.earned[0, 0] - state.earned[0, 1]


def play(path: Path, minutes: float, seed: int) -> None:
    player = bot("doce", "champion", seed=1, simulations=POSITIONS, seconds=None)
    ends = time.time() + 60 * minutes
    with path.open("ab") as file:
        while time.time() < ends:
            seen, points = played(player, seed)
            for raw in seen:
                file.write(raw + points.to_bytes(2, "little", signed=True) + seed.to_bytes(4, "little"))
            seed += 1


def read(paths: list[Path]) -> Any:
    kind = np.dtype([("state", rules.State.dtype), ("points", "<i2"), ("round", "<i4")])
    return np.concatenate([np.fromfile(path, dtype=kind) for path in paths])


def quiet_places(records: Any) -> tuple[Any, Any]:
    """Which positions are quiet, and where the numbers of each stand; the place behind all numbers stands for none."""
    desk = machine(kernels(quiet, {"look": "State[] Row[] i4[,] i1[]"}, rules, None, Row=Row)).desk()
    out, calm = np.full((len(records), judge.MOST_PLACES), judge.JUDGES, "i4"), np.zeros(len(records), "i1")
    desk["look"](np.ascontiguousarray(records["state"]), desk.new(2, Row), out, calm)
    return calm == 1, out


def fit(paths: list[Path], rounds: int = 14, pull: float = 3.0, step: float = 0.05) -> None:
    records = read(paths)
    calm, places = quiet_places(records)
    records, places = records[calm], places[calm]
    points = np.where(records["state"]["to_move"] == 0, records["points"], -records["points"])
    share = np.where(points > USUAL_WIN, 1.0, np.where(points < -USUAL_WIN, 0.0, 0.5 + KEPT * points))
    held = records["round"] % 10 == 0
    known, chance = np.flatnonzero(~held), np.random.default_rng(0)
    numbers, slope, square = (np.zeros(judge.JUDGES + 1) for _ in range(3))
    done = 0
    for number in range(rounds):
        chance.shuffle(known)
        rate = step * 0.5 * (1 + np.cos(np.pi * number / rounds)) + 1e-4
        for some in np.array_split(known, max(1, len(known) // 4096)):
            at = places[some]
            off = 1 / (1 + np.exp(-numbers[at].sum(1))) - share[some]
            found = np.bincount(at.ravel(), np.repeat(off, at.shape[1]), minlength=len(numbers)) / len(some)
            found += pull / len(known) * numbers
            done += 1
            slope, square = 0.9 * slope + 0.1 * found, 0.999 * square + 0.001 * found * found
            numbers -= rate * (slope / (1 - 0.9**done)) / (np.sqrt(square / (1 - 0.999**done)) + 1e-8)
            numbers[-1] = 0
    off = 1 / (1 + np.exp(-numbers[places[held]].sum(1))) - share[held]
    many = len(np.unique(records["round"]))
    made = f"{len(records)} quiet positions of {many} rounds; mean squared error {np.square(off).mean():.4f} where held back."
    write([round(number) for number in np.clip(UNIT * numbers[:-1], -32000, 32000)], made)


def points_of(dice: list[int], champion: int) -> float:
    """What the champion gains in a round that begins with these dice, on average over the budgets."""
    gained = 0
    for budget in BUDGETS:
        pair = [bot("doce", name, seed=1, simulations=budget, seconds=None) for name in ("champion", "master")]
        players = pair if champion == 0 else pair[::-1]
        state = GAME.new(seed=1, first=0).state
        for die in dice:
            rules.apply(state, state.to_move, die)
        while state.round_no == 1:
            rules.apply(state, state.to_move, players[state.to_move].choose(GAME, state, state.to_move))
        gained += state.earned[0, champion] - state.earned[0, 1 - champion]
    return gained / len(BUDGETS)


def open_rounds(faces: list[int]) -> None:
    found = json.loads(OPENINGS.read_text(encoding="utf-8")) if OPENINGS.exists() else {"answers": {}}
    dice = [move for move in range(rules.FACES * rules.SQUARES) if move // rules.FACES != CENTRE]
    turned = [[places[move // rules.FACES] * rules.FACES + move % rules.FACES for places in symmetries()] for move in dice]
    different = [move for move, same in zip(dice, turned, strict=True) if move == min(same)]
    centre = [rules.FACES * CENTRE + face for face in range(rules.FACES)]
    found["first"] = max(centre, key=lambda die: points_of([die], 0))
    for face in faces:
        die = centre[face - 1]
        gained = {move: points_of([die, move], 1) for move in different}
        found["answers"][str(die)] = max(gained, key=lambda move: gained[move])
        print(die, sorted(((round(points, 1), move) for move, points in gained.items()), reverse=True)[:5], flush=True)
    found["made"] = f"Rounds against the master at {', '.join(map(str, BUDGETS))} positions a move."
    OPENINGS.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def write(numbers: list[int], made: str) -> None:
    lines = [", ".join(map(str, numbers[first : first + 32])) for first in range(0, len(numbers), 32)]
    text = '{\n"made": ' + json.dumps(made) + ',\n"numbers": [\n' + ",\n".join(lines) + "\n]\n}\n"
    JUDGE.write_text(text, encoding="utf-8")
    print(made)


if __name__ == "__main__":
    asked = argparse.ArgumentParser()
    asked.add_argument("what", choices=("play", "fit", "open"))
    asked.add_argument("given", nargs="+", help="files, or faces from 1 to 6")
    asked.add_argument("--minutes", type=float, default=10.0)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    if given.what == "play":
        play(Path(given.given[0]), given.minutes, given.seed)
    elif given.what == "fit":
        fit([Path(name) for name in given.given])
    else:
        open_rounds([int(face) for face in given.given])
