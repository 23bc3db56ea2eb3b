"""What `parlour new` writes is played to the end in a browser, and fits every screen, before its author changes a line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from findings import findings, settle
from hands import BOT, ME, play_out, positions
from installed import install, with_path
from people import ask
from playwright.sync_api import expect
from running import free_port, serve
from test_sizes import LOOKED, SIZES

from parlour.cli import main


@pytest.fixture
def skeleton(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A server that has the new game, found by its entry point."""
    made = CliRunner().invoke(main, ["new", "nine_pins", "--into", str(tmp_path), "--name", "Nine Pins"])
    assert made.exit_code == 0, made.output
    paths = install(tmp_path / "nine_pins")
    for path in paths:
        monkeypatch.syspath_prepend(path)
    monkeypatch.setenv("PYTHONPATH", with_path(paths))
    port = free_port()
    process = serve(port, tmp_path / "tables.db")
    yield f"http://127.0.0.1:{port}"
    process.terminate()
    process.wait(10)


def test_a_skeleton_is_played_to_its_end_and_can_be_read_everywhere(person, skeleton: str) -> None:
    mara = person()
    mara.server = skeleton
    page = mara.go("/")
    box = page.locator("[data-game=nine_pins]")
    expect(box.get_by_role("heading", name="Nine Pins")).to_be_visible()
    expect(box.locator("img")).to_have_js_property("complete", True)
    wrong: list[str] = []
    for name, case in positions("nine_pins").POSITIONS.items():
        page = mara.sit("nine_pins", [ME, BOT], position=case["position"], settings={"auto_forced": False})
        page.locator("[data-card]").first.wait_for()
        for size in LOOKED:
            page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))
            settle(page)
            mara.picture(f"new-{name.replace(' ', '-')}-{size.replace(' ', '-')}")
            wrong += [f"{name}, {found}" for found in findings(page, size, "nine_pins")]
        assert mara.axe() == []
    assert not wrong, "\n".join(wrong)
    page.set_viewport_size({"width": 1440, "height": 900})
    page = mara.sit("nine_pins", 2, **positions("nine_pins").SOON)
    assert play_out(page, "nine_pins", by="keys") > 1
    expect(page.locator(".towers li")).to_have_count(2)
    page = mara.go("/learn/nine_pins")
    expect(page.locator(".coach")).to_contain_text("Lay any card of your hand.")
    page.locator("[data-card]").first.click()
    expect(page.locator(".coach")).to_contain_text("you have drawn another one")
    assert ask(f"{skeleton}/api/games/nine_pins")["page"] == "/games/nine_pins/page.js"
