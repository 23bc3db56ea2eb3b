"""Every notebook runs from its first cell to its last, with the small numbers that it names for that."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))
NEEDS = {"open_spiel": "pyspiel", "train": "gymnasium"}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    if path.stem in NEEDS:
        pytest.importorskip(NEEDS[path.stem], reason=f"{path.name} needs {NEEDS[path.stem]}")
    notebook = json.loads(path.read_text(encoding="utf-8"))
    short, names = notebook["metadata"]["parlour"]["short"], dict[str, Any]()
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code":
            continue
        assert cell["outputs"] or number <= 3 or "".join(cell["source"]).startswith("class"), "it was run before it was kept"
        exec(compile("".join(cell["source"]), f"{path.name}, cell {number}", "exec"), names)
        if "parameters" in cell["metadata"].get("tags", []):
            assert set(short) <= set(names)
            names.update(short)
    assert "parlour" in names
