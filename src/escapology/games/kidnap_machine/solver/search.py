"""The search for the best chance: a compiled walk through all that you and the dice can do, with a memory.

A position *asks* for the chances of positions one turn later, until it knows that nothing can be better than what it
has. Each question names a *floor*: the answer is the chance if that is above the floor, else an upper bound of it
that is not. What makes it quick, and why nothing is lost:

time      `ways_home` tells from which squares the goal can be reached in the turns left if every die is kind. Each
          turn enters at most one blank, and a blank that was entered before saves at most one turn later on. So a
          written square from which the goal is too far can be forgotten, and so can a number when every blank beside
          it is too far. When two turns are left no number drawn matters any more. `outlines.py` and `survey.py` go on
          from there: where the enemy is, still less matters, and that is worked out for all numbers at once.
monotony  A lower number is never worse: who has it can investigate just often enough to have the chances of the higher
          one, and else only walk. So the results of the second die are tried from 1 to 6, and each bounds the rest.
          Failing leaves you where a walk would, so the same answer serves both.
bound     The same game without an enemy, where walking takes no time (`plan.bound`), is never harder.

It runs in slices, between which its caller looks at the limits: all it has to remember is in the plan and its notes.

Imported only by those who solve, since it compiles.
"""

from typing import Any, Final

from escapology.games.kidnap_machine.solver.memory import keep, move, recall
from escapology.games.kidnap_machine.solver.outlines import SURE, UNKNOWN, Outline, outline_of, spot_in
from escapology.games.kidnap_machine.solver.plan import LOST, MONOTONY, TIME, Note, Plan, Spot
from escapology.games.kidnap_machine.solver.prospects import (
    OPEN,
    around,
    blanks_between,
    bound,
    entered,
    entry_bound,
    lowest_number,
    number_on,
    walked,
)
from escapology.games.kidnap_machine.solver.survey import lay_out
from escapology.native import compile_kernel, rule

__all__ = ["GO_ON", "PAUSED", "SURVEYING", "search"]

PAUSED: Final = -2.0  # in place of an answer: there is none yet
SURVEYING: Final = -3.0  # the same before the search has begun
GO_ON: Final = Spot(0, 0, 0, 0, 0, -1)  # in place of a position: the one before the pause


@rule
def _open(plan: Plan, outline: Outline, row: int, note: Note, spot: Spot, floor: float) -> None:
    """Make notes of a position that has to be asked about: no question was asked yet."""
    lowest = lowest_number(spot)
    high = bound(plan, spot.left - 1, outline.between, lowest)
    plan.looked_at += 1
    note.ones = spot.ones
    note.twos = spot.twos
    note.fours = spot.fours
    note.row = row
    note.lowest = lowest
    note.floor = floor
    note.best = max(floor, 0.0)
    note.blank_now = 0
    note.number_now = 0
    note.stand_now = 0
    for i in range(outline.stands):
        is_lost = outline.walk[i] == LOST
        note.share[i] = plan.odds[number_on(spot, outline.stand[i])] / 6
        note.high[i] = 0.0 if is_lost else high
        note.sure[i] = is_lost


@rule
def _spot(outline: Outline, note: Note) -> Spot:
    """The position that notes were made of."""
    return spot_in(outline, Spot(note.ones, note.twos, note.fours, 0, 0, 0))


@rule
def _useful_entry(outline: Outline, note: Note, beside: int) -> float:
    """What the chance after entering a blank must exceed, so that investigating it could be better than the best."""
    floor = 1.0
    for i in range(outline.useful):
        share = note.share[i]
        if beside >> outline.stand[i] & 1 and share > 0:
            floor = min(floor, (note.best - (1 - share) * note.high[i]) / share)
    return floor


@rule
def _useful_failure(share: float, chance: float, best: float) -> float:
    """What the chance after a failed investigation must exceed, so that the investigation is better than the best."""
    if share == 1:
        return -1.0 if chance > best else 1.0
    return (best - share * chance) / (1 - share)


@rule
def _ask(plan: Plan, outline: Outline, note: Note, left: int) -> bool:
    """Find the next question of the position with so many turns left; False if there is none."""
    while note.blank_now < outline.blanks:
        if _ask_about_blank(plan, outline, note, left):
            return True
        note.blank_now += 1
        note.number_now = 0
        note.stand_now = 0
    while note.stand_now < outline.stands:  # walks without an investigation
        i = note.stand_now
        if note.high[i] > note.best:
            if note.sure[i] == 0:
                note.needed = note.best
                return True
            note.best = note.high[i]
        note.stand_now += 1
    return False


