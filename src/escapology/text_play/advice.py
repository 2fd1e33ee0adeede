"""Hints, and whether a game can still be won: solved here, so the first one of a day may take some seconds."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final, TypeVar

from escapology.answer import Odds, Outlook
from escapology.background import in_thread, need_numba
from escapology.errors import MoveError
from escapology.play import Node, Play
from escapology.verdict import Limits
from escapology.wording.answers import hint_words, near_words, outlook_words

__all__ = ["hint_text", "status_text", "way_back"]

T = TypeVar("T")

_SECONDS: Final = 2.0  # to think about a position


def hint_text(play: Play, *, peeks: bool) -> str:
    """A move, and how much the advice is worth."""
    if not play.legal():
        raise MoveError("there is no hint: the game is over")
    need_numba()
    from escapology.solve.hint import give_hint

    *before, state = (node.state for node in play.here.way())
    hint = _wait_for(lambda stop: give_hint(play.game, play.deal, state, before=before, peeks=peeks, seconds=_SECONDS))
    number = list(play.legal()).index(hint.move) + 1
    words = play.game.presentation.words(play.deal, state, play.legal()[hint.move])
    return f"Hint: {number}) {hint.move}, {words}. {hint_words(hint)}"


def status_text(play: Play) -> str:
    """Whether the game can still be won, and the way back if it can't; for a game of dice, the chance."""
    outlook = _outlook(play)
    words = outlook_words(outlook)
    if outlook.standing == "won":
        return f"{words} {_near(play)}"
    return f"{words} `rewind` takes you back to before move {outlook.number}." if outlook.standing == "lost" else words


def _near(play: Play) -> str:
    """How near a game that was won came to the shortest way."""
    from escapology.solve.shortest import compare

    return near_words(_wait_for(lambda stop: compare(play.record(), Limits(seconds=_SECONDS, stop=stop))))


def way_back(play: Play) -> tuple[str, Node | None]:
    """Whether the game can still be won, and the last place from which it could be, if the win was thrown away."""
    outlook = _outlook(play)
    if isinstance(outlook, Odds) or outlook.standing != "lost":
        return outlook_words(outlook), None
    return outlook_words(outlook), play.here.way()[outlook.number - 1]


def _outlook(play: Play) -> Outlook | Odds:
    need_numba()
    from escapology.solve.hint import find_outlook

    record = play.record()
    return _wait_for(lambda stop: find_outlook(record, _SECONDS, stop))


def _wait_for(work: Callable[[threading.Event], T]) -> T:
    """Ctrl-C ends the waiting, not the game."""
    stop = threading.Event()
    try:
        return in_thread(lambda: work(stop))
    except KeyboardInterrupt:
        raise MoveError("the hint was interrupted") from None
    finally:
        stop.set()
