"""`python -m benchmarks.solve_lab_rats [N]`: how many of N deals (1,000) can be won, and what that takes to find out.

One line for each variant and reading: the median and the 95 % point of the time a deal takes, after warm-up; the share
that can be won with its 95 % interval after Wilson, whose ends count what is undecided at one second as lost and as
won. Then the designer's claim about mazes, counted in three ways, for both readings of LR1. Some wins are replayed.
"""

import sys
import time
from collections import Counter

from escapology.games import GAMES
from escapology.games.lab_rats.solver.claim import count_mazes
from escapology.middle import new_deal, read_move, start_state
from escapology.setting import Setting, make_setting
from escapology.solve.bots import wilson
from escapology.verdict import Limits

GAME = GAMES["lab-rats"]
SETTINGS: tuple[tuple[str, dict[str, str]], ...] = (
    ("hard", {}),
    ("classic", {}),
    ("classic", {"dropped": "liftable"}),
    ("classic", {"lift": "any"}),
    ("bag", {}),
    ("rebag", {}),
    ("hard", {"diagram": "turn"}),
    ("classic", {"diagram": "turn"}),
    ("classic", {"touch": "corner"}),
)
WARM_UP = 30  # deals


def measure(setting: Setting, n: int) -> None:
    """One line."""
    assert GAME.solving.solve is not None
    times: list[float] = []
    found: Counter[str] = Counter()
    for seed in range(-WARM_UP, n):
        d = new_deal(setting, abs(seed))
        s = start_state(GAME, d)
        began = time.process_time()
        verdict = GAME.solving.solve(d, s, Limits(seconds=1))
        spent = time.process_time() - began
        if seed < 0:
            continue
        times.append(spent)
        found[verdict.verdict] += 1
        if verdict.moves and seed % 10 == 0:
            for text in verdict.moves:
                GAME.rules.play(d, s, read_move(GAME, d, s, text))
            assert GAME.rules.won(d, s), seed
    times.sort()
    low, high = wilson(found["winnable"], n)[0], wilson(found["winnable"] + found["undecided"], n)[1]
    print(
        f"{setting.text:<36}{times[n // 2] * 1e3:>8.2f} ms{times[n * 95 // 100] * 1e3:>9.2f} ms"
        f"{found['winnable'] / n:>9.2%}  ({low:.2%} to {high:.2%}){found['undecided']:>6} undecided",
        flush=True,
    )


def main() -> None:
    """The whole table."""
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(f"{n} deals, seeds 0 to {n - 1}; CPU time; the limit is one second a deal")
    print(f"{'':<36}{'median':>11}{'95 %':>12}{'can be won':>11}")
    for variant, options in SETTINGS:
        measure(make_setting(GAME, variant, options), n)
    print("\nmazes that can't be navigated: (a) by any coins, (b) by the 24 coins in any order, (c) by the hard deal")
    for diagram in ("table", "turn"):
        counts = count_mazes(make_setting(GAME, "hard", {"diagram": diagram}), range(n))
        shares = []
        for name, count in zip("abc", counts, strict=True):
            low, high = wilson(count, n)
            shares.append(f"({name}) {count / n:.2%} ({low:.2%} to {high:.2%})")
        print(f"diagram={diagram:<8}{'   '.join(shares)}")


if __name__ == "__main__":
    main()
