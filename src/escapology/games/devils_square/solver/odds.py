"""How likely Devil's Square is to be won by one who can't see the draw pile, looking one draw ahead.

What a choice is worth is the mean over all cards that may come next. Of each card the best move after it counts: it is
made when the card has been seen, and before the next one is. How good that move is tells a curve, fitted to games of
this very player on deals of other seeds: how much further the four colours together can go with the cards they have,
and on average with one, two and three more. One draw ahead is all that helps: looking two ahead changes a quarter of
the choices, and games played to their end from there are won no more often.

Who has drawn all cards, with four colours that can be completed, has won. So has one whose colours can go on until
that is so with the cards they have, whatever comes.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from escapology.games.devils_square.rules import CARDS, SPACES
from escapology.games.devils_square.solver.links import Ints
from escapology.games.devils_square.solver.spots import LOOKS, NO_SPOT, ONE, Spots, spot_table
from escapology.native import compile_kernel, rule

__all__ = ["Choices", "lay_out", "make_curve", "rate", "rate_all"]

_DRAWS: Final = CARDS - SPACES
_ENOUGH: Final = _DRAWS * ONE  # progress, of all colours together, with which all cards are drawn

# The curve: each row is a polynomial of the share of the draw pile that is drawn. A step counts by how many more cards
# it takes on average; with two cards to come there is more to hope for.
_STEPS: Final = (
    (0.7132, 0.3347, 1.0662),  # that can be made now
    (0.6261, 1.0926, -2.1719),  # that one more card adds
    (0.7270, -1.9680, 1.5080),  # that the next one adds
    (0.7246, -2.4270, 2.1855),  # and the third
)
_ALWAYS: Final = (-10.0138, 13.2315, -3.4442, 0.3158)
_TWO_TO_COME: Final = (0.6346, 0.3271, 1.0284)


class Choices(NamedTuple):
    """Choices of one position, and what they are worth."""

    heads: Ints  # [choice]: of the four colours after it, before new cards arrive; NO_SPOT if one can't be completed
    opened: Ints  # [choice]: spaces it opens
    chance: Ints  # [choice]: that it is won
    worlds: Ints  # [choice]: ways the draw may go that this is a mean of; 0 = it is certain


def _at(polynomial: tuple[float, ...], x: float) -> float:
    return sum(factor * x**power for power, factor in enumerate(polynomial))


@functools.cache
def make_curve() -> Any:
    """[cards drawn]: what reach counts, one look after the other, then what is added with one and two cards to come."""
    curve = np.zeros((_DRAWS + 1, LOOKS + 2))
    for drawn in range(_DRAWS + 1):
        share = drawn / _DRAWS
        steps = [_at(step, share) for step in _STEPS]
        for look in range(LOOKS):
            curve[drawn, look] = (steps[look] - (steps[look + 1] if look + 1 < LOOKS else 0)) / ONE
        always = _at(_ALWAYS, share) - steps[0] * drawn  # so many steps have been made
        curve[drawn, LOOKS:] = always, always + _at(_TWO_TO_COME, share)
    return curve


@rule
def _forecast(t: Spots, curve: Ints, heads: Ints, drawn: int, coming: int) -> float:
    """How likely a win is by the curve, when so many cards are drawn, of which the last ones are still to come."""
    x = curve[drawn, LOOKS + coming - 1]
    for c in range(4):
        for look in range(LOOKS):
            x += curve[drawn, look] * t.reach[heads[c], look]
    return 1 / (1 + math.exp(-x))


@rule
def _is_certain(t: Spots, heads: Ints) -> bool:
    """Whether the colours can go on until all cards are drawn, whatever these are."""
    return t.reach[heads[0], 0] + t.reach[heads[1], 0] + t.reach[heads[2], 0] + t.reach[heads[3], 0] >= _ENOUGH  # type: ignore[no-any-return]


@rule
def _best_ahead(t: Spots, curve: Ints, heads: Ints, drawn: int) -> float:
    """The chance of the best move when nothing is to come any more: each colour has one that keeps most open."""
    if _is_certain(t, heads):
        return 1.0
    best = 0.0
    for c in range(4):
        head = heads[c]
        after = t.after[head]
        if after == NO_SPOT:
            continue
        opened = t.progress[t.kind_at[after]] - t.progress[t.kind_at[head]]
        if drawn + opened >= _DRAWS:
            return 1.0
        heads[c] = after
        chance = _forecast(t, curve, heads, drawn + opened, opened)
        heads[c] = head
        best = chance if chance > best else best
    return best


def _over_cards(value: Callable[[Spots, Any, Any, int], float]) -> Callable[[Spots, Any, Any, int], float]:
    """What adds up that value after each card that may come next; so many cards are drawn when all have come."""

    @rule
    def total(t: Spots, curve: Ints, heads: Ints, drawn: int) -> float:
        total = 0.0
        for c in range(4):
            head = heads[c]
            kind = t.kind_at[head]
            bit = 1
            while bit < t.first[kind + 1] - t.first[kind]:
                if not (head - t.first[kind]) & bit:
                    heads[c] = t.head[head + bit]
                    total += value(t, curve, heads, drawn)
                bit *= 2
            heads[c] = head
        return total

    return total


_sum_cards = _over_cards(_best_ahead)
_sum_pairs = _over_cards(_sum_cards)  # one after the other


def rate(t: Spots, curve: Ints, choices: Choices, drawn: int, most_worlds: int) -> None:
    """Rate all choices: by all that may come next, or where that is more than so many worlds, by the curve alone."""
    left = _DRAWS - drawn
    for i in range(len(choices.opened)):
        heads, opened = choices.heads[i], choices.opened[i]
        is_lost = heads[0] == NO_SPOT or heads[1] == NO_SPOT or heads[2] == NO_SPOT or heads[3] == NO_SPOT
        worlds = left if opened == 1 else left * (left - 1)
        if is_lost:
            choices.chance[i], choices.worlds[i] = 0.0, 0
        elif opened >= left or _is_certain(t, heads):
            choices.chance[i], choices.worlds[i] = 1.0, 0
        elif left > most_worlds:
            choices.chance[i], choices.worlds[i] = _forecast(t, curve, heads, drawn + opened, opened), 1
        elif opened == 1:
            choices.chance[i] = _sum_cards(t, curve, heads, drawn + 1) / worlds
            choices.worlds[i] = worlds
        else:
            choices.chance[i] = _sum_pairs(t, curve, heads, drawn + 2) / worlds
            choices.worlds[i] = worlds


def lay_out(heads: list[list[int]], opened: list[int]) -> Choices:
    """Choices, not rated yet."""
    count = len(opened)
    return Choices(
        np.array(heads, np.int64).reshape(count, 4),
        np.array(opened, np.int64),
        np.zeros(count),
        np.zeros(count, np.int64),
    )


@functools.cache
def _kernel() -> Callable[[Spots, Any, Choices, int, int], None]:
    return compile_kernel(rate)


def rate_all(choices: Choices, drawn: int, most_worlds: int) -> None:
    """Rate choices of a position in which so many cards are drawn."""
    _kernel()(spot_table(), make_curve(), choices, drawn, most_worlds)
