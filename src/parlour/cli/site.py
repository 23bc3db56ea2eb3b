"""`parlour site`: a folder that any web host serves, where the pages are a house of their own."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import click
import msgspec

import parlour
from parlour.bots.wasm import is_built
from parlour.cli._show import console, in_words, language_option
from parlour.core.errors import BadSetup
from parlour.core.game import Game
from parlour.core.registry import built_in, words
from parlour.core.words import languages, say
from parlour.review.puzzles import told
from parlour.server import messages as m
from parlour.server import pages
from parlour.server.bundle import bundle, bundle_path, listed, sent
from parlour.server.games_api import game_info


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@language_option
def command(folder: Path) -> None:
    """Write a folder with all games that any web host serves.

    No server of ours stands behind it: tables, rules and bots run in the visitor's browser, without a network too. Put the
    folder on a host for pages, or try it: python -m http.server -d FOLDER.
    """
    size = write(folder)
    said = say(
        "The site is in {folder}, {size:.1f} MB. Try it: python -m http.server -d {folder}", folder=folder, size=size / 1e6
    )
    console.print(in_words(said), highlight=False)


def write(out: Path) -> int:
    """Write the site; how many bytes it has. What another run of ours left there is replaced, nothing else is touched."""
    built = pages.folder(None)
    if not (built / "index.html").is_file():
        raise BadSetup(say("The pages are not built: `make pages` builds them."))
    if not all(is_built(game) for game in map(parlour.game, built_in())):
        raise BadSetup(say("The games are not prepared for browsers: `make wasm` does it."))
    if out.exists() and any(out.iterdir()) and not (out / "files.json").is_file():
        raise BadSetup(say("{folder} is not empty and no site of Parlour: choose another folder.", folder=out))
    for name in ("assets", "tab", "physics", "api"):
        shutil.rmtree(out / name, ignore_errors=True)
    for name, _ in sent(built):
        _write(out / name, (built / name).read_bytes())
    page = (built / "index.html").read_text(encoding="utf-8")
    page = re.sub(r'(src|href)="/', r'\1="./', page).replace("<html", "<html data-site", 1)
    _write(out / "index.html", page.encode())
    _write(out / bundle_path(), bundle())
    _write(out / ".nojekyll", b"")
    for code in languages():
        _ready_made(out / "api" / code, code)
    _write(out / "files.json", msgspec.json.encode(listed(out)))
    return sum(path.stat().st_size for path in out.rglob("*") if path.is_file())


def _ready_made(out: Path, code: str) -> None:
    """What every visitor reads before anything is started: the games and their rules."""
    spoken = words(code)
    infos = []
    for game in parlour.games():
        info = game_info(game, spoken)
        infos.append(info)
        rules = [m.RuleInfo(rule.id, rule.section, rule.text) for rule in game.ledger_in(code).rules.values()]
        home = out / "games" / game.key
        _write(home.with_suffix(".json"), msgspec.json.encode(info))
        _write(home / "rules.json", msgspec.json.encode(rules))
        _write(home / "guide.json", msgspec.json.encode(m.GuideInfo(game.guide(spoken))))
        _write(home / "puzzles.json", msgspec.json.encode(told(game, spoken)))
        if type(game).plan is not Game.plan:
            _write(home / "plan.json", msgspec.json.encode(game.plan()))
        if type(game).model is not Game.model:
            _write(home / "model.json", msgspec.json.encode(game.model()))
    _write(out / "games.json", msgspec.json.encode(infos))


def _write(path: Path, body: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(body)
