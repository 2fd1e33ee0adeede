"""Building the maze (RULES.md, rules 1 to 5): which tile a die result places, whether it fits, what to do when stuck.

A maze is written as the die results that placed its tiles after the first, `1` (ace) to `5`; blank is written `3`.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from escapology.games.lab_rats.rules import NOWHERE, OUTSIDE, SQUARES, TILES, Deal
from escapology.luck import Luck
from escapology.setting import Setting

__all__ = [
    "DIE",
    "FIRST",
    "RESULTS",
    "STEPS",
    "Tile",
    "build",
    "find_clash",
    "find_openings",
    "fitting",
    "headings",
    "inside",
    "lay_maze",
    "near_places",
    "place",
    "placings",
]

STEPS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))  #: one square north, east, south, west

#: Rule 2 and LR1: die result -> offset of the new tile (to the right, forward), quarter turns of the heading (right).
TABLE: Final = {1: (-2, 1, -1), 2: (-1, 2, 0), 3: (0, 2, 0), 4: (1, 2, 0), 5: (2, 1, 1)}
TURN: Final = {**TABLE, 1: (0, 2, -1), 5: (0, 2, 1)}  #: the same for `diagram=turn`
RESULTS: Final = tuple(TABLE)
DIE: Final = (3, 1, 2, 3, 4, 5)  #: the six faces: blank counts as 3


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile of two by two squares."""

    x: int  # of its south-western square
    y: int
    heading: int  # the way its leading edge lies

    @property
    def squares(self) -> tuple[tuple[int, int], ...]:
        """Its four squares, in the order of their numbers."""
        x, y = self.x, self.y
        return (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)


FIRST: Final = Tile(0, 0, 0)  #: rule 1


def place(setting: Setting, tile: Tile, result: int) -> Tile:
    """Rule 2: the tile that a die result places next to the one before."""
    dx, dy, heading = placings(setting["diagram"])[tile.heading][result]
    return Tile(tile.x + dx, tile.y + dy, heading)


@functools.cache
def placings(diagram: str) -> list[dict[int, tuple[int, int, int]]]:
    """Of each heading and die result: the offset of the new tile, and its heading."""
    found: list[dict[int, tuple[int, int, int]]] = []
    for heading in range(4):
        (ahead_x, ahead_y), (aside_x, aside_y) = STEPS[heading], STEPS[(heading + 1) % 4]
        found.append({
            result: (right * aside_x + forward * ahead_x, right * aside_y + forward * ahead_y, (heading + turn) % 4)
            for result, (right, forward, turn) in (TURN if diagram == "turn" else TABLE).items()
        })  # fmt: skip
    return found


def find_clash(setting: Setting, tiles: Sequence[Tile], new: Tile) -> int | None:
    """Rule 3: which of the tiles before the last one the new tile covers or touches, if any.

    Corner of two tiles d squares apart, in x and in y: they overlap if both are below 2; they touch if one is 2 and
    the other below 2 (edge) or 2 as well (corner).
    """
    near = near_places(setting["touch"])
    return next((i for i, tile in enumerate(tiles[:-1]) if (tile.x - new.x, tile.y - new.y) in near), None)


@functools.cache
def near_places(touch: str) -> frozenset[tuple[int, int]]:
    """How far apart tiles are that overlap or touch."""
    return frozenset(
        (dx, dy)
        for dx in range(-2, 3)
        for dy in range(-2, 3)
        if not (abs(dx) == abs(dy) == 2 and touch == "edge")  # LR2
    )


def fitting(setting: Setting, tiles: Sequence[Tile]) -> list[int]:
    """The die results whose tile may be placed next."""
    return [r for r in RESULTS if find_clash(setting, tiles, place(setting, tiles[-1], r)) is None]


def build(setting: Setting, luck: Luck) -> list[int]:
    """Rules 1 to 4: roll and place until 24 tiles lie there."""
    room = _Room(setting)
    tiles = [(_MIDDLE, FIRST.heading)]
    results: list[int] = []
    furthest = 0  # LR6: the most tiles at any time that building got stuck
    stuck = 0  # LR3: how many times in a row it got stuck without having got further
    while len(tiles) < TILES:
        fits = room.fitting(*tiles[-1])
        if fits:
            while (result := luck.choose(DIE)) not in fits:  # rolled again
                pass
            room.fill(tiles[-1][0], 1)
            tiles.append(fits[result])
            results.append(result)
            continue
        stuck = 1 if len(tiles) > furthest else stuck + 1
        furthest = max(furthest, len(tiles))
        left = max(1, len(tiles) - stuck)  # LR6: the first tile stays
        for place, _ in tiles[left - 1 : -1]:
            room.fill(place, -1)
        del tiles[left:], results[left - 1 :]
    return results


_WIDTH: Final = (
    128  # places of a room: no tile is further than 48 squares from the first, nor what it clashes with than 50
)
_MIDDLE: Final = _WIDTH // 2 * (_WIDTH + 1)  # the place of the first tile


