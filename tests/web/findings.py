"""What is wrong with a page, at every size: positions that ask for every kind of decision, and a list of findings for each.

`positions.py` of a game's tests says to all tests of the pages:

- `POSITIONS`: by name `{"position": ...}`, one for each kind of decision; `taps`: what is pressed there one after another,
  `until`: what is waited for. `BY_ITSELF`: kinds of moves that nobody is asked for.
- `INSIDE`, `APART`, `LARGE`, `KEEPS`: what must lie in what, not on what, not be small, not move; `SCRIPT` runs first.
- `SOON`: how to open a table whose match ends soon (a position, or options), for as few as can play; `REPLAYED`: the same
  where that is too soon for a replay. `CROWD`: how many play in long runs.
- `TABLE`: the seats (and position, options) of a table that is looked at in all shapes; else the largest there is.
- `TOUCHED`, `WATCHED`: what one presses, or those who watch read, and what must stay in sight beside it.
- `WANTS`: what a hand goes for, the first that is there; empty where pressing is not enough. `do`: how it is done.
- `SECRET`: a table where something is hidden; `hidden(mine, theirs)`: what, from my view and a spectator's.
- `ONE_OF_EACH`: no card is in two hands. `BEATS_RANDOM`: how many play how many deals, and what part a newcomer's stand-in
  wins there of random players at least.
- `DRAGGED`: a table, the card that is carried, and where to.

Only `POSITIONS` must be there.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hands import positions
from playwright.sync_api import Page

import parlour

HERE = Path(__file__).parent
LOOK = (HERE / "findings.js").read_text(encoding="utf-8")
SIZES = {
    "small phone": (360, 640),
    "phone": (390, 844),
    "phone on its side": (844, 390),
    "tablet": (768, 1024),
    "zoomed 200 %": (720, 450),
    "laptop": (1440, 900),
    "large": (1920, 1080),
}
"""A window of 1440 x 900 that is zoomed to 200 % has 720 x 450 pixels to write on."""
ROOMY = ("tablet", "laptop", "large")
TOUCHED = 900
"""Up to this width fingers are at work: they need 32 px of everything, a mouse needs 22."""


def asked(game: parlour.Game, position: dict[str, Any]) -> set[str]:
    """The kinds of moves that a position offers to seat 0, and the phase that asks for them."""
    match = game.position(position, seed=1)
    state = match.state
    legal = game.legal(state, 0)
    kinds = {game.move(number).__struct_config__.tag for number in legal}
    phase = game.phase(state)
    return {str(kind) for kind in kinds} | ({phase} if phase else set())


def wanted(game: parlour.Game) -> set[str]:
    """All that the game can ask of a person."""
    kinds = {str(kind.__struct_config__.tag) for kind in game.moves} - set(getattr(positions(game.key), "BY_ITSELF", ()))
    return kinds | set(game.phases)


def unasked(game: parlour.Game) -> list[str]:
    """A sentence for every decision that no position asks for."""
    there = set().union(*(asked(game, case["position"]) for case in positions(game.key).POSITIONS.values()))
    return [f"{game.name}: no position asks for `{kind}`" for kind in sorted(wanted(game) - there)]


def settle(page: Page) -> None:
    """Until the page has been laid out again and nothing fades any more."""
    page.evaluate(
        """async () => {
          const frame = () => new Promise(requestAnimationFrame);
          for (let n = 0; n < 3; n += 1) await frame();
          for (let n = 0; n < 60 && document.getAnimations().some((way) => way instanceof CSSTransition); n += 1) await frame();
        }"""
    )


def findings(page: Page, size: str, key: str = "", decides: bool = True) -> Iterator[str]:
    """What is wrong at this size, as sentences. Where nobody decides anything, things may be a quarter smaller.
    Without a game: on a page of the house."""
    rules = positions(key) if key else None
    width, height = SIZES[size]
    given = {
        "inside": getattr(rules, "INSIDE", []),
        "apart": getattr(rules, "APART", []),
        "large": [(what, *(px if decides else px * 0.75 for px in least)) for what, *least in getattr(rules, "LARGE", [])],
        "strip": 32 if width <= TOUCHED else 22,
        "roomy": decides and size in ROOMY,
    }
    seen = page.evaluate(LOOK, given)
    for one in seen["found"]:
        x, y, w, h = one["box"]
        yield f"{size} {width}x{height}: {one['where']} at {x},{y} {w}x{h}: {one['reason']}"
