"""The survey of a house: all outlines that can be reached, and what can come of each.

They are laid out turn by turn. Then one goes back over them, from the last turn to the first, and settles of each what
its successors leave of it. Outlines of which just the same can come are twins: one of them stands for all. The table
has room for so many; of what finds none no more is known than one sees at once, which costs time only.

It works in steps, between which its caller looks at the limits: how far it is stands in the plan.
"""

from typing import Any

from escapology.games.kidnap_machine.solver.memory import scatter
from escapology.games.kidnap_machine.solver.outlines import (
    ANY,
    SURE,
    UNKNOWN,
    Outline,
    chain,
    draw,
    find,
    room,
    spot_in,
)
from escapology.games.kidnap_machine.solver.plan import LOST, MOST_SQUARES, NO_NUMBER, Plan, Spot
from escapology.games.kidnap_machine.solver.prospects import OPEN, around, entered, walked
from escapology.native import rule

__all__ = ["lay_out"]


@rule
def _lay(plan: Plan, outlines: Any, spot: Spot) -> None:
    """Lay out a position's outline, if it is new and there is room."""
    if spot.enemy < 0 or spot.left < 2 or plan.laid == room(outlines) or find(outlines, spot):
        return
    outline = outlines[plan.laid]
    plan.laid += 1
    draw(plan, outline, spot)
    outline.twin = plan.laid
    head = chain(outlines, scatter(scatter(0, outline.written), outline.where)) - 1
    outline.next = outlines[head].first
    outlines[head].first = plan.laid


@rule
def _follow(plan: Plan, outlines: Any, outline: Outline) -> None:
    """Lay out what can come of an outline."""
    spot = spot_in(outline, ANY)
    for i in range(outline.stands):
        _lay(plan, outlines, walked(plan, spot, outline.stand[i]))
    for i in range(outline.blanks):
        _lay(plan, outlines, entered(plan, spot, outline.blank[i], NO_NUMBER))


@rule
def _settle(plan: Plan, outlines: Any, row: int) -> None:
    """Take in what is known of all that can come of an outline."""
    outline = outlines[row - 1]
    if outline.chance != OPEN:
        return
    if outline.stands:
        spot = spot_in(outline, ANY)
        squares = 0
        for i in range(outline.stands):
            squares |= 1 << outline.stand[i]
        useful, matters = _settle_blanks(plan, outlines, outline, spot, squares)
        matters |= _settle_stands(plan, outlines, outline, spot)
        _sort_stands(outline, useful)
        outline.matters = matters
        if outline.stands == 0:
            outline.chance = 0
        for i in range(outline.stands):
            if outline.walk[i] == SURE:
                outline.chance = 1
    if outline.chance == OPEN:
        _find_twin(outlines, row)


@rule
def _settle_blanks(plan: Plan, outlines: Any, outline: Outline, spot: Spot, squares: int) -> tuple[int, int]:
    """Drop the blanks that are of no use; the squares from which others can be investigated, and what matters then."""
    useful, matters, count = 0, 0, 0
    for i in range(outline.blanks):
        square = outline.blank[i]
        then, important = _what_comes(plan, outlines, entered(plan, spot, square, NO_NUMBER))
        if then != LOST:
            outline.blank[count] = square
            outline.entry[count] = then
            count += 1
            beside = around(plan, 1 << square) & squares
            useful |= beside
            matters |= beside | important & ~(1 << square)
    outline.blanks = count
    return useful, matters


@rule
def _settle_stands(plan: Plan, outlines: Any, outline: Outline, spot: Spot) -> int:
    """Note what comes of walking; what matters then."""
    matters = 0
    for i in range(outline.stands):
        then, important = _what_comes(plan, outlines, walked(plan, spot, outline.stand[i]))
        outline.walk[i] = then
        matters |= important
    return matters


@rule
def _what_comes(plan: Plan, outlines: Any, spot: Spot) -> tuple[int, int]:
    """The row of the outline after a turn, or LOST, SURE, UNKNOWN, and which numbers matter then."""
    if spot.enemy < 0:
        return LOST, 0
    row = find(outlines, spot)
    if row == UNKNOWN:
        return UNKNOWN, spot.ones | spot.twos | spot.fours  # all numbers may
    twin = outlines[row - 1].twin
    if outlines[row - 1].chance == OPEN:
        return twin, outlines[twin - 1].matters
    return SURE if outlines[row - 1].chance else LOST, 0


