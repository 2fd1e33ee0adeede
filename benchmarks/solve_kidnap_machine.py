"""`python -m benchmarks.solve_kidnap_machine [N]`: how long exact chances take, on N deals (default 66).

Each deal counts as if its house were new: nothing is remembered from another. Seconds are those of the processor, after
warm-up; a first hint takes as long.
"""

import statistics
import sys
import time
from typing import cast

from escapology.games import GAMES
from escapology.games.kidnap_machine.rules import Deal, State
from escapology.games.kidnap_machine.solver.optimum import Solver
from escapology.middle import new_deal, start_state
from escapology.setting import Setting, make_setting

FIRST = 70_000_000  # seed


def solve(setting: Setting, seed: int) -> tuple[float, int]:
    """The seconds that the chances of all first moves of a deal take, and the positions looked at."""
    game = GAMES[setting.game]
    deal = cast(Deal, new_deal(setting, seed))
    began = time.process_time()
    solver = Solver(deal)
    solver.ranked(cast(State, start_state(game, deal)))
    return time.process_time() - began, solver.states


def measure(setting: Setting, count: int) -> None:
    """One line."""
    solve(setting, FIRST)  # compiles, or loads what was compiled before
    found = [solve(setting, FIRST + i) for i in range(count)]
    seconds = [spent for spent, _ in found]
    states = int(statistics.median(looked_at for _, looked_at in found))
    print(
        f"{setting.text:<28}{count:>6} deals  median {statistics.median(seconds):.2f} s  most {max(seconds):.2f} s  "
        f"median positions {states:,}",
        flush=True,
    )


def main() -> None:
    """Both readings of what a tie is."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 66
    for tie in ("success", "fail"):
        measure(make_setting(GAMES["kidnap-machine"], None, {"tie": tie}), count)


if __name__ == "__main__":
    main()
