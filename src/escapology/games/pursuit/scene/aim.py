"""The moves one means by pointing at a space of the maze."""

from escapology.errors import IllegalMoveError
from escapology.games.pursuit.rules.maze import DIRECTIONS, beside, space_of, space_text
from escapology.games.pursuit.rules.state import MazeState

__all__ = ["step_to"]


def step_to(s: MazeState, place: str) -> str:
    """The step onto a space."""
    x = space_of(place)
    if x == s.you:
        return "stop"
    for direction in range(4):
        if beside(s.you, direction) == x:
            return DIRECTIONS[direction]
    raise IllegalMoveError(f"you go step by step: {place} is not next to {space_text(s.you)}")
