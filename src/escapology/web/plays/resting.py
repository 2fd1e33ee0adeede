"""What takes long lets others have the interpreter in between: it is not fair of itself.

Somebody's move needs a few milliseconds of the interpreter, which a thread that computes leaves only when it is made
to. So long work in threads rests for as long as it has computed: at least half of the time belongs to others.
"""

from __future__ import annotations

import threading
import time
from typing import Final

__all__ = ["BETWEEN_RESTS", "rest", "rest_in_time"]

BETWEEN_RESTS: Final = 16  # moves: some milliseconds
_SHORTEST: Final = 0.001  # seconds
_LONGEST: Final = 0.02
_WORTH_IT: Final = 0.004  # of work

_thread: Final = threading.local()  # `rested`: its processor time when this thread rested last


def rest() -> None:
    """Sleep in the midst of something long, for as long as this thread has computed since it rested last."""
    now = time.thread_time()
    worked = now - getattr(_thread, "rested", now)
    _thread.rested = now
    time.sleep(min(max(worked, _SHORTEST), _LONGEST))


def rest_in_time() -> None:
    """The same for what calls it at every step: it does nothing until some milliseconds were computed."""
    now = time.thread_time()
    if not hasattr(_thread, "rested"):
        _thread.rested = now
    elif now - _thread.rested > _WORTH_IT:
        rest()
