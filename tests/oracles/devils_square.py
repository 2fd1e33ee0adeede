"""A plain reference implementation of Devil's Square, written from the rules to check the engine in lock-step.

Nothing here is fast. A card is its text ("G3A": colour, number, item), a pile is a list of cards from bottom to top,
and the field is a dict from a space's name to its pile; an empty list is an open space.
"""

from __future__ import annotations

import itertools
from collections import deque

SPACES = [column + row for row in "1234" for column in "abcd"]  # reading order: a1 b1 c1 d1 a2 ... d4
ALL_CARDS = {colour + number + item for colour in "YRGB" for number in "1234" for item in "KASC"}

Field = dict[str, list[str]]


def is_pile(cards: list[str]) -> bool:
    """Rule 3: one colour, numbers rising by one from bottom to top, all items different."""
    if not cards:
        return False
    if len({card[0] for card in cards}) != 1:
        return False
    for lower, upper in itertools.pairwise(cards):
        if int(upper[1]) != int(lower[1]) + 1:
            return False
    return len({card[2] for card in cards}) == len(cards)


def is_book(cards: list[str]) -> bool:
    """Rule 8: a pile 1-2-3-4."""
    return is_pile(cards) and [card[1] for card in cards] == ["1", "2", "3", "4"]


def write_move(field: Field, source: str, count: int, target: str) -> str:
    """The move in notation: the count is written only if a part of the pile is taken."""
    if count == len(field[source]):
        return f"{source}>{target}"
    return f"{source}:{count}>{target}"


def read_move(field: Field, move: str) -> tuple[str, int, str]:
    """The source space, the number of cards taken and the target space of a move in notation."""
    start, target = move.split(">")
    if ":" in start:
        source, count = start.split(":")
        return source, int(count), target
    return start, len(field[start]), target


def legal_moves(field: Field) -> list[str]:
    """Rules 4 and 5: the top n cards of a pile may go on another pile if the result is a pile."""
    moves = []
    for source in SPACES:
        for count in range(1, len(field[source]) + 1):
            taken = field[source][-count:]
            for target in SPACES:
                if target == source or not field[target]:  # nothing goes into an open space
                    continue
                if is_pile(field[target] + taken):
                    moves.append(write_move(field, source, count, target))
    return sorted(moves)


def opens_space(field: Field, move: str) -> bool:
    """Whether a legal move takes a whole pile or completes a book."""
    source, count, target = read_move(field, move)
    return count == len(field[source]) or is_book(field[target] + field[source][-count:])


def after_part_move(field: Field, move: str) -> Field:
    """The field after a move that opens no space (so nothing is dealt)."""
    source, count, target = read_move(field, move)
    result = {space: list(pile) for space, pile in field.items()}
    result[target] = result[target] + result[source][-count:]
    result[source] = result[source][:-count]
    return result


def can_open_space(field: Field) -> bool:
    """Rule 13: whether some sequence of moves that open no space leads to a move that opens one."""

    def key(position: Field) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(position[space]) for space in SPACES)

    seen = {key(field)}
    waiting = deque([field])
    while waiting:
        position = waiting.popleft()
        moves = legal_moves(position)
        if any(opens_space(position, move) for move in moves):
            return True
        for move in moves:
            following = after_part_move(position, move)
            if key(following) not in seen:
                seen.add(key(following))
                waiting.append(following)
    return False


class Twin:
    """One game of Devil's Square."""

    def __init__(self, deal_line: str) -> None:
        name, cards_text = deal_line.strip().split(": ", 1)
        if name != "devils-square":
            raise ValueError(f"not a deal of Devil's Square: {deal_line!r}")
        cards = cards_text.split(" ")
        if len(cards) != 64 or set(cards) != ALL_CARDS:
            raise ValueError("a deal has each of the 64 cards once")
        self.field: Field = {space: [card] for space, card in zip(SPACES, cards[:16], strict=False)}
        self.draw_pile: list[str] = cards[16:]  # the next card first
        self.drawn = 0
        self.books: list[list[str]] = []

    def moves(self) -> list[str]:
        """Every legal move, sorted; none when the game is over."""
        return legal_moves(self.field)

    def play(self, move: str) -> None:
        """Make a legal move."""
        assert move in self.moves(), f"illegal move {move}"
        source, count, target = read_move(self.field, move)
        taken = self.field[source][-count:]
        self.field[source] = self.field[source][:-count]
        self.field[target] = self.field[target] + taken
        if is_book(self.field[target]):
            self.books.append(self.field[target])
            self.field[target] = []
        # Rule 9: first the space the cards left, then the book's space, if this move has opened them.
        for space in (source, target):
            if not self.field[space] and self.draw_pile:
                self.field[space] = [self.draw_pile.pop(0)]
                self.drawn += 1

    def status(self) -> str:
        """`won`, `over` (no legal move), `stuck` (no way to open a space any more) or `playing`."""
        if len(self.books) == 16:
            return "won"
        if not self.moves():
            return "over"
        if not can_open_space(self.field):
            return "stuck"
        return "playing"

    def state(self) -> str:
        """The state line."""
        words = [f"books={len(self.books)}", f"drawn={self.drawn}"]
        for space in SPACES:
            words.append(f"{space}={','.join(self.field[space]) or '-'}")
        words.append(f"status={self.status()}")
        return " ".join(words)
