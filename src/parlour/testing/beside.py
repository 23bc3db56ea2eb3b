"""What lies beside a test: a game's positions, whatever other games call theirs."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType


def module_at(path: Path, name: str) -> ModuleType:
    """A module that lies in no package."""
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise LookupError(f"{path} is missing: a game's tests say there what its pages are asked (CONTRIBUTING.md, 8).")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def positions(file: str) -> ModuleType:
    """`positions.py` beside the test `file`."""
    return module_at(Path(file).with_name("positions.py"), "positions")
