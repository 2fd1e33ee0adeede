"""Devil's Square played on by one who can't see the draw pile: how likely that ends in a win.

Knowing the draw pile, more than half of all deals can be won to the end, so whether a position *can* be won tells
little about it until late. Here a world is played to its end by a quick player who doesn't use what he can't know. Of
all moves he makes the one that costs least of the *outlook*: how far each colour can go with the cards it has, and on
average with one, two and three more. A table (`spots.py`) has the best move of a colour for every case, so a game takes
a few millionths of a second, and one world is played in many orders of the cards still in the draw pile.

Choosing by games played to their end alone is hardly better than choosing by the outlook, even with thousands of them,
and with few of them it is worse. So how likely a win is follows from the outlook first (a curve fitted to 20,000 games
of the quick player), and from the games played to correct it.
"""

from __future__ import annotations

import functools
import math
import zlib
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from escapology.games.devils_square.rules import CARDS, SPACES, Deal, State
from escapology.games.devils_square.solver.links import ALL_CARDS, Ints, link_graph
from escapology.games.devils_square.solver.spots import NO_SPOT, UNIT, Spots, arrive, enter, spot_table
from escapology.games.devils_square.solver.start import find_structures
from escapology.luck import draw_at
from escapology.native import compile_kernel, rule

__all__ = [
    "ORDERS",
    "Chance",
    "choose",
    "draw_cards",
    "find_start",
    "lay_out",
    "make_move",
    "play_on",
    "play_orders",
    "play_out",
    "seed_of",
]

ORDERS: Final = 32  # of the draw pile, in which each position is played to its end
_TRUST: Final = 0.8  # in the outlook, against the orders played: luck in them must not outweigh it
_FAR: Final = 16  # progress still to be made when all cards are drawn


class Positions(NamedTuple):
    """Positions of one world that are to be played to their end, and what comes of them."""

    start: Ints  # [position]: four structures, four sets of cards that have arrived, and the cards drawn
    heads: Ints  # [position]: of the four colours; the row behind them is for the one that is played
    namings: Ints  # [position]: from the four colours' items to the heads'
    like: Ints  # [position]: the first that is as good as it, NO_SPOT if a colour can't be completed
    wins: Ints  # [position]: orders in which it is won
    outlook: Ints  # [position]: of the four colours together


class Chance(NamedTuple):
    """What the quick player makes of a position."""

    wins: float  # share of the orders in which he wins
    likely: float  # how likely a win is, by these orders and by the outlook
    outlook: float  # how much further he sees himself going, from 0 to 1


@rule
def choose(t: Spots, heads: Ints) -> int:
    """The colour whose best move costs least of the outlook, -1 if there is no move."""
    best, best_gain = -1, 0
    for c in range(4):
        after = t.after[heads[c]]
        if after != NO_SPOT:
            gain = t.outlook[after] - t.outlook[heads[c]]
            if best < 0 or gain > best_gain:
                best, best_gain = c, gain
    return best


@rule
def make_move(t: Spots, heads: Ints, namings: Ints, c: int) -> int:
    """Make that colour's best move: the spaces it opens."""
    head = heads[c]
    after = t.after[head]
    heads[c], namings[c] = after, t.joint[t.after_turn[head], namings[c]]
    return t.progress[t.kind_at[after]] - t.progress[t.kind_at[head]]  # type: ignore[no-any-return]


@rule
def draw_cards(t: Spots, deck: Ints, drawn: int, heads: Ints, namings: Ints, opened: int) -> int:
    """Fill the spaces that were opened from the draw pile; how many cards are drawn then."""
    drawn_then = drawn + opened if drawn + opened < CARDS - SPACES else CARDS - SPACES
    for place in range(SPACES + drawn, SPACES + drawn_then):
        c, card = deck[place] >> 4, deck[place] & 15
        heads[c], namings[c] = arrive(t, heads[c], namings[c], card)
    return drawn_then


@rule
def play_out(t: Spots, deck: Ints, drawn: int, heads: Ints, namings: Ints) -> bool:
    """Play to the end: who has drawn all cards, with four colours that can be completed, has won."""
    while drawn < CARDS - SPACES:
        c = choose(t, heads)
        if c < 0:
            return False
        drawn = draw_cards(t, deck, drawn, heads, namings, make_move(t, heads, namings, c))
    return True


