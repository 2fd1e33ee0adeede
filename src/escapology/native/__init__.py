"""How rules become code for a machine: a package of targets.

A *rule* is a plain Python function over structs (`layout.py`), marked with `@rule`: called from Python it runs as
Python; called from a *kernel* it is compiled along with it. A kernel is a loop around rules (count, search, play at
random); it is made by a factory that closes over one game's rules and passes it to `compile_kernel`. One that does the
same in each of many rows (`rows.py`) says so, and runs on every *target*: a target is how a kernel is compiled, kept
and called.

plain.py    as it is, in Python
cpu/        compiled by Numba for this processor
wasm/       as WebAssembly, for browsers; compiled ahead of time
cuda.py     for GPUs of NVIDIA, one thread for each row

marks.py    which functions are rules
rows.py     kernels that do the same in many rows
callees.py  what a function calls
traps.py    what can't be compiled, in a line of ours
cache.py    where machine code is kept
turns.py    one process compiles, the others wait for it

Numba is imported only when the first kernel is asked for: playing by hand never compiles anything.

Set `ESCAPOLOGY_PLAIN=1` to run kernels as plain Python (slow, for tests and debugging), and
`ESCAPOLOGY_BOUNDS=1` to compile them with every index checked.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from escapology.native import cpu, plain
from escapology.native.marks import has_bounds_checks, is_plain, is_rule, rule
from escapology.native.rows import Loop, Room, RowKernel
from escapology.native.turns import on_compiling

__all__ = [
    "Loop",
    "Room",
    "RowKernel",
    "compile_kernel",
    "has_bounds_checks",
    "is_plain",
    "is_rule",
    "on_compiling",
    "over_rows",
    "rule",
]

F = TypeVar("F", bound=Callable[..., Any])


def compile_kernel(function: F) -> F:
    """The function, compiled for this processor with the rules it calls; where kernels run plain, as it is."""
    return function if is_plain() else cpu.compile_kernel(function)


def over_rows(kernel: RowKernel, *, is_plain: bool) -> Loop:
    """The kernel as a loop that is run here, over lists if it is plain, else over arrays."""
    return plain.over_rows(kernel) if is_plain else cpu.over_rows(kernel)