@rule
def _sort_stands(outline: Outline, useful: int) -> None:
    """Put those first from which one can investigate; of the others, leave one for each thing that can come of them."""
    for i in range(1, outline.stands):
        k = i
        while k > 0 and _rank(outline, useful, k) < _rank(outline, useful, k - 1):
            outline.stand[k], outline.stand[k - 1] = outline.stand[k - 1], outline.stand[k]
            outline.walk[k], outline.walk[k - 1] = outline.walk[k - 1], outline.walk[k]
            k -= 1
    count, useful_count = 0, 0
    for i in range(outline.stands):
        is_useful = useful >> outline.stand[i] & 1
        if is_useful or _is_another_walk(outline, count, outline.walk[i]):
            outline.stand[count] = outline.stand[i]
            outline.walk[count] = outline.walk[i]
            count += 1
            if is_useful:
                useful_count = count
    outline.useful = useful_count
    outline.stands = count


@rule
def _rank(outline: Outline, useful: int, i: int) -> int:
    return outline.stand[i] - MOST_SQUARES if useful >> outline.stand[i] & 1 else outline.walk[i] - SURE


@rule
def _is_another_walk(outline: Outline, count: int, then: int) -> bool:
    """Whether something comes of a walk that does not come of the first stands."""
    for i in range(count):
        if outline.walk[i] == then and then != UNKNOWN:
            return False
    return then != LOST


@rule
def _find_twin(outlines: Any, row: int) -> None:
    """Have an outline told by its twin's row; if it has none, it may be one for others."""
    outline = outlines[row - 1]
    head = chain(outlines, _mix(outline)) - 1
    other = outlines[head].first_twin
    while other and not _are_twins(outline, outlines[other - 1]):
        other = outlines[other - 1].next_twin
    if other:
        outline.twin = other
    else:
        outline.next_twin = outlines[head].first_twin
        outlines[head].first_twin = row


@rule
def _mix(outline: Outline) -> int:
    """A hash of all that can come of an outline."""
    mixed = scatter(outline.stands << 8 | outline.blanks, outline.matters)
    for i in range(outline.stands):
        mixed = scatter(mixed, outline.walk[i] - SURE)
    for i in range(outline.blanks):
        mixed = scatter(mixed, (outline.entry[i] - SURE) << 8 | outline.blank[i])
    return mixed


@rule
def _are_twins(outline: Outline, other: Outline) -> bool:
    """Whether just the same can come of both, in as many turns, as far as that is known."""
    if spot_in(outline, ANY).left != spot_in(other, ANY).left:
        return False
    if outline.stands != other.stands or outline.blanks != other.blanks or outline.useful != other.useful:
        return False
    for i in range(outline.stands):
        if outline.walk[i] == UNKNOWN or outline.walk[i] != other.walk[i]:
            return False
        if i < outline.useful and outline.stand[i] != other.stand[i]:
            return False
    for i in range(outline.blanks):
        if outline.entry[i] == UNKNOWN or outline.entry[i] != other.entry[i] or outline.blank[i] != other.blank[i]:
            return False
    return bool(outline.matters == other.matters)


@rule
def lay_out(plan: Plan, outlines: Any, spot: Spot, most: int) -> bool:
    """Lay out all that can come of a position, in so many steps at most; whether it is done.

    Else it is to be called again. What was begun with another position and broken off is done first.
    """
    is_new = plan.settled == plan.laid
    if is_new:
        _lay(plan, outlines, spot)
    for _ in range(most):
        if plan.followed < plan.laid:
            _follow(plan, outlines, outlines[plan.followed])
            plan.followed += 1
            plan.settling = plan.laid
        elif plan.settling > plan.settled:
            _settle(plan, outlines, plan.settling)
            plan.settling -= 1
        else:
            plan.settled = plan.laid
            return bool(is_new)
    return False
