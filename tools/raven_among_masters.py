"""Whether a net that learned among masters makes a stronger Raven: one run on a machine with a card.

    PYTHONPATH=src python tools/raven_among_masters.py FOLDER [--games dokitto,ion] [--minutes 12] [--processes 11]

Processes watch masters; a net learns on the card to play as they do, and the game's own net learns among such nets. Meanwhile,
and afterwards, processes play matches of one Raven at a table of three masters: the same deals in the same seats with the old
net and with the new one. FOLDER gets the nets (GAME-more.npz), all matches (matches.jsonl) and what they say (measured.txt).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import threading
import time
from collections import defaultdict
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from parlour.bots.net import shipped
from parlour.core.registry import game as game_of
from parlour.lab.arena import play, share_interval

PLAYERS = 4
FIRST_SEED = 3_200_000
WATCH, LEARN = 0.13, 0.32
"""Parts of the time for watching and for learning; what is left is for matches with the new net."""
TELL = 20.0


class Line(NamedTuple):
    """One guest at a table of hosts."""

    game: str
    name: str
    guest: str
    host: str
    net: Path | None

    def match(self, number: int) -> tuple[str, list[str], int]:
        turn = number % PLAYERS
        table = [self.guest if seat == turn else self.host for seat in range(PLAYERS)]
        return self.game, table, FIRST_SEED + number // PLAYERS


def lines(keys: list[str], folder: Path, seconds: float) -> list[Line]:
    how = f"seconds={seconds}:processor=1"
    found = []
    for key in keys:
        net, owl = folder / f"{key}-more.npz", folder / f"{key}-owl.npz"
        knowing = f"champion:net={net}:rivals={owl}:horizon=2:instinct=0.02:{how}"
        found.append(Line(key, "as shipped", f"champion:{how}", f"master:{how}", None))
        found.append(Line(key, "learned among masters", f"champion:net={net}:{how}", f"master:{how}", net))
        found.append(Line(key, "and expects masters", knowing, f"master:{how}", net))
    return found


running: dict[str, subprocess.Popen[bytes]] = {}
"""What is taught at the moment."""


def one_match(key: str, table: list[str], seed: int) -> list[float]:
    return play(key, table, seed, {}).shares


def parlour(*words: Any) -> list[str]:
    return [sys.executable, "-c", "from parlour.cli import main; main()", *map(str, words)]


def module(name: str, *words: Any) -> list[str]:
    return [sys.executable, "-m", f"parlour.lab.learn.{name}", *map(str, words)]


def teach(key: str, folder: Path, minutes: float, processes: int, speed: str | None, small: bool) -> None:
    """Watch masters, imitate them, learn among such."""
    watched, owl, draft = folder / f"{key}-watched.npz", folder / f"{key}-owl.npz", folder / f"{key}-draft.npz"
    begin = ["--begin", shipped(game_of(key))]
    where = ["--speed", speed] if speed else []
    steps = [
        module("watch", key, "--minutes", minutes * WATCH, "--processes", processes, "--out", watched),
        module("imitate", key, watched, *begin, "--rounds", 4, *where, "--out", owl),
        parlour(
            "train", key, "--minutes", minutes * LEARN, *begin, "--among", owl, "--company", 0.65, "--rate", 0.0004,
            "--curiosity", 0.004,
            "--rival", owl, "--out", draft, *where, *(["--games", 64] if small else []),
        ),
    ]  # fmt: skip
    with (folder / f"{key}.log").open("w") as log:
        for step in steps:
            running[key] = subprocess.Popen(step, stdout=log, stderr=subprocess.STDOUT)
            if running[key].wait() > 0:
                print(f"{key}: {' '.join(step[2:4])} failed, see {log.name}", flush=True)
                return
    draft.with_suffix(".json").replace(folder / f"{key}-more.json")
    draft.replace(folder / f"{key}-more.npz")
    print(f"{key}: learned", flush=True)


def told(done: dict[tuple[str, str], dict[int, float]]) -> str:
    """Each line's share, and how much more the new net has than the old one in the matches that both played."""
    text = []
    for (key, name), shares in sorted((line, shares) for line, shares in done.items() if shares):
        won = np.array(list(shares.values()))
        low, high = share_interval(won, np.ones(len(won)))
        text.append(f"{key}, {name}: {won.mean():.1%} [{low:.1%}, {high:.1%}] of {len(won)}")
        old = done.get((key, "as shipped"), {})
        both = np.array([share - old[number] for number, share in shares.items() if number in old])
        if name != "as shipped" and len(both) > 1:
            text.append(
                f"  more than as shipped: {both.mean():+.1%} ± {1.96 * both.std() / len(both) ** 0.5:.1%} of {len(both)}"
            )
    return "\n".join(text) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", default="dokitto,ion")
    parser.add_argument("--minutes", type=float, default=12.0)
    parser.add_argument("--processes", type=int, default=11)
    parser.add_argument("--seconds", type=float, default=0.05, help="of the processor, for each move")
    parser.add_argument("--speed", choices=["cpu", "cuda"], help="where nets learn")
    parser.add_argument("--small", action="store_true", help="few games side by side, to try it without a card")
    asked = parser.parse_args()
    keys, folder = asked.games.split(","), asked.folder
    folder.mkdir(parents=True, exist_ok=True)
    began, ends = time.monotonic(), time.monotonic() + 60 * asked.minutes
    share = max(1, asked.processes // len(keys))
    for key in keys:
        settings = (key, folder, asked.minutes, share, asked.speed, asked.small)
        threading.Thread(target=teach, args=settings, daemon=True).start()
    while not all((folder / f"{key}-owl.npz").exists() for key in keys) and time.monotonic() < began + (ends - began) / 3:
        time.sleep(0.5)  # those who watch have the processor until then
    done: dict[tuple[str, str], dict[int, float]] = defaultdict(dict)
    given: dict[tuple[str, str], int] = defaultdict(int)
    waiting: list[tuple[Line, int, Any]] = []
    last = time.monotonic()
    with get_context("spawn").Pool(asked.processes) as pool, (folder / "matches.jsonl").open("w", buffering=1) as out:
        while time.monotonic() < ends:
            ready = [line for line in lines(keys, folder, asked.seconds) if line.net is None or line.net.exists()]
            while len(waiting) < asked.processes + 2:
                line = min(ready, key=lambda line: given[line.game, line.name])
                number = given[line.game, line.name]
                given[line.game, line.name] += 1
                waiting.append((line, number, pool.apply_async(one_match, line.match(number))))
            for line, number, match in [one for one in waiting if one[2].ready()]:
                shares = match.get()
                done[line.game, line.name][number] = shares[number % PLAYERS]
                out.write(json.dumps([line.game, line.name, number, shares]) + "\n")
            waiting = [one for one in waiting if one[1] not in done[one[0].game, one[0].name]]
            if time.monotonic() - last > TELL:
                last = time.monotonic()
                (folder / "measured.txt").write_text(told(done), encoding="utf-8")
            time.sleep(0.05)
        pool.terminate()
    for taught in running.values():
        taught.terminate()
    (folder / "measured.txt").write_text(told(done), encoding="utf-8")
    print(told(done), end="")


if __name__ == "__main__":
    main()
