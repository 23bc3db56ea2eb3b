"""Whether the table server has become slower than that of another checkout: `python tools/compare_servers.py OTHER [TURNS]`.

Both take turns under the same load (`parlour bench server`, DOCE, 100 matches). The processor time of a move is told for every
turn, and the median of the ratios: it is disturbed the least by what else runs on the machine.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
TURN = f"""
import json
from pathlib import Path
from parlour.lab.bench import server
server.PEER = Path({str(HERE / "bench" / "boardgame")!r})
print(json.dumps(server.one(server.ours, "parlour", 100, 5)))
"""


def turn(house: Path) -> float:
    """Microseconds of processor time a move."""
    environment = os.environ | {"PYTHONPATH": str(house / "src")}
    done = subprocess.run([sys.executable, "-c", TURN], env=environment, stdout=subprocess.PIPE, check=True, text=True)
    return float(json.loads(done.stdout)["cpu us a move"])


def main(other: Path, turns: int) -> None:
    ratios = []
    for number in range(turns):
        found = {house: turn(house) for house in ((HERE, other) if number % 2 else (other, HERE))}
        ratios.append(found[HERE] / found[other])
        print(f"here {found[HERE]:.0f} us, there {found[other]:.0f} us: {ratios[-1] - 1:+.1%}", flush=True)
    print(f"median {statistics.median(ratios) - 1:+.1%} of {turns}")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 9)
