"""What of a position can matter whatever numbers are written: its *outline*.

An outline is a position without its numbers: the written squares, where you and the enemy are, the turns left. Some
thousand of them can be reached from the start of a house, each with up to thousands of rows of numbers. It says

- whether the chance is the same whatever the numbers: 0 if the goal is out of reach even with the kindest dice, 1 if
  you can walk there in time;
- which numbers matter: those of squares from which a blank on a way to the goal can be entered, this turn or later. The
  others are forgotten, so that positions which differ in nothing else are one;
- what can come of it: the outlines of the next turn.

An outline is drawn as far as one sees it at once; `survey.py` works out the rest.
"""

from typing import Any, Final

from escapology.games.kidnap_machine.solver.memory import scatter
from escapology.games.kidnap_machine.solver.plan import LOST, MOST_BLANKS, MOST_STANDS, MOST_TURNS, SHIFT, Plan, Spot
from escapology.games.kidnap_machine.solver.prospects import OPEN, blanks_between, blanks_of, sketch
from escapology.native import is_plain, rule
from escapology.protocol import Struct, field

__all__ = [
    "ANY",
    "SURE",
    "UNKNOWN",
    "Outline",
    "chain",
    "draw",
    "find",
    "make_outlines",
    "outline_of",
    "room",
    "spot_in",
]

ANY: Final = Spot(-1, -1, -1, 0, 0, 0)  # numbers, where they make no difference
UNKNOWN: Final = 0  # in place of an outline's row: it is not in the table
SURE: Final = -2  # the chance is 1, as it is 0 where LOST stands
_YOU: Final = 64  # more than there are squares
_CHAINS: Final = 1 << 14  # at most; few lie close together


class Outline(Struct):
    """A row of the table of outlines. Rows are counted from 1."""

    written: int = field("i8")  # the written squares
    where: int = field("i8")  # you, the enemy and the turns left, in one number
    chance: int = field("i8")  # if it is the same whatever the numbers; else OPEN
    kept: int = field("i8")  # written squares that can matter
    matters: int = field("i8")  # those whose numbers can
    between: int = field("i4")  # blanks between them and the goal
    twin: int = field("i4")  # row of the outline that stands for all of which the same can come
    # What can come of it: an outline's row, or LOST, SURE, UNKNOWN
    stands: int = field("i4")  # squares you can walk to
    useful: int = field("i4")  # those, the first ones, from which you can investigate
    walk: list[int] = field("i4", MOST_STANDS)  # [i]: what comes of walking to it
    stand: list[int] = field("i1", MOST_STANDS)  # [i]: the square itself
    blanks: int = field("i4")  # blanks you can investigate
    entry: list[int] = field("i4", MOST_BLANKS)  # [i]: what comes of entering it
    blank: list[int] = field("i1", MOST_BLANKS)  # [i]: the square itself; those near the goal come first
    # Chains of outlines with the same hash, each headed by the row of that number
    first: int = field("i4")  # the first of the chain; 0 = none
    next: int = field("i4")  # the next one after this outline
    first_twin: int = field("i4")  # the same, where the hash is one of what can come of them
    next_twin: int = field("i4")


def make_outlines(bits: int) -> Any:
    """Room for 2 ** bits outlines, and for one of each number of turns left that is drawn while one searches."""
    rows = (1 << bits) + MOST_TURNS
    return [Outline() for _ in range(rows)] if is_plain() else Outline.rows([], spare=rows)


@rule
def room(outlines: Any) -> int:
    """How many outlines the table holds."""
    return len(outlines) - MOST_TURNS


@rule
def chain(outlines: Any, mixed: int) -> int:
    """The row that heads the chain of a hash."""
    return (mixed & min(room(outlines), _CHAINS) - 1) + 1


@rule
def _where(spot: Spot) -> int:
    return (spot.left << SHIFT | spot.enemy) * _YOU | spot.you


@rule
def spot_in(outline: Outline, numbers: Spot) -> Spot:
    """The position with that outline and, where they matter, those numbers."""
    matters, useless = outline.matters, outline.kept & ~outline.matters
    where = outline.where // _YOU
    return Spot(
        numbers.ones & matters | useless, numbers.twos & matters | useless, numbers.fours & matters | useless,
        outline.where % _YOU, where & (1 << SHIFT) - 1, where >> SHIFT,
    )  # fmt: skip


@rule
def draw(plan: Plan, outline: Outline, spot: Spot) -> None:
    """The outline of a position as far as one sees it at once: what can come of it is unknown."""
    chance, stands, kept, matters = sketch(plan, spot)
    outline.written = spot.ones | spot.twos | spot.fours
    outline.where = _where(spot)
    outline.chance = chance
    outline.kept = kept
    outline.matters = matters
    outline.stands = 0
    outline.useful = 0
    outline.blanks = 0
    if chance == OPEN and stands:
        outline.between = blanks_between(plan, kept)
        _list_stands(plan, outline, spot.enemy, stands)
        _list_blanks(plan, outline, spot.enemy, blanks_of(plan, kept, spot.enemy, stands))


@rule
def _list_stands(plan: Plan, outline: Outline, enemy: int, stands: int) -> None:
    while stands:
        square = plan.square[(stands & -stands) % 67]
        stands &= stands - 1
        outline.stand[outline.stands] = square
        outline.walk[outline.stands] = LOST if plan.after[enemy][square] < 0 else UNKNOWN
        outline.stands += 1
    outline.useful = outline.stands


@rule
def _list_blanks(plan: Plan, outline: Outline, enemy: int, blanks: int) -> None:
    distance = 1
    while blanks:
        ring = blanks & plan.ring[distance]
        blanks ^= ring
        distance += 1
        while ring:
            square = plan.square[(ring & -ring) % 67]
            ring &= ring - 1
            if plan.after[enemy][square] >= 0:
                outline.blank[outline.blanks] = square
                outline.entry[outline.blanks] = UNKNOWN
                outline.blanks += 1


@rule
def find(outlines: Any, spot: Spot) -> int:
    """The row of a position's outline, if it is in the table."""
    written, where = spot.ones | spot.twos | spot.fours, _where(spot)
    row = outlines[chain(outlines, scatter(scatter(0, written), where)) - 1].first
    while row and (outlines[row - 1].written != written or outlines[row - 1].where != where):
        row = outlines[row - 1].next
    return int(row)


@rule
def outline_of(plan: Plan, outlines: Any, spot: Spot) -> int:
    """The row of a position's outline: it is drawn if it is not in the table."""
    row = find(outlines, spot)
    if row == UNKNOWN:
        row = room(outlines) + spot.left
        draw(plan, outlines[row - 1], spot)
        return row
    return int(outlines[row - 1].twin)
