"""What a link to a table looks like where it is posted: a title, a line and a picture, with nothing but what spectators see."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from functools import lru_cache
from html import escape
from importlib.util import find_spec
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.params import FromPath

from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.core.words import Words, both, say
from parlour.server import pages
from parlour.server.asking import TableKey, address_of, hub_of, words_of
from parlour.server.limits import spend
from parlour.server.storage import StorageDown
from parlour.server.telling import now
from parlour.tables import redactor
from parlour.tables.errors import Unfit
from parlour.tables.shown import OVER, WAITING
from parlour.tables.table import Table

AnyRequest = Request[Any, Any, Any]
READERS = re.compile(r"bot|crawl|spider|preview|embed|unfurl|facebookexternalhit|whatsapp|skypeuri|mastodon", re.IGNORECASE)
"""Programs that read a page to show a link to it; everybody else gets the page as it was built."""
WIDE, HIGH = 1200, 630
MOST_KEPT, MOST_NAMES = 100, 4
PAPER, INK, RED = "#FBEFD9", "#33202A", "#BC1F3B"
FONTS = "Figtree, 'DejaVu Sans', 'Segoe UI', Arial, sans-serif"


class Preview(msgspec.Struct, frozen=True):
    """What is said of a table."""

    game: str
    title: str
    line: str


def preview(table: Table, words: Words) -> Preview:
    name, seats = table.game.name, table.seats
    names = [seat.name for seat in seats if seat.name][:MOST_NAMES]
    line = words.of(say("At the table with {who}.", who=both(names))) if names else ""
    if table.phase is WAITING and any(seat.kind == "open" for seat in seats):
        return Preview(name, words.of(say("{game}: a seat is open for you", game=name)), line)
    if table.phase is OVER and table.match is not None and table.match.outcome is not None:
        winners = [seats[seat].name for seat in table.match.outcome.winners]
        return Preview(
            name, words.of(say("{game}: the match is over", game=name)), words.of(say("Won by {who}.", who=both(winners)))
        )
    return Preview(name, words.of(say("{game} is played here", game=name)), line)


@lru_cache(maxsize=32)
def _set_up(game: Game) -> str:
    """The game on an empty table: the same for all tables, so that it tells of none."""
    return game.new(game.seats[0], seed=0, **game.without_clock()).svg(None)


def picture(table: Table, said: Preview) -> str:
    """The table, with what is said of it beside."""
    try:
        scene = redactor.drawn(table, None, (), now())
    except Unfit:  # Nothing is dealt, or only the players see it.
        scene = _set_up(table.game)
    found = re.search(r'viewBox="0 0 (\d+(?:\.\d+)?) (\d+(?:\.\d+)?)"', scene)
    wide, high = (float(found[1]), float(found[2])) if found else (960.0, 700.0)
    scale = min(700 / wide, 500 / high)
    x, y = WIDE - 40 - wide * scale, 90 + (500 - high * scale) / 2
    inner = re.sub(r"<svg\b[^>]*>", lambda tag: _placed(tag[0], x, y, wide * scale, high * scale), scene, count=1)
    stripes = "".join(f'<rect x="{at}" y="0" width="60" height="46" fill="{RED}"/>' for at in range(0, WIDE, 120))
    text = _lines(said.title, 17)[:4]
    title = "".join(_text(row, 210 + 58 * at, 46, ' font-weight="700"') for at, row in enumerate(text))
    below = "".join(_text(row, 228 + 58 * len(text) + 36 * at, 27) for at, row in enumerate(_lines(said.line, 26)[:4]))
    house = _text("Parlour", 130, 27, f' font-weight="700" fill="{RED}"')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}">'
        f'<rect width="{WIDE}" height="{HIGH}" fill="{PAPER}"/>{stripes}<rect y="46" width="{WIDE}" height="5" fill="{INK}"/>'
        f'<g font-family="{FONTS}" fill="{INK}">{house}{title}{below}</g>'
        f'<rect x="{x - 10}" y="{y - 10}" width="{wide * scale + 20}" height="{high * scale + 20}" rx="18" fill="#FFFFFF" '
        f'stroke="{INK}" stroke-width="4"/>{inner}</svg>'
    )


def _text(row: str, y: int, size: int, more: str = "") -> str:
    return f'<text x="48" y="{y}" font-size="{size}"{more}>{escape(row)}</text>'


def _placed(tag: str, x: float, y: float, wide: float, high: float) -> str:
    bare = re.sub(r'\s(?:width|height|x|y)="[^"]*"', "", tag)
    return f'{bare[:-1]} x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}">'


def _lines(text: str, most: int) -> list[str]:
    """Words in rows of about so many letters."""
    rows: list[str] = []
    for word in text.split():
        if rows and len(rows[-1]) + len(word) < most:
            rows[-1] += f" {word}"
        else:
            rows.append(word[: most + 6])
    return rows


def possible() -> bool:
    return find_spec("resvg_py") is not None


def png(svg: str) -> bytes:
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg))


_made: OrderedDict[tuple[str, int, str], bytes] = OrderedDict()
"""The last pictures, by table, version and language."""


@get("/api/tables/{table:str}/preview.png", include_in_schema=False)
async def preview_picture(request: AnyRequest, table: TableKey) -> Response[bytes]:
    """The picture of a link, for whoever may see the outside of the table: anybody who has its link."""
    if not possible():
        raise Unfit("no_page", say("There is no such call."))
    spend(hub_of(request).budgets.replays, address_of(request))
    words, room = words_of(request), await hub_of(request).room(table)
    async with room.turn:
        held = await room.loaded()
        key = (table, held.version, words.code)
        svg = "" if key in _made else picture(held, preview(held, words))
    if svg:
        _made[key] = await asyncio.get_running_loop().run_in_executor(hub_of(request).aside, png, svg)
        while len(_made) > MOST_KEPT:
            _made.popitem(last=False)
    return Response(_made[key], media_type="image/png", headers=pages.SAFE | {"cache-control": "public, max-age=60"})


@get("/t/{table:str}", include_in_schema=False)
async def table_page(request: AnyRequest, table: FromPath[str]) -> Response[bytes]:
    """The page of a table; for those who show a link to it, with what is to be shown."""
    root, path = pages.folder(hub_of(request).config.pages), f"/t/{table}"
    index = root / "index.html"
    if not READERS.search(request.headers.get("user-agent", "")) or not index.is_file():
        return pages.page(root, path, request)
    try:
        room = await hub_of(request).room(table)
        async with room.turn:
            said = preview(await room.loaded(), words_of(request))
    except (ParlourError, StorageDown):
        return pages.page(root, path, request)
    origin = hub_of(request).config.public_url or f"{request.url.scheme}://{request.headers.get('host', '')}"
    tags = {
        "og:type": "website",
        "og:site_name": "Parlour",
        "og:title": said.title,
        "og:description": said.line,
        "og:url": origin + path,
    }
    if possible():
        tags |= {
            "og:image": f"{origin}/api/tables/{table}/preview.png",
            "og:image:width": str(WIDE),
            "og:image:height": str(HIGH),
            "twitter:card": "summary_large_image",
        }
    head = "".join(f'<meta property="{escape(name)}" content="{escape(value)}">' for name, value in tags.items() if value)
    body = index.read_text(encoding="utf-8").replace("<head>", f"<head>{head}", 1)
    return Response(body.encode(), media_type=MediaType.HTML, headers=pages.SAFE | {"cache-control": "no-cache"})


@get("/t/{table:str}/{further:path}", include_in_schema=False, sync_to_thread=False)
def further_page(request: AnyRequest, table: FromPath[str], further: FromPath[str]) -> Response[bytes]:
    """What lies behind a table, such as its replay: the page, as everywhere else."""
    return pages.page(pages.folder(hub_of(request).config.pages), f"/t/{table}/{further.lstrip('/')}", request)


HANDLERS = [preview_picture, table_page, further_page]
