"""What a move of this game sets off."""

from escapology.game import Event
from escapology.games.pursuit.dont_let_them_get_you.rules import play_telling
from escapology.games.pursuit.dont_let_them_get_you.state import Deal, State
from escapology.games.pursuit.happenings import event
from escapology.games.pursuit.telling import Told

__all__ = ["events"]


def events(d: Deal, s: State, move: int) -> list[Event]:
    """All that a legal move sets off, in order, as the rules tell it."""
    after = s.copy()
    log: list[Told] = []
    play_telling(d, after, move, log)
    return [event(d, after, told) for told in log]
