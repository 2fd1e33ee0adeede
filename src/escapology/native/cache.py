"""Where machine code is kept, and what it is named after.

Numba's own cache looks only at the file a kernel stands in, so a kernel would go on running rules that have since been
edited. Hence each kernel is kept in a folder that is named after the content of all the sources it could call: those
of the game whose rules it calls, and those that all games share. An edit in one game leaves the kernels of the others
alone. A game may belong to another package; then all the sources of that package count.
"""

import atexit
import functools
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

__all__ = ["cache_folder", "cache_home"]

_HERE = Path(__file__).parent
_ROOT = _HERE.parent
_GAMES = _ROOT / "games"
_KERNELS = re.compile(r"from escapology\.native import .*\b(compile_kernel|rule)\b")
_KEEP_DAYS = 30  # machine code of other versions is thrown away when nobody used it for so long


def cache_home() -> Path:
    """Where all of it is kept, a folder for each game."""
    from platformdirs import user_cache_path

    return user_cache_path("escapology") / "native"


def cache_folder(functions: Iterable[Callable[..., Any]], suffix: str = "") -> Path:
    """Where a kernel is kept that is made of these functions; it is made if need be."""
    homes = sorted({home for function in functions if (home := _home_of(function.__module__))})
    name = "-".join([*(home.stem for home in homes), _hash_of(tuple(homes))])
    return _make(cache_home() / (name + suffix))


@functools.cache
def _home_of(module: str) -> Path | None:
    """What a module belongs to: a game's folder, or that of another package, or a file; None if all games share it."""
    file = Path(getattr(sys.modules[module], "__file__", None) or "")
    if not file.name:  # typed in: its text is part of the kernel's own name
        return None
    if _GAMES in file.parents:
        return _GAMES / file.relative_to(_GAMES).parts[0]
    if _ROOT in file.parents:
        return None
    package = sys.modules[module.partition(".")[0]]
    return Path(next(iter(package.__path__))) if hasattr(package, "__path__") else file


@functools.cache
def _hash_of(homes: tuple[Path, ...]) -> str:
    """A name for the text of all sources there, and of those that all games share."""
    digest = hashlib.sha256()
    for home in (*_shared(), *homes):
        for path in sorted(home.rglob("*.py")) if home.is_dir() else (home,):
            digest.update(path.relative_to(home.parent).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@functools.cache
def _shared() -> tuple[Path, ...]:
    """The modules and packages beside the games that kernels could call: not the packages without a kernel or rule."""
    packages = [path for path in _ROOT.iterdir() if path.is_dir() and path != _GAMES]
    return (*sorted(_ROOT.glob("*.py")), *sorted(path for path in packages if path == _HERE or _has_kernels(path)))


def _has_kernels(package: Path) -> bool:
    """Whether anything there is compiled: whoever marks rules or compiles kernels has that from `native`."""
    return any(_KERNELS.search(path.read_text(encoding="utf-8")) for path in package.rglob("*.py"))


@functools.cache
def _make(folder: Path) -> Path:
    """Make a folder, or mark that it is still in use."""
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
