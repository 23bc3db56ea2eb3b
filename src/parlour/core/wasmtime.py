"""WebAssembly run by wasmtime."""

from __future__ import annotations

import atexit
import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any, cast

import wasmtime

from parlour.core.wasm import Instance, Trapped


@cache
def _engine() -> Any:
    return wasmtime.Engine()


def compiled(code: bytes) -> Callable[[], Instance]:
    """A file, ready to be instantiated."""
    module = wasmtime.Module(_engine(), code)
    atexit.register(module.close)  # While there is somebody left to do it.
    return lambda: WasmtimeInstance(module)


class WasmtimeInstance:
    def __init__(self, module: Any) -> None:
        self._store = wasmtime.Store(_engine())
        self._exports = cast(Any, wasmtime.Instance(self._store, module, []).exports(self._store))
        self._memory = self._exports["memory"]
        self.base = int(self._exports["__heap_base"].value(self._store))
        self._functions: dict[str, Any] = {}

    def room(self) -> int:
        return int(self._memory.data_len(self._store))

    def grow(self, pages: int) -> bool:
        try:
            self._memory.grow(self._store, pages)
        except wasmtime.WasmtimeError:
            return False
        return True

    def _address(self) -> int:
        held = ctypes.cast(self._memory.data_ptr(self._store), ctypes.c_void_p).value
        assert held is not None
        return held

    def read(self, at: int, size: int) -> bytes:
        return ctypes.string_at(self._address() + at, size)

    def write(self, at: int, data: Any) -> None:
        raw = bytes(data)
        ctypes.memmove(self._address() + at, raw, len(raw))

    def call(self, name: str, letters: str, given: list[Any]) -> int:
        function = self._functions.get(name)
        if function is None:
            function = self._functions[name] = self._exports[name]
        try:
            status: int = function(self._store, *given)
        except (wasmtime.WasmtimeError, wasmtime.Trap) as trap:
            raise Trapped(f"WebAssembly stopped: {trap}") from trap
        return status
