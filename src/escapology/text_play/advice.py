"""Hints, and whether a game can still be won: solved here, so the first one of a day may take some seconds."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final, TypeVar

from escapology.background import in_thread, need_numba
from escapology.errors import MoveError
from escapology.play import Play
from escapology.wording.answers import hint_words, outlook_words

__all__ = ["hint_text", "status_text"]

T = TypeVar("T")

_SECONDS: Final = 2.0  # to think about a position


def hint_text(play: Play, *, peeks: bool) -> str:
    """A move, and how much the advice is worth."""
    if not play.legal():
        raise MoveError("there is no move to hint at: the game is over")
    need_numba()
    from escapology.solve.hint import give_hint

    state = play.here.state
    hint = _wait_for(lambda stop: give_hint(play.game, play.deal, state, peeks=peeks, seconds=_SECONDS))
    number = list(play.legal()).index(hint.move) + 1
    words = play.game.presentation.words(play.deal, state, play.legal()[hint.move])
    return f"Hint: {number}) {hint.move}, {words}. {hint_words(hint)}"


def status_text(play: Play) -> str:
    """Whether the game can still be won; for a game of dice, the chance."""
    need_numba()
    from escapology.solve.hint import find_outlook

    record = play.record()
    return outlook_words(_wait_for(lambda stop: find_outlook(record, _SECONDS, stop)))


def _wait_for(work: Callable[[threading.Event], T]) -> T:
    """Ctrl-C ends the waiting, not the game."""
    stop = threading.Event()
    try:
        return in_thread(lambda: work(stop))
    except KeyboardInterrupt:
        raise MoveError("the thinking was broken off") from None
    finally:
        stop.set()
