"""WebAssembly run by the browser that Python itself runs in (Pyodide). The worker's script hands over `parlour_host`."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any

import parlour_host
from pyodide.ffi import JsException, to_js

from parlour.core.wasm import Instance, Trapped


def compiled(code: bytes) -> Callable[[], Instance]:
    """A file, ready to be instantiated."""
    module = parlour_host.compile(to_js(code))

    def made() -> Instance:
        try:
            return BrowserInstance(parlour_host.instance(module))
        except JsException:  # A browser has room for so many at once: desks that nobody works at any more go first.
            gc.collect()
            return BrowserInstance(parlour_host.instance(module))

    return made


class BrowserInstance:
    def __init__(self, made: Any) -> None:
        self._made = made
        self.base = int(made.base)

    def room(self) -> int:
        return int(self._made.room())

    def grow(self, pages: int) -> bool:
        return bool(self._made.grow(pages))

    def read(self, at: int, size: int) -> bytes:
        held: bytes = self._made.read(at, size).to_bytes()
        return held

    def write(self, at: int, data: Any) -> None:
        self._made.write(at, to_js(bytes(data)))

    def call(self, name: str, letters: str, given: list[Any]) -> int:
        try:
            return int(self._made.call(name, letters, to_js(given)))
        except JsException as trap:
            raise Trapped(f"WebAssembly stopped: {trap}") from trap
