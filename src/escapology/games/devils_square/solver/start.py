"""From a position to what the search starts from: each colour's link structure, and when its cards arrive."""

from __future__ import annotations

import functools
import itertools

import numpy as np

from escapology.games.devils_square import rules
from escapology.games.devils_square.solver.claims import DRAWS, Arrivals
from escapology.games.devils_square.solver.links import ALL_CARDS, Graph, matching_numbers

__all__ = ["find_arrivals", "find_structures"]

_NOTHING = -1  # a card lies on nothing


def find_arrivals(g: Graph, d: rules.Deal, s: rules.State) -> Arrivals:
    """The structures and arrivals of a position met in play. Nothing but its piles and its draw pile is looked at."""
    have = np.full((4, DRAWS + 1), 16, np.int64)
    cards = np.full((4, 17), ALL_CARDS, np.int64)
    arrived = [ALL_CARDS] * 4
    for drawn in range(DRAWS - 1, s.drawn - 1, -1):
        colour, card = d.deck[rules.SPACES + drawn] >> 4, d.deck[rules.SPACES + drawn] & 15
        arrived[colour] &= ~(1 << card)
        k = arrived[colour].bit_count()
        have[colour, : drawn + 1] = k
        cards[colour, k] = arrived[colour]
    start = [*find_structures(g, s, arrived), s.drawn]
    return Arrivals(have, cards, np.array(start, np.int64))


def find_structures(g: Graph, s: rules.State, arrived: list[int]) -> list[int]:
    """The link structure of each colour, when those cards have left the draw pile."""
    below = [[[_NOTHING] * 4 for _ in range(3)] for _ in range(4)]  # [colour][matching][upper item]
    gone = arrived[:]  # cards in books: they have left the draw pile, and lie in no pile
    for space in range(rules.SPACES):
        pile = s.pile[space][: s.height[space]]
        for i, card in enumerate(pile):
            gone[card >> 4] &= ~(1 << (card & 15))
            if i:
                below[card >> 4][(card >> 2 & 3) - 1][card & 3] = pile[i - 1] & 3
    for colour in range(4):
        for book in _books(gone[colour]) if gone[colour] else ():
            for i in range(3):
                below[colour][i][book[i + 1]] = book[i]
    numbers, count = matching_numbers(), len(g.below)
    found = []
    for low, middle, high in below:
        triple = (numbers[tuple(low)] * count + numbers[tuple(middle)]) * count + numbers[tuple(high)]
        found.append(int(g.number[triple]))
    return found


@functools.cache
def _books(cards: int) -> tuple[tuple[int, ...], ...]:
    """Books that these cards make, as items from one to four. They are never touched again, so any will do."""
    if not cards:
        return ()
    items = [[item for item in range(4) if cards >> number * 4 + item & 1] for number in range(4)]
    one = items[0][0] if items[0] else 0
    for book in itertools.product([one], *items[1:]):
        if len(set(book)) == 4:
            rest = cards & ~sum(1 << number * 4 + item for number, item in enumerate(book))
            try:
                return (book, *_books(rest))
            except ValueError:
                continue
    raise ValueError(
        "this is not a position met in play: the cards that are neither in piles nor to be drawn make no books"
    )
