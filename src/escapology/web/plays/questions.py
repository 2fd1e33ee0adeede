"""Questions about a play: put the same way by the pages and the API."""

from __future__ import annotations

from functools import partial
from typing import Final

from escapology.answer import Kind
from escapology.play import Play
from escapology.thinking.task import play_task
from escapology.web.visit import Visit

__all__ = ["ask_about"]

_HINTS: Final = ("hint", "peek", "show")  # are counted
_NO_HELP: Final = ("worth", "near")


def ask_about(visit: Visit, id_: str, kind: Kind, move: str = "") -> tuple[str, int]:
    """Begin to think about a play: the ticket, and the play's version.

    Whoever asks for more than a warning, or how near it was when all is over, is helped; who asks when all is over, not
    before they go back. A `BusyError` changes nothing.
    """
    seat = visit.seat(id_)
    with seat.lock:
        record, state = seat.record(), seat.play.game.notation.state_text(seat.play.deal, seat.play.here.state)
    ticket = visit.desk.thinker.ask(play_task(kind, record, move), visit.asker, about=id_, state=state)
    with seat.lock:  # not while asking: a move may be waiting for it
        is_hint = kind in _HINTS
        if kind not in _NO_HELP and (is_hint or seat.saved.finished or not seat.play.helped):
            visit.desk.table.change(seat, seat.saved.version, partial(Play.ask, is_hint=is_hint))
        return ticket, seat.saved.version
