"""Screens of every shape (small phones, phones on their side, very large ones) show the whole table, nothing over another."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hands import LAST_ROUND, ME, play_out, see_turn
from playwright.sync_api import expect
from tables import HAND, MINE, deal, others, set_up

BOT = {"kind": "bot", "level": "easy"}
SHAPES = [(360, 640), (390, 844), (667, 375), (844, 390), (1280, 720), (2560, 1440)]
BOARD = {
    "to_move": 0, "round": 2, "starter": 1, "score": [27, 0], "earned": [[27, 0], [0, 0], [0, 0], [0, 0]],
    "board": {"c3": "W4", "d3": "W3", "b2": "B5", "a5": "W6", "d2": "B2"}, "marks": ["a5", "d2"],
}  # fmt: skip
TABLES: dict[str, dict[str, Any]] = {
    "doce": {"seats": 2, "position": BOARD},
    "dokitto": {"seats": 5, "options": {"first_lead": 0}},
    "ion": {"seats": 6, "position": deal(others(6, HAND, "d24a"), "d24a")},
    "westvan": {"seats": 4, "position": set_up(MINE, 4)},
    "icecool": {"seats": 3, "options": {"first_catcher": 1}},
}
TOUCHED = {
    "doce": (".act", ".cell"),
    "dokitto": (".prompt", ".tub, .trick li, .opponent, .hc"),
    "ion": (".prompt", ".top, .pile, .strip [data-seat-chip], .hc"),
    "westvan": (".prompt", ".melt, .op .chip, .pile, .hc"),
    "icecool": (".hud .go", ".school, [data-seat-chip], .hud .inset, .hud .sl"),
}
"""What one presses, and what must stay in sight beside it."""
WATCHED = {
    "doce": (".boardbox", ".side .player"),
    "dokitto": (".prompt", ".tub, .trick li, .opponent, .opponent .chip"),
    "ion": (".prompt", ".top, .pile, .dice, .strip [data-seat-chip]"),
    "westvan": (".tabs button", ".melt, .op .chip, .op .ribbon, .pile"),
    "icecool": (".toolbar .btn", ".school, [data-seat-chip]"),
}
"""The same for those who watch: what tells, and what must not lie under it."""
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


@pytest.mark.parametrize("game", list(TABLES))
def test_those_who_watch_see_the_whole_table(person, game):
    mara, theo = person(), person(size=(390, 844))
    wish = dict(TABLES[game])
    table = mara.open(game, [ME] + [BOT] * (wish.pop("seats") - 1), start=True, **wish)
    page = theo.go(f"/t/{table}")
    page.locator(WATCHED[game][0]).first.wait_for()
    for width, height in ((390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(200)
        assert theo.fits()
        assert page.evaluate(OVER, list(WATCHED[game])) == []
        theo.picture(f"watch-{game}-{width}")
    if game == "doce":
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
    path = mara.watch("ion", 10, options={"turn_cap_base": 20})
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
@pytest.mark.parametrize("game", list(TABLES))
def test_a_lesson_has_room_too(person, game, shape):
    mara = person(size=shape)
    page = mara.go(f"/learn/{game}")
    see_turn(page)
    page.wait_for_timeout(300)
    assert mara.fits()
    assert page.evaluate(OVER, [".coach", f"{TOUCHED[game][0]}, .hc, .cell, .trick li, .top, .pr .panel"]) == []
    pressed, seen = TOUCHED[game]
    if game != "westvan":  # its first step is decided on a panel that grows over the flights
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


@pytest.mark.parametrize("game", ["ion", "icecool"])
def test_the_first_hint_leaves_what_one_presses_in_sight(person, game):
    mara = person(size=(844, 390), settings='{"name":"Mara","pace":"instant","motion":"less"}')
    wish = dict(TABLES[game])
    page = mara.sit(game, [ME] + [BOT] * (wish.pop("seats") - 1), **wish)
    see_turn(page)
    page.get_by_role("region", name="First time at").wait_for()
    assert page.evaluate(OVER, [".tip", f"{TOUCHED[game][0]}, .hc, .top, .inset"]) == []


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
