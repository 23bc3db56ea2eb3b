"""A server of our own for the tests of the pages, and the settings of somebody in a hurry."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import parlour

SERVER = """
import os, random, sys
from parlour.server.config import Config, Limits
from parlour.server.run import run
from parlour.tables import acts, players, playing
from parlour.tables.due import Pace

class SameSeeds:  # the same table is dealt the same cards
    token_bytes, token_hex = bytes, "00".__mul__

class SameMoves:  # whoever sees the same does the same
    def choose(self, game, state, seat):
        return random.Random(repr(game.view(state, seat))).choice(game.legal(state, seat))

if not os.environ.get("PARLOUR_SOAK"):
    acts.secrets = playing.secrets = SameSeeds
    players.AtRandom = SameMoves
limits = Limits.wide()
config = Config(database=sys.argv[2], pace=Pace((1, 8), 5), limits=limits, away_grace=0.3, logs=False, ways=("127.0.0.1",))
run(config, "127.0.0.1", int(sys.argv[1]))
"""
MET = json.dumps([game.key for game in parlour.games()])
QUICK = f'{{"name":"Mara","pace":"instant","motion":"less","sound":false,"language":"en","hints":true,"near":true,"met":{MET}}}'


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def serve(port: int, data: Path, program: str = SERVER) -> subprocess.Popen[bytes]:
    """A server of our own that answers at this port."""
    # Bots that think need machine code, which a first run would compile while the pages wait.
    environment = os.environ | {"PARLOUR_BOTS": "random"}
    process = subprocess.Popen([sys.executable, "-c", program, str(port), str(data)], env=environment)
    wait_for(process, port)
    return process


def wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    """Until it answers."""
    for _ in range(600):
        assert process.poll() is None, f"the server at port {port} ended before it began"
        try:
            with urlopen(f"http://127.0.0.1:{port}/health", timeout=1):
                return
        except OSError:
            time.sleep(0.05)
    process.kill()
    raise AssertionError("the server did not start")
