"""The rules of Kidnap Machine, in the order of RULES.md.

Squares are numbered in reading order, a1 = 0; the board is `d.width` wide. Ways are numbered as they are written:

        n = 0
    w = 3   e = 1
        s = 2
"""

from typing import Final

from escapology.luck import draw_at
from escapology.native import rule
from escapology.protocol import Deal as BaseDeal
from escapology.protocol import Struct, field

__all__ = [
    "BLANK",
    "CAUGHT",
    "FIRST_NUMBER",
    "GOAL",
    "LATE",
    "MOST_DICE",
    "MOST_MOVES",
    "MOST_ROUTE",
    "MOST_SQUARES",
    "NOWHERE",
    "PLAYING",
    "UNKNOWN_SEED",
    "WON",
    "Deal",
    "State",
    "beside",
    "die_at",
    "end_turn",
    "enemy_step",
    "follow_route",
    "is_in_view",
    "lowest_roll",
    "move_parts",
    "moves",
    "play",
    "score",
    "start",
    "take_your_part",
    "won",
]

MOST_SQUARES: Final = 49  # of a board: seven by seven
MOST_ROUTE: Final = 64  # squares of a route
MOST_DICE: Final = 128  # a route takes at most 126 steps, so 63 turns of two dice
MOST_MOVES: Final = 65  # thirteen squares to walk to, four blanks beside each

BLANK: Final = 0  # a square on which nothing is written; 1 to 6 are written numbers
GOAL: Final = 7  # the square with the G
FIRST_NUMBER: Final = 3  # what a1 says

NOWHERE: Final = -1  # off the board
UNKNOWN_SEED: Final = -1

PLAYING: Final = 0
WON: Final = 1
CAUGHT: Final = 2
LATE: Final = 3


class Deal(BaseDeal):
    """The house, the enemy, and the dice in the order they will be needed."""

    width: int = field("i1")  # columns of the board
    height: int = field("i1")  # rows
    route: list[int] = field("i1", MOST_ROUTE)  # the enemy's squares, from its departure point to its end point
    length: int = field("i1")  # how many they are
    last_turn: int = field("i1")  # KM8: the game is lost after it; 0 = no clock
    tie_fails: int = field("i1")  # KM1: 1 if a roll that equals the number fails
    dice: list[int] = field("i1", MOST_DICE)  # the first rolls
    dice_count: int = field("i2")  # how many they are
    seed: int = field("i8")  # where the rolls behind them come from; UNKNOWN_SEED = none was named


class State(Struct):
    """A position."""

    number: list[int] = field("i1", MOST_SQUARES)  # what is written on each square: BLANK, 1 to 6, or GOAL
    you: int = field("i1")  # your square
    enemy: int = field("i1")  # the enemy's square
    facing: int = field("i1")  # the way it looks
    next: int = field("i1")  # place in the route of the square it goes to; the departure point is 0
    ended: int = field("i1")  # PLAYING, WON, CAUGHT or LATE
    turn: int = field("i4")  # the turn about to be played, from 1; once the game has ended, the one it ended in
    rolled: int = field("i4")  # dice rolled so far
    roll: list[int] = field("i1", 2)  # the dice of your last turn, 0 = not rolled


@rule
def start(d: Deal, s: State) -> None:
    """Rules 1 to 4: a 3 on a1 under you, a G under the enemy, who faces the next square of its route."""
    s.number[0] = FIRST_NUMBER
    s.number[d.route[0]] = GOAL
    s.enemy = d.route[0]
    s.next = 1
    for way in range(4):
        if beside(d, s.enemy, way) == d.route[1]:
            s.facing = way
    s.turn = 1


@rule
def beside(d: Deal, square: int, way: int) -> int:
    """The square next to a square, or NOWHERE."""
    column = square % d.width
    if way == 0:
        return square - d.width if square >= d.width else NOWHERE
    if way == 1:
        return square + 1 if column < d.width - 1 else NOWHERE
    if way == 2:
        return square + d.width if square < d.width * (d.height - 1) else NOWHERE
    return square - 1 if column > 0 else NOWHERE


@rule
def _is_open(s: State, square: int) -> bool:
    """Rule 5: whether you can walk onto a square: it is not blank, and the enemy is elsewhere (KM7)."""
    return square != NOWHERE and s.number[square] != BLANK and square != s.enemy


@rule
def moves(d: Deal, s: State, out: list[int]) -> int:
    """Rules 5 and 6: a walk of 0, 1 or 2 squares, then perhaps an investigation (KM5).

    Each square that can be walked to is met once, on the shortest walk, n before e before s before w (KM11).
    """
    if s.ended != PLAYING:
        return 0
    found = _moves_from(d, s, s.you, out, 0)
    seen = 1 << s.you
    for first_way in range(4):
        first = beside(d, s.you, first_way)
        if _is_open(s, first):
            seen |= 1 << first
            found = _moves_from(d, s, first, out, found)
    for first_way in range(4):
        first = beside(d, s.you, first_way)
        if not _is_open(s, first) or s.number[first] == GOAL:  # rule 17: who stands on G walks no further
            continue
        for second_way in range(4):
            second = beside(d, first, second_way)
            if _is_open(s, second) and seen >> second & 1 == 0:
                seen |= 1 << second
                found = _moves_from(d, s, second, out, found)
    return found


