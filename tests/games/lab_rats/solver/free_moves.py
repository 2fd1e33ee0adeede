"""LR5, `lift=any`: how to win every deal.

Two null coins move the rat any distance for nothing: run there with one, run back with the other, lift the first, go
back to the second, and lift that. So: drop coins until two nulls can be run with, walk to the exit, and run out.
"""

from collections import deque

from escapology.games.lab_rats.rules import OUTSIDE, Deal, State, value_of
from escapology.middle import legal_moves, start_state
from tests.games.lab_rats.positions import GAME

WAYS = "nesw"


class Player:
    """Plays moves and keeps them."""

    def __init__(self, d: Deal) -> None:
        self.d = d
        self.s: State = start_state(GAME, d)
        self.texts: list[str] = []

    def do(self, text: str) -> None:
        moves = {GAME.notation.move_text(self.d, self.s, move): move for move in legal_moves(GAME, self.d, self.s)}
        GAME.rules.play(self.d, self.s, moves[text])
        self.texts.append(text)

    def null(self) -> str | None:
        """A stack that shows a null coin."""
        tops = [s[: self.s.height[i]][-1:] for i, s in enumerate(self.s.stack)]
        return next((name for name, top in zip("ABC", tops, strict=True) if top and value_of(top[0]) == 0), None)

    def dig(self) -> str:
        """Drop coins until a stack shows a null coin."""
        while (stack := self.null()) is None:
            self.do(f"drop {'ABC'[next(i for i in range(3) if self.s.height[i])]}")
        return stack

    def walk(self, way: int, distance: int) -> None:
        """A run for nothing. The nulls come to lie on different stacks."""
        self.do(f"{self.dig()}:{WAYS[way]}{distance}")
        self.do(f"{self.dig()}:{WAYS[(way + 2) % 4]}{distance}")
        self.do(f"lift {self.room()[0]}")
        self.do("back")
        self.do(f"lift {self.room()[-1]}")

    def room(self) -> list[str]:
        return ["ABC"[i] for i in range(3) if self.s.height[i] < 8]


def way_out(d: Deal, square: int) -> list[tuple[int, int]]:
    """The fewest runs (way, distance) from a square to outside."""
    came: dict[int, tuple[int, int, int]] = {}
    queue = deque([square])
    while queue:
        here = queue.popleft()
        for way in range(4):
            there = here
            for distance in range(1, d.reach[here][way] + 1):
                there = d.next[there][way]
                if there not in came and there != square:
                    came[there] = (here, way, distance)
                    queue.append(there)
    runs: list[tuple[int, int]] = []
    at = next(outside for outside in (OUTSIDE, OUTSIDE + 1) if outside in came)
    while at != square:
        at, way, distance = came[at]
        runs.append((way, distance))
    return runs[::-1]


def winning_moves(d: Deal) -> list[str]:
    """A win, move by move."""
    player = Player(d)
    player.do("start 0")
    *walks, (way, distance) = way_out(d, player.s.rat)
    for walk in walks:
        player.walk(*walk)
    player.do(f"{player.dig()}:{WAYS[way]}{distance}")
    return player.texts
