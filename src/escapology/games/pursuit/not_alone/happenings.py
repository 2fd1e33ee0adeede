"""What a move of this game sets off, and what would happen if."""

from itertools import groupby

from escapology.draw.scene import Overlay
from escapology.game import Event
from escapology.games.pursuit.happenings import event
from escapology.games.pursuit.looks import look_at
from escapology.games.pursuit.not_alone.rules import play_telling
from escapology.games.pursuit.not_alone.scene import FRAME
from escapology.games.pursuit.not_alone.state import Deal, State
from escapology.games.pursuit.telling import DOCK_MOVED, FULFILLED, Told

__all__ = ["events", "look"]


def look(d: Deal, s: State, name: str) -> Overlay:
    """Something more to be shown of the maze."""
    return look_at(FRAME, d, s, name, play_telling)


def events(d: Deal, s: State, move: int) -> list[Event]:
    """All that a legal move sets off, in order, as the rules tell it."""
    after = s.copy()
    log: list[Told] = []
    play_telling(d, after, move, log)
    return [event(d, after, told) for told in _in_open_order(log)]


def _in_open_order(log: list[Told]) -> list[Told]:
    """What befalls docks and research modules at once, by space: the order of the task cards is hidden."""
    in_order: list[Told] = []
    for kind, group in groupby(log, key=lambda told: told[0]):
        told = list(group)
        in_order += sorted(told, key=lambda one: one[2]) if kind in (FULFILLED, DOCK_MOVED) else told
    return in_order
