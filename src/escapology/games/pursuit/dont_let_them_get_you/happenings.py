"""What a move of this game sets off, and what would happen if."""

from escapology.draw.scene import Overlay
from escapology.game import Event
from escapology.games.pursuit.dont_let_them_get_you.rules import play_telling
from escapology.games.pursuit.dont_let_them_get_you.scene import FRAME
from escapology.games.pursuit.dont_let_them_get_you.state import Deal, State
from escapology.games.pursuit.happenings import event
from escapology.games.pursuit.looks import look_at
from escapology.games.pursuit.telling import Told

__all__ = ["events", "look"]


def look(d: Deal, s: State, name: str) -> Overlay:
    """Something more to be shown of the maze."""
    return look_at(FRAME, d, s, name, play_telling)


def events(d: Deal, s: State, move: int) -> list[Event]:
    """All that a legal move sets off, in order, as the rules tell it."""
    after = s.copy()
    log: list[Told] = []
    play_telling(d, after, move, log)
    return [event(d, after, told) for told in log]
