"""Deals made in compiled code, for those who look at many: to the last bit those that `notation.deal_cards` makes.

What a die result places, where tiles clash and where they are open to each other is looked up in tables that the rules
have filled (`rules/maze.py`).
"""

from __future__ import annotations

import functools
from typing import Any, Final, NamedTuple

import numpy as np

from escapology.games.lab_rats.notation import blank_deal
from escapology.games.lab_rats.rules import COINS, LONGEST, NOWHERE, OUTSIDE, TILES, VALUES, Deal
from escapology.games.lab_rats.rules.maze import DIE, STEPS, find_openings, inside, near_places, placings
from escapology.games.lab_rats.solver.kernels import kernel_of
from escapology.luck import Luck
from escapology.native import rule
from escapology.setting import Setting

__all__ = ["deal_quickly"]

DRAWS: Final = 128  # of 32 bits, for one deal; few take more
MIDDLE: Final = 2 * TILES + 4  # x and y of the first tile: none is further away than that, nor what it clashes with
WIDTH: Final = 2 * MIDDLE


class Tables(NamedTuple):
    """What is looked up."""

    placed: Any  # [heading, result]: x and y from the tile before, and the new heading
    near: Any  # x and y between tiles that clash
    openings: Any  # [heading, result, 0 and 1]: a square of a tile, the way, and the square of the next one; -1 = none
    inside: Any  # of the first tile, the squares beside each other
    steps: Any  # x and y of a step each way


class Room(NamedTuple):
    """What a deal is made with."""

    clashes: Any  # [x, y]: how many tiles before the last one would clash with one there
    tiles: Any  # of each tile: x, y and heading
    row: Any  # squares in a row, from wall to wall


@functools.cache
def _tables(setting: Setting) -> Tables:
    headings, results = range(4), range(1, 6)
    diagram = setting["diagram"]
    placed = np.zeros((4, 6, 3), np.int64)
    openings = np.full((4, 6, 2, 3), -1, np.int64)
    for heading in headings:
        for result in results:
            placed[heading, result] = placings(diagram)[heading][result]
            found = find_openings(diagram, heading, result)
            openings[heading, result, : len(found)] = found
    near = np.array(sorted(near_places(setting["touch"])), np.int64)
    return Tables(placed, near, openings, np.array(inside(0), np.int64), np.array(STEPS, np.int64))


@functools.cache
def _blank(setting: Setting) -> Any:
    return Deal.rows([blank_deal(setting)])


@rule
def draw_below(n: int, draws: Any, used: Any) -> int:
    """A whole number below n, as `Luck.below` draws it; -1 = there are no more draws."""
    bits = 0
    while (n - 1) >> bits > 0:
        bits += 1
    while used[0] < len(draws):
        x: int = draws[used[0]] >> (32 - bits)
        used[0] += 1
        if x < n:
            return x
    return -1


@rule
def mark(tile: Any, by: int, near: Any, clashes: Any) -> None:
    """A tile is before the last one now (1), or is no more (-1)."""
    for i in range(len(near)):
        clashes[MIDDLE + tile[0] + near[i, 0], MIDDLE + tile[1] + near[i, 1]] += by


@rule
def build_quickly(draws: Any, used: Any, tables: Tables, room: Room, results: Any) -> bool:
    """Rules 1 to 4, as `maze.build` has them; False = there were too few draws."""
    clashes, tiles, _ = room
    for x in range(WIDTH):
        for y in range(WIDTH):
            clashes[x, y] = 0
    tiles[0, 0], tiles[0, 1], tiles[0, 2] = 0, 0, 0
    count, furthest, stuck = 1, 0, 0
    while count < TILES:
        last, placed = tiles[count - 1], tables.placed[tiles[count - 1, 2]]
        any_fits = False
        for result in range(1, 6):
            x, y = last[0] + placed[result, 0], last[1] + placed[result, 1]
            any_fits = any_fits or clashes[MIDDLE + x, MIDDLE + y] == 0
        if any_fits:
            is_placed = False
            while not is_placed:
                face = draw_below(6, draws, used)
                if face < 0:
                    return False
                result = DIE[face]
                x, y = last[0] + placed[result, 0], last[1] + placed[result, 1]
                is_placed = clashes[MIDDLE + x, MIDDLE + y] == 0
            mark(last, 1, tables.near, clashes)
            results[count - 1] = result
            tiles[count, 0], tiles[count, 1], tiles[count, 2] = x, y, placed[result, 2]
            count += 1
            continue
        stuck = 1 if count > furthest else stuck + 1
        furthest = max(furthest, count)
        left = max(1, count - stuck)
        for i in range(left - 1, count - 1):
            mark(tiles[i], -1, tables.near, clashes)
        count = left
    return True


