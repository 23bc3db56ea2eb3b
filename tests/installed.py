"""The examples as `pip install` would leave them: found by the entry points of every process that a test starts."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import tempfile
import tomllib
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"


def install(project: Path) -> list[str]:
    """What must be on the path so that a project's package and its entry points are found."""
    told = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    place = Path(tempfile.mkdtemp(prefix="parlour-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    info = place / f"{told['name']}-{told['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {told['name']}\nVersion: {told['version']}\n")
    lines = [
        line for group, points in told["entry-points"].items() for line in (f"[{group}]", *map(" = ".join, points.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))
    return [str(place), str(project)]


def with_path(paths: list[str]) -> str:
    """PYTHONPATH with these too, for processes that are started."""
    return os.pathsep.join([*filter(None, [os.environ.get("PYTHONPATH")]), *paths])


for example in sorted(path.parent for path in EXAMPLES.glob("*/pyproject.toml")):
    found = install(example)
    sys.path.extend(found)
    os.environ["PYTHONPATH"] = with_path(found)
