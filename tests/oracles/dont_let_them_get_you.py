"""Reference implementation of "Don't Let Them Get You" (variants classic, even and bingo) for the tests."""

from __future__ import annotations

import random

from .pursuit_base import Pursuer, Pursuit
from .pursuit_deal import Deal, random_line
from .pursuit_maze import CORNERS, DIRECTIONS, SPACES, SUITS, Maze, beside, is_number

GAME = "dont-let-them-get-you"
VARIANTS = ["classic", "even", "bingo"]


def random_deal(rng: random.Random, variant: str, options: str = "") -> str:
    """A random deal line; options as they stand between the brackets, such as `start_counts=no`."""
    return random_line(rng, GAME, variant, options, different_suits=False)


class Twin(Pursuit):
    def __init__(self, deal_line: str) -> None:
        super().__init__(Deal(deal_line, GAME))
        assert self.deal.variant in VARIANTS
        self.exit: str | None = None
        self.choices: list[str] = []  # the corners to choose from in the phases enter and exit
        self.grid: dict[str, str] = {}  # while the maze is laid
        if self.deal.variant == "bingo":
            self.phase = "lay"
            self.grid = {"a1": self.deal.maze_cards[0]}
        else:
            self.grid = dict(zip(SPACES, self.deal.maze_cards, strict=True))
            self.maze_is_laid()

    # --- set up ---

    def free_spaces(self) -> list[str]:
        """Where the next card may be laid (bingo)."""
        card = self.deal.maze_cards[len(self.grid)]
        touched: dict[str, int] = {}
        for space in SPACES:
            around = [beside(space, direction) for direction in DIRECTIONS]
            neighbours = [self.grid[other] for other in around if other is not None and other in self.grid]
            if space not in self.grid and neighbours:
                touched[space] = sum(is_number(other) for other in neighbours)
        # Reading: the card counts, not its stack; a number card of the picture stack may be laid anywhere.
        if is_number(card):
            return list(touched)
        return [space for space, numbers in touched.items() if numbers == max(touched.values())]

    def maze_is_laid(self) -> None:
        self.maze = Maze(self.grid)
        first_pursuer = self.maze.space_of(self.start_card("S"))
        sums: dict[str, int] = {}
        for corner in CORNERS:
            if corner != first_pursuer:
                distances = self.maze.distances(corner)
                sums[corner] = sum(distances[self.maze.space_of(location)] for location in self.locations)
        self.choices = [corner for corner in sums if sums[corner] == max(sums.values())]
        self.phase = "enter"
        if len(self.choices) == 1:
            self.enter_maze(self.choices[0])

    def start_card(self, suit: str) -> str:
        return ("K" if self.deal.variant == "classic" else "A") + suit

    def enter_maze(self, corner: str) -> None:
        self.you = corner
        self.phase = "turn"
        self.choices = []
        self.next_pursuer()

    def next_pursuer(self) -> None:
        suit = SUITS[len(self.pursuers)]
        pursuer = Pursuer(suit, self.maze.space_of(self.start_card(suit)))
        self.pursuers.append(pursuer)
        self.face_as_entering(pursuer)
        self.look(pursuer)

    # --- moves ---

    def other_moves(self) -> list[str]:
        # Reading: `place` is a move even where only one space is left for a card, so that there are always 48 of them.
        if self.phase == "lay":
            return ["place " + space for space in self.free_spaces()]
        if self.phase in ("enter", "exit"):
            return [self.phase + " " + corner for corner in self.choices]
        if self.phase == "turn" and self.you == self.exit and self.fatigue <= 5:
            return ["out"]
        return []

    def play_other(self, move: str) -> None:
        word, _, space = move.partition(" ")
        if word == "place":
            self.grid[space] = self.deal.maze_cards[len(self.grid)]
            if len(self.grid) == 49:
                self.maze_is_laid()
        elif word == "enter":
            self.enter_maze(space)
        elif word == "exit":
            self.exit_is_fixed(space)
        else:
            assert word == "out"
            self.fatigue += 1
            self.finish("won")

    def must_stop_here(self) -> bool:
        return self.task_here() is not None or self.you == self.exit

    def task_here(self) -> int | None:
        """The unfinished task whose location the player stands on."""
        for task, location in enumerate(self.locations):
            if not self.done[task] and self.maze.card(self.here()) == location:
                return task
        return None

    def your_move_ended(self) -> None:
        task = self.task_here()
        if task is not None:
            self.done[task] = True
            self.next_pursuer()
            if all(self.done):
                distances = self.maze.distances(self.here())
                furthest = max(distances[corner] for corner in CORNERS)
                self.choices = [corner for corner in CORNERS if distances[corner] == furthest]
                # Reading: the choice of the exit still belongs to the turn in which the last task was fulfilled.
                if len(self.choices) > 1:
                    self.phase = "exit"
                    return
                self.exit_is_fixed(self.choices[0])
                return
        self.end_turn()

    def exit_is_fixed(self, corner: str) -> None:
        self.exit = corner
        self.choices = []
        self.end_turn()

    def state(self) -> str:
        if self.phase == "lay":
            grid = ",".join(self.grid.get(space, "-") for space in SPACES)
            following = self.deal.maze_cards[len(self.grid)]
            return f"phase=lay laid={len(self.grid)} next={following} grid={grid} status={self.status}"
        return self.state_begin() + f" exit={self.exit or '-'} status={self.status}"
