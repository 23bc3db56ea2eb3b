"""Screens of every shape (small phones, phones on their side, very large ones) show the whole table, nothing over another."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hands import ME, WHOLE, play_out, positions, see_turn
from playwright.sync_api import expect

from parlour.core.registry import keys

BOARD, LAST_ROUND = positions("doce").BOARD, positions("doce").LAST_ROUND

BOT = {"kind": "bot", "level": "easy"}
SHAPES = [(360, 640), (390, 844), (667, 375), (844, 390), (1280, 720), (2560, 1440)]
MARKS = ("TABLE", "TOUCHED", "WATCHED")
GAMES = [key for key in keys() if all(hasattr(positions(key), mark) for mark in MARKS)]
"""Those that say what must stay in sight; test_sizes.py looks at every game."""


def table_of(game: str) -> dict[str, Any]:
    """The seats, and what else is wished of the table."""
    wish = dict(positions(game).TABLE)
    return wish | {"seats": [ME] + [BOT] * (wish["seats"] - 1)}


OVER = """([above, below]) => {
  const box = (node) => node.getBoundingClientRect();
  const seen = (where) => [...document.querySelectorAll(where)].filter((node) => box(node).width > 0);
  const out = (b) => b.left < -9 || b.top < -9 || b.right > innerWidth + 9 || b.top > innerHeight - 12;
  const common = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from]);
  const wrong = seen(`${above}, ${below}`).filter((node) => out(box(node))).map((node) => `${node.className} is out of sight`);
  if (!seen(above).length || !seen(below).length) wrong.push(`nothing to see of ${above} or ${below}`);
  for (const node of seen(above))
    for (const other of seen(below)) {
      const [x, y] = [common(box(node), box(other), 'left', 'right'), common(box(node), box(other), 'top', 'bottom')];
      if (x > 4 && y > 14) wrong.push(`${node.className} lies on ${other.className} by ${Math.round(x)} x ${Math.round(y)}`);
    }
  return wrong;
}"""
CONTRAST = """([line, ground]) => {
  const light = (colour) => {
    const parts = colour.match(/[\\d.]+/g).map((part) => part / 255);
    const [r, g, b] = parts.map((c) => (c > 0.04045 ? ((c + 0.055) / 1.055) ** 2.4 : c / 12.92));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const style = (where) => getComputedStyle(document.querySelector(where));
  const [a, b] = [light(style(line).borderTopColor), light(style(ground).backgroundColor)];
  return Math.max(a, b) / Math.min(a, b);
}"""


@pytest.mark.parametrize("game", GAMES)
def test_those_who_watch_see_the_whole_table(person, game):
    mara, theo = person(), person(size=(390, 844))
    told = positions(game).WATCHED
    table = mara.open(game, start=True, **table_of(game))
    page = theo.go(f"/t/{table}")
    page.locator(told[0]).first.wait_for()
    for width, height in ((390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(200)
        assert theo.fits()
        assert page.evaluate(OVER, list(told)) == []
        theo.picture(f"watch-{game}-{width}")


def test_those_who_watch_are_told_whose_zones_these_are(person):
    mara, theo = person(), person()
    page = theo.go(f"/t/{mara.open('doce', start=True, **table_of('doce'))}")
    expect(page.locator(".legend .key")).to_have_text(["Zone of Mara", "Zone of Sprinkle"])


def test_the_result_and_what_comes_next_are_in_sight(person):
    mara = person()
    page = mara.sit("doce", position=LAST_ROUND)
    play_out(page, "doce")
    for shape in (*SHAPES[2:5], (390, 844)):
        page.set_viewport_size({"width": shape[0], "height": shape[1]})
        page.wait_for_timeout(150)
        assert mara.fits()
        assert page.evaluate(OVER, [".ft .btn", ".hd, .pl"]) == []
        expect(page.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)
        expect(page.locator(".ft").get_by_role("link", name="Back to the shelf")).to_be_in_viewport(ratio=1)
        mara.picture(f"shape-result-{shape[0]}")


def test_ten_names_are_read_on_the_result(person):
    mara = person()
    path = mara.watch("ion", 10, options={"turn_cap_base": 20, "race_mode": "sealed"})
    page = mara.go(path.split("/replay")[0])
    page.locator(".towers").wait_for()
    for width, height in ((1440, 900), (1120, 760), (844, 390), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(150)
        assert mara.fits()
        assert page.locator(".pl b").evaluate_all("names => names.map((n) => n.scrollWidth - n.clientWidth)") == [0] * 10
        mara.picture(f"shape-ten-{width}")


def test_the_empty_places_of_a_trick_are_seen_by_day_and_by_night(person):
    mara = person()
    page = mara.sit("dokitto", 4, options={"first_lead": 0})
    see_turn(page)
    for light in ("light", "dark"):
        page.emulate_media(color_scheme=light)
        page.wait_for_timeout(200)
        assert page.evaluate(CONTRAST, ["span.slot", ".tray"]) >= 3


@pytest.mark.parametrize("shape", [(360, 640), (390, 844), (844, 390)], ids=str)
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_has_room_too(person, game, shape):
    mara = person(size=shape)
    page = mara.go(f"/learn/{game}")
    see_turn(page)
    page.wait_for_timeout(300)
    assert mara.fits()
    pressed, seen = positions(game).TOUCHED
    assert page.evaluate(OVER, [".coach", f"{pressed}, .hc, .cell, .trick li, .top, .pr .panel"]) == []
    if not hasattr(positions(game), "LEARNS_BIG"):
        assert page.evaluate(OVER, [pressed, seen]) == []


@pytest.mark.parametrize("shape", [(360, 640), (390, 844), (844, 390)], ids=str)
def test_a_practice_run_has_room_too(person, shape):
    mara = person(size=shape)
    page = mara.go("/practice/icecool")
    page.locator("[data-go]").wait_for()
    page.wait_for_timeout(300)
    assert mara.fits()
    assert page.evaluate(OVER, [".coach, .hud .go", ".school, .hud .inset, .hud .sl"]) == []
    mara.picture(f"shape-practice-{shape[0]}")


@pytest.mark.parametrize("game", GAMES if WHOLE else ["ion", "icecool"])
def test_the_first_hint_leaves_what_one_presses_in_sight(person, game):
    mara = person(size=(844, 390), settings='{"name":"Mara","pace":"instant","motion":"less"}')
    page = mara.sit(game, **table_of(game))
    see_turn(page)
    page.get_by_role("region", name="First time at").wait_for()
    assert page.evaluate(OVER, [".tip", f"{positions(game).TOUCHED[0]}, .hc, .top, .inset"]) == []


def test_flights_end_where_they_should_on_a_very_large_screen(person):
    """There everything is drawn larger; what flies and what is dragged is told in the pixels of the screen."""
    moving = {"name": "Mara", "pace": "fast", "motion": "full", "sound": False, "language": "en", "met": ["doce"]}
    mara = person(size=(2560, 1440), settings=json.dumps(moving))
    page = mara.sit("doce", position=BOARD)
    see_turn(page)
    assert page.evaluate("getComputedStyle(document.documentElement).zoom") == "1.4"
    assert page.evaluate("document.querySelector('.shell').getBoundingClientRect().height") == pytest.approx(1440, abs=1)
    die, cell = page.locator(".f").nth(2).bounding_box(), page.locator("[data-square=e4]").bounding_box()
    assert die
    assert cell
    page.mouse.move(die["x"] + 30, die["y"] + 30)
    page.mouse.down()
    to = cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2
    page.mouse.move(*to, steps=4)
    dragged = page.locator("[data-dragged]").bounding_box()
    assert dragged
    assert abs(dragged["x"] + 30 - to[0]) < 12
    assert abs(dragged["y"] + 30 - to[1]) < 12
    page.mouse.up()
