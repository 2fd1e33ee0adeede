"""The target for browsers: kernels become WebAssembly modules, ahead of time. Needs the extra `wasm`.

translate.py  from LLVM's code to an object for WebAssembly
module.py     objects linked to a module that says of itself how its kernels are called
kernels.js    loads such a module and calls it, in a browser or in Node; it needs nothing else

A module is kept beside the machine code of the game whose rules it is made of (`cache.py`), under the same conditions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final

from escapology.native.cache import cache_folder
from escapology.native.callees import reached_from
from escapology.native.marks import all_rules
from escapology.native.rows import RowKernel
from escapology.native.turns import Turn

__all__ = ["LOADER", "make_module"]

LOADER: Final = Path(__file__).with_name("kernels.js")  #: what calls a module

Arguments = Mapping[str, Any]  #: an example of each, by its name: the module takes others of the same kind


def make_module(kernels: Mapping[RowKernel, Arguments]) -> bytes:
    """A module of these kernels, and how each is called."""
    from escapology.native.wasm.module import describe, link
    from escapology.native.wasm.translate import object_code

    about = {kernel.name: describe(kernel, arguments) for kernel, arguments in kernels.items()}
    kept = _place(kernels, repr(about))
    turn = Turn(kept.with_suffix(".lock"))
    turn.take()
    try:
        if kept.exists():
            return kept.read_bytes()
        objects = {kernel.name: object_code(kernel, tuple(arguments.values())) for kernel, arguments in kernels.items()}
        module = link(objects, about)
        half = kept.with_suffix(".half")
        half.write_bytes(module)
        half.replace(kept)
    finally:
        turn.end()
    return module


def _place(kernels: Mapping[RowKernel, Arguments], about: str) -> Path:
    """Where a module is kept."""
    rules = [found for kernel in kernels for found in reached_from(kernel.row, all_rules())]
    made_by = " ".join(f"{name} {_version(name)}" for name in ("numba", "llvmlite", "ziglang"))
    return cache_folder(rules) / f"{hashlib.sha256((about + made_by).encode()).hexdigest()[:16]}.wasm"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:  # the linker may be another one
        return "-"
