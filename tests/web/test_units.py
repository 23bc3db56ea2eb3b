"""The pages' logic, tested by itself: Vitest runs `web/tests`, with the golden match of every game to show."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec

from parlour.tables import redactor

HOUSE = Path(__file__).parents[2]


def test_the_logic_of_the_pages(tmp_path):
    stories = {}
    for golden in sorted(HOUSE.glob("tests/games/*/golden.parlour")):
        _, steps, _ = redactor.replay_steps(golden.read_text(encoding="utf-8"))
        stories[golden.parent.name] = {"steps": steps}
    told = tmp_path / "stories.json"
    told.write_bytes(msgspec.json.encode(stories))
    ran = subprocess.run(
        [sys.executable, HOUSE / "web" / "pages.py", "test"],
        env=os.environ | {"PARLOUR_STORIES": str(told), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-8000:] + ran.stderr[-4000:]
