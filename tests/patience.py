"""Waiting in tests: as long as anything is still at work. A busy machine makes tests slow, never wrong.

`wait_until` gives up when neither this process nor its children have done any work for a while, or at last after
`LONGEST`. What can wait only by the clock (a browser, a subprocess) waits for `LONGEST`: a long time, but only a test
that fails waits for all of it.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

LONGEST: Final = 600.0  # seconds
_STANDSTILL: Final = 60.0  # seconds without any work, after which nothing is to be expected
_LOOK: Final = 0.02  # seconds between two looks
_WORK: Final = 0.02  # seconds of processor time that count as work
_TICKS: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def wait_until(condition: Callable[[], object], what: Callable[[], object] = lambda: "it does not come") -> None:
    """Wait until something is so; `what` tells what is wrong if it never will be."""
    began = moved = time.monotonic()
    done = _work_done()
    while not condition():
        time.sleep(_LOOK)
        now = time.monotonic()
        if (work := _work_done()) > done + _WORK:
            done, moved = work, now
        assert now < moved + _STANDSTILL, what()
        assert now < began + LONGEST, what()


def _work_done() -> float:
    """Processor time of this process, but for the thread that waits, and of all that it has started."""
    own = time.process_time() - time.thread_time()
    return own + sum(_times_of(pid) for pid in _descendants(os.getpid()))


def _descendants(pid: int) -> list[int]:
    found = []
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = [int(child) for child in tasks.read_text().split()]
        except OSError:  # gone meanwhile
            continue
        for child in children:
            found += [child, *_descendants(child)]
    return found


def _times_of(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(int(ticks) for ticks in fields[11:15]) / _TICKS
