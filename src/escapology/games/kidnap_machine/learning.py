"""What programs that learn Kidnap Machine see, do and are dealt.

Boards have up to seven columns and rows. An observation has room for all of these, and says where the board ends.
"""

from typing import Final

from escapology.games.kidnap_machine.notation import MAX_DICE_SEED, deal_house
from escapology.games.kidnap_machine.rules import (
    MOST_DICE,
    MOST_MOVES,
    MOST_ROUTE,
    Deal,
    State,
    move_parts,
)
from escapology.games.kidnap_machine.rules.houses import ENEMIES, MAX_SIDE, house_of
from escapology.luck import below
from escapology.native import rule
from escapology.protocol import Actions, Array
from escapology.setting import Setting

__all__ = ["ACTIONS", "ARRAYS", "action_of", "deal", "encode", "encode_lasting", "forms"]

SIDE: Final = MAX_SIDE
SQUARES: Final = SIDE * SIDE
OFF: Final = 8  # as what is written: the board ends before
NEAR: Final = 4  # squares of the route ahead
MOST_TURNS: Final = MOST_DICE // 2

ACTIONS: Final = (
    Actions(
        "turn",
        MOST_MOVES,
        "walk to a square at most two steps away, then investigate or not: end × 5 + way; ends in "
        "reading order, from "
        "two squares north to two squares south, way 0 for none, n e s w as 1 to 4",
    ),
)
# Of each row of the squares at most two steps away, from two north to two south, the number of its middle one
MIDDLE: Final = (0, 2, 6, 10, 12)

ARRAYS: Final = (
    Array(
        "written",
        (SIDE, SIDE),
        0,
        OFF,
        "what each square says, a1 to g1, a2 …: 0 blank, 1 to 6, 7 the goal, 8 off the board",
        True,
    ),
    Array("you", (1,), 0, SQUARES - 1, "your square: column + 7 × row, from 0", True),
    Array("enemy", (1,), 0, SQUARES - 1, "the enemy's square", True),
    Array("facing", (1,), 0, 3, "the way it looks: n e s w", True),
    Array("ahead", (NEAR,), 0, SQUARES, "the next squares of its route + 1, 0 behind its end", True),
    Array("next", (1,), 0, MOST_ROUTE, "how many squares of its route it has reached"),
    Array("turns_left", (1,), 0, MOST_TURNS, "turns left, this one included; 0 without a clock"),
    Array("roll", (2,), 0, 6, "the dice of your last turn, 0 if not rolled", True),
    Array("tie_fails", (1,), 0, 1, "whether a roll that equals the number fails", lasts=True),
    Array("route", (MOST_ROUTE,), 0, SQUARES, "its whole route: squares + 1, 0 behind its end", lasts=True),
)

YOU: Final = SQUARES
AHEAD: Final = YOU + 3
TURNS: Final = AHEAD + NEAR + 1
TIE: Final = TURNS + 3
ROUTE: Final = TIE + 1


@rule
def action_of(d: Deal, s: State, move: int) -> int:
    """The action that a legal move is."""
    end, way = move_parts(move)
    right = end % d.width - s.you % d.width
    down = end // d.width - s.you // d.width
    return (MIDDLE[down + 2] + right) * 5 + way + 1


@rule
def _place(d: Deal, square: int) -> int:
    """A square on the largest board."""
    return square % d.width + SIDE * (square // d.width)


@rule
def encode(d: Deal, s: State, out: list[int]) -> None:
    """What a move can change."""
    for row in range(SIDE):
        for column in range(SIDE):
            is_on = row < d.height and column < d.width
            out[SIDE * row + column] = s.number[row * d.width + column] if is_on else OFF
    out[YOU] = _place(d, s.you)
    out[YOU + 1] = _place(d, s.enemy)
    out[YOU + 2] = s.facing
    for i in range(NEAR):
        out[AHEAD + i] = _place(d, d.route[s.next + i]) + 1 if s.next + i < d.length else 0
    out[AHEAD + NEAR] = s.next
    out[TURNS] = d.last_turn - s.turn + 1 if d.last_turn > 0 else 0
    out[TURNS + 1] = s.roll[0]
    out[TURNS + 2] = s.roll[1]


@rule
def encode_lasting(d: Deal, s: State, out: list[int]) -> None:
    """The enemy's route."""
    out[TIE] = d.tie_fails
    for i in range(MOST_ROUTE):
        out[ROUTE + i] = _place(d, d.route[i]) + 1 if i < d.length else 0


@rule
def deal(d: Deal, luck: list[int]) -> None:
    """All the dice that a game can need, or a seed when it can go on for ever."""
    if d.last_turn == 0:
        d.seed = below(luck, MAX_DICE_SEED + 1)
        return
    d.dice_count = 2 * d.last_turn
    for i in range(d.dice_count):
        d.dice[i] = below(luck, 6) + 1


def forms(setting: Setting) -> list[Deal]:
    """One deal for each enemy of the manor."""
    return [deal_house(setting, house_of("manor"), enemy, []) for enemy in range(1, ENEMIES + 1)]
