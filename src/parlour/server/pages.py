"""The built pages, as files: compressed ones if the browser takes them, cached for ever if their name has a hash."""

from __future__ import annotations

import mimetypes
import re
from pathlib import Path

import msgspec
from litestar import Request, Response

from parlour.core.registry import game, keys
from parlour.server.bundle import UNPACKED_THERE, bundle, bundle_path, listed

HASHED = re.compile(r"[.-][A-Za-z0-9_-]{8,}\.\w+$")
FOR_EVER = "public, max-age=31536000, immutable"
CODINGS = (("br", ".br"), ("gzip", ".gz"))
POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; "
    "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' ws: wss:; worker-src 'self' blob:; manifest-src 'self'; "
    "frame-ancestors 'none'; base-uri 'self'"
)
SAFE = {"x-content-type-options": "nosniff", "referrer-policy": "same-origin", "content-security-policy": POLICY}
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Parlour</title>
<body style="font: 18px/1.5 system-ui; max-width: 36em; margin: 4em auto; padding: 0 1em">
<h1>The tables are set, the pages are not built</h1>
<p>The server runs: <a href="/health">/health</a>, <a href="/schema/openapi.json">what it can be asked</a>.
The pages come with the installed package;
in a source tree build them with <code>make pages</code> (or <code>npm ci &amp;&amp; npm run build</code> in <code>web/</code>)
and reload.</p></body></html>"""


def folder(given: str | None) -> Path:
    return Path(given) if given else Path(__file__).parents[1] / "pages"


def _is_page(root: Path, wanted: Path) -> bool:
    try:
        return wanted.resolve().is_relative_to(root.resolve()) and wanted.is_file()
    except (OSError, ValueError):
        return False  # No file can have such a name.


def _made(root: Path, path: str) -> Response[bytes] | None:
    """What is made when it is asked for: the house that a page can be itself, and the list of what it takes."""
    if path == f"/{bundle_path()}":
        return Response(bundle(), media_type="application/octet-stream", headers=SAFE | {"cache-control": FOR_EVER})
    if path == "/files.json":
        headers = SAFE | {"cache-control": "no-cache"}
        return Response(msgspec.json.encode(listed(root)), media_type="application/json", headers=headers)
    return None


def guest(path: str) -> tuple[Path, str] | None:
    """Where a file of a game's own page lies (`/games/<key>/page.js`), and what it is called there."""
    match path.strip("/").split("/"):
        case ["games", key, *rest] if rest and key in keys():
            return game(key).folder / "page", "/".join(rest)
    return None


def page(root: Path, path: str, request: Request) -> Response[bytes]:  # type: ignore[type-arg]
    """A file of the pages, or the one page for every address inside the app."""
    if (made := _made(root, path)) is not None:
        return made
    if found := guest(path):
        root, path = found
    wanted = root / path.lstrip("/")
    if not _is_page(root, wanted):
        if "." in path.rpartition("/")[2] and path not in ("", "/"):
            return Response(b"There is no such page.", status_code=404, media_type="text/plain", headers=SAFE)
        if found:
            return Response(b"There is no such page.", status_code=404, media_type="text/plain", headers=SAFE)
        wanted = root / "index.html"
        if not wanted.is_file():
            return Response(NOT_BUILT.encode(), status_code=503, media_type="text/html", headers=SAFE)
    kept = FOR_EVER if HASHED.search(wanted.name) or UNPACKED_THERE.match(path.lstrip("/")) else "no-cache"
    kind = mimetypes.guess_type(wanted.name)[0] or "application/octet-stream"
    headers = SAFE | {"cache-control": kept, "vary": "accept-encoding"}
    takes = request.headers.get("accept-encoding", "")
    for coding, ending in CODINGS:
        packed = wanted.with_name(wanted.name + ending)
        if coding in takes and packed.is_file():
            return Response(packed.read_bytes(), media_type=kind, headers=headers | {"content-encoding": coding})
    return Response(wanted.read_bytes(), media_type=kind, headers=headers)
