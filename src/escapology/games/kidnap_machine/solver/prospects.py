"""What a position shows at a glance: where you can go, what can still matter, and how good it can be at best.

Sets of squares are whole numbers, as `plan.py` draws them. `search.py` says why nothing is lost by forgetting.
"""

from typing import Final

from escapology.games.kidnap_machine.solver.plan import BOUND, NO_NUMBER, TIME, Plan, Spot
from escapology.native import rule

__all__ = [
    "OPEN",
    "around",
    "blanks_between",
    "blanks_of",
    "bound",
    "entered",
    "entry_bound",
    "lowest_number",
    "number_on",
    "sketch",
    "stands_of",
    "walked",
    "ways_home",
]

OPEN: Final = -1  # in place of a chance: it is not the same whatever the numbers


@rule
def around(plan: Plan, squares: int) -> int:
    """The neighbours of a set of squares."""
    sideways = (squares & ~plan.last_column) << 1 | (squares & ~plan.first_column) >> 1
    return (sideways | squares << plan.width | squares >> plan.width) & plan.squares


@rule
def stands_of(plan: Plan, spot: Spot) -> int:
    """The squares you can walk to, your own included."""
    is_open = (spot.ones | spot.twos | spot.fours | plan.goal) & ~(1 << plan.place[spot.enemy])
    first = around(plan, 1 << spot.you) & is_open
    return 1 << spot.you | first | around(plan, first & ~plan.goal) & is_open


@rule
def blanks_of(plan: Plan, written: int, enemy: int, stands: int) -> int:
    """The squares you can investigate from there."""
    return around(plan, stands) & ~(written | plan.goal | 1 << plan.place[enemy])


@rule
def number_on(spot: Spot, square: int) -> int:
    """What is written on a square."""
    return spot.ones >> square & 1 | (spot.twos >> square & 1) << 1 | (spot.fours >> square & 1) << 2


@rule
def walked(plan: Plan, spot: Spot, square: int) -> Spot:
    """The position after your turn ended on that square; its enemy is -1 if you lost."""
    enemy = plan.after[spot.enemy][square]
    return Spot(spot.ones, spot.twos, spot.fours, square, enemy, spot.left - 1)


@rule
def entered(plan: Plan, spot: Spot, square: int, number: int) -> Spot:
    """The position after you entered a blank square and wrote that number."""
    enemy = plan.after[spot.enemy][square]
    one = 1 << square
    ones = spot.ones | one * (number & 1)
    twos = spot.twos | one * (number >> 1 & 1)
    fours = spot.fours | one * (number >> 2)
    return Spot(ones, twos, fours, square, enemy, spot.left - 1)


@rule
def ways_home(plan: Plan, spot: Spot, turns: int) -> int:
    """The squares from which the goal can be reached in so many turns if every die is kind and no enemy is there."""
    written = spot.ones | spot.twos | spot.fours
    home = plan.goal
    for _ in range(turns):
        stands = home | around(plan, home & ~written & ~plan.goal)  # from there a blank on the way home is entered
        first = around(plan, stands & (written | plan.goal))
        home = stands | first | around(plan, first & written)
    return home


@rule
def sketch(plan: Plan, spot: Spot) -> tuple[int, int, int, int]:
    """What of a position can matter whatever the numbers, as far as one sees without following the enemy.

    That is the chance (OPEN if there is no telling), the squares you can walk to, and by the reduction *time* the
    written squares that can matter, and those of them whose numbers can.
    """
    written = spot.ones | spot.twos | spot.fours
    stands = stands_of(plan, spot)
    if stands & plan.goal:
        return 1, stands, written, 0
    if spot.left == 1:
        return 0, stands, written, 0
    if plan.uses[TIME] == 0:
        return OPEN, stands, written, written
    if spot.left == 2:
        return _sketch_last(plan, spot, stands)
    home = ways_home(plan, spot, spot.left - 1)
    useful = around(plan, home & ~written & ~plan.goal)  # from there a blank on the way home is entered
    first = around(plan, (home | useful) & (written | plan.goal))
    kept = written & (home | useful | first | around(plan, first & written))
    return OPEN if kept >> spot.you & 1 else 0, stands & kept, kept, useful & kept


@rule
def _sketch_last(plan: Plan, spot: Spot, stands: int) -> tuple[int, int, int, int]:
    """The same when two turns are left: be where the goal can be walked to next turn.

    No number that is drawn matters any more; so neither does which squares you walk to, as long as you can investigate.
    """
    written = spot.ones | spot.twos | spot.fours
    near = stands & plan.within[2]
    while near:
        one = near & -near
        near ^= one
        after = walked(plan, spot, plan.square[one % 67])
        if after.enemy >= 0 and stands_of(plan, after) & plan.goal:
            return 1, 0, written, 0
    matters = 0
    blanks = blanks_of(plan, written, spot.enemy, stands) & plan.within[2]
    while blanks:
        one = blanks & -blanks
        blanks ^= one
        after = entered(plan, spot, plan.square[one % 67], NO_NUMBER)
        if after.enemy >= 0 and stands_of(plan, after) & plan.goal:
            matters |= around(plan, one) & stands
    return OPEN if matters else 0, 0, matters, matters


@rule
def lowest_number(spot: Spot) -> int:
    """The lowest number that still matters."""
    if spot.ones & ~spot.twos & ~spot.fours:
        return 1
    if spot.twos & ~spot.ones & ~spot.fours:
        return 2
    if spot.ones & spot.twos & ~spot.fours:
        return 3
    if spot.fours & ~spot.ones & ~spot.twos:
        return 4
    if spot.fours & spot.ones & ~spot.twos:
        return 5
    if spot.fours & spot.twos & ~spot.ones:
        return 6
    return NO_NUMBER


@rule
def blanks_between(plan: Plan, written: int) -> int:
    """How many blanks lie between the written squares and the goal."""
    blanks = 0
    while written & plan.within[blanks + 1] == 0:
        blanks += 1
    return blanks


@rule
def bound(plan: Plan, left: int, blanks: int, number: int) -> float:
    """An upper bound of the chance with so many blanks before the goal and this lowest number."""
    return float(plan.bound[left][blanks][number]) if plan.uses[BOUND] else 1.0


@rule
def entry_bound(plan: Plan, left: int, blanks: int, number: int) -> float:
    """The same once one of the blanks is entered, before its number is rolled."""
    total = 0.0
    for rolled in range(1, 7):
        total += bound(plan, left, blanks, min(number, rolled))
    return total / 6