@rule
def _ask_about_blank(plan: Plan, outline: Outline, note: Note, left: int) -> bool:
    """Find the next question about investigating that blank; False if there is none."""
    square = outline.blank[note.blank_now]
    beside = around(plan, 1 << square)
    if note.number_now == 0:
        note.useful = _useful_entry(outline, note, beside)
        blanks = min(outline.between, blanks_between(plan, 1 << square))
        if entry_bound(plan, left - 1, blanks, note.lowest) <= note.useful:
            return False
        is_sure = outline.entry[note.blank_now] == SURE
        note.total = 6.0 if is_sure else 0.0
        note.number_now = 7 if is_sure else 1
    if note.number_now <= 6:
        rest = 7 - note.number_now  # results that are no better than this one (monotony)
        note.needed = (6 * note.useful - note.total) / rest if plan.uses[MONOTONY] else -1.0
        return True
    while note.stand_now < outline.useful:
        i = note.stand_now
        share = note.share[i]
        if beside >> outline.stand[i] & 1 and share > 0:
            needed = _useful_failure(share, note.total / 6, note.best)
            if note.high[i] > needed:
                if note.sure[i] == 0 and share < 1:
                    note.needed = needed
                    return True
                note.best = max(note.best, share * note.total / 6 + (1 - share) * note.high[i])
        note.stand_now += 1
    return False


@rule
def _is_entry(outline: Outline, note: Note) -> bool:
    """Whether the question asked is about a blank just entered; else it is about a walk."""
    return note.blank_now < outline.blanks and note.number_now <= 6


@rule
def _asked(plan: Plan, outlines: Any, outline: Outline, note: Note) -> tuple[Spot, int]:
    """The position that is asked about, and the row of its outline."""
    spot = _spot(outline, note)
    if _is_entry(outline, note):
        row = outline.entry[note.blank_now]
        spot = entered(plan, spot, outline.blank[note.blank_now], note.number_now)
    else:
        row = outline.walk[note.stand_now]
        spot = walked(plan, spot, outline.stand[note.stand_now])
    if row == UNKNOWN:
        row = outline_of(plan, outlines, spot)
    return spot_in(outlines[row - 1], spot), row


@rule
def _take(outline: Outline, note: Note, answer: float) -> None:
    """Note the answer to the question asked."""
    above = answer > note.needed
    if not _is_entry(outline, note):
        note.high[note.stand_now] = answer
        note.sure[note.stand_now] = above
    elif above:
        note.total += answer
        note.number_now += 1
    else:  # this blank is of no use
        note.blank_now += 1
        note.number_now = 0


@rule
def _answer(plan: Plan, outline: Outline, table: Any, spot: Spot, floor: float) -> float:
    """The chance of a position, or an upper bound of it, if that needs no questions; else -1."""
    if outline.chance != OPEN:
        return float(outline.chance)
    lowest = lowest_number(spot)
    if outline.stands == 0:  # the last turn but one: all that is left to do is to enter a blank beside the goal
        return plan.odds[lowest] / 6
    high = bound(plan, spot.left, outline.between, lowest)
    return high if high <= floor else recall(table, spot, floor)


@rule
def _close(table: Any, outline: Outline, note: Note) -> float:
    """The answer of a position that has no more questions."""
    best = note.best
    keep(table, _spot(outline, note), best if best > note.floor else -best)
    return float(best)


@rule
def _pause(plan: Plan, left: int, spot: Spot, row: int, floor: float) -> None:
    """Note where to go on."""
    plan.asking = left
    for i in range(6):
        plan.asked[i] = spot[i]
    plan.asked_row = row
    plan.asked_floor = floor


@compile_kernel
def search(plans: Any, outlines: Any, notes: Any, former: Any, table: Any, spot: Spot, steps: int, most: int) -> float:
    """The best chance of a position. What is kept in a former table is moved to the one in use before all else.

    SURVEYING if so many steps were not enough for the survey: then it is to be asked once more.
    PAUSED when as many positions as `most` have been looked at before there is an answer; then GO_ON goes on.
    """
    plan = plans[0]
    move(former, table)
    if spot.left >= 0:
        if plan.uses[TIME] and not lay_out(plan, outlines, spot, steps):
            return SURVEYING
        plan.top = spot.left
        floor = -1.0
        left = spot.left + 1  # the position that asks has so many turns left; at first it is the caller
        row = outline_of(plan, outlines, spot)
        spot = spot_in(outlines[row - 1], spot)
    else:
        asked = plan.asked
        spot = Spot(asked[0], asked[1], asked[2], asked[3], asked[4], asked[5])
        row = plan.asked_row
        floor = plan.asked_floor
        left = plan.asking
    top = plan.top
    while True:
        if plan.looked_at >= most:
            _pause(plan, left, spot, row, floor)
            return PAUSED
        outline = outlines[row - 1]
        answer = _answer(plan, outline, table, spot, floor)
        if answer < 0:
            left -= 1
            _open(plan, outline, row, notes[left], spot, floor)
        elif left > top:
            return answer
        else:
            _take(outlines[notes[left].row - 1], notes[left], answer)
        note = notes[left]
        outline = outlines[note.row - 1]
        while not _ask(plan, outline, note, left):
            answer = _close(table, outline, note)
            if left == top:
                return answer
            left += 1
            note = notes[left]
            outline = outlines[note.row - 1]
            _take(outline, note, answer)
        spot, row = _asked(plan, outlines, outline, note)
        floor = note.needed
