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


def install(project: Path) -> None:
    """Put a project's package and its entry points on the path, for this process and for those that it starts."""
    told = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    place = Path(tempfile.mkdtemp(prefix="parlour-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    info = place / f"{told['name']}-{told['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {told['name']}\nVersion: {told['version']}\n")
    groups = [f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in points.items())
              for group, points in told["entry-points"].items()]  # fmt: skip
    (info / "entry_points.txt").write_text("\n".join(groups))
    for path in (str(place), str(project)):
        sys.path.append(path)
        known = os.environ.get("PYTHONPATH")
        os.environ["PYTHONPATH"] = f"{known}{os.pathsep}{path}" if known else path


for project in sorted(path.parent for path in EXAMPLES.glob("*/pyproject.toml")):
    install(project)
