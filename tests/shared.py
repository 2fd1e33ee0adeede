"""What takes long to make is made once in a run of the tests, whichever of its processes asks first."""

from __future__ import annotations

import os
import pickle
import shutil
import tempfile
from collections.abc import Callable
from fcntl import LOCK_EX, flock
from functools import cache, wraps
from hashlib import sha256
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")
_FOLDER = "ESCAPOLOGY_TESTS_SHARED"


def open_shelf() -> None:
    """At the beginning of a run, in the process that starts the others."""
    os.environ[_FOLDER] = tempfile.mkdtemp(prefix="escapology-tests-")


def close_shelf() -> None:
    """At its end, there."""
    shutil.rmtree(os.environ.pop(_FOLDER), ignore_errors=True)


def made_once(make: Callable[P, T]) -> Callable[P, T]:
    """The function, whose results are kept for all processes. Arguments must say by their `repr` what they are."""

    @cache
    @wraps(make)
    def made(*args: P.args, **names: P.kwargs) -> T:
        if _FOLDER not in os.environ:
            return make(*args, **names)
        asked = f"{make.__module__}.{make.__qualname__} {args!r} {sorted(names.items())!r}"
        file = Path(os.environ[_FOLDER], sha256(asked.encode()).hexdigest())
        with file.with_suffix(".lock").open("w") as lock:
            flock(lock, LOCK_EX)  # another process may be at it: what it makes will do
            if not file.exists():
                passing = file.with_suffix(".new")
                passing.write_bytes(pickle.dumps(make(*args, **names)))
                passing.rename(file)
        kept: T = pickle.loads(file.read_bytes())
        return kept

    return cast(Callable[P, T], made)  # the cache knows nothing of their types
