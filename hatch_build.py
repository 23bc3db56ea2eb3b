"""The build hook: a wheel carries the built pages and the games as WebAssembly; an editable install, the pages."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HOME = Path(__file__).parent
LINKER = "ziglang>=0.15"


def pages() -> ModuleType:
    path = HOME / "web" / "pages.py"
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
        """pip, which fetches packages for a browser's tab; Node from PyPI, where the system has none; for WebAssembly what
        Parlour itself needs, and a linker."""
        if self.target_name == "sdist":
            return []
        made = pages()
        tools = ["pip"] if made.system_node() else ["pip", made.FROM_PYPI]
        return tools if os.environ.get("PARLOUR_EDITABLE") else [*tools, LINKER, *self.metadata.core.dependencies]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "sdist":
            return
        pages().build()
        if version != "editable":
            # pip says by the same variable where it has put what this build needs.
            known = [str(HOME / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
            environment = os.environ | {"PYTHONPATH": os.pathsep.join(known)}
            subprocess.run([sys.executable, "-m", "parlour.bots.wasm"], env=environment, check=True)
        build_data["artifacts"] += ["src/parlour/pages/**", "src/parlour/wasm/**"]
