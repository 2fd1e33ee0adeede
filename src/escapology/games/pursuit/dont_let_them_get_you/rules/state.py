"""The deal and the state of Don't Let Them Get You: what it adds to those of both maze games."""

from escapology.games.pursuit.rules.state import MazeDeal, MazeState
from escapology.protocol import field

__all__ = ["Deal", "State"]


class Deal(MazeDeal):
    """A deal."""

    bingo: int = field("i1")  # the player lays the maze; `maze` is in drawing order
    home: int = field("i1")  # rank of the cards on which pursuers enter: kings, in the variants aces


class State(MazeState):
    """A position."""

    laid: int = field("i1")  # cards of the maze that are laid
    exit: int = field("i1")  # NOWHERE until the third task is fulfilled
