"""What a page fetches to be a house of its own (tab/): every room that a table needs, its data and its WebAssembly, as one
file; and the list of all that a visit without a network takes."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

ROOMS = ("core", "games", "bots", "tables", "server", "tab", "wasm")
KINDS = {".py", ".json", ".md", ".npz", ".wasm"}
WHEN = (2020, 1, 1, 0, 0, 0)
"""Equal sources make equal files."""


def files() -> list[tuple[str, Path]]:
    """The names in the file and what lies there."""
    home = Path(__file__).parents[1]
    found = [home / "__init__.py", *(path for room in ROOMS for path in (home / room).rglob("*") if path.suffix in KINDS)]
    return [(f"parlour/{path.relative_to(home).as_posix()}", path) for path in sorted(found)]


@cache
def bundle() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as held:
        for name, path in files():
            held.writestr(zipfile.ZipInfo(name, WHEN), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return made.getvalue()


ZIP = "tab/parlour.zip"
BESIDE = {".gz", ".br", ".sha256", ".map"}
"""What lies beside the pages and is no page."""


def listed(root: Path) -> dict[str, Any]:
    """What lies in the folder of the pages: `tab` is what a house needs, `pages` is everything else, each with its size."""
    found = [path for path in sorted(root.rglob("*")) if path.is_file() and path.suffix not in BESIDE]
    sizes = {path.relative_to(root).as_posix(): path.stat().st_size for path in found}
    sizes.pop("sw.js", None)  # The browser itself keeps it.
    sizes[ZIP] = len(bundle())
    tab = [{"path": name, "size": size} for name, size in sizes.items() if name.startswith("tab/")]
    return {"tab": tab, "pages": [{"path": name, "size": size} for name, size in sizes.items() if not name.startswith("tab/")]}
