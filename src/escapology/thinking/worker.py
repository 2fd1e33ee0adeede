"""Thinks about positions, in a process of its own: reads questions and writes answers, one line of JSON each.

Run as `python -m escapology.thinking.worker MEGABYTES` by `pool.py`. Of the web app only this process meets compiled
code, and it loads nothing of what the web app is built with. It ends when its input does, even in the middle of a
thought: nobody is left then who could want it.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final

from escapology.errors import EscapologyError
from escapology.middle import legal_texts, play_move
from escapology.record import Record, read_record
from escapology.thinking.wish import find
from escapology.verdict import Limits

__all__ = ["think"]

Answer = dict[str, Any]

_BESIDES: Final = 600  # megabytes that a process takes beside what solvers lay out
_LEAST: Final = 100  # megabytes that they may have in any case


def think(question: Mapping[str, Any], tell: Callable[[int], None] = lambda tried: None) -> Answer:
    """The answer to one question; `tell` hears how far one got, where that can be said."""
    try:
        if question["kind"] == "find":
            return find(question, tell)
        record = read_record(question["record"])
        return _KINDS[question["kind"]](record, question)
    except EscapologyError as error:
        return {"error": str(error)}


def _hint(record: Record, question: Mapping[str, Any]) -> Answer:
    from escapology.solve.hint import give_hint

    state = record.last_state()
    peeks = question["kind"] == "peek"
    return asdict(give_hint(record.game, record.deal, state, peeks=peeks, seconds=question["seconds"]))


def _show(record: Record, question: Mapping[str, Any]) -> Answer:
    """The moves of a win, all that is hidden being known; of a game of dice, the best move."""
    from escapology.solve import best_play, solve

    if record.game.facts.has_dice:
        return {"verdict": "chance", "moves": [best_play(record.game, record.deal, record.last_state()).move]}
    verdict = solve(record.game, record.deal, record.last_state(), _limits(question))
    return {"verdict": verdict.verdict, "moves": list(verdict.moves)}


def _outlook(record: Record, question: Mapping[str, Any]) -> Answer:
    """Whether it can still be won, or since when it can't."""
    from escapology.solve import best_play
    from escapology.solve.hint import find_blunder

    if record.game.facts.has_dice:
        return {"standing": "chance", "share": best_play(record.game, record.deal, record.last_state()).chance}
    return asdict(find_blunder(record, question["seconds"]))


def _worth(record: Record, question: Mapping[str, Any]) -> Answer:
    """Whether a move throws a win away that is there before it."""
    from escapology.solve import solve

    game, deal, state = record.game, record.deal, record.last_state()
    move = legal_texts(game, deal, state).get(question["move"])
    if move is None or game.facts.has_dice:
        return {"loses": False}
    if solve(game, deal, play_move(game, deal, state, move), _limits(question)).verdict != "unwinnable":
        return {"loses": False}
    return {"loses": solve(game, deal, state, _limits(question)).verdict == "winnable"}


def _limits(question: Mapping[str, Any]) -> Limits:
    """What a solver may spend on a question."""
    megabytes = question.get("megabytes")
    memory = None if not megabytes else max(_LEAST, megabytes - _BESIDES) << 20
    return Limits(seconds=question["seconds"], memory=memory)


def _verdict(record: Record, question: Mapping[str, Any]) -> Answer:
    """What `escapology solve --points --json` prints."""
    from escapology.solve.answer import answer_data

    return answer_data(record, _limits(question), points=True)


_KINDS: Final[dict[str, Callable[[Record, Mapping[str, Any]], Answer]]] = {
    "hint": _hint,
    "peek": _hint,
    "show": _show,
    "outlook": _outlook,
    "worth": _worth,
    "verdict": _verdict,
}


def main() -> None:
    """Answer questions until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    if hasattr(os, "nice"):
        os.nice(15)  # moves come first
    megabytes = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    _limit_memory(megabytes)
    questions: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    while True:
        try:
            question = json.loads(questions.get())
            _say(think({**question, "megabytes": megabytes}, lambda tried: _say({"so_far": tried})))
        except MemoryError:
            message = f"it takes more than the {megabytes:,} megabytes that a question may have"
            _say({"error": message, "is_last": True})
            return  # who knows what is left in pieces: another process begins anew


def _listen(questions: queue.SimpleQueue[str]) -> None:
    """Hand questions on; at the end of them, end the process, whatever it does."""
    for line in sys.stdin:
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


def _say(answer: Answer) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
