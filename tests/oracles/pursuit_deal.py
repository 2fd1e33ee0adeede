"""Deal lines of "Don't Let Them Get You" and its add-on, for their reference implementations."""

from __future__ import annotations

import random
import re

from .pursuit_maze import full_deck, is_number, rank_of, suit_of


class Deal:
    """A deal line taken apart: `game/variant[option=value,...]: tasks | maze | movement cards`."""

    def __init__(self, line: str, game: str) -> None:
        head, _, body = line.partition(":")
        match = re.fullmatch(r"([a-z-]+)(?:/([a-z]+))?(?:\[(.*)\])?", head.strip())
        assert match is not None, "not a deal line"
        assert match.group(1) == game, "not a deal of " + game
        self.variant: str = match.group(2) or "classic"
        self.options: dict[str, str] = {}
        # Reading: several options between the brackets are separated by commas.
        for item in (match.group(3) or "").replace(" ", "").split(","):
            if item:
                name, _, value = item.partition("=")
                self.options[name] = value
        parts = [part.split() for part in body.split("|")]
        assert [len(part) for part in parts] == [3, 49, 48]
        self.tasks, self.maze_cards, self.movement_cards = parts
        assert sorted(self.tasks + self.maze_cards) == sorted(full_deck())
        assert sorted(self.movement_cards) == sorted(card for card in full_deck() if rank_of(card) != "A")

    def option(self, name: str, default: str) -> str:
        return self.options.get(name, default)

    def column(self, turn: int) -> list[str]:
        """The movement cards of a turn, from the bottom to the top of their column."""
        pile, number = divmod(turn - 1, 3)
        cards = self.movement_cards[6 * pile : 6 * pile + 6]
        top_to_bottom = [cards[0:3], cards[3:5], cards[5:6]][number]
        return top_to_bottom[::-1]


def random_line(rng: random.Random, game: str, variant: str, options: str, different_suits: bool) -> str:
    """A random deal line: tasks of different numbers (in the add-on also of different suits), maze, movement cards."""
    deck = full_deck()
    rng.shuffle(deck)
    tasks: list[str] = []
    for card in deck:
        fits = is_number(card) and all(rank_of(card) != rank_of(task) for task in tasks)
        if different_suits and any(suit_of(card) == suit_of(task) for task in tasks):
            fits = False
        if fits and len(tasks) < 3:
            tasks.append(card)
    rest = [card for card in deck if card not in tasks]
    rng.shuffle(rest)
    if variant == "classic":
        maze = rest
    else:
        numbers = [card for card in rest if is_number(card)]
        pictures = [card for card in rest if not is_number(card)] + numbers[:8]
        numbers = numbers[8:]
        rng.shuffle(pictures)
        maze = [numbers.pop() if place % 2 == 0 else pictures.pop() for place in range(49)]
    movement = [card for card in full_deck() if rank_of(card) != "A"]
    rng.shuffle(movement)
    head = game + ("" if variant == "classic" else "/" + variant) + ("[" + options + "]" if options else "")
    return head + ": " + " | ".join(" ".join(part) for part in (tasks, maze, movement))
