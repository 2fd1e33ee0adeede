"""What the search for the best chance looks up: the board as bit sets, the enemy's ways, bounds, and its memory.

Everything here is worked out once for an enemy of a house. A set of squares is a whole number, square q being bit q;
neighbours of a whole set are found by shifting it:

    a b c        bits 0 1 2
    d e f             3 4 5        {a, f} << 1 = {b, g}: shifts sideways first drop the last or first column
    g h i             6 7 8
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from escapology.games.kidnap_machine.rules import (
    GOAL,
    MOST_ROUTE,
    MOST_SQUARES,
    PLAYING,
    Deal,
    State,
    enemy_step,
    lowest_roll,
)
from escapology.native import compile_kernel, is_plain, rule
from escapology.protocol import Struct, field

__all__ = [
    "BOUND",
    "LOST",
    "MONOTONY",
    "MOST_BLANKS",
    "MOST_SQUARES",
    "MOST_STANDS",
    "MOST_TURNS",
    "NO_NUMBER",
    "SHIFT",
    "TIME",
    "Note",
    "Plan",
    "Spot",
    "enemy_code",
    "make_notes",
    "make_plans",
    "plain_plan",
    "spot_of",
]

TIME: Final = 0  # the reductions, as `search.py` describes them
MONOTONY: Final = 1
BOUND: Final = 2

NO_NUMBER: Final = 7  # a written square whose number can't matter any more
SHIFT: Final = MOST_SQUARES  # above the squares' bits a word has room for other things
MOST_RINGS: Final = 14  # distances on the largest board
MOST_STANDS: Final = 13  # squares within two steps
MOST_BLANKS: Final = 25  # squares within three steps
MOST_TURNS: Final = 64  # a route takes at most 63
MOST_CODES: Final = MOST_SQUARES * 4 * MOST_ROUTE  # of the enemy: squares, ways to face, places in the route
LOST: Final = -1
_PROBES: Final = 67  # the powers of two leave different remainders


class Board(Struct):
    """The board as bit sets, and the bounds."""

    width: int = field("i8")  # of the board; the sets of squares are
    squares: int = field("i8")  # all of them
    first_column: int = field("i8")
    last_column: int = field("i8")
    goal: int = field("i8")
    ring: list[int] = field("i8", MOST_RINGS)  # squares at each distance from the goal
    within: list[int] = field("i8", MOST_RINGS)  # squares at most that far from it
    square: list[int] = field("i8", _PROBES)  # which square a set of one square is: square[set % 67]
    odds: list[int] = field("i8", 8)  # KM1: rolls out of six that lead away from a number; 0 for NO_NUMBER
    bound: list[list[list[float]]] = field("f8", MOST_TURNS, MOST_RINGS, 8)  # [left][blanks][number]: `_fill_bounds`
    uses: list[int] = field("i8", 3)  # TIME, MONOTONY, BOUND: 1 if the reduction is used, as it is but in tests


class Plan(Board):
    """All that the search looks up, and how far it is."""

    place: list[int] = field("i1", MOST_CODES)  # [enemy]: its square
    after: list[list[int]] = field("i2", MOST_CODES, MOST_SQUARES)  # [enemy][you]: the enemy after its steps, or LOST
    looked_at: int = field("i8")  # positions so far
    # How far the survey is (`survey.py`), in rows of the table of outlines
    laid: int = field("i8")  # how many are laid out
    followed: int = field("i8")  # of how many what can come of them is, too
    settling: int = field("i8")  # the next one to be settled, from the last one back
    settled: int = field("i8")  # how many were settled before that
    # Where the search goes on after a pause
    top: int = field("i8")  # turns left in the position that it is all about
    asking: int = field("i8")  # turns left in the position that asks
    asked: list[int] = field("i8", 6)  # the position that is asked about
    asked_row: int = field("i8")  # the row of its outline
    asked_floor: float = field("f8")  # the floor of that question


class Note(Struct):
    """What the search notes of a position that has been asked about; there is one for each number of turns left."""

    ones: int = field("i8")  # the position itself
    twos: int = field("i8")
    fours: int = field("i8")
    row: int = field("i8")  # the row of its outline
    lowest: int = field("i8")  # the lowest number that matters
    floor: float = field("f8")  # whoever asked is interested in a chance above it only
    best: float = field("f8")  # the best chance so far, at least the floor
    blank_now: int = field("i8")  # which of the blanks the question is about
    number_now: int = field("i8")  # the number drawn there; 0 = no question yet, 7 = all answered
    stand_now: int = field("i8")  # the stand that the question is about
    useful: float = field("f8")  # what the chance on that blank must exceed to be of use
    total: float = field("f8")  # its chances so far, over the numbers
    needed: float = field("f8")  # the floor of the question
    share: list[float] = field("f8", MOST_STANDS)  # [i]: of the rolls that lead away from a stand
    high: list[float] = field("f8", MOST_STANDS)  # [i]: an upper bound of the chance there
    sure: list[int] = field("i8", MOST_STANDS)  # [i]: 1 if it is the chance itself


class Spot(NamedTuple):
    """A position, at the beginning of your turn. The written numbers are three sets: where bit 1, 2, 4 is set."""

    ones: int
    twos: int
    fours: int
    you: int
    enemy: int  # its square, facing and next square of the route in one number: `enemy_code`
    left: int  # turns left, this one included


def enemy_code(d: Deal, s: State) -> int:
    """Where the enemy is, which way it looks and where it goes, as one number."""
    return (s.enemy * 4 + s.facing) * d.length + s.next


@rule
def _fill_enemy(d: Deal, s: State, plan: Plan) -> None:
    """Let the enemy take its two steps from everywhere, with you everywhere else."""
    squares = d.width * d.height
    for code in range(squares * 4 * d.length):
        plan.place[code] = code // d.length // 4
        for you in range(squares):
            plan.after[code][you] = LOST
            if you == plan.place[code] or code % d.length == 0:
                continue
            s.you = you
            s.enemy = plan.place[code]
            s.facing = code // d.length % 4
            s.next = code % d.length
            s.ended = PLAYING
            enemy_step(d, s)
            if s.ended == PLAYING:
                enemy_step(d, s)
            if s.ended == PLAYING:
                plan.after[code][you] = (s.enemy * 4 + s.facing) * d.length + s.next


@functools.cache
def _enemy_kernel() -> Callable[[Any, Any, Any], None]:
    def fill(deals: Any, states: Any, plans: Any) -> None:
        _fill_enemy(deals[0], states[0], plans[0])

    return compile_kernel(fill)


def _fill_board(d: Deal, plan: Board) -> None:
    squares = range(d.width * d.height)
    plan.width = d.width
    plan.squares = sum(1 << q for q in squares)
    plan.first_column = sum(1 << q for q in squares if q % d.width == 0)
    plan.last_column = sum(1 << q for q in squares if q % d.width == d.width - 1)
    goal = d.route[0]
    plan.goal = 1 << goal
    for q in squares:
        distance = abs(q % d.width - goal % d.width) + abs(q // d.width - goal // d.width)
        plan.square[(1 << q) % _PROBES] = q
        plan.ring[distance] |= 1 << q
        for farther in range(distance, MOST_RINGS):
            plan.within[farther] |= 1 << q
    for number in range(1, 7):
        plan.odds[number] = 7 - lowest_roll(d, number)


def _fill_bounds(plan: Board, turns: int) -> None:
    """The chance in a game without an enemy where walking takes no time and every square has your lowest number.

    bound[left][blanks][number]: turns left, blanks still to be entered, the lowest number written. Entering a blank
    that lies on the shortest way is then always best, and the new number replaces the lowest one if it is lower.
    """
    bound = plan.bound
    for left in range(1, turns + 1):
        bound[left][0] = [1.0] * 8
        for blanks in range(1, MOST_RINGS):
            for number in range(1, 8):
                entered = sum(bound[left - 1][blanks - 1][min(number, new)] for new in range(1, 7)) / 6
                failed = bound[left - 1][blanks][number]
                bound[left][blanks][number] = failed + plan.odds[number] / 6 * (entered - failed)


def spot_of(d: Deal, s: State) -> Spot:
    """A position as the search has it; without a clock, `left` means nothing."""
    sets = [0, 0, 0]
    for square, number in enumerate(s.number):
        for bit in range(3):
            if number != GOAL and number >> bit & 1:
                sets[bit] |= 1 << square
    return Spot(sets[0], sets[1], sets[2], s.you, enemy_code(d, s), d.last_turn - s.turn + 1)


def plain_plan(d: Deal) -> Plan:
    """A plan for plain Python, without the bounds."""
    plans = make_plans(d, 0)
    plan: Plan = plans[0] if is_plain() else Plan.from_row(plans[0])
    return plan


def make_notes() -> Any:
    """An array of empty notes."""
    return [Note() for _ in range(MOST_TURNS + 1)] if is_plain() else Note.rows([], spare=MOST_TURNS + 1)


def make_plans(d: Deal, turns: int, uses: tuple[int, int, int] = (1, 1, 1)) -> Any:
    """The plan for searches of up to that many turns, as the one row of an array."""
    board = Plan() if is_plain() else Board()
    _fill_board(d, board)
    _fill_bounds(board, turns)
    board.uses = list(uses)
    if is_plain():
        _enemy_kernel()([d], [State()], [board])
        return [board]
    plans = Plan.rows([], spare=1)
    for name in Board.fields:
        plans[name][0] = getattr(board, name)
    _enemy_kernel()(Deal.rows([d]), State.rows([State()]), plans)
    return plans
