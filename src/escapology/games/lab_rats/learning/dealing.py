"""Mazes and coins made by rules, so that kernels deal: the same deals as `notation.deal_cards` makes.

While the maze is built, `x`, `y` and `exit_run` of the first places hold tiles, not squares: their south-western
square and their heading.
"""

from typing import Final

from escapology.games.lab_rats.notation import make_deal
from escapology.games.lab_rats.rules import COINS, NOWHERE, OUTSIDE, SQUARES, TILES, VALUES, Deal
from escapology.games.lab_rats.rules.maze import DIE, RESULTS, STEPS, TABLE, TURN
from escapology.luck import below, shuffle
from escapology.native import rule
from escapology.setting import Setting

__all__ = ["deal", "forms"]

FACES: Final = DIE
STEP_X: Final = tuple(x for x, _ in STEPS)
STEP_Y: Final = tuple(y for _, y in STEPS)
# Of each reading of LR1 and each die result: where the tile goes, and how its heading turns
RIGHT: Final = tuple(table[result][0] for table in (TABLE, TURN) for result in RESULTS)
FORWARD: Final = tuple(table[result][1] for table in (TABLE, TURN) for result in RESULTS)
TURNED: Final = tuple(table[result][2] for table in (TABLE, TURN) for result in RESULTS)
INSIDE: Final = (2, 1, -1, -1, 3, -1, -1, 0, -1, 3, 0, -1, -1, -1, 1, 2)  # of a tile's squares, n e s w: its own beside
MOST_NUMBER: Final = 2**32  # seeds of the places in `rebag`


def forms(setting: Setting) -> list[Deal]:
    """One deal, with the readings of LR1 and LR2 where its maze will be."""
    form = make_deal(setting, [3] * (TILES - 1), [0] * COINS)
    form.maze[0] = int(setting["diagram"] == "turn")
    form.maze[1] = int(setting["touch"] == "corner")
    return [form]


@rule
def deal(d: Deal, luck: list[int]) -> None:
    """A maze built by the die, and shuffled coins."""
    _build(d, luck, d.maze[0] * len(RESULTS), d.maze[1] == 1)
    _lay_squares(d)
    _link(d)
    _measure(d)
    for i in range(COINS):
        d.coins[i] = i // (COINS // VALUES)
    shuffle(luck, d.coins, COINS)
    if d.has_rebag:
        d.number = below(luck, MOST_NUMBER)


@rule
def _build(d: Deal, luck: list[int], table: int, with_corners: bool) -> None:
    """Rules 1 to 4: roll and place until 24 tiles lie there."""
    d.x[0] = 0
    d.y[0] = 0
    d.exit_run[0] = 0
    count = 1
    furthest = 0  # LR6
    stuck = 0  # LR3
    while count < TILES:
        before = luck[0]
        result = FACES[below(luck, 6)]
        if not _fits(d, count, table + result - 1, with_corners):
            any_fits = False
            for other in range(len(RESULTS)):
                any_fits = any_fits or _fits(d, count, table + other, with_corners)
            if not any_fits:
                luck[0] = before
                stuck = 1 if count > furthest else stuck + 1
                furthest = max(furthest, count)
                count = max(1, count - stuck)
                continue
            while not _fits(d, count, table + result - 1, with_corners):  # rolled again
                result = FACES[below(luck, 6)]
        d.maze[count - 1] = result
        count += 1


@rule
def _fits(d: Deal, count: int, entry: int, with_corners: bool) -> bool:
    """Rules 2 and 3: put the tile of that entry behind the others; whether it may lie there."""
    last = count - 1
    heading = d.exit_run[last]
    right = heading + 1 & 3
    x = d.x[last] + RIGHT[entry] * STEP_X[right] + FORWARD[entry] * STEP_X[heading]
    y = d.y[last] + RIGHT[entry] * STEP_Y[right] + FORWARD[entry] * STEP_Y[heading]
    d.x[count] = x
    d.y[count] = y
    d.exit_run[count] = heading + TURNED[entry] & 3
    clashes = 0
    for i in range(last):
        wide = abs(d.x[i] - x)
        high = abs(d.y[i] - y)
        if wide <= 2 and high <= 2 and (with_corners or wide + high < 4):  # LR2
            clashes += 1
    return clashes == 0


@rule
def _lay_squares(d: Deal) -> None:
    """Tiles become squares, the last one first; then those outside the exit (rule 5)."""
    d.exit_way = d.exit_run[TILES - 1]
    for tile in range(TILES - 1, -1, -1):
        x = d.x[tile]
        y = d.y[tile]
        for i in range(4):
            d.x[4 * tile + i] = x + (i & 1)
            d.y[4 * tile + i] = y + (i >> 1)
    outside = OUTSIDE
    for i in range(4):
        x = d.x[OUTSIDE - 4 + i] + STEP_X[d.exit_way]
        y = d.y[OUTSIDE - 4 + i] + STEP_Y[d.exit_way]
        if _square_in(d, TILES - 1, x, y) == NOWHERE:
            d.x[outside] = x
            d.y[outside] = y
            outside += 1


@rule
def _square_in(d: Deal, tile: int, x: int, y: int) -> int:
    """The square of a tile that lies there."""
    wide = x - d.x[4 * tile]
    high = y - d.y[4 * tile]
    return 4 * tile + wide + 2 * high if wide in (0, 1) and high in (0, 1) else NOWHERE


@rule
def _link(d: Deal) -> None:
    """The square next to each one each way: of its own tile, of the one before or after, or outside."""
    for tile in range(TILES):
        for i in range(4):
            square = 4 * tile + i
            for way in range(4):
                inside = INSIDE[4 * i + way]
                if inside != NOWHERE:
                    d.next[square][way] = 4 * tile + inside
                    continue
                x = d.x[square] + STEP_X[way]
                y = d.y[square] + STEP_Y[way]
                beside = NOWHERE
                if tile > 0:
                    beside = _square_in(d, tile - 1, x, y)
                if beside == NOWHERE and tile < TILES - 1:
                    beside = _square_in(d, tile + 1, x, y)
                if tile == TILES - 1 and way == d.exit_way and beside == NOWHERE:
                    beside = OUTSIDE if d.x[OUTSIDE] == x and d.y[OUTSIDE] == y else OUTSIDE + 1
                d.next[square][way] = beside
    for square in range(OUTSIDE, SQUARES):
        for way in range(4):
            d.next[square][way] = NOWHERE


@rule
def _measure(d: Deal) -> None:
    """How far each way leads from each square: counted back from every wall."""
    for square in range(SQUARES):
        d.exit_run[square] = 0
        for way in range(4):
            d.reach[square][way] = 0
    for square in range(OUTSIDE):
        for way in range(4):
            beyond = d.next[square][way]
            if beyond == NOWHERE or beyond >= OUTSIDE:
                steps = 0 if beyond == NOWHERE else 1
                here = square
                while NOWHERE < here < OUTSIDE:
                    d.reach[here][way] = steps
                    if beyond != NOWHERE:
                        d.exit_run[here] = steps
                    steps += 1
                    here = d.next[here][way ^ 2]
