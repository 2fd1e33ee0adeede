"""How rules become machine code, and where the machine code is kept.

A *rule* is a plain Python function over structs (`layout.py`), marked with `@rule`: called from Python it runs as
Python; called from a *kernel* it is compiled along with it. A kernel is a loop around rules (count, search, play at
random); it is made by a factory that closes over one game's rules and passes it to `compile_kernel`.

How a kernel and its rules come together is told in `linker.py`. Numba is imported only when the first kernel is asked
for: playing by hand never compiles anything.

Set `ESCAPOLOGY_PLAIN=1` to run kernels as plain Python (slow, for tests and debugging), and
`ESCAPOLOGY_BOUNDS=1` to compile them with every index checked.
"""

import atexit
import functools
import hashlib
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

__all__ = ["cache_folder", "compile_kernel", "is_plain", "rule"]

F = TypeVar("F", bound=Callable[..., Any])

_waiting: list[Callable[..., Any]] = []  # rules that Numba has not been told of yet
_lock = threading.Lock()
_FRONT_ENDS = frozenset(("cli", "text_play", "web"))  # packages without kernels and rules
_KEEP_DAYS = 30  # machine code of other versions is thrown away when nobody used it for so long


def rule(function: F) -> F:
    """Mark a function as a rule: it stays what it is, and kernels may call it."""
    _waiting.append(function)
    return function


def is_plain() -> bool:
    """Whether kernels run as plain Python."""
    return bool(os.environ.get("ESCAPOLOGY_PLAIN"))


def _has_bounds_checks() -> bool:
    return bool(os.environ.get("ESCAPOLOGY_BOUNDS"))


@functools.cache
def _source_hash() -> str:
    """A name for the text of every source file of the package but the front ends, which no kernel calls."""
    root = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        if path.relative_to(root).parts[0] in _FRONT_ENDS:
            continue
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled kernels are kept.

    Numba's own cache looks only at the file a kernel stands in, so a kernel would go on running rules that have since
    been edited. Hence the folder is named after the content of all sources that a kernel could call.
    """
    from platformdirs import user_cache_path

    folder = user_cache_path("escapology") / "native" / (_source_hash() + ("-bounds" if _has_bounds_checks() else ""))
    try:
        if not folder.exists():
            folder.mkdir(parents=True, exist_ok=True)
            _throw_away_old(folder.parent)
        os.utime(folder)
    except OSError:  # nowhere to keep it: compile for this process only
        return _throwaway_folder()
    return folder


@functools.cache
def _throwaway_folder() -> Path:
    folder = tempfile.mkdtemp(prefix="escapology-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _throw_away_old(parent: Path) -> None:
    """Remove the machine code of versions that were not used for a month."""
    for folder in parent.iterdir():
        if folder.stat().st_mtime < time.time() - _KEEP_DAYS * 86_400:
            shutil.rmtree(folder, ignore_errors=True)


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
        config.CACHE_DIR = str(cache_folder())  # read by njit at once; other users of Numba keep theirs
        try:
            compiled: Any = numba.njit(cache=True, nogil=True, boundscheck=checks, **kernels)(function)
        finally:
            config.CACHE_DIR = kept
    return cast(F, compiled)
