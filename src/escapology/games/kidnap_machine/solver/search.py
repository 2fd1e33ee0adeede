"""The search for the best chance: a compiled walk through all that you and the dice can do, with a memory.

A position *asks* for the chances of positions one turn later, until it knows that nothing can be better than what it
has. Each question names a *floor*: the answer is the chance if that is above the floor, else an upper bound of it
that is not. What makes it quick, and why nothing is lost:

time      `ways_home` tells from which squares the goal can be reached in the turns left if every die is kind. Each
          turn enters at most one blank, and a blank that was entered before saves at most one turn later on. So a
          written square from which the goal is too far can be forgotten, and so can a number when every blank beside
          it is too far. When two turns are left no number drawn matters any more: `last_chance`.
monotony  A lower number is never worse: who has it can investigate just often enough to have the chances of the higher
          one, and else only walk. So the results of the second die are tried from 1 to 6, and each bounds the rest.
          Failing leaves you where a walk would, so the same answer serves both.
bound     The same game without an enemy, where walking takes no time (`plan.bound`), is never harder.

It runs in slices, between which its caller looks at the limits: all it has to remember is in the plan.

Imported only by those who solve, since it compiles.
"""

from typing import Any, Final

from escapology.games.kidnap_machine.solver.memory import keep, recall
from escapology.games.kidnap_machine.solver.plan import MONOTONY, TIME, Plan, Spot
from escapology.games.kidnap_machine.solver.prospects import (
    around,
    bound,
    entered,
    entry_bound,
    forget,
    last_chance,
    lowest_number,
    number_on,
    stands_of,
    walked,
    ways_home,
)
from escapology.native import compile_kernel, rule

__all__ = ["GO_ON", "PAUSED", "search"]

PAUSED: Final = -2.0  # in place of an answer: there is none yet
GO_ON: Final = Spot(0, 0, 0, 0, 0, -1)  # in place of a position: the one before the pause


@rule
def _look_up(plan: Plan, table: Any, spot: Spot, floor: float) -> float:
    """The answer if it needs no questions; else -1."""
    if (spot.ones | spot.twos | spot.fours) >> spot.you & 1 == 0:
        return 0.0  # your own square was forgotten: there is no way home
    high = bound(plan, spot.left, spot.ones | spot.twos | spot.fours, lowest_number(spot))
    if high <= floor:
        return high
    return recall(table, spot, floor)


@rule
def _open(plan: Plan, spot: Spot, stands: int, floor: float) -> None:
    """Make notes of a position that has to be asked about: stands, blanks, and no question asked yet."""
    left = spot.left
    plan.looked_at += 1
    plan.floor[left] = floor
    plan.best[left] = max(floor, 0.0)
    plan.reached[left] = stands
    plan.stands[left] = _list_stands(plan, spot, stands)
    plan.blanks[left] = _list_blanks(plan, spot, stands)
    plan.blank_now[left] = 0
    plan.number_now[left] = 0
    plan.stand_now[left] = 0
    _write_spot(plan, spot)


@rule
def _write_spot(plan: Plan, spot: Spot) -> None:
    notes = plan.spot[spot.left]
    notes[0] = spot.ones
    notes[1] = spot.twos
    notes[2] = spot.fours
    notes[3] = spot.you
    notes[4] = spot.enemy


@rule
def _read_spot(plan: Plan, left: int) -> Spot:
    notes = plan.spot[left]
    return Spot(notes[0], notes[1], notes[2], notes[3], notes[4], left)


@rule
def _list_stands(plan: Plan, spot: Spot, stands: int) -> int:
    """Note where you can walk to, with odds, and an upper bound of the chance there; how many squares they are."""
    left = spot.left
    high = bound(plan, left - 1, spot.ones | spot.twos | spot.fours, lowest_number(spot))
    count = 0
    while stands:
        square = plan.square[(stands & -stands) % 67]
        stands &= stands - 1
        lost = plan.after[spot.enemy][square] < 0
        plan.stand[left][count] = square
        plan.share[left][count] = plan.odds[number_on(spot, square)] / 6
        plan.high[left][count] = 0.0 if lost else high
        plan.sure[left][count] = 1 if lost else 0
        count += 1
    return count


@rule
def _list_blanks(plan: Plan, spot: Spot, stands: int) -> int:
    """Note the blanks you can investigate, those near the goal first; how many they are."""
    written = spot.ones | spot.twos | spot.fours | plan.goal
    blanks = around(plan, stands) & ~written & ~(1 << plan.place[spot.enemy])
    count = 0
    distance = 1
    while blanks:
        ring = blanks & plan.ring[distance]
        blanks ^= ring
        distance += 1
        while ring:
            square = plan.square[(ring & -ring) % 67]
            ring &= ring - 1
            if plan.after[spot.enemy][square] >= 0:
                plan.blank[spot.left][count] = square
                count += 1
    return count


@rule
def _useful_entry(plan: Plan, left: int, beside: int) -> float:
    """What the chance after entering a blank must exceed, so that investigating it could be better than the best."""
    floor = 1.0
    for i in range(plan.stands[left]):
        share = plan.share[left][i]
        if beside >> plan.stand[left][i] & 1 and share > 0:
            floor = min(floor, (plan.best[left] - (1 - share) * plan.high[left][i]) / share)
    return floor


@rule
def _useful_failure(share: float, chance: float, best: float) -> float:
    """What the chance after a failed investigation must exceed, so that the investigation is better than the best."""
    if share == 1:
        return -1.0 if chance > best else 1.0
    return (best - share * chance) / (1 - share)


