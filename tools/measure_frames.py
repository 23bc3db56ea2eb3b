"""How smoothly ICECOOL2 is aimed and flown in three dimensions: frame times, long tasks, draw calls.

    python tools/measure_frames.py [quality ...]     # needs the built pages and a Chromium; 0 is the least, 3 the best

Aiming turns the penguin in every frame; then it is flicked, and the film is measured to its end. Chromium draws without a
graphics chip here, so the figures are those of the slowest machine that shows the school in depth at all.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "web"), str(ROOT / "tests"), str(ROOT / "tools")]

from film_app import LIVELY, running, visitor  # noqa: E402
from people import FLAGS, chromium  # noqa: E402

CROWDED = {
    "players": 4, "catcher": "teal", "turn": "purple", "phase": "preflick",
    "penguins": {
        "purple": {"x": 22, "y": 13}, "orange": {"x": 33, "y": 33}, "teal": {"x": 50, "y": 55}, "pink": {"x": 12, "y": 55},
    },
}  # fmt: skip
"""Everybody on the board and every fish on its door: the most that there is to draw."""
WATCH = """() => {
  window.frames = []; window.tasks = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((task) => task.duration)))
    .observe({ type: 'longtask' });
  let before = performance.now();
  requestAnimationFrame(function step(now) {
    window.frames.push(now - before); before = now;
    if (window.turning) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
    requestAnimationFrame(step);
  });
}"""


def taken(page: Page, what: str) -> None:
    """What was counted since the last time, in a line."""
    seen: dict[str, Any] = page.evaluate(
        "() => { const seen = { frames: window.frames.slice(1), tasks: window.tasks, "
        "figures: document.querySelector('.mid').dataset.figures }; window.frames = []; window.tasks = []; return seen }"
    )
    frames, tasks = sorted(seen["frames"]), seen["tasks"]
    calls, triangles, _, quality, pictures, _ = seen["figures"].split()
    print(
        f"quality {quality}, {what:7}: {len(frames):4} frames, median {median(frames):5.1f} ms, "
        f"95 % {frames[int(len(frames) * 0.95)]:6.1f} ms; "
        f"{len(tasks)} tasks above 50 ms (longest {max(tasks, default=0):.0f} ms); "
        f"{calls} draw calls, {triangles} triangles, {pictures} pictures so far"
    )


def measure(page: Page) -> None:
    page.wait_for_function("() => document.querySelector('.school')?.dataset.view === 'deep'", timeout=60000)
    page.wait_for_timeout(3000)
    page.evaluate(WATCH)
    page.wait_for_timeout(500)
    page.evaluate("() => { window.frames = []; window.tasks = []; window.turning = true }")
    page.wait_for_timeout(4000)
    page.evaluate("window.turning = false")
    taken(page, "aiming")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.school').dataset.state === 'flying'")
    page.evaluate("() => { window.frames = []; window.tasks = [] }")
    page.wait_for_function("() => document.querySelector('.school').dataset.state !== 'flying'", timeout=60000)
    taken(page, "flying")


if __name__ == "__main__":
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    with sync_playwright() as playwright, running("(300, 500)") as address:
        chrome = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for quality in sys.argv[1:] or ["0", "1"]:
            for size in ((1440, 900), (390, 844)):
                mara = visitor(chrome, address, LIVELY, size=size, motion="no-preference")
                page = mara.sit("icecool", 4, position=CROWDED)
                page.goto(f"{page.url}?quality={quality}")
                print(f"{size[0]} x {size[1]}")
                measure(page)
                mara.context.close()
        chrome.close()
