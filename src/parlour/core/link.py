"""Plain functions to other speeds: the same code, cloned into a namespace where every function it calls is a clone too.

A function that belongs to the contract (contract.py) is exchanged for the game's own, `note` for silence or a tape. What a
function is turned into (itself, machine code, a CUDA device function) is the caller's choice.
For machines tables (state.py) become arrays.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from parlour.core import contract, notes

Turn = Callable[[Any], Any]

INNER: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Nobody but machine code calls an inner function: without the ways in from Python and from C it compiles much sooner."""


def names_in(code: CodeType) -> Iterator[str]:
    """The names that a function looks up, its inner functions included."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from names_in(inner)


class Linker:
    """Turns functions into clones for one game and one speed; each function once."""

    def __init__(
        self, rules: ModuleType | None, turn: Turn, *, machine: bool = True, told: Callable[..., None] = notes.silent
    ) -> None:
        self._rules = rules
        self._told = told
        self._turn = turn
        self._machine = machine
        self.arrays = machine
        """Whether tables become arrays."""
        self._namespaces: dict[str, dict[str, Any]] = {}
        self._turned: dict[FunctionType, Any] = {}

    def __call__(self, function: Any) -> Any:
        """The clone of an inner function."""
        return self._link(function, self._turn, None)

    def entry(self, function: Any, turn: Turn, file: Path) -> Any:
        """The clone of a function that is called from outside, turned in its own way, as if written in `file`."""
        return self._link(function, turn, file)

    def _link(self, function: FunctionType, turn: Turn, file: Path | None) -> Any:
        function = self._meant(function)
        if file is None and function in self._turned:
            return self._turned[function]
        home = function.__globals__
        namespace = self._namespaces.setdefault(function.__module__, dict(home))
        code = function.__code__ if file is None else function.__code__.replace(co_filename=str(file))
        clone = FunctionType(code, namespace, function.__name__, function.__defaults__)
        clone.__module__, clone.__qualname__, clone.__doc__ = function.__module__, function.__qualname__, function.__doc__
        turned = turn(clone)
        if file is None:
            self._turned[function] = turned
        for name in names_in(function.__code__):
            value = home.get(name)
            if isinstance(value, FunctionType):
                namespace[name] = self(self._offered(name, value))
            elif self.arrays and isinstance(value, memoryview):
                namespace[name] = _array(value)
        return turned

    def _offered(self, name: str, value: FunctionType) -> FunctionType:
        """A game may offer what the contract calls by this name, even where that is another of its functions by default."""
        offered: FunctionType = getattr(self._rules, name, value) if value.__module__ == contract.__name__ else value
        return offered

    def _meant(self, function: FunctionType) -> FunctionType:
        if function.__module__ == contract.__name__:
            own: FunctionType = getattr(self._rules, function.__name__, function)
            return own
        if self._machine and function is notes.note:
            return self._told  # type: ignore[return-value]
        return function

    def names(self) -> set[str]:
        """All that the functions linked so far look up, the fields of records among it."""
        return {name for function in self._turned for name in names_in(function.__code__)}

    def digest(self) -> str:
        """A hash of the source and of the constants of everything linked so far: another hash, other machine code."""
        digest = hashlib.sha256()
        for name in sorted({function.__module__ for function in self._turned}):
            digest.update(inspect.getsource(sys.modules[name]).encode())
        for function in sorted(self._turned, key=lambda f: (f.__module__, f.__qualname__)):
            for name in sorted(set(names_in(function.__code__))):
                value = function.__globals__.get(name)
                if (data := getattr(value, "tobytes", None)) is not None:  # a table or an array
                    digest.update(name.encode() + data())
                elif isinstance(value, int | float | tuple):
                    digest.update(f"{name}={value!r}".encode())
        return digest.hexdigest()[:24]


def _array(table: memoryview) -> Any:
    from parlour.core.numpy_arrays import as_array

    return as_array(table)


def cache_folder() -> Path:
    """Where machine code is kept between runs: $PARLOUR_CACHE, else the user's cache, else a temporary folder."""
    from platformdirs import user_cache_path  # nobody needs it who plays in a browser's tab

    wanted = os.environ.get("PARLOUR_CACHE")
    base = Path(wanted) if wanted else user_cache_path("parlour", appauthor=False)
    try:
        base.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=base):
            return base
    except OSError:
        return Path(tempfile.mkdtemp(prefix="parlour-"))


def snapshot(module: ModuleType, digest: str) -> Path:
    """A copy of a module's source in a cache folder named by the digest, for the compiler to keep machine code beside.

    Numba looks only at the file of the function that it caches; the rules are other files. In a folder that is named
    after all of them, code that is out of date is simply not there.
    """
    folder = cache_folder() / "machine-code" / digest
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / f"{module.__name__.rpartition('.')[2]}.py"
    if not copy.exists():
        draft = copy.with_suffix(f".{os.getpid()}")
        draft.write_text(inspect.getsource(module), encoding="utf-8")
        draft.replace(copy)
    return copy


def scanned(entries: Sequence[Any], linker: Callable[[Turn], Linker]) -> Linker:
    """A first linking without compiling, which finds all that the machine code depends on."""
    scan = linker(lambda f: f)
    scan.arrays = False
    for entry in entries:
        scan(entry)
    return scan


def _file(entries: Sequence[Any], linker: Callable[[Turn], Linker]) -> Path:
    """The copy of the entries' module that their machine code is kept beside."""
    return snapshot(sys.modules[entries[0].__module__], scanned(entries, linker).digest())


def is_kept(entries: Sequence[Any], linker: Callable[[Turn], Linker]) -> bool:
    """Whether the machine code of these functions, linked like this, lies on disk, so that loading it takes no time."""
    if find_spec("numba") is None:  # nobody could load it
        return False
    folder = _file(entries, linker).parent / "__pycache__"
    return all(any(folder.glob(f"*.{entry.__name__}-*.nbi")) for entry in entries)


def machine_code(entries: Sequence[Any], linker: Callable[[Turn], Linker], *, nogil: bool = True) -> list[Any]:
    """Functions of one module as machine code for the processor, kept on disk; `linker` says what they are linked with."""
    from numba import njit

    file = _file(entries, linker)
    link = linker(njit(nogil=True, error_model="numpy", **INNER))
    keep = njit(nogil=nogil, error_model="numpy", cache=True)
    return [link.entry(entry, keep, file) for entry in entries]
