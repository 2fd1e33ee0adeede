"""What the deals and states of both maze games have in common. Each game adds its own fields.

Spaces are numbered in reading order; the add-on's vessel is one more.

     0  1  2  3  4  5  6     a1 … g1
     7  8  …                 a2 …            bit x of a mask is space x
     …                48     …    g7
"""

from typing import Final

from escapology.protocol import Deal, Struct, field

__all__ = [
    "CAUGHT",
    "EJECT",
    "END",
    "ENTER",
    "EXIT",
    "LATE",
    "LAY",
    "NOWHERE",
    "PLAYING",
    "START",
    "STRANDED",
    "TURN",
    "TURNS",
    "VESSEL",
    "WALK",
    "WON",
    "MazeDeal",
    "MazeState",
]

NOWHERE: Final = -1  # no space, or no direction
VESSEL: Final = 49  # the add-on's vessel as a space
TURNS: Final = 24

# Phases
LAY: Final = 0  # bingo: the maze is laid
ENTER: Final = 1  # the entrance is chosen
START: Final = 2  # add-on: the queen to wake up on is chosen
TURN: Final = 3  # a turn begins
WALK: Final = 4  # in the course of a walk
EJECT: Final = 5  # add-on: something can be ejected
EXIT: Final = 6  # the exit is chosen
END: Final = 7

# Outcomes
PLAYING: Final = 0
WON: Final = 1
CAUGHT: Final = 2
LATE: Final = 3
STRANDED: Final = 4  # add-on: no dock when the vessel came


class MazeDeal(Deal):
    """The cards in their order, and how the rulings are read."""

    task: list[int] = field("i1", 3)  # the task cards
    maze: list[int] = field("i1", 49)  # the maze's cards as they are laid
    movement: list[int] = field("i1", 48)  # the movement cards as they are dealt
    start_counts: int = field("i1")  # DL4: where a pursuer starts counts as stepped on
    faces_direction: int = field("i1")  # DL13: one who lost you faces where you vanished, not where he saw you last


class MazeState(Struct):
    """The maze, you, and the pursuers."""

    there: int = field("i8")  # mask of the spaces with a card on them
    upright: int = field("i8")  # mask of the cards that lie upright
    card: list[int] = field("i1", 50)  # the card of each space, NO_CARD if none was laid
    way: list[int] = field("i1", 200)  # way[4 * x + direction]: the space a step leads to, NOWHERE if it can't be made
    location: list[int] = field("i1", 3)  # where each task is fulfilled

    phase: int = field("i1")
    status: int = field("i1")
    turn: int = field("i1")  # 1 to 24; three to a pile
    done: int = field("i1")  # mask of the tasks fulfilled

    you: int = field("i1")
    fatigue: int = field("i1")  # 1 to 6
    using: int = field("i1")  # position of the card you walk by, 1 = bottom; 0 when you don't walk
    steps: int = field("i1")  # of this walk
    walked: int = field("i8")  # mask of the spaces of this walk, its start included

    pursuers: int = field("i1")  # how many have appeared; a pursuer's number is his suit
    at: list[int] = field("i1", 4)  # NOWHERE: out of the game (add-on)
    facing: list[int] = field("i1", 4)
    alert: list[int] = field("i1", 4)  # 0 is patrol
    memory: list[int] = field("i1", 4)  # where he last saw you, while he doesn't see you and has not been there
    vanished: list[int] = field("i1", 4)  # the direction in which you went from there
