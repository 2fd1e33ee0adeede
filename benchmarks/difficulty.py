"""How far levels of difficulty hold: `python -m benchmarks.difficulty SETTING [DEALS [SEED [SAMPLES]]]`.

Every deal from the seed on that can be won is measured twice, with different luck, and then played by the fair player,
who had no part in it, with so many samples, or as many as hints take. What was found is kept in a file in the current
folder, one line a deal behind one that says what was asked, so that a run that was broken off goes on where it was; a
file of other deals is refused. Then follow

- the bounds that part the deals into five levels of equal size (`Yardstick.bounds`),
- how many deals have the same level by the other luck, and how many one that is two or more away,
- of each level, how many deals the fair player won.

How difficulty spreads is a study: `escapology study run difficulty`.
"""

import json
import statistics
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import new_deal
from escapology.protocol import AnyGame, Deal
from escapology.setting import Setting, parse_setting
from escapology.solve import Limits, solve
from escapology.solve.bots import fair, play_game, wilson
from escapology.solve.difficulty import measure
from escapology.verdict import LEVELS, Effort

FIRST = 1_000_000
OTHER = 1  # luck
PLAYERS = 1 << 40  # the luck of the fair player is this and the seed


def look_at(game: AnyGame, deal: Deal, seed: int, samples: int) -> dict[str, object]:
    """All about one deal; nothing but its verdict if it can't be won."""
    moves: tuple[str, ...] = ()
    row: dict[str, object] = {"seed": seed}
    if not game.facts.has_dice:
        verdict = solve(game, deal, limits=Limits(seconds=1))
        row["verdict"], moves = verdict.verdict, verdict.moves
        if not moves:
            return row
    began = time.process_time()
    found = measure(game, deal, moves)
    row["seconds"] = round(time.process_time() - began, 3)
    row |= {"lost": found.lost, "first": found.first, "narrow": found.narrow, "score": found.score}
    row["again"] = measure(game, deal, moves, OTHER).score
    player = partial(fair, effort=Effort(worlds=samples or game.fair.worlds))
    row["won"] = play_game(game, deal, player, Luck(PLAYERS + seed)).is_won
    return row


def read_kept(kept: Path, asked: dict[str, object]) -> list[dict[str, Any]]:
    """The rows of a file, if they are what is asked for; none if there is no file yet."""
    lines = kept.read_text().splitlines() if kept.exists() else []
    if not lines:
        return []
    try:
        told, *rows = map(json.loads, lines)
    except ValueError as error:
        sys.exit(f"{kept} is damaged ({error}): delete it, and run this again")
    seeds = [row.get("seed") for row in rows]
    if told != asked or seeds != list(range(int(str(asked["first"])), int(str(asked["first"])) + len(rows))):
        held = lines[0][:80]
        sys.exit(f"{kept} does not hold what is asked for, {json.dumps(asked)}, but {held}: move it away")
    return rows


def run(setting: Setting, deals: int, first: int, samples: int) -> list[dict[str, float]]:
    """Look at so many deals from that seed on."""
    kept = Path(f"difficulty-{setting.text.replace('/', '-')}.jsonl")
    asked: dict[str, object] = {"setting": setting.text, "first": first, "samples": samples}
    rows = read_kept(kept, asked)[:deals]
    with kept.open("a") as out:
        if not kept.stat().st_size:
            out.write(json.dumps(asked) + "\n")
        for seed in range(first + len(rows), first + deals):
            rows.append(look_at(GAMES[setting.game], new_deal(setting, seed), seed, samples))
            out.write(json.dumps(rows[-1]) + "\n")
            out.flush()
    return rows


def report(name: str, rows: list[dict[str, float]]) -> None:
    """What follows from them."""
    scored = [row for row in rows if "score" in row]
    bounds = statistics.quantiles([row["score"] for row in scored], n=5)
    seconds = statistics.median(row["seconds"] for row in scored)
    print(f"{name}: {len(rows)} deals, {len(scored)} of them with a score; median {seconds:.2f} CPU seconds")
    print(f"bounds ({', '.join(f'{bound:.3f}' for bound in bounds)})")
    levels = [tuple(sum(row[score] > bound for bound in bounds) for score in ("score", "again")) for row in scored]
    same = sum(first == again for first, again in levels) / len(levels)
    far = sum(abs(first - again) > 1 for first, again in levels) / len(levels)
    print(f"with other luck {same:.1%} have the same level, {far:.1%} one that is two or more away")
    for number, level in enumerate(LEVELS):
        games = [row["won"] for row, (first, _) in zip(scored, levels, strict=True) if first == number]
        low, high = wilson(int(sum(games)), len(games))
        print(f"{level}: the fair player won {sum(games)} of {len(games)}, {low:.1%} to {high:.1%}")


def main(name: str, deals: int = 2_000, first: int = FIRST, samples: int = 0) -> None:
    """Measure, and tell."""
    setting = parse_setting(name, GAMES)
    report(setting.text, run(setting, deals, first, samples))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
