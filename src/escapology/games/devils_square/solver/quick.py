"""The quick player of Devil's Square, who can't see the draw pile.

Of all moves he makes the one that costs least of the *outlook*: how far each colour can go with the cards it has, and
on average with one, two and three more. A table (`spots.py`) has the best move of a colour for every case, so a game
takes a few millionths of a second.
"""

from __future__ import annotations

import zlib

from escapology.games.devils_square.rules import CARDS, SPACES, Deal, State
from escapology.games.devils_square.solver.links import ALL_CARDS, Ints, link_graph
from escapology.games.devils_square.solver.spots import NO_SPOT, Spots, arrive
from escapology.games.devils_square.solver.start import find_structures
from escapology.native import rule

__all__ = ["choose", "draw_cards", "find_start", "make_move", "seed_of"]


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


def find_start(d: Deal, s: State) -> list[int]:
    """A position: four structures, four sets of cards that have arrived, and the cards drawn."""
    arrived = [ALL_CARDS] * 4
    for card in d.deck[SPACES + s.drawn :]:
        arrived[card >> 4] ^= 1 << (card & 15)
    return [*find_structures(link_graph(), s, arrived), *arrived, s.drawn]


def seed_of(d: Deal, luck: int) -> int:
    """The seed of the games in which a deal is played: the same whenever it is looked at with that luck."""
    return zlib.crc32(bytes(d.deck), luck)
