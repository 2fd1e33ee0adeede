"""The decks shuffled by rules, so that kernels deal: the same deals as `notation.shuffle_cards` makes.

Deck one is more than the maze has room for: its last cards lie among the movement cards meanwhile, and so do the
pictures while the stacks are parted.
"""

from typing import Final

from escapology.games.pursuit.rules.cards import is_number, rank_of, suit_of
from escapology.games.pursuit.rules.state import MazeDeal
from escapology.luck import below, shuffle
from escapology.native import rule

__all__ = ["shuffle_decks"]

CARDS: Final = 52
SPACES: Final = 49
NUMBERS: Final = 25  # cards of the number stack
PICTURES: Final = 24  # of the picture stack


@rule
def shuffle_decks(d: MazeDeal, luck: list[int], even: bool, other_suits: bool) -> None:
    """Fill the deal; `even`: from two stacks; `other_suits`: task cards differ in their suits, too."""
    for card in range(CARDS):
        _put(d, card, card)
    for i in range(CARDS - 1, 0, -1):
        j = below(luck, i + 1)
        card = _card_at(d, i)
        _put(d, i, _card_at(d, j))
        _put(d, j, card)
    _pick_tasks(d, other_suits)
    shuffle(luck, d.maze, SPACES)
    if even:
        _part_stacks(d, luck)
    count = 0
    for card in range(CARDS):
        if rank_of(card) > 0:
            d.movement[count] = card
            count += 1
    shuffle(luck, d.movement, count)


@rule
def _card_at(d: MazeDeal, i: int) -> int:
    """A card of deck one."""
    return d.maze[i] if i < SPACES else d.movement[i - SPACES]


@rule
def _put(d: MazeDeal, i: int, card: int) -> None:
    """Put a card into deck one."""
    if i < SPACES:
        d.maze[i] = card
    else:
        d.movement[i - SPACES] = card


@rule
def _pick_tasks(d: MazeDeal, other_suits: bool) -> None:
    """The first three numbers that differ; the other cards close up."""
    found = 0
    left = 0
    for i in range(CARDS):
        card = _card_at(d, i)
        fits = found < 3 and is_number(card)
        for task in range(found):
            other = d.task[task]
            if rank_of(other) == rank_of(card) or (other_suits and suit_of(other) == suit_of(card)):
                fits = False
        if fits:
            d.task[found] = card
            found += 1
        else:
            _put(d, left, card)
            left += 1


@rule
def _part_stacks(d: MazeDeal, luck: list[int]) -> None:
    """Cards come alternately from a number stack and a picture stack, where the numbers left over are shuffled in."""
    numbers = 0
    pictures = 0
    for i in range(SPACES):
        card = d.maze[i]
        if is_number(card):
            d.maze[numbers] = card
            numbers += 1
        else:
            d.movement[pictures] = card
            pictures += 1
    for i in range(NUMBERS, numbers):
        d.movement[pictures] = d.maze[i]
        pictures += 1
    shuffle(luck, d.movement, pictures)
    for i in range(PICTURES, -1, -1):
        d.maze[2 * i] = d.maze[i]
    for i in range(PICTURES):
        d.maze[2 * i + 1] = d.movement[i]
