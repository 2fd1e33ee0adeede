"""How rules become machine code.

A *rule* is a plain Python function over structs (`layout.py`), marked with `@rule`: called from Python it runs as
Python; called from a *kernel* it is compiled along with it. A kernel is a loop around rules (count, search, play at
random); it is made by a factory that closes over one game's rules and passes it to `compile_kernel`.

How a kernel and its rules come together is told in `linker.py`, and where machine code is kept in `cache.py`. Numba is
imported only when the first kernel is asked for: playing by hand never compiles anything.

Set `ESCAPOLOGY_PLAIN=1` to run kernels as plain Python (slow, for tests and debugging), and
`ESCAPOLOGY_BOUNDS=1` to compile them with every index checked.
"""

import functools
import os
import threading
from collections.abc import Callable
from typing import Any, TypeVar, cast

from escapology.cache import cache_folder
from escapology.callees import reached_from

__all__ = ["compile_kernel", "is_plain", "rule"]

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


def _has_bounds_checks() -> bool:
    return bool(os.environ.get("ESCAPOLOGY_BOUNDS"))


@functools.cache
def _compilers() -> tuple[dict[str, Any], dict[str, Any]]:
    """How Numba is to compile rules, and kernels: together, where its version lets us."""
    try:
        from escapology.linker import KERNEL, RULE
    except (ImportError, AttributeError):  # slower to compile, but just as right
        return {}, {}
    return RULE, KERNEL


def compile_kernel(function: F) -> F:
    """The function, compiled with the rules it calls when it is first called; it runs without Python's global lock."""
    if is_plain():
        return function
    import numba
    from numba.extending import register_jitable

    config: Any = numba.config
    rules, kernels = _compilers()
    checks = _has_bounds_checks()
    with _lock:  # kernels are asked for from several threads
        while _waiting:
            register_jitable(boundscheck=checks, **rules)(_waiting.pop())
        kept = config.CACHE_DIR
        folder = cache_folder(reached_from(function, _rules), "-bounds" if checks else "")
        config.CACHE_DIR = str(folder)  # read by njit at once; other users of Numba keep theirs
        try:
            compiled: Any = numba.njit(cache=True, nogil=True, boundscheck=checks, **kernels)(function)
        finally:
            config.CACHE_DIR = kept
    return cast(F, compiled)
