"""`python -m benchmarks.solve_pursuit [N]`: how the maze games' solvers do on N deals of each variant (default 200).

Times are of the clock and of one thread, after warm-up. The interval of the share winnable is Wilson's, its ends
counting every undecided deal as lost and as won.
"""

import statistics
import sys

from escapology.games import GAMES
from escapology.middle import new_deal
from escapology.setting import Setting, make_setting
from escapology.solve import Limits, Verdict, solve
from escapology.solve.bots import wilson

SECONDS = 10.0  # a deal


def measure(setting: Setting, count: int) -> None:
    """One line."""
    game = GAMES[setting.game]
    solve(game, new_deal(setting, 1_000_000))  # compiles, or loads what was compiled before
    verdicts: list[Verdict] = [
        solve(game, new_deal(setting, seed), None, Limits(seconds=SECONDS)) for seed in range(count)
    ]
    times = sorted(1_000 * verdict.seconds for verdict in verdicts)
    nodes = int(statistics.median(verdict.nodes for verdict in verdicts))
    won = sum(verdict.verdict == "winnable" for verdict in verdicts)
    open_ = sum(verdict.verdict == "undecided" for verdict in verdicts)
    low, high = wilson(won, count)[0], wilson(won + open_, count)[1]
    print(
        f"{setting.text:<28}{count:>6} deals  median {times[count // 2]:.1f} ms  "
        f"95 % {times[count * 95 // 100]:.1f} ms  most {times[-1] / 1000:.1f} s  median nodes {nodes}  "
        f"undecided {open_}  winnable {won / count:.1%} ({low:.1%} to {high:.1%})"
    )


def main() -> None:
    """All variants of both games."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for name in ("dont-let-them-get-you", "not-alone"):
        for variant in GAMES[name].facts.variants:
            measure(make_setting(GAMES[name], variant.name), count)


if __name__ == "__main__":
    main()
