"""What a page fetches to be a house of its own (tab/): every room that a table needs, its data and its WebAssembly, as one
file; and the list of all that a visit without a network takes."""

from __future__ import annotations

import gzip
import hashlib
import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

NOT_IN_A_TAB = {"cli", "client", "lab", "pages", "testing"}
"""Rooms that no table enters, of the house or of a game."""
KINDS = {".py", ".json", ".md", ".npz", ".wasm"}
NOT_AT_TABLES = {"net.npz"}
"""What no bot at a table thinks with."""
PYTHON = "cpython-314"
"""What the Python of a tab calls its code."""
CODE = "code.zip"
READ = re.compile(r"parlour/(core|bots|games)/")
"""Machine code is known by the hash of the source that it was made of."""
TAB, PACKED = "tab/", ".gz"
UNPACKED_THERE = re.compile(r"(tab|physics)/.*(?<!\.mjs)")
"""What a page unpacks itself: so every host sends it small, and the page knows how much is still to come. Scripts are the
browser's affair."""
UNLISTED = {"sw.js", "files.json"}
"""The worker is kept by the browser itself."""
BESIDE = {PACKED, ".br", ".sha256", ".map"}
"""What lies beside the pages and is no page."""


def files() -> list[tuple[str, Path]]:
    """The names in the file and what lies there."""
    home = Path(__file__).parents[1]
    paths = [path for path in sorted(home.rglob("*")) if path.suffix in KINDS and path.name not in NOT_AT_TABLES]
    named = [(path.relative_to(home), path) for path in paths]
    return [(f"parlour/{name.as_posix()}", path) for name, path in named if not NOT_IN_A_TAB & set(name.parts)]


def contents() -> Iterator[tuple[str, bytes]]:
    """What lies in the file. Source goes with its code, or without it where nobody reads it."""
    code = compiled()
    for name, path in files():
        body = path.read_bytes()
        made = code.get((name, hashlib.sha256(body).hexdigest()))
        if made is None:
            yield name, body
        elif READ.match(name):
            folder, _, file = name.rpartition("/")
            yield f"{folder}/__pycache__/{file.removesuffix('.py')}.{PYTHON}.pyc", made
            yield name, body
        else:
            yield f"{name}c", made


def compiled() -> dict[tuple[str, str], bytes]:
    """The code for a tab's Python that the build of the pages made (web/pages.py), by name and hash of the source: so a start
    need not compile all of it each time."""
    import zipfile

    file = Path(__file__).parents[1] / "pages" / CODE
    if not file.is_file():
        return {}
    with zipfile.ZipFile(file) as held:
        return {(one.filename.removesuffix("c"), one.comment.decode()): held.read(one) for one in held.infolist()}


@cache
def bundle() -> bytes:
    """Equal sources make equal files."""
    import tarfile

    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.USTAR_FORMAT) as held:
        for name, body in contents():
            about = tarfile.TarInfo(name)
            about.size = len(body)
            held.addfile(about, io.BytesIO(body))
    return gzip.compress(made.getvalue(), 9, mtime=0)


@cache
def bundle_path() -> str:
    """Where it lies among the pages: another source, another name."""
    return f"{TAB}parlour-{hashlib.sha256(bundle()).hexdigest()[:12]}.tar{PACKED}"


def first_script(root: Path) -> str:
    """By this a page and what is listed for it know each other: it is another one as soon as anything of the pages is."""
    found = re.search(r'<script[^>]*\ssrc="\.?/([^"]+)"', (root / "index.html").read_text(encoding="utf-8"))
    return found[1] if found else ""


def sent(root: Path) -> Iterator[tuple[str, Path]]:
    """The files that pages ask for, and those whose bytes are sent."""
    found = {path.relative_to(root).as_posix(): path for path in sorted(root.rglob("*")) if path.is_file()}
    for name, path in found.items():
        packed = f"{name}{PACKED}" in found and UNPACKED_THERE.fullmatch(name)
        if path.suffix == PACKED and UNPACKED_THERE.fullmatch(name.removesuffix(PACKED)):
            yield name, path
        elif path.suffix not in BESIDE and not packed and name != CODE:
            yield name, found.get(f"{name}.br", path)


def listed(root: Path) -> dict[str, Any]:
    """What there is in the folder of the pages, each with the bytes that it takes to fetch it: `tab` is what a house needs,
    `pages` is everything else; `page` is the page that it belongs to."""
    sizes = {name: path.stat().st_size for name, path in sent(root) if name not in UNLISTED}
    sizes[bundle_path()] = len(bundle())
    tab, pages = ([{"path": n, "size": size} for n, size in sizes.items() if n.startswith(TAB) is yes] for yes in (True, False))
    return {"page": first_script(root), "tab": tab, "pages": pages}
