"""The maze: how cards lie, where one can pass, how far it is.

A card lies upright or sideways. Two neighbours that lie in line are joined, two that lie flank to flank have a wall
between them, a narrow side against a flank is a door:

    side by side   ── ──  join     │ │  wall      ── │  door
"""

from typing import Final

from escapology.games.pursuit.rules.cards import colour_of
from escapology.games.pursuit.rules.state import NOWHERE, VESSEL, MazeState
from escapology.native import rule

__all__ = [
    "ALL",
    "CORNERS",
    "DIRECTIONS",
    "EAST",
    "NORTH",
    "SOUTH",
    "STEP",
    "WEST",
    "beside",
    "connected",
    "is_door",
    "join_split_maze",
    "lay_card",
    "open_east",
    "open_south",
    "open_ways",
    "room",
    "space_of",
    "space_text",
    "spread",
    "towards",
    "walking_distance",
]

NORTH: Final = 0  # directions, clockwise; the opposite one is `direction ^ 2`
EAST: Final = 1
SOUTH: Final = 2
WEST: Final = 3
DIRECTIONS: Final = "nesw"
STEP: Final = (-7, 1, 7, -1)  # from a space to its neighbour in each direction

ALL: Final = (1 << 49) - 1
TOP_ROW: Final = 0x7F
LEFT_COLUMN: Final = sum(1 << 7 * row for row in range(7))
RIGHT_COLUMN: Final = LEFT_COLUMN << 6
CORNERS: Final = (0, 6, 42, 48)


@rule
def beside(x: int, direction: int) -> int:
    """The space beside x in that direction, whatever is there; NOWHERE beyond the edge."""
    if (direction == EAST and x % 7 == 6) or (direction == WEST and x % 7 == 0):
        return NOWHERE
    y = x + STEP[direction]
    return y if 0 <= y < 49 else NOWHERE


@rule
def lay_card(s: MazeState, x: int, card: int) -> None:
    """DL: a card laid on a space: as its neighbour lies if their colours differ, else the other way.

    The first card is upright on a1, so a card's orientation depends only on its colour and on whether its space
    is even (as a row is odd in length, spaces are even and odd like the squares of a chessboard).
    """
    s.card[x] = card
    s.there |= 1 << x
    if (colour_of(card) ^ colour_of(s.card[0]) ^ x) & 1 == 0:
        s.upright |= 1 << x


@rule
def join_split_maze(s: MazeState) -> None:
    """DL6: turn the fewest cards that connect the maze, the first such set in reading order.

    A maze splits only along a seam: between two neighbouring rows that lie all sideways, or two columns all upright. A
    turned card opens the seams on both its sides, so in a run of such lines every second one needs a card turned.
    """
    sideways_rows = 0
    upright_columns = 0
    for i in range(7):
        if s.upright >> 7 * i & TOP_ROW == 0:
            sideways_rows |= 1 << i
        if s.upright >> i & LEFT_COLUMN == LEFT_COLUMN:
            upright_columns |= 1 << i
    _turn_in_runs(s, sideways_rows, 7)
    _turn_in_runs(s, upright_columns, 1)


@rule
def _turn_in_runs(s: MazeState, lines: int, stride: int) -> None:
    """In each run of lines, turn the first card of every second line, so that each seam between them is open."""
    first = 0
    while first < 7:
        end = first
        while end < 7 and lines >> end & 1:
            end += 1
        for line in range(first + (end - first) % 2, end - 1, 2):
            s.upright ^= 1 << line * stride
        first = end + 1


@rule
def open_ways(s: MazeState) -> None:
    """Find out where each step leads."""
    east = open_east(s)
    south = open_south(s)
    for x in range(49):
        s.way[4 * x] = x - 7 if x >= 7 and south >> x - 7 & 1 else NOWHERE
        s.way[4 * x + 1] = x + 1 if east >> x & 1 else NOWHERE
        s.way[4 * x + 2] = x + 7 if south >> x & 1 else NOWHERE
        s.way[4 * x + 3] = x - 1 if x >= 1 and east >> x - 1 & 1 else NOWHERE
    for direction in range(4):
        s.way[4 * VESSEL + direction] = NOWHERE


@rule
def open_east(s: MazeState) -> int:
    """The spaces with a join or door to the east: not both upright."""
    return s.there & s.there >> 1 & ~RIGHT_COLUMN & ~(s.upright & s.upright >> 1)


@rule
def open_south(s: MazeState) -> int:
    """The spaces with a join or door to the south: not both sideways."""
    return s.there & s.there >> 7 & (s.upright | s.upright >> 7)


@rule
def spread(mask: int, east: int, south: int) -> int:
    """The spaces at most one step from those of the mask."""
    return mask | (mask & east) << 1 | mask >> 1 & east | (mask & south) << 7 | mask >> 7 & south


@rule
def connected(s: MazeState, x: int) -> int:
    """The spaces that can be reached from x."""
    east = open_east(s)
    south = open_south(s)
    reached = 0
    more = 1 << x
    while more != reached:
        reached = more
        more = spread(reached, east, south)
    return reached


@rule
def walking_distance(s: MazeState, x: int, y: int) -> int:
    """DL1: the fewest steps from x to y."""
    east = open_east(s)
    south = open_south(s)
    reached = 1 << x
    steps = 0
    while not reached >> y & 1:
        reached = spread(reached, east, south)
        steps += 1
    return steps


@rule
def is_door(s: MazeState, x: int, y: int) -> bool:
    """Whether the open way between two neighbours is a door: they lie differently (a join otherwise)."""
    return (s.upright >> x ^ s.upright >> y) & 1 == 1


@rule
def room(s: MazeState, x: int) -> int:
    """The mask of the room that x belongs to: joined cards, always a straight line."""
    mask = 1 << x
    for direction in range(4):
        here = x
        beyond = s.way[4 * here + direction]
        while beyond != NOWHERE and not is_door(s, here, beyond):
            mask |= 1 << beyond
            here = beyond
            beyond = s.way[4 * here + direction]
    return mask


@rule
def towards(s: MazeState, x: int, y: int) -> int:
    """The direction in which y lies straight from x, whatever is between; NOWHERE if it doesn't."""
    if x == VESSEL:  # one looks out of it through its door alone
        for direction in range(4):
            dock = s.way[4 * VESSEL + direction]
            if dock != NOWHERE and (dock == y or towards_on_grid(dock, y) == direction):
                return direction
        return NOWHERE
    return towards_on_grid(x, y)


@rule
def towards_on_grid(x: int, y: int) -> int:
    """The direction of y from x in the same row or column."""
    if x == y:
        return NOWHERE
    if x // 7 == y // 7:
        return EAST if x < y else WEST
    if x % 7 == y % 7:
        return SOUTH if x < y else NORTH
    return NOWHERE


def space_text(x: int) -> str:
    """`a7`, `ve` for the vessel, `-` for none."""
    if x == VESSEL:
        return "ve"
    return "-" if x == NOWHERE else "abcdefg"[x % 7] + "1234567"[x // 7]


def space_of(text: str) -> int:
    """The space that is written so."""
    return 7 * (int(text[1]) - 1) + "abcdefg".index(text[0])
