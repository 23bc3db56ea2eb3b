"""How newcomers' stand-ins fare at tables of every level, and the steps between the lower levels: a table on the screen.

    PYTHONPATH=src python tools/measure_newcomers.py FOLDER [--matches 400] [--processes 16] [--minutes 9]

Seeds are fixed, so the same matches are played wherever it runs. FOLDER gets levels-GAME.json;
`python -m parlour.lab.report FOLDER` puts them into docs/opponents.md. Tables of masters come last: they take long.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import msgspec

from parlour.lab.calibrate import Measurement, budget_of, measurable, measure, plans, write

CHEAP = ("beginner", "casual", "club", "newcomer", "random")
FIRST_SEED = 50_000


def wanted(key: str, matches: int, masters: bool, seed: int) -> list[Measurement]:
    """The lines of a game that this page is about."""
    found = []
    for plan in plans(key):
        ladder = plan.part == "levels" and plan.guest in CHEAP
        if (ladder and not masters) or (plan.part == "newcomers" and (plan.host in CHEAP) != masters):
            most = matches if not masters else max(20, matches // 4)
            plan = msgspec.structs.replace(plan, most=most, weight=1.0)
            found.append(Measurement(key, budget_of(key).players, plan, seed))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure newcomers' stand-ins at tables of every level.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", default=",".join(measurable()))
    parser.add_argument("--hosts", default="random,beginner,casual,club,master", help="only tables of these")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 2)
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help="of the first deal")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    keys, ends = asked.games.split(","), time.monotonic() + 60 * asked.minutes
    lines = {
        masters: [one for key in keys for one in wanted(key, asked.matches, masters, asked.seed)] for masters in (False, True)
    }
    hosts = asked.hosts.split(",")
    lines = {masters: [one for one in part if one.plan.host.split(":")[0] in hosts] for masters, part in lines.items()}
    done = [one for part in lines.values() for one in part]
    for part in lines.values():
        measure(part, asked.processes, ends - time.monotonic(), lambda: write(asked.folder, done))
    print(f"{'game':8} seats {'guest':9} {'hosts':38}  share  95 % interval   fair  matches")
    for one in done:
        if step := one.step():
            print(
                f"{one.key:8} {one.players:5} {step.guest:9} {step.host:38} {step.share:6.1%}  "
                f"{step.low:6.1%} to {step.high:6.1%} {step.fair:5.0%}  {step.games}"
            )


if __name__ == "__main__":
    main()
