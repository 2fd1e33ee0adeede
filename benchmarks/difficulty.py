"""How hard deals are: `python -m benchmarks.difficulty GAME [DEALS [FIRST SEED]]` prints the bounds of the five levels.

One line a deal is kept in a file, so that a run that was broken off goes on where it was.
"""

import json
import statistics
import sys
import time
from pathlib import Path

from escapology.games import GAMES
from escapology.middle import new_deal
from escapology.setting import parse_setting
from escapology.solve import Limits, solve
from escapology.solve.difficulty import measure

FIRST = 1_000_000


def main(name: str, deals: int = 2_000, first: int = FIRST) -> None:
    """Measure so many deals from that seed on."""
    setting = parse_setting(name, GAMES)
    game = GAMES[setting.game]
    kept = Path(f"difficulty-{setting.text.replace('/', '-')}.jsonl")
    rows = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    with kept.open("a") as out:
        for seed in range(first + len(rows), first + deals):
            began = time.process_time()
            deal = new_deal(setting, seed)
            row: dict[str, object] = {"seed": seed}
            moves: tuple[str, ...] = ()
            if not game.facts.has_dice:
                verdict = solve(game, deal, limits=Limits(seconds=1))
                row["verdict"], moves = verdict.verdict, verdict.moves
            if moves or game.facts.has_dice:
                found = measure(game, deal, moves)
                row |= {"lost": found.lost, "first": found.first, "narrow": found.narrow, "score": found.score}
            row["seconds"] = round(time.process_time() - began, 3)
            rows.append(row)
            out.write(json.dumps(row) + "\n")
            out.flush()
    _report(setting.text, rows)


def _report(name: str, rows: list[dict[str, float]]) -> None:
    scored = [row for row in rows if "score" in row]
    bounds = statistics.quantiles([row["score"] for row in scored], n=5)
    means = ", ".join(
        f"{part} {statistics.fmean(row[part] for row in scored):.3f}" for part in ("lost", "first", "narrow")
    )
    seconds = statistics.median(row["seconds"] for row in scored)
    print(f"{name}: {len(rows)} deals, {len(scored)} of them with a score; {means}; median {seconds:.2f} CPU seconds")
    print(f"levels=({', '.join(f'{bound:.3f}' for bound in bounds)})")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
