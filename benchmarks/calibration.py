"""Whether the chances that hints tell come true: `python -m benchmarks.calibration SETTING [GAMES [FIRST SEED]]`.

Games are played by following hints alone, as the web app gives them. What was said of every hint, what was still hidden
then and whether the game was won in the end is kept in a file, one line a game, so that a run that was broken off goes
on where it was. Then follow

- the curve that fits these games best, from ratings to wins (`FairPlay.curves`),
- how often what such a curve tells comes true, by tenths. Every second game is told by a curve that was fitted to the
  others, and the other way round, so nothing is shown on deals that it was fitted to. Hints of one game come true
  together, so one of each game is taken: the first after which no more than so much is hidden, a share that is drawn
  before (a hint drawn from all that there were would more often be an early one where games are short, and those are
  lost). Intervals are Wilson's,
- Brier's score of these hints, beside that of always guessing the share that was won,
- how the games ended, how long they took, and whether any position came twice,
- a picture of it, `calibration-SETTING.svg`.
"""

import json
import sys
import time
from collections import Counter
from pathlib import Path
from statistics import NormalDist, fmean, median
from typing import NamedTuple

import numpy as np

from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import legal_moves, legal_texts, new_deal, play_move, start_state
from escapology.protocol import AnyGame, Curve, Deal, Struct
from escapology.setting import parse_setting
from escapology.solve.bots import wilson
from escapology.solve.chance import apply_curve, features
from escapology.solve.hint import give_hint

FIRST = 40_000_000
SECONDS = 2.0  # as on the page
ENOUGH = 30  # cases, for a tenth to count
Z_95, Z_999 = (NormalDist().inv_cdf((1 + confidence) / 2) for confidence in (0.95, 0.999))


class Tenth(NamedTuple):
    """Hints that told about the same chance."""

    told: float  # on average
    won: int
    hints: int


def follow(game: AnyGame, deal: Deal) -> dict[str, object]:
    """A game that is played by hints alone."""
    states: list[Struct] = [start_state(game, deal)]
    said: list[tuple[float, ...]] = []
    seconds: list[float] = []
    end = ""
    while legal_moves(game, deal, states[-1]) and not end:
        began = time.perf_counter()
        hint = give_hint(game, deal, states[-1], before=states[:-1], seconds=SECONDS)
        seconds.append(time.perf_counter() - began)
        if hint.rating is not None:
            said.append(features(game, deal, states[-1], hint.rating))
        elif hint.share is not None:  # the exact chance of dice
            said.append(features(game, deal, states[-1], hint.share))
        if hint.standing == "lost":
            end = "told to be lost"
        else:
            states.append(play_move(game, deal, states[-1], legal_texts(game, deal, states[-1])[hint.move]))
    seen = {repr(state) for state in states}
    return {
        "won": game.rules.won(deal, states[-1]),
        "end": end or game.notation.status(deal, states[-1]),
        "moves": len(states) - 1,
        "twice": 0 if game.facts.has_dice else len(states) - len(seen),
        "first": round(seconds[0], 4) if seconds else 0.0,
        "said": said,
    }


def play(name: str, games: int, first: int) -> list[dict[str, object]]:
    """The games, those that are kept already included."""
    setting = parse_setting(name, GAMES)
    game = GAMES[setting.game]
    kept = Path(f"calibration-{setting.text.replace('/', '-')}-{first}.jsonl")
    rows = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    with kept.open("a") as out:
        for seed in range(first + len(rows), first + games):
            rows.append(follow(game, new_deal(setting, seed)))
            out.write(json.dumps(rows[-1]) + "\n")
            out.flush()
    return rows[:games]


def one_of_each(rows: list[dict], luck: Luck) -> list[tuple[float, float, bool]]:
    """Of each game one hint, and whether the game was won; none of games that were decided before."""
    cases = []
    for row in rows:
        most_hidden = (1 + luck.below(100)) / 100
        cases += [(*said, row["won"]) for said in row["said"] if said[1] <= most_hidden][:1]
    return cases


def fit(rows: list[dict]) -> Curve:
    """The curve of the highest likelihood (Newton's method)."""
    table = np.array([(1.0, x, h, row["won"]) for row in rows for x, h in row["said"]])
    x, won = table[:, :3], table[:, 3]
    curve = np.zeros(3)
    for _ in range(50):
        chance = 1 / (1 + np.exp(-x @ curve))
        slope = x.T @ (won - chance) - 0.01 * curve
        bend = (x * (chance * (1 - chance))[:, None]).T @ x + 0.01 * np.eye(3)
        curve = curve + np.linalg.solve(bend, slope)
    return Curve(*(round(float(number), 3) for number in curve))


