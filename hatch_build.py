"""The build hook: a wheel, and an editable install, carries the built pages."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def pages() -> ModuleType:
    path = Path(__file__).parent / "web" / "pages.py"
    spec = importlib.util.spec_from_file_location("parlour_web_pages", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(module)
    return module


class Pages(BuildHookInterface):  # type: ignore[type-arg]
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node from PyPI, asked for only where the system has none."""
        made = pages()
        return [] if self.target_name == "sdist" or made.system_node() else [made.FROM_PYPI]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "sdist":
            return
        pages().build()
        build_data["artifacts"].append("src/parlour/pages/**")
