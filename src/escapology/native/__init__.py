"""How rules become machine code.

A *rule* is a plain Python function over structs (`layout.py`), marked with `@rule`: called from Python it runs as
Python; called from a *kernel* it is compiled along with it. A kernel is a loop around rules (count, search, play at
random); it is made by a factory that closes over one game's rules and passes it to `compile_kernel`.

linker.py   how a kernel and its rules come together
calls.py    what a call in them leads to
callees.py  what a function calls
traps.py    what can't be compiled, in a line of ours
cache.py    where machine code is kept
turns.py    one process compiles, the others wait for it

Numba is imported only when the first kernel is asked for: playing by hand never compiles anything.

Set `ESCAPOLOGY_PLAIN=1` to run kernels as plain Python (slow, for tests and debugging), and
`ESCAPOLOGY_BOUNDS=1` to compile them with every index checked.
"""

import functools
import os
import threading
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

from escapology.native.cache import cache_folder
from escapology.native.callees import reached_from
from escapology.native.turns import on_compiling

__all__ = ["compile_kernel", "has_bounds_checks", "is_plain", "on_compiling", "rule"]

F = TypeVar("F", bound=Callable[..., Any])

_rules: set[Callable[..., Any]] = set()
_waiting: list[Callable[..., Any]] = []  # those that Numba has not been told of yet
_lock = threading.Lock()


def rule(function: F) -> F:
    """Mark a function as a rule: it stays what it is, and kernels may call it."""
    _rules.add(function)
    _waiting.append(function)
    return function


def is_plain() -> bool:
    """Whether kernels run as plain Python."""
    return bool(os.environ.get("ESCAPOLOGY_PLAIN"))


def has_bounds_checks() -> bool:
    """Whether kernels are compiled with every index checked."""
    return bool(os.environ.get("ESCAPOLOGY_BOUNDS"))


class _Numba(NamedTuple):
    """How Numba is told what to do, beyond what is common."""

    teach: Callable[
        [Callable[..., Any], dict[str, Any]], object
    ]  # lets kernels call a rule, compiled with these options
    rules: dict[str, Any]  # options of rules
    kernels: dict[str, Any]  # options of kernels
    finish: Callable[[Any], None]  # what is done with a kernel when it is made


@functools.cache
def _numba() -> _Numba:
    """How rules and kernels are compiled together, and by one process at a time, where Numba's version lets us."""
    try:
        from escapology.native.calls import teach
        from escapology.native.linker import KERNEL, RULE, take_turns
    except (ImportError, AttributeError):  # slower to compile, but just as right
        from numba.extending import register_jitable

        return _Numba(lambda function, options: register_jitable(**options)(function), {}, {}, lambda kernel: None)
    return _Numba(teach, RULE, KERNEL, take_turns)


def compile_kernel(function: F) -> F:
    """The function, compiled with the rules it calls when it is first called; it runs without Python's global lock."""
    if is_plain():
        return function
    import numba

    config: Any = numba.config
    ours = _numba()
    checks = has_bounds_checks()
    with _lock:  # kernels are asked for from several threads
        while _waiting:
            ours.teach(_waiting.pop(), {"boundscheck": checks, **ours.rules})
        kept = config.CACHE_DIR
        folder = cache_folder(reached_from(function, _rules), "-bounds" if checks else "")
        config.CACHE_DIR = str(folder)  # read at once; other users of Numba keep theirs
        try:
            compiled: Any = numba.njit(cache=True, nogil=True, boundscheck=checks, **ours.kernels)(function)
            ours.finish(compiled)
        finally:
            config.CACHE_DIR = kept
    return cast(F, compiled)
