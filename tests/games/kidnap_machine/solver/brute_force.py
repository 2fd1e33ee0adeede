"""The best chance by brute force: every move, every die, no reduction; only for small houses and short routes."""

import itertools
import random
from collections.abc import Callable

from escapology.games import GAMES
from escapology.games.kidnap_machine.notation import deal_house
from escapology.games.kidnap_machine.rules import PLAYING, WON, Deal, State, lowest_roll, move_parts
from escapology.games.kidnap_machine.rules.houses import Enemy, House
from escapology.middle import legal_moves, play_move
from escapology.setting import make_setting

GAME = GAMES["kidnap-machine"]

#: Small houses where the chance is neither 0 nor 1 nor quickly found: seed, columns, rows, squares of the route
SMALL = [
    *((seed, 3, 3, 5) for seed in (4, 16, 25, 34)),
    *((seed, 3, 3, 6) for seed in (0, 2, 6, 7, 15, 24, 29, 30)),
    *((seed, 3, 4, 5) for seed in (3, 4, 7, 10, 12, 15, 16, 21, 22, 25, 33, 39)),
]
LARGER = [
    *((seed, 3, 3, 6) for seed in (4, 5, 9, 11, 13, 36)),
    *((seed, 3, 3, 7) for seed in (0, 2)),
    *((seed, 3, 4, 6) for seed in (1, 3, 4, 5, 10)),
]


def small_deal(seed: int, width: int, height: int, tie: str = "success", squares: int = 6) -> Deal:
    """A deal in a random small house, with no dice."""
    choice = random.Random(seed)
    here = (choice.randrange(1, width), choice.randrange(1, height))
    route = [here]
    while len(route) < squares:
        dx, dy = choice.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        there = (here[0] + dx, here[1] + dy)
        if 0 <= there[0] < width and 0 <= there[1] < height:
            route.append(there)
            here = there
    enemy = Enemy("The enemy", tuple(y * width + x for x, y in route))
    return deal_house(make_setting(GAME, None, {"tie": tie}), House("", width, height, (enemy,)), 1, [])


class Brute:
    """The chances of one deal, with one player: the best, or one who picks his moves by a function of his own.

    The rules are played with loaded dice: (1 to 6, 1 to 6) says what the die and the second die show.
    """

    def __init__(self, d: Deal, pick: Callable[[Deal, State, list[int]], dict[int, float]] | None = None) -> None:
        self.d = d
        self.pick = pick
        self.known: dict[tuple[int, ...], float] = {}
        self.loaded: dict[tuple[int, int], Deal] = {}
        for dice in itertools.product(range(1, 7), range(1, 7)):
            self.loaded[dice] = d.copy()
            self.loaded[dice].dice_count = 2
            self.loaded[dice].dice[:2] = dice

    def chance(self, s: State) -> float:
        if s.ended != PLAYING:
            return float(s.ended == WON)
        key = (s.turn, s.you, s.enemy, s.facing, s.next, *s.number)
        if key not in self.known:
            moves = legal_moves(GAME, self.d, s)
            if self.pick is None:
                self.known[key] = max(self.move_chance(s, move) for move in moves)
            else:
                self.known[key] = sum(p * self.move_chance(s, move) for move, p in self.pick(self.d, s, moves).items())
        return self.known[key]

    def move_chance(self, s: State, move: int) -> float:
        s.rolled = 0  # the loaded dice are the next ones
        return sum(p * self.chance(after) for p, after in self.outcomes(s, move))

    def outcomes(self, s: State, move: int) -> list[tuple[float, State]]:
        """What can come of a move, with its chance."""
        end, way = move_parts(move)
        if way < 0:
            return [(1.0, play_move(GAME, self.d, s, move))]
        good = sum(roll >= lowest_roll(self.d, s.number[end]) for roll in range(1, 7))
        found = []
        if good < 6:
            found.append(((6 - good) / 6, play_move(GAME, self.loaded[1, 1], s, move)))
        if good > 0:
            found += [(good / 36, play_move(GAME, self.loaded[6, number], s, move)) for number in range(1, 7)]
        return found
