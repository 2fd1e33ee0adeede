"""What both games' turns are made of: moves as numbers, columns of movement cards, your walk, the pursuers' turn.

A move is 64 * kind + argument.
"""

from typing import Final

from escapology.games.pursuit.rules.cards import distance_value, rank_of
from escapology.games.pursuit.rules.log import ENDED, RESTED, USED, WALKED, YOU, Log, tell
from escapology.games.pursuit.rules.pursuers import is_free_to_move, move_pursuer
from escapology.games.pursuit.rules.sight import look_after_step
from escapology.games.pursuit.rules.state import (
    CAUGHT,
    END,
    NOWHERE,
    PLAYING,
    VESSEL,
    WALK,
    MazeDeal,
    MazeState,
)
from escapology.native import rule

__all__ = [
    "can_step",
    "column_size",
    "end_game",
    "is_stopped_by_card",
    "lowest_card",
    "make_step",
    "movement_card",
    "put_steps",
    "rest",
    "stand_still",
    "unfinished_task_here",
    "use_card",
]

# Kinds of moves         argument
GO: Final = 0  #         direction
STOP: Final = 1
USE: Final = 2  #        position of the card in its column, 1 = bottom
REST: Final = 3
OUT: Final = 4
TAKE_ENTRANCE: Final = 5  #  space
TAKE_EXIT: Final = 6  #  space
PLACE: Final = 7  #      space
# The add-on's
WAKE: Final = 8  #       space
DROP: Final = 9  #       space of the card that names the module
KEEP: Final = 10
BOARD: Final = 11


@rule
def column_size(turn: int) -> int:
    """Cards in the column of that turn: 3, 2 or 1."""
    return 3 - (turn - 1) % 3


@rule
def movement_card(d: MazeDeal, turn: int, position: int) -> int:
    """The card of that turn's column at that position, 1 = bottom.

    The six cards of a pile lie in columns 0 1 2 | 3 4 | 5, each from the top.
    """
    pile = (turn - 1) // 3
    column = (turn - 1) % 3
    bottom = 2 if column == 0 else 3 + column
    return d.movement[6 * pile + bottom + 1 - position]


@rule
def lowest_card(d: MazeDeal, turn: int) -> int:
    """The column's card of lowest rank, of equal ones that nearest the bottom: the one the pursuers use."""
    lowest = movement_card(d, turn, 1)
    for position in range(2, column_size(turn) + 1):
        card = movement_card(d, turn, position)
        if rank_of(card) < rank_of(lowest):
            lowest = card
    return lowest


@rule
def can_step(s: MazeState, direction: int) -> bool:
    """To a passable neighbour, no space twice in one move, never onto a pursuer's space."""
    x = s.way[4 * s.you + direction]
    if x in (NOWHERE, VESSEL) or s.walked >> x & 1:
        return False
    for p in range(s.pursuers):  # noqa: SIM110 (compiled code has no any())
        if s.at[p] == x:
            return False
    return True


@rule
def put_steps(s: MazeState, out: list[int], n: int) -> int:
    """Add the possible steps to the n moves in `out`; how many moves there are now."""
    for direction in range(4):
        if can_step(s, direction):
            out[n] = 64 * GO + direction
            n += 1
    return n


@rule
def use_card(d: MazeDeal, s: MazeState, position: int, log: Log) -> None:
    """Fatigue rises by 1 for moving, and by 1 for each card below the one you use."""
    tell(log, USED, YOU, s.you, movement_card(d, s.turn, position))
    s.fatigue += position
    s.using = position
    s.walked = 1 << s.you
    s.phase = WALK


@rule
def make_step(s: MazeState, direction: int, log: Log) -> None:
    """One step of your walk; then sight is checked."""
    left = s.you
    s.you = s.way[4 * left + direction]
    s.walked |= 1 << s.you
    s.steps += 1
    tell(log, WALKED, YOU, s.you, direction)
    look_after_step(s, left, direction, log)


@rule
def is_stopped_by_card(d: MazeDeal, s: MazeState) -> bool:
    """You must stop on a space whose distance value is at least that of the movement card."""
    return distance_value(s.card[s.you]) >= distance_value(movement_card(d, s.turn, s.using))


@rule
def unfinished_task_here(s: MazeState) -> int:
    """The task whose location you stand on, if it is not fulfilled; else NOWHERE."""
    for task in range(3):
        if s.location[task] == s.you and not s.done >> task & 1:
            return task
    return NOWHERE


@rule
def stand_still(s: MazeState) -> None:
    """Your walk is over."""
    s.using = 0
    s.steps = 0
    s.walked = 0


@rule
def rest(d: MazeDeal, s: MazeState, log: Log) -> None:
    """They move: fatigue falls first, then the pursuers move in order of appearance, until you are caught."""
    card = lowest_card(d, s.turn)
    tell(log, RESTED, YOU, s.you, card)
    if s.fatigue > 1:
        s.fatigue -= 1
    for p in range(s.pursuers):
        if s.status == PLAYING and is_free_to_move(s, p):
            move_pursuer(d, s, p, card, log)
    if s.status == CAUGHT:
        end_game(s, CAUGHT, log)


@rule
def end_game(s: MazeState, status: int, log: Log) -> None:
    """The game is over."""
    stand_still(s)
    s.status = status
    s.phase = END
    tell(log, ENDED, YOU, s.you, status)
