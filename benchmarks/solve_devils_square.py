"""How fast Devil's Square is solved, and how completely: `python -m benchmarks.solve_devils_square [DEALS [SEED]]`.

Every win is replayed by the plain rules, and the most points of every lost deal are looked for; neither is timed. Times
are per deal, after a warm-up, and include writing down the winning moves: once of the processor, and once of the clock,
which counts other programs' work on a busy machine too.
"""

import statistics
import sys
import time
from collections import Counter

from escapology.games import GAMES
from escapology.middle import new_deal, play_move, read_move, start_state
from escapology.setting import make_setting
from escapology.solve import most_points
from escapology.solve.bots import wilson
from escapology.verdict import Limits, Verdict

GAME = GAMES["devils-square"]


def solve_seed(seed: int) -> tuple[Verdict, float, float]:
    """The verdict on the deal of a seed, and the milliseconds of processor and clock it took; a win is checked."""
    assert GAME.solving.solve
    deal = new_deal(make_setting(GAME), seed)
    state = start_state(GAME, deal)
    start, start_clock = time.thread_time(), time.perf_counter()
    verdict = GAME.solving.solve(deal, state, Limits())
    spent, spent_clock = time.thread_time() - start, time.perf_counter() - start_clock
    for move in verdict.moves:
        state = play_move(GAME, deal, state, read_move(GAME, deal, state, move))
    assert GAME.rules.won(deal, state) == (verdict.verdict == "winnable")
    return verdict, spent * 1e3, spent_clock * 1e3


def points_of(seed: int) -> int:
    """The most points that can be made of a lost deal."""
    deal = new_deal(make_setting(GAME), seed)
    most = most_points(GAME, deal, start_state(GAME, deal))
    assert most is not None
    return most


def times_text(times: list[float]) -> str:
    """How the times are spread."""
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return f"median {cuts[49]:.2f}, 95 % {cuts[94]:.2f}, 99 % {cuts[98]:.2f}, longest {max(times):.1f}"


def main() -> None:
    """Solve the deals of consecutive seeds."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    for seed in range(10):  # wins and losses
        solve_seed(seed)
    verdicts: Counter[str] = Counter()
    points: Counter[int] = Counter()  # of lost deals
    times: list[float] = []
    clock_times: list[float] = []
    for seed in range(first, first + count):
        verdict, spent, spent_clock = solve_seed(seed)
        verdicts[f"{verdict.verdict} {verdict.reason}".strip()] += 1
        if verdict.verdict == "unwinnable":
            points[points_of(seed)] += 1
        times.append(spent)
        clock_times.append(spent_clock)
    low, high = wilson(verdicts["winnable"], count)
    undecided = sum(n for name, n in verdicts.items() if name.startswith("undecided"))
    print(f"{count} deals from seed {first}: " + ", ".join(f"{n} {name}" for name, n in verdicts.most_common()))
    print(f"winnable   {verdicts['winnable'] / count:.2%}, interval {low:.2%} to {high:.2%}; undecided {undecided}")
    print("most points of lost deals  " + ", ".join(f"{most}: {points[most]}" for most in sorted(points)))
    print(f"ms a deal  {times_text(times)} (clock: {times_text(clock_times)})")


if __name__ == "__main__":
    main()
