"""Observations: what both maze games show of the maze, you, the pursuers and the movement cards."""

from typing import Final

from escapology.games.pursuit.rules.cards import NO_CARD, rank_of, suit_of
from escapology.games.pursuit.rules.state import (
    ENTER,
    LAY,
    NOWHERE,
    START,
    TURNS,
    MazeDeal,
    MazeState,
)
from escapology.games.pursuit.rules.turn import column_size, movement_card
from escapology.native import rule
from escapology.protocol import Array

__all__ = ["OWN", "SHARED", "encode_shared", "put_card"]

SPACES: Final = 49
PLACE: Final = "the space + 1, spaces counted from a1 to g1, a2 …; 50 in the vessel, 0 nowhere"

SHARED: Final = (
    Array(
        "ranks",
        (SPACES,),
        0,
        13,
        "the card on each space, a1 to g1, a2 …: A 2 … T J Q K as 1 to 13, 0 if there is none",
        True,
    ),
    Array("suits", (SPACES,), 0, 4, "its suit: ♠ ♥ ♣ ♦ as 1 to 4, 0 if there is none", True),
    Array("upright", (SPACES,), 0, 1, "whether it lies upright"),
    Array("ways", (SPACES, 4), 0, 1, "whether a step leads from there n e s w"),
    Array("tasks", (SPACES,), 0, 2, "1 where a task is to be fulfilled, 2 where it is", True),
    Array("walked", (SPACES,), 0, 1, "the spaces of your walk"),
    Array("you", (1,), 0, 50, f"where you are: {PLACE}", True),
    Array(
        "phase",
        (1,),
        0,
        7,
        "lay the maze 0, choose the entrance 1 or where you wake up 2, begin a turn 3, walk 4, eject 5, "
        "choose the exit 6, over 7",
        True,
    ),
    Array("turn", (1,), 1, TURNS, "the turn"),
    Array("fatigue", (1,), 1, 6, "your fatigue"),
    Array("using", (1,), 0, 3, "the card you walk by, 1 = the lowest of the column, 0 when you don't walk", True),
    Array("steps", (1,), 0, SPACES, "steps of this walk"),
    Array("pursuers", (4,), 0, 50, f"where the pursuers ♠ ♥ ♣ ♦ are: {PLACE}", True),
    Array("facing", (4,), 0, 4, "the way each faces, n e s w as 1 to 4, 0 if he is not there", True),
    Array("alert", (4,), 0, 1, "whether he is alert"),
    Array("remembered", (4,), 0, 50, f"where he saw you last: {PLACE}", True),
    Array("vanished", (4,), 0, 4, "the way you went from there, n e s w as 1 to 4", True),
    Array(
        "pile_ranks",
        (6,),
        0,
        13,
        "the pile on the table, in columns of 3, 2 and 1 from the top: ranks as above, 0 before it is dealt",
        True,
    ),
    Array("pile_suits", (6,), 0, 4, "suits of these cards", True),
    Array(
        "column_ranks",
        (3,),
        0,
        13,
        "the column of this turn, the lowest card first: ranks, 0 where it has no card",
        True,
    ),
    Array("column_suits", (3,), 0, 4, "suits of these cards", True),
    Array(
        "undealt",
        (52,),
        0,
        1,
        "of each movement card, ♠A to ♠K, ♥, ♣, ♦, whether it is in a pile not yet dealt; aces are in none",
    ),
)

# Where they begin
SUITS: Final = SPACES
UPRIGHT: Final = 2 * SPACES
WAYS: Final = 3 * SPACES
TASKS: Final = 7 * SPACES
WALKED: Final = 8 * SPACES
YOU: Final = 9 * SPACES
PURSUERS: Final = YOU + 6
PILE: Final = PURSUERS + 20
COLUMN: Final = PILE + 12
UNDEALT: Final = COLUMN + 6
OWN: Final = UNDEALT + 52  #: where what a game adds begins


@rule
def put_card(out: list[int], rank_place: int, suit_place: int, card: int) -> None:
    """Write a card."""
    out[rank_place] = rank_of(card) + 1 if card != NO_CARD else 0
    out[suit_place] = suit_of(card) + 1 if card != NO_CARD else 0


@rule
def encode_shared(d: MazeDeal, s: MazeState, out: list[int]) -> None:
    """Write all that both games have."""
    _encode_maze(s, out)
    out[YOU] = s.you + 1
    out[YOU + 1] = s.phase
    out[YOU + 2] = s.turn
    out[YOU + 3] = s.fatigue
    out[YOU + 4] = s.using
    out[YOU + 5] = s.steps
    _encode_pursuers(s, out)
    _encode_cards(d, s, out)


@rule
def _encode_maze(s: MazeState, out: list[int]) -> None:
    for x in range(SPACES):
        put_card(out, x, SUITS + x, s.card[x] if s.there >> x & 1 else NO_CARD)
        out[UPRIGHT + x] = s.upright >> x & s.there >> x & 1
        out[TASKS + x] = 0
        out[WALKED + x] = s.walked >> x & 1
    if s.phase == LAY:
        for i in range(4 * SPACES):
            out[WAYS + i] = 0
        return
    for i in range(4 * SPACES):
        out[WAYS + i] = s.way[i] != NOWHERE
    for task in range(3):
        out[TASKS + s.location[task]] = 1 + (s.done >> task & 1)


@rule
def _encode_pursuers(s: MazeState, out: list[int]) -> None:
    for p in range(4):
        is_there = p < s.pursuers and s.at[p] != NOWHERE
        remembers = is_there and s.memory[p] != NOWHERE
        out[PURSUERS + p] = s.at[p] + 1 if is_there else 0
        out[PURSUERS + 4 + p] = s.facing[p] + 1 if is_there else 0
        out[PURSUERS + 8 + p] = s.alert[p] if is_there else 0
        out[PURSUERS + 12 + p] = s.memory[p] + 1 if remembers else 0
        out[PURSUERS + 16 + p] = s.vanished[p] + 1 if remembers else 0


@rule
def _encode_cards(d: MazeDeal, s: MazeState, out: list[int]) -> None:
    is_dealt = s.phase not in (LAY, ENTER, START)
    dealt = 6 * ((s.turn + 2) // 3) if is_dealt else 0
    for i in range(6):
        put_card(out, PILE + i, PILE + 6 + i, d.movement[dealt - 6 + i] if is_dealt else NO_CARD)
    for position in range(1, 4):
        has_card = is_dealt and position <= column_size(s.turn)
        card = movement_card(d, s.turn, position) if has_card else NO_CARD
        put_card(out, COLUMN + position - 1, COLUMN + 2 + position, card)
    for card in range(52):
        out[UNDEALT + card] = rank_of(card) > 0
    for i in range(dealt):
        out[UNDEALT + d.movement[i]] = 0