@rule
def lay_quickly(tables: Tables, room: Room, d: Any) -> None:
    """Rule 5, as `maze.lay_maze` has it."""
    tiles = room.tiles
    for i in range(TILES):
        for k in range(4):
            square = 4 * i + k
            d.x[square], d.y[square] = tiles[i, 0] + k % 2, tiles[i, 1] + k // 2
            for way in range(4):
                beside = tables.inside[k, way]
                d.next[square, way] = 4 * i + beside if beside >= 0 else NOWHERE
    for i in range(1, TILES):
        for k in range(2):
            opening = tables.openings[tiles[i - 1, 2], d.maze[i - 1], k]
            if opening[0] >= 0:
                one, way, other = 4 * i - 4 + opening[0], opening[1], 4 * i + opening[2]
                d.next[one, way], d.next[other, (way + 2) % 4] = other, one
    d.exit_way = tiles[TILES - 1, 2]
    outside = OUTSIDE
    for square in range(OUTSIDE - 4, OUTSIDE):
        if d.next[square, d.exit_way] == NOWHERE:
            d.next[square, d.exit_way] = outside
            d.x[outside] = d.x[square] + tables.steps[d.exit_way, 0]
            d.y[outside] = d.y[square] + tables.steps[d.exit_way, 1]
            for way in range(4):
                d.next[outside, way] = NOWHERE
            outside += 1


@rule
def measure_quickly(room: Room, d: Any) -> None:
    """How far each way leads from each square, as `maze.lay_maze` has it."""
    row = room.row
    for way in range(2):
        back = way + 2
        for first in range(OUTSIDE):
            behind = d.next[first, back]
            if 0 <= behind < OUTSIDE:
                continue
            row[0], count = first, 1
            ahead = d.next[first, way]
            while 0 <= ahead < OUTSIDE:
                row[count] = ahead
                count += 1
                ahead = d.next[ahead, way]
            for i in range(count):
                d.reach[row[i], way] = count - 1 - i + (1 if ahead >= OUTSIDE else 0)
                d.reach[row[i], back] = i + (1 if behind >= OUTSIDE else 0)
                if ahead >= OUTSIDE or behind >= OUTSIDE:
                    d.exit_run[row[i]] = d.reach[row[i], d.exit_way]


@rule
def fill_deal(draws: Any, used: Any, tables: Tables, room: Room, deals: Any) -> bool:
    """The maze, the coins and, for `rebag`, the number; False = there were too few draws."""
    d = deals[0]
    if not build_quickly(draws, used, tables, room, d.maze):
        return False
    lay_quickly(tables, room, d)
    measure_quickly(room, d)
    for i in range(COINS):
        d.coins[i] = i // (COINS // VALUES)
    for i in range(COINS - 1, 0, -1):
        j = draw_below(i + 1, draws, used)
        if j < 0:
            return False
        d.coins[i], d.coins[j] = d.coins[j], d.coins[i]
    if d.has_rebag:
        d.number = draw_below(1 << 32, draws, used)
    is_whole: bool = d.number >= 0
    return is_whole


def deal_quickly(setting: Setting, seed: int) -> Deal:
    """The deal of that seed."""
    count = DRAWS
    room = Room(np.empty((WIDTH, WIDTH), np.int64), np.empty((TILES, 3), np.int64), np.empty(LONGEST, np.int64))
    while True:
        deals = _blank(setting).copy()
        draws = Luck(seed).draws32(count)
        if kernel_of(fill_deal)(draws, np.zeros(1, np.int64), _tables(setting), room, deals):
            break
        count *= 2
    deal = Deal.from_row(deals[0])
    deal.setting = setting
    return deal
