"""Prepares solvers in the background, so that nobody has to wait for one to be compiled.

`Warmer` starts a process of the lowest priority and tells it which game is in front of a player: that one comes first.
The process runs as `python -m escapology.thinking.warmer`. It ends when every game is ready, when whoever has started
it ends, and at once if another one is at work: however many servers run on a machine, one such process is enough.

A worker that needs a kernel which is being compiled here waits for that kernel and compiles the next one itself
(`native/turns.py`), so nothing is compiled twice, and no question waits for more than it needs.
"""

from __future__ import annotations

import importlib.util
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Collection, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from escapology.native import is_plain
from escapology.thinking.environment import worker_environment

__all__ = ["Warmer", "is_wanted"]

_SWITCH: Final = "ESCAPOLOGY_WARM"  # 0 = compile each kernel when it is needed, and look for deals then


def is_wanted() -> bool:
    """Whether anything is to be prepared before somebody asks for it."""
    return os.environ.get(_SWITCH) != "0"


class Warmer:
    """The process that prepares solvers, as long as it is at work."""

    def __init__(self, command: Sequence[str] | None = None) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._first = ""  # the game that was named last
        self._lock = threading.Lock()
        if is_plain() or not is_wanted() or importlib.util.find_spec("numba") is None:
            return
        with suppress(OSError):  # no room for another process: kernels are compiled when they are needed
            self._process = subprocess.Popen(  # noqa: S603 - our own module
                list(command or (sys.executable, "-m", __name__)), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, text=True, encoding="utf-8", env=worker_environment(),
            )  # fmt: skip
            threading.Thread(target=self._process.wait, daemon=True).start()  # so that it leaves no zombie

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def put_first(self, game: str) -> None:
        """Prepare this game next: it is in front of a player."""
        with self._lock:
            if self._process is None or self._process.stdin is None or game == self._first:
                return
            self._first = game
            with suppress(OSError):  # it has ended: everything is ready, or another one is at work
                self._process.stdin.write(f"{game}\n")
                self._process.stdin.flush()

    def close(self) -> None:
        """End the process, whatever it is doing."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            if process.stdin is not None:
                with suppress(OSError):
                    process.stdin.close()


def _next(left: Collection[str], named: Sequence[str]) -> str:
    """The game to go on with: of those that were named the latest, else the first of the list."""
    return next((name for name in reversed(named) if name in left), next(iter(left)))


def _listen(named: list[str]) -> None:
    """Hear which games are in front of players; at the end of input, end the process, whatever it is doing."""
    for line in sys.stdin:
        named.append(line.strip())
    os._exit(0)


def _get_all_ready(named: Sequence[str]) -> None:
    """Go through all games, step by step, unless another process does so already."""
    from escapology.games import LISTED
    from escapology.solve.ready import is_ready, mark_ready, parts_of, take_turn

    turn = take_turn()  # kept until the process ends
    if turn is None:
        return
    left = {name: parts_of(game) for name, game in LISTED.items() if not is_ready(game)}
    while left:
        name = _next(left, named)
        try:
            part = next(left[name], None)
            if part is not None:
                part()
                continue
            mark_ready(LISTED[name])
        except Exception:  # noqa: S110 - whoever asks for that game will hear what is wrong with it
            pass
        del left[name]


def main() -> None:
    """Get all games ready, or as many as there is time for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    if hasattr(os, "nice"):
        os.nice(19)
    named: list[str] = []
    threading.Thread(target=_listen, args=(named,), daemon=True).start()
    _get_all_ready(named)
    os._exit(0)  # at once: Python would stumble over the thread that still listens


if __name__ == "__main__":
    main()
