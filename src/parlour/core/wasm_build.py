"""Making the fourth speed: kernels (machine.py) as files of WebAssembly that import nothing (wasm.py runs them).

`build` compiles with Numba, hands the code that LLVM has not yet touched to LLVM's WebAssembly target as one module, and links
it. Nothing of Numba's runtime or of Python is left in a file.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from parlour.core.errors import NoSpeed
from parlour.core.link import Linker, Turn
from parlour.core.machine import Kernels

FEATURES = "+bulk-memory,+mutable-globals,+sign-ext,+nontrapping-fptoint"
STACK = 1 << 20
BARE: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False, "error_model": "numpy"}
"""No ways in from Python or C, and no memory of Numba's own."""


def build(parts: Iterable[Kernels], linker: Callable[[Turn], Linker]) -> tuple[bytes, dict[str, Any]]:
    """One file with all functions of these kernels, and the digest of each kernels with what its functions return. One linker
    serves them all, so that what they share is compiled once.

    The process must not have imported Numba before NUMBA_OPT=0 was set (`python -m parlour.bots.wasm` sees to it): LLVM is to
    see the code as Numba writes it, not as it was arranged for another processor.
    """
    from llvmlite import binding as llvm
    from numba import njit

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple("wasm32-unknown-unknown")
    machine = target.create_target_machine(opt=3, features=FEATURES, reloc="static")
    link = linker(njit(**BARE))
    whole, exports, index = None, [], dict[str, Any]()
    for kernels in parts:
        returns = {}
        for name, (code, symbol, returned) in _lowered(kernels, link).items():
            module = llvm.parse_assembly(code)
            export = f"{kernels.name}.{name}"
            module.get_function(symbol).name = export
            exports.append(export)
            returns[name] = returned
            if whole is None:
                whole = module
            else:
                whole.link_in(module)
        index[kernels.digest] = {"name": kernels.name, "returns": returns}
    assert whole is not None
    whole.data_layout = str(machine.target_data)
    for function in whole.functions:
        if not function.is_declaration and function.name not in exports:
            function.linkage = "internal"
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = False
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(whole, passes)
    return _linked(machine.emit_object(whole), exports), index


def _lowered(kernels: Kernels, link: Linker) -> dict[str, tuple[str, str, str]]:
    """For each function its code for LLVM, the name it has there, and the type that it returns."""
    from numba import njit, types

    lowered = {}
    for name, function in zip(kernels.takes, kernels.functions, strict=True):
        made = link.entry(function, njit(**BARE), Path(f"{name}.py"))
        made.compile(kernels.types(name))
        (result,) = made.overloads.values()
        returned = result.signature.return_type
        kind = "" if returned is types.none else np.dtype(str(returned)).str[1:]
        lowered[name] = _for_wasm(result.library.get_llvm_str()), result.fndesc.llvm_func_name, kind
    return lowered


def _for_wasm(code: str) -> str:
    """The same code for another machine: its name, its sizes, and globals that are only this module's."""
    code = re.sub(r'target triple = ".*"', 'target triple = "wasm32-unknown-unknown"', code)
    code = re.sub(r'target datalayout = ".*"\n', "", code)
    return re.sub(r"^(@.* = )common ", r"\1internal ", code, flags=re.M)


def _linked(code: bytes, exports: Sequence[str]) -> bytes:
    """A whole file; whatever it would have to import is an error."""
    with tempfile.TemporaryDirectory() as folder:
        object_file, out = Path(folder, "a.o"), Path(folder, "a.wasm")
        object_file.write_bytes(code)
        wanted = [f"--export={name}" for name in [*exports, "__heap_base"]]
        options = ["--no-entry", "--gc-sections", "--strip-all", "-O2", f"-zstack-size={STACK}", "--stack-first"]
        words = [sys.executable, "-m", "ziglang", "wasm-ld", *options, *wanted, str(object_file), "-o", str(out)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            raise NoSpeed(f"The linker of WebAssembly (package ziglang) failed: {done.stderr.strip() or 'it is not installed'}")
        return out.read_bytes()
