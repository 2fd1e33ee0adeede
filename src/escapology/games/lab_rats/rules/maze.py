"""Building the maze (RULES.md, rules 1 to 5): which tile a die result places, whether it fits, what to do when stuck.

A maze is written as the die results that placed its tiles after the first, `1` (ace) to `5`; blank is written `3`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from escapology.games.lab_rats.rules import LONGEST, NOWHERE, OUTSIDE, SQUARES, TILES, Deal
from escapology.luck import Luck
from escapology.setting import Setting

__all__ = ["FIRST", "RESULTS", "STEPS", "Tile", "build", "find_clash", "fitting", "headings", "lay_maze", "place"]

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
    right, forward, turn = (TURN if setting["diagram"] == "turn" else TABLE)[result]
    ahead = STEPS[tile.heading]
    aside = STEPS[(tile.heading + 1) % 4]
    x = tile.x + right * aside[0] + forward * ahead[0]
    y = tile.y + right * aside[1] + forward * ahead[1]
    return Tile(x, y, (tile.heading + turn) % 4)


def find_clash(setting: Setting, tiles: Sequence[Tile], new: Tile) -> int | None:
    """Rule 3: which of the tiles before the last one the new tile covers or touches, if any.

    Corner of two tiles d squares apart, in x and in y: they overlap if both are below 2; they touch if one is 2 and
    the other below 2 (edge) or 2 as well (corner).
    """
    for i, tile in enumerate(tiles[:-1]):
        dx, dy = abs(tile.x - new.x), abs(tile.y - new.y)
        apart = max(dx, dy) > 2 or (dx == dy == 2 and setting["touch"] == "edge")  # LR2
        if not apart:
            return i
    return None


def fitting(setting: Setting, tiles: Sequence[Tile]) -> list[int]:
    """The die results whose tile may be placed next."""
    return [r for r in RESULTS if find_clash(setting, tiles, place(setting, tiles[-1], r)) is None]


def build(setting: Setting, luck: Luck) -> list[int]:
    """Rules 1 to 4: roll and place until 24 tiles lie there."""
    tiles = [FIRST]
    results: list[int] = []
    furthest = 0  # LR6: the most tiles at any time that building got stuck
    stuck = 0  # LR3: how many times in a row it got stuck without having got further
    while len(tiles) < TILES:
        fits = fitting(setting, tiles)
        if fits:
            result = luck.choose(DIE)
            if result in fits:  # else rolled again
                tiles.append(place(setting, tiles[-1], result))
                results.append(result)
            continue
        stuck = 1 if len(tiles) > furthest else stuck + 1
        furthest = max(furthest, len(tiles))
        left = max(1, len(tiles) - stuck)  # LR6: the first tile stays
        del tiles[left:], results[left - 1 :]
    return results


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
    squares = [square for tile in tiles for square in tile.squares]
    d.exit_way = tiles[-1].heading
    dx, dy = STEPS[d.exit_way]
    last = tiles[-1].squares
    squares += [(x + dx, y + dy) for x, y in last if (x + dx, y + dy) not in last]
    d.x[:] = [x for x, _ in squares]
    d.y[:] = [y for _, y in squares]
    number = {square: i for i, square in enumerate(squares)}
    for i, (x, y) in enumerate(squares):
        for way, (dx, dy) in enumerate(STEPS):
            j = number.get((x + dx, y + dy), NOWHERE)
            leads_out = j >= OUTSIDE and i // 4 == TILES - 1 and way == d.exit_way
            d.next[i][way] = j if i < OUTSIDE and (j < OUTSIDE or leads_out) else NOWHERE
    _measure(d)


def _measure(d: Deal) -> None:
    """How far each way leads from each square."""
    for i in range(SQUARES):
        for way in range(4):
            end, steps = i, 0
            while d.next[end][way] != NOWHERE:
                end, steps = d.next[end][way], steps + 1
            assert steps <= LONGEST
            d.reach[i][way] = steps
            if way == d.exit_way and end >= OUTSIDE:
                d.exit_run[i] = steps
