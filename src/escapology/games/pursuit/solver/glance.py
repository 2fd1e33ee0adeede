"""What a player of a maze game goes by who doesn't look ahead: what is left to do, how near it is, and who is alert."""

from typing import Final

from escapology.games.pursuit.rules.maze import open_east, open_south, spread
from escapology.games.pursuit.rules.state import EJECT, EXIT, PLAYING, WALK, WON, MazeDeal, MazeState
from escapology.native import rule

__all__ = ["FAR", "glance", "length", "settles", "steps_to"]

FAR: Final = 30  # steps to what can't be reached
_WORST: Final = 3 * 60 + 2 * FAR + 4 * 20 + 6 * 4


def glance(s: MazeState, left: int, goals: int) -> float:
    """The promise of a position with so many things left to do, the next of them on one of the spaces `goals`."""
    if s.status != PLAYING:
        return float(s.status == WON)
    alert = sum(s.alert[: s.pursuers])
    return 1 - (60 * left + 2 * steps_to(s, goals) + 20 * alert + 4 * s.fatigue) / (_WORST + 1)


@rule
def steps_to(s: MazeState, goals: int) -> int:
    """The fewest steps from you to one of those spaces."""
    east = open_east(s)
    south = open_south(s)
    reached = 0
    more = 1 << s.you
    steps = 0
    while more != reached:
        if more & goals:
            return steps
        reached = more
        more = spread(reached, east, south)
        steps += 1
    return FAR


def length(d: MazeDeal, start: MazeState, end: MazeState) -> int:
    """Turns, that of the start and that of the end included."""
    return end.turn - start.turn + 1


def settles(d: MazeDeal, before: MazeState, after: MazeState) -> bool:
    """A turn is over, or a part of the set-up."""
    return after.phase not in (WALK, EJECT, EXIT)
