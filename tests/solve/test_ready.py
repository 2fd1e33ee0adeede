"""A game that is ready has nothing left to compile, whatever is asked."""

import pytest

from escapology.games import GAMES
from tests.native.test_native import run

# Every kernel that was made is noted, with the kinds of arguments it was compiled for, or found in the cache for.
USES = """
import random, sys
from escapology.native.cpu import linker

kernels, take_turns = [], linker.take_turns
linker.take_turns = lambda kernel: (kernels.append(kernel), take_turns(kernel))

from escapology.games import GAMES
from escapology.middle import legal_moves, new_deal, play_move, start_state
from escapology.perft import perft
from escapology.playout import Playouts
from escapology.setting import make_setting
from escapology.solve import Limits, best_chance, most_points
from escapology.solve.bots import fair, greedy, play_game, random as at_random
from escapology.solve.hint import give_hint
from escapology.solve.ready import get_ready
from escapology.solve.shortest import find_shortest
from escapology.luck import Luck

game = GAMES[sys.argv[1]]
get_ready(game)
ready = {kernel: list(kernel.overloads) for kernel in kernels}
assert ready and all(ready.values())

luck, wins = random.Random(1), 0
settings = [(make_setting(game, variant.name), 3) for variant in game.facts.variants]
settings += [(make_setting(game, None, {o.name: value}), 1) for o in game.facts.options for value in o.values]
for setting, positions in settings:
    deal = new_deal(setting, 2)
    state = start_state(game, deal)
    for _ in range(positions):
        if not legal_moves(game, deal, state):
            break
        limits = Limits(seconds=0.1)
        if not game.facts.has_dice:
            give_hint(game, deal, state, seconds=0.02)
            give_hint(game, deal, state, seconds=0.02, peeks=True)
            found = find_shortest(game, deal, state, limits, seconds=0.02)
            wins += found.verdict == "winnable"
            if found.verdict == "unwinnable":
                most_points(game, deal, state, limits)
        elif deal.last_turn:
            best_chance(game, deal, state, limits)
        for _ in range(8):
            if legal_moves(game, deal, state):
                state = play_move(game, deal, state, luck.choice(legal_moves(game, deal, state)))
    perft(game, deal, 2)
    Playouts(game, [deal, deal]).run(1, most=20)
    play_game(game, deal, at_random, Luck(1))
    greedy(game, deal, start_state(game, deal), Luck(1))
yardstick = game.fair.yardstick
if yardstick and yardstick.lost:
    yardstick.lost(deal, 0)

assert wins or game.facts.has_dice, "else none was shortened"
for kernel in kernels:
    new = [kinds for kinds in kernel.overloads if kinds not in ready.get(kernel, ())]
    if new:
        print(kernel.py_func.__qualname__, new)
"""


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_left_to_compile(name):
    assert run(USES, name) == ""
