"""Deals of both games: shuffled, read and written, and the piles that nobody has seen yet.

Deck one gives three task cards and the 49 cards of the maze, deck two without its aces the 48 movement cards. In the
variants deck one is parted into a number stack and a picture stack, whose cards come alternately.
"""

from collections.abc import Callable

from escapology.errors import DealError, shorten
from escapology.games.pursuit.cards import NO_CARD, card_text, is_number, parse_card, rank_of, suit_of
from escapology.games.pursuit.state import ENTER, LAY, START, MazeDeal, MazeState
from escapology.luck import Luck

__all__ = [
    "blank_piles",
    "deal_text",
    "piles_hidden",
    "read_cards",
    "redraw_piles",
    "shuffle_cards",
    "tasks_differ",
    "tasks_differ_twice",
]

Fits = Callable[[list[int], int], bool]  # (task cards so far, card): whether it may be the next one


def shuffle_cards(d: MazeDeal, fits: Fits, *, even: bool, luck: Luck) -> None:
    """Fill the deal; `even`: the maze's cards come alternately from a number stack and a picture stack."""
    deck = list(range(52))
    luck.shuffle(deck)
    tasks: list[int] = []
    for card in deck:
        if len(tasks) < 3 and is_number(card) and fits(tasks, card):
            tasks.append(card)
    rest = [card for card in deck if card not in tasks]
    luck.shuffle(rest)
    d.task = tasks
    d.maze = _stacked(rest, luck) if even else rest
    d.movement = [card for card in range(52) if rank_of(card)]
    luck.shuffle(d.movement)


def _stacked(cards: list[int], luck: Luck) -> list[int]:
    """The shuffled cards in another order, alternately from a number stack and a picture stack."""
    numbers = [card for card in cards if is_number(card)]
    pictures = [card for card in cards if not is_number(card)] + numbers[25:]
    luck.shuffle(pictures)
    maze = [0] * 49
    maze[0::2] = numbers[:25]
    maze[1::2] = pictures
    return maze


def read_cards(d: MazeDeal, text: str, fits: Fits, *, unlike: str, even: bool) -> None:
    """Fill the deal from `<3 task cards> | <49 maze cards> | <48 movement cards>`; `unlike`: how tasks must differ."""
    parts = text.split("|")
    if len(parts) != 3:
        raise DealError(f"there are {len(parts)} parts: write task cards | maze cards | movement cards")
    tasks = _read_part(parts[0], 3, "task")
    maze = _read_part(parts[1], 49, "maze")
    movement = _read_part(parts[2], 48, "movement")
    for i, card in enumerate(tasks):
        if not is_number(card):
            raise DealError(f"task card {card_text(card)} is no number from 2 to 10")
        if not fits(tasks[:i], card):
            raise DealError(f"task card {card_text(card)} is like another one: they differ in {unlike}")
    _find_twice([*tasks, *maze], "deck one")
    _find_twice(movement, "deck two")
    for card in movement:
        if rank_of(card) == 0:
            raise DealError(f"{card_text(card)} is no movement card: the aces are left out")
    for place, card in enumerate(maze):
        if even and place % 2 == 0 and not is_number(card):
            raise DealError(f"maze card {place + 1} is {card_text(card)}: the number stack has only 2 to 10")
    d.task, d.maze, d.movement = tasks, maze, movement


def _read_part(text: str, count: int, name: str) -> list[int]:
    words = text.split()
    cards = [parse_card(word) for word in words]
    if NO_CARD in cards:
        raise DealError(f"{shorten(words[cards.index(NO_CARD)])} is no card: write rank and suit, like TS or 4H")
    if len(cards) != count:
        raise DealError(f"there are {len(cards)} {name} cards: there must be {count}")
    return cards


def _find_twice(cards: list[int], deck: str) -> None:
    for i, card in enumerate(cards):
        if card in cards[:i]:
            raise DealError(f"{card_text(card)} is there twice in {deck}")


def deal_text(d: MazeDeal) -> str:
    """The three parts of a deal line."""
    return " | ".join(" ".join(card_text(card) for card in part) for part in (d.task, d.maze, d.movement))


def tasks_differ(tasks: list[int], card: int) -> bool:
    """Set up 1: three different numbers."""
    return all(rank_of(other) != rank_of(card) for other in tasks)


def tasks_differ_twice(tasks: list[int], card: int) -> bool:
    """The add-on's set up 1: three different numbers and suits."""
    return all(rank_of(other) != rank_of(card) and suit_of(other) != suit_of(card) for other in tasks)


def piles_hidden(s: MazeState) -> int:
    """How many movement cards are in piles not yet dealt; the first one is dealt when all else is set up."""
    return 48 if s.phase in (LAY, ENTER, START) else 48 - 6 * ((s.turn + 2) // 3)


def blank_piles(d: MazeDeal, s: MazeState) -> None:
    """Blank out the piles not yet dealt."""
    first = 48 - piles_hidden(s)
    d.movement[first:] = [NO_CARD] * (48 - first)


def redraw_piles(d: MazeDeal, s: MazeState, luck: Luck) -> None:
    """The cards of the piles not yet dealt, in any order: all those of deck two that have not been seen."""
    first = 48 - piles_hidden(s)
    unseen = [card for card in range(52) if rank_of(card) and card not in d.movement[:first]]
    luck.shuffle(unseen)
    d.movement[first:] = unseen
