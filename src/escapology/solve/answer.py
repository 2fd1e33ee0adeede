"""A verdict as plain data, as `escapology solve --json` and the API tell it."""

from __future__ import annotations

from typing import Any

from escapology.middle import deal_line
from escapology.record import Record, record_text
from escapology.solve import best_chance, most_points, solve
from escapology.verdict import Limits, Verdict

__all__ = ["answer_data"]


def answer_data(record: Record, limits: Limits, *, points: bool = False) -> dict[str, Any]:
    """The verdict on where a record stands; of a game of dice the best chance, if it is found within the limits.

    With `points`, also the most of them that can be made; to find that may take as long again.
    """
    game, deal, state = record.game, record.deal, record.last_state()
    line = deal_line(game, deal)
    if not game.facts.has_dice:
        verdict = solve(game, deal, state, limits)
    else:
        best = best_chance(game, deal, state, limits)
        if not isinstance(best, Verdict):
            return {
                "deal": line, "moves": len(record.moves), "chance": best.chance, "move": best.move,
                "chances": best.chances, "states": best.states, "seconds": round(best.seconds, 3),
            }  # fmt: skip
        verdict = best
    won = verdict.verdict == "winnable"
    answer = {
        "deal": line, "verdict": verdict.verdict, "reason": verdict.reason, "nodes": verdict.nodes,
        "seconds": round(verdict.seconds, 6),
        "record": record_text(Record(game, deal, record.moves + verdict.moves)) if won else None,
    }  # fmt: skip
    if points:
        answer["points"] = None if verdict.verdict == "undecided" else most_points(game, deal, state, limits)
    return answer