class _Room:
    """Where tiles fit while a maze is built: what `find_clash` says, known of all places at once.

    A place is where the south-western square of a tile lies, x × 128 + y.
    """

    def __init__(self, setting: Setting) -> None:
        self._placings, self._near = _moved(setting["diagram"]), _moved_near(setting["touch"])
        self._clashes = [0] * _WIDTH**2  # of a place: tiles before the last one that would clash there

    def fill(self, place: int, count: int) -> None:
        """A tile is before the last one now (1), or is no more (-1)."""
        clashes = self._clashes
        for offset in self._near:
            clashes[place + offset] += count

    def fitting(self, place: int, heading: int) -> dict[int, tuple[int, int]]:
        """The die results whose tile may be placed next, with its place and heading."""
        clashes = self._clashes
        moved = self._placings[heading]
        return {result: (place + by, turned) for result, by, turned in moved if not clashes[place + by]}


@functools.cache
def _moved(diagram: str) -> list[list[tuple[int, int, int]]]:
    """Of each heading: die results, how far places are from the last one, and the new headings."""
    return [
        [(result, x * _WIDTH + y, turned) for result, (x, y, turned) in by_result.items()]
        for by_result in placings(diagram)
    ]


@functools.cache
def _moved_near(touch: str) -> list[int]:
    """How far apart places are whose tiles overlap or touch."""
    return [x * _WIDTH + y for x, y in near_places(touch)]


def _tiles(setting: Setting, results: Sequence[int]) -> list[Tile]:
    """The tiles that die results have placed."""
    tiles = [FIRST]
    for result in results:
        tiles.append(place(setting, tiles[-1], result))
    return tiles


def headings(setting: Setting, results: Sequence[int]) -> list[int]:
    """The heading of each tile."""
    return [tile.heading for tile in _tiles(setting, results)]


def lay_maze(d: Deal, results: Sequence[int]) -> None:
    """Write the map of a maze into a deal: squares, walls and the exit (rule 5)."""
    d.maze[:] = results
    tiles = _tiles(d.setting, results)
    d.exit_way = tiles[-1].heading
    beside = [row for first in range(0, OUTSIDE, 4) for row in inside(first)]
    for i in range(1, TILES):
        for one, way, other in find_openings(d.setting["diagram"], tiles[i - 1].heading, results[i - 1]):
            beside[4 * i - 4 + one][way] = 4 * i + other
            beside[4 * i + other][(way + 2) % 4] = 4 * i - 4 + one
    squares = [square for tile in tiles for square in tile.squares]
    for i in range(4 * TILES - 4, 4 * TILES):
        if beside[i][d.exit_way] == NOWHERE:
            beside[i][d.exit_way] = len(squares)
            squares.append((squares[i][0] + STEPS[d.exit_way][0], squares[i][1] + STEPS[d.exit_way][1]))
    d.x[:] = [x for x, _ in squares]
    d.y[:] = [y for _, y in squares]
    d.next[:OUTSIDE] = beside
    for square in range(OUTSIDE, SQUARES):
        d.next[square][:] = [NOWHERE] * 4
    _measure(d)


def inside(first: int) -> list[list[int]]:
    """The squares beside those of one tile, the first of which has that number, inside the tile."""
    return [
        [first + 2, first + 1, NOWHERE, NOWHERE],
        [first + 3, NOWHERE, NOWHERE, first],
        [NOWHERE, first + 3, first, NOWHERE],
        [NOWHERE, NOWHERE, first + 1, first + 2],
    ]


@functools.cache
def find_openings(diagram: str, heading: int, result: int) -> list[tuple[int, int, int]]:
    """Rule 2: where a tile is open to the next one: a square of it, the way, and the square there (0 … 3)."""
    x, y, turned = placings(diagram)[heading][result]
    there = Tile(x, y, turned).squares
    return [
        (one, way, there.index((square[0] + dx, square[1] + dy)))
        for one, square in enumerate(Tile(0, 0, heading).squares)
        for way, (dx, dy) in enumerate(STEPS)
        if (square[0] + dx, square[1] + dy) in there
    ]


def _measure(d: Deal) -> None:
    """How far each way leads from each square: squares in a row, from wall to wall, are counted together."""
    beside, reach = d.next, d.reach
    for way in (0, 1):
        back = way + 2
        for first in range(OUTSIDE):
            behind = beside[first][back]
            if 0 <= behind < OUTSIDE:
                continue
            row = [first]
            while 0 <= (ahead := beside[row[-1]][way]) < OUTSIDE:
                row.append(ahead)
            to_end, to_start = len(row) - 1 + (ahead >= OUTSIDE), int(behind >= OUTSIDE)
            for i, square in enumerate(row):
                reach[square][way], reach[square][back] = to_end - i, to_start + i
            if max(ahead, behind) >= OUTSIDE:
                for square in row:
                    d.exit_run[square] = reach[square][d.exit_way]