@rule
def _ask(plan: Plan, left: int) -> bool:
    """Find the next question of the position with so many turns left; False if there is none."""
    spot = _read_spot(plan, left)
    while plan.blank_now[left] < plan.blanks[left]:
        if _ask_about_blank(plan, spot, plan.blank[left][plan.blank_now[left]]):
            return True
        plan.blank_now[left] += 1
        plan.number_now[left] = 0
        plan.stand_now[left] = 0
    while plan.stand_now[left] < plan.stands[left]:  # walks without an investigation
        i = plan.stand_now[left]
        if plan.high[left][i] > plan.best[left]:
            if plan.sure[left][i] == 0:
                plan.needed[left] = plan.best[left]
                return True
            plan.best[left] = plan.high[left][i]
        plan.stand_now[left] += 1
    return False


@rule
def _ask_about_blank(plan: Plan, spot: Spot, square: int) -> bool:
    """Find the next question about investigating that blank; False if there is none."""
    left = spot.left
    beside = around(plan, 1 << square) & plan.reached[left]
    if plan.number_now[left] == 0:
        plan.useful[left] = _useful_entry(plan, left, beside)
        if entry_bound(plan, spot, square) <= plan.useful[left]:
            return False
        plan.total[left] = 0.0
        plan.number_now[left] = 1
    if plan.number_now[left] <= 6:
        rest = 7 - plan.number_now[left]  # results that are no better than this one (monotony)
        plan.needed[left] = (6 * plan.useful[left] - plan.total[left]) / rest if plan.uses[MONOTONY] else -1.0
        return True
    while plan.stand_now[left] < plan.stands[left]:
        i = plan.stand_now[left]
        share = plan.share[left][i]
        if beside >> plan.stand[left][i] & 1 and share > 0:
            needed = _useful_failure(share, plan.total[left] / 6, plan.best[left])
            if plan.high[left][i] > needed:
                if plan.sure[left][i] == 0 and share < 1:
                    plan.needed[left] = needed
                    return True
                chance = share * plan.total[left] / 6 + (1 - share) * plan.high[left][i]
                plan.best[left] = max(plan.best[left], chance)
        plan.stand_now[left] += 1
    return False


@rule
def _is_entry(plan: Plan, left: int) -> bool:
    """Whether the question asked is about a blank just entered; else it is about a walk."""
    return plan.blank_now[left] < plan.blanks[left] and plan.number_now[left] <= 6


@rule
def _asked(plan: Plan, left: int) -> Spot:
    """The position that is asked about."""
    spot = _read_spot(plan, left)
    if _is_entry(plan, left):
        return entered(plan, spot, plan.blank[left][plan.blank_now[left]], plan.number_now[left])
    return walked(plan, spot, plan.stand[left][plan.stand_now[left]])


@rule
def _take(plan: Plan, left: int, answer: float) -> None:
    """Note the answer to the question asked."""
    above = answer > plan.needed[left]
    if not _is_entry(plan, left):
        i = plan.stand_now[left]
        plan.high[left][i] = answer
        plan.sure[left][i] = above
    elif above:
        plan.total[left] += answer
        plan.number_now[left] += 1
    else:  # this blank is of no use
        plan.blank_now[left] += 1
        plan.number_now[left] = 0


@rule
def _answer(plan: Plan, table: Any, spot: Spot, floor: float) -> float:
    """The chance of a position if that needs no questions; else -1, with notes opened for them."""
    if spot.enemy < 0:
        return 0.0
    stands = stands_of(plan, spot)
    if stands & plan.goal:
        return 1.0
    if spot.left == 1:
        return 0.0
    if plan.uses[TIME]:
        if spot.left == 2:
            return last_chance(plan, spot, stands)
        spot = forget(plan, spot, ways_home(plan, spot, spot.left - 1))
    answer = _look_up(plan, table, spot, floor)
    if answer < 0:
        _open(plan, spot, stands, floor)
    return answer


@rule
def _close(plan: Plan, table: Any, left: int) -> float:
    """The answer of a position that has no more questions."""
    best = plan.best[left]
    keep(table, _read_spot(plan, left), best if best > plan.floor[left] else -best)
    return float(best)


@rule
def _pause(plan: Plan, left: int, spot: Spot, floor: float) -> None:
    """Note where to go on."""
    plan.asking = left
    for i in range(6):
        plan.asked[i] = spot[i]
    plan.asked_floor = floor


@compile_kernel
def search(plans: Any, table: Any, spot: Spot, floor: float, most: int) -> float:
    """The best chance of a position, if it is above `floor`; else an upper bound that is not.

    PAUSED when as many positions as `most` have been looked at before there is an answer; then GO_ON goes on.
    """
    plan = plans[0]
    if spot.left >= 0:
        plan.top = spot.left
        left = spot.left + 1  # the position that asks has so many turns left; at first it is the caller
    else:
        asked = plan.asked
        spot = Spot(asked[0], asked[1], asked[2], asked[3], asked[4], asked[5])
        floor = plan.asked_floor
        left = plan.asking
    top = plan.top
    while True:
        if plan.looked_at >= most:
            _pause(plan, left, spot, floor)
            return PAUSED
        answer = _answer(plan, table, spot, floor)
        if answer < 0:
            left -= 1
        elif left > top:
            return answer
        else:
            _take(plan, left, answer)
        while not _ask(plan, left):
            answer = _close(plan, table, left)
            if left == top:
                return answer
            left += 1
            _take(plan, left, answer)
        spot = _asked(plan, left)
        floor = plan.needed[left]
