"""The deal and the state of Not Alone, After All: what it adds to those of both maze games."""

from typing import Final

from escapology.games.pursuit.rules.state import MazeDeal, MazeState
from escapology.protocol import field

__all__ = ["ADRIFT", "AWAY", "DOCKED", "NAMED_OUT", "Deal", "State"]

NAMED_OUT: Final = -2  # as a dock: its suit was turned over

# Where the vessel is
AWAY: Final = 0  # not here yet
DOCKED: Final = 1
ADRIFT: Final = 2  # its dock is gone, and there is no other


class Deal(MazeDeal):
    """A deal; `task` is in the order in which the cards are turned over, so the last one is the vessel."""

    vessel_pile: int = field("i1")  # NA1: the pile that brings the vessel, 6 or 7
    board_exact: int = field("i1")  # NA2: boarding needs exactly the vessel's distance value
    research_stops: int = field("i1")  # NA3: an unfinished research card stops your walk
    drift_counts: int = field("i1")  # NA4: a research module that drifts off is done
    dock_stops: int = field("i1")  # NA16: the dock card stops also a walk that could go on board


class State(MazeState):
    """A position; `there` is the station, `location` the research cards."""

    dock: list[int] = field("i1", 3)  # of each task's suit; NOWHERE = none now, or NAMED_OUT
    vessel: int = field("i1")  # AWAY, DOCKED (at the last dock) or ADRIFT
    side: int = field("i1")  # direction from the dock card to the docked vessel