def report(name: str, rows: list[dict]) -> list[Tenth]:
    """All that was found out; the tenths of what hints told."""
    won = sum(row["won"] for row in rows)
    low, high = wilson(won, len(rows))
    ends = ", ".join(f"{end} {count}" for end, count in Counter(row["end"] for row in rows).most_common())
    print(f"{name}: {won} of {len(rows)} won, {won / len(rows):.1%} ({low:.1%} to {high:.1%}); {ends}")
    print(
        f"{fmean(row['moves'] for row in rows):.1f} moves a game; {sum(row['twice'] for row in rows)} positions came "
        f"twice; half of the first hints took less than {median(row['first'] for row in rows):.3f} s"
    )
    if not any(row["said"] for row in rows):
        return []
    setting = parse_setting(name, GAMES)
    game = GAMES[setting.game]
    print(f"best fit: {fit(rows)}; what hints go by: {dict(game.fair.curves).get(setting.variant)}")
    cases: list[tuple[float, bool]] = []
    for half in range(2):
        curve = Curve() if game.facts.has_dice else fit(rows[1 - half :: 2])
        cases += [(apply_curve(curve, x, h), is_won) for x, h, is_won in one_of_each(rows[half::2], Luck(half))]
    return _tenths(cases)


def _tenths(cases: list[tuple[float, bool]]) -> list[Tenth]:
    found = []
    print("| told | hints | told on average | came true | 95 % | 99.9 % |\n|---|---|---|---|---|---|")
    for tenth in range(10):
        here = [(chance, won) for chance, won in cases if min(9, int(10 * chance)) == tenth]
        if not here:
            continue
        told, came = fmean(chance for chance, _ in here), sum(won for _, won in here)
        found.append(Tenth(told, came, len(here)))
        bounds = [wilson(came, len(here), z) for z in (Z_95, Z_999)]
        marks = [f"{low:.1%} to {high:.1%}{'' if low <= told <= high else ' **outside**'}" for low, high in bounds]
        few = "" if len(here) >= ENOUGH else " (few)"
        print(
            f"| {10 * tenth}–{10 * tenth + 10} % | {len(here)}{few} | {told:.1%} | {came / len(here):.1%} | "
            f"{' | '.join(marks)} |"
        )
    share = fmean(won for _, won in cases)
    brier = fmean((chance - won) ** 2 for chance, won in cases)
    print(f"Brier score {brier:.4f}; of the constant guess {share * (1 - share):.4f}\n")
    return found


def draw(tenths: list[Tenth]) -> str:
    """Told against came true, as SVG: each tenth with its 95 % interval, as large as it has many hints."""
    side, edge = 320, 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side + 2 * edge} {side + 2 * edge}" role="img">',
        "<title>What hints told against how often it came true</title>",
        f'<rect width="{side + 2 * edge}" height="{side + 2 * edge}" fill="#fff"/>',
        '<g font-family="sans-serif" font-size="11" fill="#444" stroke="none" text-anchor="middle">',
    ]

    def place(x: float, y: float) -> tuple[float, float]:
        return round(edge + side * x, 1), round(edge + side * (1 - y), 1)

    for fifth in range(6):
        (x, low), (left, y) = place(fifth / 5, 0), place(0, fifth / 5)
        parts.append(
            f'<text x="{x}" y="{low + 16}">{20 * fifth}</text><text x="{left - 16}" y="{y + 4}">{20 * fifth}</text>'
        )
    parts += [
        f'<text x="{edge + side / 2}" y="{side + 2 * edge - 6}">told (%)</text>',
        f'<text x="12" y="{edge + side / 2}" transform="rotate(-90 12 {edge + side / 2})">came true (%)</text></g>',
        f'<rect x="{edge}" y="{edge}" width="{side}" height="{side}" fill="none" stroke="#bbb"/>',
        f'<path d="M{edge} {edge + side}L{edge + side} {edge}" stroke="#bbb" stroke-dasharray="4 4"/>',
    ]
    for tenth in tenths:
        (x, y), bounds = place(tenth.told, tenth.won / tenth.hints), wilson(tenth.won, tenth.hints)
        low, high = (place(tenth.told, bound)[1] for bound in bounds)
        parts.append(f'<path d="M{x} {low}V{high}" stroke="#2a6f97" stroke-width="1.5"/>')
        parts.append(f'<circle cx="{x}" cy="{y}" r="{min(9, 2 + tenth.hints**0.5 / 3):.1f}" fill="#2a6f97"/>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main(name: str, games: int = 500, first: int = FIRST) -> None:
    """Play so many deals from that seed on, report, and draw."""
    tenths = report(name, play(name, games, first))
    if tenths:
        Path(f"calibration-{name.replace('/', '-')}.svg").write_text(draw(tenths))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
