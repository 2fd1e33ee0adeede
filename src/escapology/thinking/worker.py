"""Thinks about positions, in a process of its own: reads questions and writes answers, one line of JSON each.

Run as `python -m escapology.thinking.worker MEGABYTES` by `pool.py`. Of the web app only this process meets compiled
code, and it loads nothing of what the web app is built with. It ends when its input does, even in the middle of a
thought: nobody is left then who could want it.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Final

from escapology.answer import Answer, Failure, Kind, WayOut, Worth
from escapology.errors import EscapologyError
from escapology.middle import legal_texts, play_move
from escapology.native import on_compiling
from escapology.record import Record, read_record
from escapology.thinking.codec import PAUSE, Report, parse_task, report_text
from escapology.thinking.task import Task
from escapology.thinking.wish import find
from escapology.verdict import Limits

__all__ = ["think"]

_BESIDES: Final = 600  # megabytes that a process takes beside what solvers lay out
_LEAST: Final = 100  # megabytes that they may have in any case
_SHORTEN: Final = 2.0  # seconds for each way to make a win shorter


class _Paused(Exception):  # noqa: N818 - nothing is wrong
    """A search goes on later."""

    def __init__(self, tried: int) -> None:
        super().__init__()
        self.tried = tried  # deals, in vain


def think(task: Task, megabytes: int = 0, tell: Callable[[int], None] = lambda tried: None) -> Answer:
    """The answer to one question; `tell` hears how far one got, where that can be said."""
    try:
        if task.kind == "find":
            return find(task, tell)
        if task.kind == "print":
            from escapology.thinking.printing import print_sheet

            return print_sheet(task)
        memory = max(_LEAST, megabytes - _BESIDES) << 20 if megabytes else None
        return _KINDS[task.kind](read_record(task.record), task, partial(Limits, seconds=task.seconds, memory=memory))
    except EscapologyError as error:
        return Failure(str(error))


def _hint(record: Record, task: Task, _: Callable[[], Limits]) -> Answer:
    from escapology.solve.hint import give_hint

    assert task.seconds is not None
    *before, state = record.states()
    peeks = task.kind == "peek"
    return give_hint(record.game, record.deal, state, before=before, peeks=peeks, seconds=task.seconds)


def _show(record: Record, _: Task, limits: Callable[[], Limits]) -> Answer:
    """The moves of a win, all that is hidden being known; of a game of dice, the best move."""
    from escapology.solve import best_play
    from escapology.solve.shortest import find_way_out

    if record.game.facts.has_dice:
        return WayOut("chance", (best_play(record.game, record.deal, record.last_state()).move,))
    return find_way_out(record.game, record.deal, record.last_state(), limits(), seconds=_SHORTEN)


def _near(record: Record, _: Task, limits: Callable[[], Limits]) -> Answer:
    """The shortest way from the start, beside that of a player who has won."""
    from escapology.solve.shortest import compare

    return compare(record, limits(), seconds=_SHORTEN)


def _outlook(record: Record, task: Task, _: Callable[[], Limits]) -> Answer:
    """Whether it can still be won, or since when it can't, and then which move cost the most chance."""
    from escapology.solve.hint import find_outlook

    assert task.seconds is not None
    return find_outlook(record, task.seconds, looks_back=False)


def _worth(record: Record, task: Task, limits: Callable[[], Limits]) -> Answer:
    """Whether a move throws a win away that is there before it."""
    from escapology.solve import solve

    game, deal, state = record.game, record.deal, record.last_state()
    move = legal_texts(game, deal, state).get(task.move)
    if move is None or game.facts.has_dice:
        return Worth(loses=False)
    if solve(game, deal, play_move(game, deal, state, move), limits()).verdict != "unwinnable":
        return Worth(loses=False)
    return Worth(loses=solve(game, deal, state, limits()).verdict == "winnable")


def _verdict(record: Record, _: Task, limits: Callable[[], Limits]) -> Answer:
    """What `escapology solve --points` tells."""
    from escapology.solve.decision import decide

    return decide(record, limits(), points=True)


_KINDS: Final[dict[Kind, Callable[[Record, Task, Callable[[], Limits]], Answer]]] = {
    "hint": _hint,
    "peek": _hint,
    "show": _show,
    "near": _near,
    "outlook": _outlook,
    "worth": _worth,
    "verdict": _verdict,
}


def main() -> None:
    """Answer questions until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    if hasattr(os, "nice"):
        os.nice(5)  # moves come first, but on a busy machine an answer must come all the same
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    _limit_memory(megabytes)
    on_compiling(lambda: _say(Report(is_preparing=True)), lambda: _say(Report()))
    questions: queue.SimpleQueue[str] = queue.SimpleQueue()
    is_wanted_back = threading.Event()
    threading.Thread(target=_listen, args=(questions, is_wanted_back), daemon=True).start()

    def tell(tried: int) -> None:
        _say(Report(so_far=tried))
        if is_wanted_back.is_set():
            raise _Paused(tried)

    while True:
        try:
            task = parse_task(questions.get())
            _say(Report(think(task, megabytes, tell)))
        except _Paused as paused:
            _say(Report(so_far=paused.tried, is_paused=True))
        except MemoryError:
            failure = Failure(f"it needs more than the limit of {megabytes:,} megabytes")
            _say(Report(failure, is_last=True))
            return  # who knows what is left in pieces: another process begins anew


def _listen(questions: queue.SimpleQueue[str], is_wanted_back: threading.Event) -> None:
    """Hand questions on, and that one is to be paused; at the end of them, end the process, whatever it does.

    What is told after a question is about that one, also where the question itself is not yet taken up.
    """
    for line in sys.stdin:
        if line.strip() == PAUSE:
            is_wanted_back.set()
        else:
            is_wanted_back.clear()
            questions.put(line)
    os._exit(0)


def _limit_memory(megabytes: int) -> None:
    """Have no more than so much; what is reserved but never written to does not count."""
    if not megabytes or sys.platform == "win32":
        return
    import resource

    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    most = megabytes << 20
    resource.setrlimit(resource.RLIMIT_DATA, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _say(report: Report) -> None:
    sys.stdout.write(report_text(report) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
