"""Waiting in tests: as long as anything is still at work. A busy machine makes tests slow, never wrong.

`wait_until` gives up when neither this process nor its children have done any work for a while, or at last after
`LONGEST`. What can wait only by the clock (a browser, a subprocess) waits for `LONGEST`: a long time, but only a test
that fails waits for all of it.
"""

import os
import time
from collections.abc import Callable
from contextlib import suppress
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
        if abs((work := _work_done()) - done) > _WORK:  # one that has ended is counted no more: then it is less
            done, moved = work, now
        assert now < moved + _STANDSTILL, what()
        assert now < began + LONGEST, what()


def _work_done() -> float:
    """Processor time of this process, but for the thread that waits, and of all that it has started."""
    own = time.process_time() - time.thread_time()
    return own + sum(cpu_seconds(pid) for pid in descendants(os.getpid()))


def descendants(pid: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    found = []
    for child in _children(pid):
        found += [child, *descendants(child)]
    return found


def _children(pid: int) -> list[int]:
    """Those that its threads have started. A process or a thread may end while it is looked at: it has none then."""
    found: list[int] = []
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):
                found += map(int, (thread / "children").read_text().split())
    return found


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has used, and those of its children that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(int(ticks) for ticks in fields[11:15]) / _TICKS