@rule
def _moves_from(d: Deal, s: State, end: int, out: list[int], found: int) -> int:
    """Rule 6: a walk that ends there, alone and with each investigation of a blank beside it (KM7)."""
    out[found] = end << 3
    found += 1
    if s.number[end] == GOAL:
        return found
    for way in range(4):
        target = beside(d, end, way)
        if target != NOWHERE and s.number[target] == BLANK and target != s.enemy:
            out[found] = end << 3 | way + 1
            found += 1
    return found


@rule
def move_parts(move: int) -> tuple[int, int]:
    """A move's end of the walk, and the way of the square investigated (-1 = none)."""
    return move >> 3, (move & 7) - 1


@rule
def play(d: Deal, s: State, move: int) -> None:
    """Rules 5 to 20: your part of the turn, then the enemy's two steps."""
    take_your_part(d, s, move)
    for _ in range(2):
        if s.ended == PLAYING:
            enemy_step(d, s)
    end_turn(d, s)


@rule
def take_your_part(d: Deal, s: State, move: int) -> None:
    """Rules 5 to 9: walk, then perhaps investigate."""
    s.you, way = move_parts(move)
    s.roll[0] = 0
    s.roll[1] = 0
    if s.number[s.you] == GOAL:  # rule 17
        s.ended = WON
    elif way >= 0:
        _investigate(d, s, beside(d, s.you, way))


@rule
def end_turn(d: Deal, s: State) -> None:
    """Rule 20, KM8: time is up after the last turn."""
    if s.ended == PLAYING:
        if s.turn == d.last_turn:
            s.ended = LATE
        else:
            s.turn += 1


@rule
def _investigate(d: Deal, s: State, target: int) -> None:
    """Rules 7 and 8: one die to get there, a second one for the number that is written (KM10)."""
    s.roll[0] = _roll(d, s)
    if s.roll[0] >= lowest_roll(d, s.number[s.you]):
        s.roll[1] = _roll(d, s)
        s.number[target] = s.roll[1]
        s.you = target


@rule
def lowest_roll(d: Deal, number: int) -> int:
    """KM1: the lowest roll with which one leaves a square of that number; 7 = none does."""
    return number + d.tie_fails


@rule
def _roll(d: Deal, s: State) -> int:
    """The next die."""
    s.rolled += 1
    return die_at(d, s.rolled - 1)


@rule
def die_at(d: Deal, place: int) -> int:
    """A die of the deal: one of those it lists, and behind them those of its seed (0 if none was named)."""
    if place < d.dice_count:
        return d.dice[place]
    return draw_at(max(d.seed, 0), place, 6) + 1


@rule
def enemy_step(d: Deal, s: State) -> None:
    """Rule 10: one of the enemy's two steps."""
    if is_in_view(d, s):
        _chase(d, s)
    else:
        follow_route(d, s)


@rule
def is_in_view(d: Deal, s: State) -> bool:
    """Rule 11: whether you are in the 3 × 3 squares around the one in front of the enemy, itself perhaps off (KM6)."""
    column = s.enemy % d.width
    row = s.enemy // d.width
    if s.facing == 0:
        row -= 1
    elif s.facing == 1:
        column += 1
    elif s.facing == 2:
        row += 1
    else:
        column -= 1
    return abs(s.you % d.width - column) <= 1 and abs(s.you // d.width - row) <= 1


@rule
def _chase(d: Deal, s: State) -> None:
    """Rules 12 to 14: turn to you, catch you (KM2), or come nearer."""
    for way in range(4):
        if beside(d, s.enemy, way) == s.you and way != s.facing:
            s.facing = way
            return
    if beside(d, s.enemy, s.facing) == s.you:
        s.enemy = s.you
        s.ended = CAUGHT
    else:
        _go_forward(d, s)


@rule
def follow_route(d: Deal, s: State) -> None:
    """Rules 15 and 16, KM3: go on towards the next square of the route, straight ahead if possible, else turn."""
    target = d.route[s.next]
    if _leads_nearer(d, s, s.facing, target):
        _go_forward(d, s)
    elif _leads_nearer(d, s, 0, target):
        s.facing = 0
    elif _leads_nearer(d, s, 2, target):
        s.facing = 2
    elif _leads_nearer(d, s, 1, target):
        s.facing = 1
    else:
        s.facing = 3


@rule
def _leads_nearer(d: Deal, s: State, way: int, target: int) -> bool:
    """Whether a step that way brings the enemy nearer to its target."""
    if way == 0:
        return target // d.width < s.enemy // d.width
    if way == 1:
        return target % d.width > s.enemy % d.width
    if way == 2:
        return target // d.width > s.enemy // d.width
    return target % d.width < s.enemy % d.width


@rule
def _go_forward(d: Deal, s: State) -> None:
    """One square ahead; the next square of the route counts as reached, however the enemy got there (KM4, KM9)."""
    s.enemy = beside(d, s.enemy, s.facing)
    if s.enemy == d.route[s.next]:
        s.next += 1
        if s.next == d.length:  # rule 19
            s.ended = LATE


@rule
def won(d: Deal, s: State) -> bool:
    """Rule 17."""
    return s.ended == WON


@rule
def score(d: Deal, s: State) -> int:
    """One point for getting out."""
    return 1 if won(d, s) else 0
