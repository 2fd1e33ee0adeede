"""Random houses, played in lock-step with the slow twin: the same moves and state lines, and every ending."""

import random
from collections import Counter

import pytest

from escapology.games.kidnap_machine.rules import Deal, State
from escapology.middle import parse_deal_line, read_move, start_state
from tests.games.kidnap_machine.positions import GAME
from tests.lockstep import play_on
from tests.oracles.kidnap_machine import Twin


def random_line(choice: random.Random) -> str:
    """A deal in the manor or in a house of any size and shape, with any options."""
    options = [o for o in ("tie=fail", "clock=off") if choice.random() < 0.3]
    head = "kidnap-machine" + (f"[{','.join(options)}]" if options else "")
    dice = "".join(choice.choices("123456", k=choice.randrange(30)))
    luck = (f" dice={dice}" if dice else "") + choice.choice(["", f" seed={choice.getrandbits(32)}"])
    if choice.random() < 0.3:
        return f"{head}: house=manor enemy={choice.randint(1, 6)}{luck}"
    width, height = choice.randint(2, 7), choice.randint(2, 7)
    here = (choice.randrange(1, width), choice.randrange(height))
    route = [here]
    while len(route) < choice.randint(2, 30):
        dx, dy = choice.choice([(0, 1), (1, 0), (0, -1), (-1, 0)])
        here = (route[-1][0] + dx, route[-1][1] + dy)
        if 0 <= here[0] < width and 0 <= here[1] < height:
            route.append(here)
    squares = ",".join("abcdefg"[x] + str(y + 1) for x, y in route)
    return f"{head}: house={width}x{height} route={squares}{luck}"


def run_both(seed: int) -> str:
    """Play one deal at random in both; how it ended."""
    luck = random.Random(seed)
    line = random_line(luck)
    _, d = parse_deal_line(line)
    twin = Twin(line)

    def choose(d: Deal, s: State, legal: dict[str, int]) -> str:
        menu = twin.menu()  # any walk to the same square will do (KM11)
        move = luck.choice(sorted(menu))
        assert read_move(GAME, d, s, move) == legal[menu[move][0]]
        return move

    return play_on(GAME, d, start_state(GAME, d), twin, choose, 60, line).status


def test_lockstep():
    endings = Counter(run_both(seed) for seed in range(500))
    assert set(endings) >= {"won", "caught", "late"}


@pytest.mark.long
def test_lockstep_at_length():
    endings = Counter(run_both(seed) for seed in range(1_000, 11_000))
    assert min(endings[status] for status in ("won", "caught", "late")) > 100