@rule
def _shuffle(deck: Ints, first: int, seed: int, index: int) -> None:
    """Put the cards from that place on into another order."""
    for i in range(CARDS - 1, first, -1):
        j = first + draw_at(seed, index + i, i - first + 1)
        deck[i], deck[j] = deck[j], deck[i]


@rule
def _first_like(p: Positions, i: int) -> int:
    """The first position that is as good as this one: it has drawn as many cards, and has the same heads."""
    for j in range(i):
        is_like = p.start[i, 8] == p.start[j, 8]
        for c in range(4):
            is_like = is_like and p.heads[i, c] == p.heads[j, c]
        if is_like:
            return j
    return i


@rule
def _enter_all(t: Spots, p: Positions) -> int:
    """Find the heads of all positions, and which are as good as each other; the cards that one of them has drawn."""
    last = 0
    for i in range(len(p.start)):
        is_lost = False
        for c in range(4):
            p.heads[i, c], p.namings[i, c] = enter(t, p.start[i, c], p.start[i, 4 + c])
            is_lost = is_lost or p.heads[i, c] == NO_SPOT
            p.outlook[i] += t.outlook[p.heads[i, c]]
        p.like[i] = NO_SPOT if is_lost else _first_like(p, i)
        last = p.start[i, 8] if p.start[i, 8] > last else last
    return last


@rule
def play_orders(t: Spots, deck: Ints, p: Positions, orders: int, seed: int) -> None:
    """Play positions of one world to their end.

    All of them are played in the same orders of the cards that none of them has drawn. Of those that are as good as
    each other only the first is played.
    """
    count = len(p.start)
    last = _enter_all(t, p)
    for order in range(orders):
        _shuffle(deck, SPACES + last, seed, CARDS * order)
        for i in range(count):
            if p.like[i] == i:
                for c in range(4):
                    p.heads[count, c], p.namings[count, c] = p.heads[i, c], p.namings[i, c]
                p.wins[i] += play_out(t, deck, p.start[i, 8], p.heads[count], p.namings[count])
    for i in range(count):
        if p.like[i] == NO_SPOT:
            p.outlook[i] = 0
        else:
            p.wins[i] = p.wins[p.like[i]]


def find_start(d: Deal, s: State) -> list[int]:
    """A position as `Positions.start` has it."""
    arrived = [ALL_CARDS] * 4
    for card in d.deck[SPACES + s.drawn :]:
        arrived[card >> 4] ^= 1 << (card & 15)
    return [*find_structures(link_graph(), s, arrived), *arrived, s.drawn]


def seed_of(d: Deal) -> int:
    """The seed of the orders in which a world is played: the same whenever it is looked at."""
    return zlib.crc32(bytes(d.deck))


def lay_out(d: Deal, states: list[State]) -> Positions:
    """These positions of one world, not played yet."""
    count = len(states)
    return Positions(
        start=np.array([find_start(d, s) for s in states], np.int64),
        heads=np.zeros((count + 1, 4), np.int64),
        namings=np.zeros((count + 1, 4), np.int64),
        **{name: np.zeros(count, np.int64) for name in ("like", "wins", "outlook")},
    )


@functools.cache
def _kernel() -> Callable[[Spots, Any, Positions, int, int], None]:
    return compile_kernel(play_orders)


def play_on(d: Deal, states: list[State], orders: int = ORDERS) -> list[Chance]:
    """What the quick player makes of these positions of one world; what they have not drawn he doesn't know."""
    t = spot_table()
    p = lay_out(d, states)
    _kernel()(t, np.array(d.deck, np.int64), p, orders, seed_of(d))
    found = []
    for s, won, reach in zip(states, p.wins.tolist(), p.outlook.tolist(), strict=True):
        ahead = reach / UNIT - s.drawn
        seen = 1 / (1 + math.exp(7 - 0.75 * ahead - 4.2 * s.drawn / (CARDS - SPACES))) if reach else 0.0
        is_drawn = s.drawn == CARDS - SPACES
        likely = won / orders if is_drawn else _TRUST * seen + (1 - _TRUST) * won / orders
        found.append(Chance(won / orders, likely, min(1.0, max(0.0, ahead / _FAR))))
    return found
