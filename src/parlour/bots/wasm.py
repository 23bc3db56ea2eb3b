"""What every game ships as WebAssembly: its rules over rows, and what its bots think with.

`python -m parlour.bots.wasm [GAME ...]` builds the files of the games whose source has changed since.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import parlour
from parlour.bots.compiled import BotLinker
from parlour.bots.learned import foreseeing
from parlour.bots.levels import expertise
from parlour.bots.opponents import thinking
from parlour.bots.outlook import foretelling
from parlour.core.engine import row_kernels
from parlour.core.game import Game
from parlour.core.machine import Kernels
from parlour.core.wasm import FOLDER, index
from parlour.core.wasm_build import build

OUT = Path(parlour.__file__).parent / FOLDER


def kernels(game: Game) -> list[Kernels]:
    """A game's: its rules over rows, and what its bots think with."""
    return [row_kernels(game.rules), *thinking(game), *foreseeing(game), *foretelling(game)]


def is_built(game: Game) -> bool:
    """Whether the package has files of the present source."""
    return all(one.digest in index() for one in kernels(game))


def write(game: Game) -> None:
    """Build one game's file, in this process."""
    OUT.mkdir(exist_ok=True)
    code, held = build(kernels(game), partial(BotLinker, game.rules, expertise(game.key)))
    (OUT / f"{game.key}.wasm").write_bytes(code)
    (OUT / f"{game.key}.json").write_text(json.dumps(held, indent=1), encoding="utf-8")


def beside(game: Game) -> None:
    """Build it in a process of its own, where Numba arranges nothing for this processor."""
    print(f"Preparing {game.name} for every machine ...", flush=True)
    words = [sys.executable, "-m", "parlour.bots.wasm", "--write", game.key]
    subprocess.run(words, env=os.environ | {"NUMBA_OPT": "0"}, check=True)  # noqa: S603


def main(keys: list[str]) -> None:
    games = [parlour.game(key) for key in keys] or list(parlour.games())
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(beside, [game for game in games if not is_built(game)]))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--write"]:
        write(parlour.game(sys.argv[2]))
    else:
        main(sys.argv[1:])
