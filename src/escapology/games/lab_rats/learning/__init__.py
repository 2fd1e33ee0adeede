"""What programs that learn Lab Rats see, do and are dealt. `dealing.py` builds the maze.

A move is an action as it is. Squares are numbered as in the rules, along the maze from its first tile on.
"""

from typing import Final

from escapology.games.lab_rats.learning.dealing import deal, forms
from escapology.games.lab_rats.rules import (
    COINS,
    LONGEST,
    SQUARES,
    STACK_SIZE,
    STACKS,
    SUITED,
    VALUES,
    Deal,
    State,
    value_of,
)
from escapology.native import rule
from escapology.protocol import Actions, Array, Course

__all__ = ["ACTIONS", "ARRAYS", "COURSE", "action_of", "deal", "encode", "encode_lasting", "forms"]

ACTIONS: Final = (
    Actions("start", 2, "begin on the left or the right square of the first tile's back row"),
    Actions("back", 1, "back up to the last coin"),
    Actions("lift", STACKS, "lift the coin under the rat onto stack A, B or C"),
    Actions("drop", STACKS, "drop the top coin of stack A, B or C"),
    Actions(
        "run",
        STACKS * 4 * LONGEST,
        "run with the top coin of a stack: (stack × 4 + way) × 48 + squares - 1, stacks A B C and ways n "
        "e s w counted "
        "from 0",
    ),
)

UNSEEN: Final = 6  # as a coin on a stack; 0 (null) to 5 are its value
NONE: Final = 7
EACH: Final = COINS // VALUES

ARRAYS: Final = (
    Array(
        "stacks",
        (STACKS, STACK_SIZE),
        0,
        7,
        "coins of stacks A, B, C, bottom first: their value, 6 if nobody has seen it, 7 if there is none",
        True,
    ),
    Array("rat", (1,), 0, SQUARES, "square of the rat, 98 before it starts", True),
    Array("ahead", (4,), 0, LONGEST, "squares from the rat to the wall, n e s w; out at the exit, that square too"),
    Array("way_out", (1,), 0, LONGEST, "squares from the rat straight out of the maze, 0 if the exit is not in line"),
    Array("unseen", (VALUES,), 0, EACH, "of each value, how many coins are out of sight: face down or in the bag"),
    Array("trail_coins", (COINS,), 0, VALUES, "movement coins on the table, oldest first: their value + 1, then 0"),
    Array("trail_squares", (COINS,), 0, SQUARES, "their squares + 1, then 0"),
    Array("x", (SQUARES,), -SQUARES // 2, SQUARES // 2 + 1, "of each square, growing to the east", lasts=True),
    Array("y", (SQUARES,), -SQUARES // 2, SQUARES // 2 + 1, "of each square, growing to the north", lasts=True),
    Array("reach", (SQUARES, 4), 0, LONGEST, "of each square, as `ahead`", lasts=True),
    Array("exit_runs", (SQUARES,), 0, LONGEST, "of each square, as `way_out`", lasts=True),
    Array("exit_way", (1,), 0, 3, "the way that leads out: n e s w", True, True),
)

COURSE: Final = Course(
    squares=SQUARES,
    you="rat",
    group=4,
    behind=2,
    ahead=9,
    arrays=("reach", "exit_runs"),
    levels=5,
    coordinates=("x", "y"),
    far=8,
)

# Where they begin
RAT: Final = STACKS * STACK_SIZE
AHEAD: Final = RAT + 1
UNSEEN_COINS: Final = AHEAD + 5
TRAIL: Final = UNSEEN_COINS + VALUES
X: Final = TRAIL + 2 * COINS
REACH: Final = X + 2 * SQUARES
EXIT_RUNS: Final = REACH + 4 * SQUARES


@rule
def action_of(d: Deal, s: State, move: int) -> int:
    """Moves are numbered as actions are."""
    return move


@rule
def encode(d: Deal, s: State, out: list[int]) -> None:
    """The coins and the rat."""
    for value in range(VALUES):
        out[UNSEEN_COINS + value] = EACH
    for stack in range(STACKS):
        for i in range(STACK_SIZE):
            coin = s.stack[stack][i]
            shown = NONE
            if i < s.height[stack]:
                shown = UNSEEN
                if coin >= SUITED:
                    shown = value_of(coin)
                    out[UNSEEN_COINS + shown] -= 1
            out[stack * STACK_SIZE + i] = shown
    is_on = 0 <= s.rat < SQUARES
    out[RAT] = s.rat if is_on else SQUARES
    for way in range(4):
        out[AHEAD + way] = d.reach[s.rat][way] if is_on else 0
    out[AHEAD + 4] = d.exit_run[s.rat] if is_on else 0
    for i in range(COINS):
        is_there = i < s.trail_count
        out[TRAIL + i] = value_of(s.trail_coin[i]) + 1 if is_there else 0
        out[TRAIL + COINS + i] = s.trail_square[i] + 1 if is_there else 0
    for i in range(s.trail_count):
        out[UNSEEN_COINS + value_of(s.trail_coin[i])] -= 1
    for i in range(s.dropped_count):
        out[UNSEEN_COINS + value_of(s.dropped_coin[i])] -= 1


@rule
def encode_lasting(d: Deal, s: State, out: list[int]) -> None:
    """The maze."""
    for i in range(SQUARES):
        out[X + i] = d.x[i]
        out[X + SQUARES + i] = d.y[i]
        for way in range(4):
            out[REACH + 4 * i + way] = d.reach[i][way]
        out[EXIT_RUNS + i] = d.exit_run[i]
    out[EXIT_RUNS + SQUARES] = d.exit_way
