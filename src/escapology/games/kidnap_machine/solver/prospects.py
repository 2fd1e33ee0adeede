"""What a position shows at a glance: where you can go, what can still matter, and how good it can be at best.

Sets of squares are whole numbers, as `plan.py` draws them. `search.py` says why nothing is lost by forgetting.
"""

from escapology.games.kidnap_machine.solver.plan import BOUND, NO_NUMBER, Plan, Spot
from escapology.native import rule

__all__ = [
    "around",
    "bound",
    "entered",
    "entry_bound",
    "forget",
    "last_chance",
    "lowest_number",
    "number_on",
    "stands_of",
    "walked",
    "ways_home",
]


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
def forget(plan: Plan, spot: Spot, home: int) -> Spot:
    """Time: the position without what can't matter; `home` = the squares with a way home in the turns left but one."""
    written = spot.ones | spot.twos | spot.fours
    stands = home | around(plan, home & ~written & ~plan.goal)
    first = around(plan, stands & (written | plan.goal))
    kept = stands | first | around(plan, first & written)
    useless = written & ~around(plan, home & ~written & ~plan.goal)
    ones, twos, fours = (spot.ones | useless) & kept, (spot.twos | useless) & kept, (spot.fours | useless) & kept
    return Spot(ones, twos, fours, spot.you, spot.enemy, spot.left)


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
def _blanks_between(plan: Plan, written: int) -> int:
    """How many blanks lie between the written squares and the goal."""
    blanks = 0
    while written & plan.within[blanks + 1] == 0:
        blanks += 1
    return blanks


@rule
def last_chance(plan: Plan, spot: Spot, stands: int) -> float:
    """Two turns left: be where the goal can be walked to next turn."""
    near = stands & plan.within[2]
    while near:
        one = near & -near
        near ^= one
        after = walked(plan, spot, plan.square[one % 67])
        if after.enemy >= 0 and stands_of(plan, after) & plan.goal:
            return 1.0
    best = 0
    written = spot.ones | spot.twos | spot.fours | plan.goal
    blanks = around(plan, stands) & plan.within[2] & ~written & ~(1 << plan.place[spot.enemy])
    while blanks:
        one = blanks & -blanks
        blanks ^= one
        after = entered(plan, spot, plan.square[one % 67], NO_NUMBER)
        if after.enemy >= 0 and stands_of(plan, after) & plan.goal:
            beside = around(plan, one) & stands
            while beside:
                best = max(best, plan.odds[number_on(spot, plan.square[(beside & -beside) % 67])])
                beside &= beside - 1
    return best / 6


@rule
def bound(plan: Plan, left: int, written: int, number: int) -> float:
    """An upper bound of the chance with these squares written and this lowest number, so many turns before the end."""
    if plan.uses[BOUND] == 0:
        return 1.0
    return float(plan.bound[left][_blanks_between(plan, written)][number])


@rule
def entry_bound(plan: Plan, spot: Spot, square: int) -> float:
    """An upper bound of the chance once that blank is entered, before its number is rolled."""
    written = spot.ones | spot.twos | spot.fours | 1 << square
    lowest = lowest_number(spot)
    total = 0.0
    for number in range(1, 7):
        total += bound(plan, spot.left - 1, written, min(lowest, number))
    return total / 6
