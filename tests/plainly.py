"""`ESCAPOLOGY_PLAIN=1 python -m tests.plainly` lets all kernels run as plain Python, on little: for `make coverage`.

Compiled code is invisible to what measures coverage.
"""

import sys

from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import new_deal, start_state
from escapology.native import is_plain
from escapology.perft import perft
from escapology.playout import Playouts
from escapology.protocol import AnyGame
from escapology.setting import make_setting
from escapology.solve import Limits, best_chance, most_points, solve
from escapology.solve.fair import judge
from escapology.verdict import Effort

NODES = 40
TOO_SLOW = ("devils-square",)  # to be solved so: its table of all that a colour can come to takes minutes


def run_through(game: AnyGame, variant: str) -> None:
    """Count, play at random, solve, and think as a fair player does."""
    deal = new_deal(make_setting(game, variant), 1)
    state = start_state(game, deal)
    perft(game, deal, 1)
    Playouts(game, [deal]).run(1, most=20)
    if game.facts.has_dice:
        best_chance(game, deal, state, Limits(nodes=NODES))
    elif game.name not in TOO_SLOW:
        solve(game, deal, state, Limits(nodes=NODES))
        most_points(game, deal, state, Limits(nodes=NODES))
        judge(game, deal, state, Luck(1), Effort(worlds=1, seconds=0.01))


def main() -> None:
    """Every game and variant, or those games that are named."""
    if not is_plain():
        raise SystemExit("set ESCAPOLOGY_PLAIN=1: compiled code can't be measured")
    for name in sys.argv[1:] or GAMES:
        for variant in GAMES[name].facts.variants:
            run_through(GAMES[name], variant.name)


if __name__ == "__main__":
    main()
