"""Machine code made in a process of its own, because compiling holds the interpreter for seconds. It is kept in the cache.

`python -m parlour.tables.compiling PART GAME PROCESS`. It gives way to everything else on the machine, ends when PROCESS, that
asked, has ended, and does nothing twice: of several servers that want the same one compiles and the others wait for it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, suppress
from typing import Literal

import parlour
from parlour.bots.opponents import thinking
from parlour.core.game import Game
from parlour.core.link import cache_folder

Part = Literal["rules", "bots", "world"]
NICE = 10
LOOKS = 0.5
"""Seconds between looks after whoever asked."""


def beside(part: Part, game: Game) -> str:
    """Have it made, and wait for it. Returns what went wrong, if anything did."""
    words = [sys.executable, "-m", "parlour.tables.compiling", part, game.key, str(os.getpid())]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
    return ended.stderr.strip().rpartition("\n")[2] or f"exit status {ended.returncode}" if ended.returncode else ""


def make(part: Part, game: Game) -> None:
    """Make it here, unless it is there."""
    if part == "rules":
        from parlour.tables.fast import swift

        swift(game)
    elif part == "world":
        game.prepare()
    else:
        for kernels in thinking(game):
            if not kernels.is_kept():
                kernels.compile()


def alone(name: str) -> ExitStack:
    """One process at a time, as long as this is open. Where files cannot be locked the same is made twice: no harm is done."""
    held = ExitStack()
    with suppress(ImportError, OSError):
        import fcntl

        file = held.enter_context((cache_folder() / f"{name}.lock").open("w"))
        fcntl.flock(file, fcntl.LOCK_EX)
    return held


def leave_with(parent: int) -> None:
    """End when whoever asked is gone."""
    while os.getppid() == parent:
        time.sleep(LOOKS)
    os._exit(1)


def main(part: Part, key: str, asked: str) -> None:
    if hasattr(os, "nice"):
        os.nice(NICE)
        threading.Thread(target=leave_with, args=(int(asked),), daemon=True).start()
    with alone(f"{key}-{part}"):
        make(part, parlour.game(key))


if __name__ == "__main__":
    main(*sys.argv[1:])  # type: ignore[arg-type]
