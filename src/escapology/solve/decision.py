"""The verdict on where a record stands, as `escapology solve` and the API tell it."""

from __future__ import annotations

from escapology.answer import BestChance, Decision
from escapology.middle import deal_line
from escapology.record import Record, record_text
from escapology.solve import best_chance, most_points, solve
from escapology.verdict import Limits, Verdict

__all__ = ["decide"]


def decide(record: Record, limits: Limits, *, points: bool = False) -> Decision | BestChance:
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
            moves, seconds = len(record.moves), round(best.seconds, 3)
            return BestChance(line, moves, best.chance, best.move, best.chances, best.states, seconds)
        verdict = best
    won = record_text(Record(game, deal, record.moves + verdict.moves)) if verdict.verdict == "winnable" else None
    most = most_points(game, deal, state, limits) if points and verdict.verdict != "undecided" else None
    return Decision(line, verdict.verdict, verdict.reason, verdict.nodes, round(verdict.seconds, 6), won, most)
