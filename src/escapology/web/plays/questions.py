"""Questions about a play: put the same way by the pages and the API."""

from __future__ import annotations

from escapology.answer import Kind
from escapology.play import Play
from escapology.thinking.task import play_task
from escapology.web.visit import Visit

__all__ = ["ask_about"]


def ask_about(visit: Visit, id_: str, kind: Kind, move: str = "") -> tuple[str, int]:
    """Begin to think about a play: the ticket, and the play's version.

    Whoever asks for more than a warning, or how near it was when all is over, is helped. A `BusyError` changes nothing.
    """
    seat = visit.seat(id_)
    with seat.lock:
        record, state = seat.saved.record, seat.play.game.notation.state_text(seat.play.deal, seat.play.here.state)
    ticket = visit.desk.thinker.ask(play_task(kind, record, move), visit.player, about=id_, state=state)
    with seat.lock:  # not while asking: a move may be waiting for it
        if not seat.play.helped and kind not in ("worth", "near"):
            visit.desk.table.change(seat, seat.saved.version, _help)
        return ticket, seat.saved.version


def _help(play: Play) -> None:
    play.helped = True
