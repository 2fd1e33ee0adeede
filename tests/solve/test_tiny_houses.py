"""Kidnap Machine in every tiny house: the chance with all reductions, with none, by the rules, and by the twin."""

import functools
import itertools
import pickle
from collections.abc import Iterator

import pytest

from escapology.games.kidnap_machine.notation import deal_text
from escapology.games.kidnap_machine.rules import Deal
from escapology.games.kidnap_machine.solver.optimum import Solver
from escapology.middle import deal_line, parse_deal_line, start_state
from escapology.solve import best_chance
from escapology.verdict import Solution
from tests.games.kidnap_machine.solver.brute_force import GAME, Brute
from tests.oracles.kidnap_machine import Twin
from tests.typed import parse_deal


def routes(width: int, height: int, squares: int) -> Iterator[list[str]]:
    """Every route of so many squares on the board, but for those that start where you do."""
    board = [(x, y) for x in range(width) for y in range(height)]
    for ways in itertools.product([(0, -1), (1, 0), (0, 1), (-1, 0)], repeat=squares - 1):
        for here in board[1:]:
            route = [here]
            for dx, dy in ways:
                route.append((route[-1][0] + dx, route[-1][1] + dy))
            if all(square in board for square in route):
                yield ["abc"[x] + str(y + 1) for x, y in route]


def lines(tie: str, boards: list[tuple[int, int, int]]) -> list[str]:
    head = "kidnap-machine" if tie == "success" else f"kidnap-machine[tie={tie}]"
    return [
        f"{head}: house={width}x{height} route={','.join(route)}"
        for width, height, squares in boards
        for route in routes(width, height, squares)
    ]


class Loaded(Twin):
    """The twin, with dice that are put into its hand."""

    hand: list[int]

    def roll(self) -> int:
        return self.hand.pop(0)


def twin_chance(line: str) -> float:
    """The best chance by trying every move of the twin, with every result of both dice."""
    twin = Loaded(line)

    @functools.cache
    def chance(held: bytes) -> float:
        here = pickle.loads(held)
        if here.status != "playing":
            return float(here.status == "won")
        return max(sum(chance(after(held, move, *dice)) for dice in DICE) / 36 for move in here.moves())

    def after(held: bytes, move: str, die: int, number: int) -> bytes:
        here = pickle.loads(held)
        here.hand = [die, number]
        here.play(move)
        here.hand, here.rolls = [], 0
        return pickle.dumps(here)

    twin.hand = []
    return chance(pickle.dumps(twin))


DICE = list(itertools.product(range(1, 7), repeat=2))
#: width, height, squares of the route: all routes on these boards
TINY = [(2, 2, 3), (2, 2, 4), (2, 3, 3), (3, 2, 4)]
SMALL = [(3, 3, 4)]
LARGER = [(2, 3, 5), (3, 2, 6), (3, 3, 5)]


def check(line: str) -> float:
    d = parse_deal(Deal, line)
    s = start_state(GAME, d)
    brute = Brute(d).chance(s)
    assert deal_line(GAME, d).endswith(deal_text(d))
    for uses in [(1, 1, 1), (0, 0, 0)]:
        assert Solver(d, bits=8, uses=uses).chance(s) == pytest.approx(brute, abs=1e-12), line
    return brute


@pytest.mark.parametrize("tie", ["success", "fail"])
def test_every_tiny_house(tie: str) -> None:
    chances = [check(line) for line in lines(tie, TINY) + lines(tie, SMALL)[::4]]
    assert len(chances) > 150
    assert len({round(chance, 9) for chance in chances}) >= 4


@pytest.mark.parametrize("tie", ["success", "fail"])
def test_the_twin_agrees(tie: str) -> None:
    seen = set()
    for line in lines(tie, TINY)[::17]:
        game, d = parse_deal_line(line)
        found = best_chance(game, d)
        assert isinstance(found, Solution)
        assert found.chance == pytest.approx(twin_chance(line), abs=1e-12), line
        seen.add(round(found.chance, 9))
    assert len(seen) >= 3


@pytest.mark.long
@pytest.mark.parametrize("tie", ["success", "fail"])
def test_every_larger_house(tie: str) -> None:
    for line in lines(tie, SMALL + LARGER):
        check(line)


@pytest.mark.long
@pytest.mark.parametrize("tie", ["success", "fail"])
def test_the_twin_agrees_at_length(tie: str) -> None:
    for line in lines(tie, TINY + SMALL):
        game, d = parse_deal_line(line)
        found = best_chance(game, d)
        assert isinstance(found, Solution)
        assert found.chance == pytest.approx(twin_chance(line), abs=1e-12), line
