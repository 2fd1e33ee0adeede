"""The verdict on where a record stands, as `escapology solve` and the API tell it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from escapology.answer import BestChance, Decision
from escapology.middle import deal_line
from escapology.protocol import AnyGame, Deal, Struct
from escapology.record import Record, record_text
from escapology.solve import best_chance, most_points, solve
from escapology.solve.shortest import find_shortest, length_of, trim
from escapology.verdict import Limits, Solution, Verdict

__all__ = ["decide", "find_most_points", "find_verdict", "measure", "tell"]

_TRIMMING: Final = 1.0  # seconds for leaving out of a win what it has no need of


def decide(
    record: Record, limits: Limits, *, points: bool = False, shortest: bool = False, in_bulk: bool = False
) -> Decision | BestChance:
    """The verdict on where a record stands; of a game of dice the best chance, if it is found within the limits.

    With `points`, also the most of them that can be made, and with `shortest` the shortest win that is found; to find
    that may take as long again.
    """
    asked = record.game, record.deal, record.last_state()
    found = find_verdict(*asked, limits, shortest=shortest, in_bulk=in_bulk)
    most = find_most_points(*asked, limits, found) if points else None
    return tell(record, found, most, measure(*asked, found) if shortest else None)


def find_verdict(
    game: AnyGame, deal: Deal, state: Struct, limits: Limits, *, shortest: bool = False, in_bulk: bool = False
) -> Verdict | Solution:
    """By the question that fits the game; with the shortest win that is found, if somebody asks for it.

    `in_bulk` = a win is checked as one of many.
    """
    if game.facts.has_dice:
        return best_chance(game, deal, state, limits)
    if shortest:
        return find_shortest(game, deal, state, limits)
    found = solve(game, deal, state, limits, in_bulk=in_bulk)
    if in_bulk or not found.moves:
        return found
    return replace(found, moves=trim(game, deal, state, found.moves, _TRIMMING))


def measure(game: AnyGame, deal: Deal, state: Struct, found: Verdict | Solution) -> int | None:
    """How long the win is, if there is one."""
    if isinstance(found, Solution) or found.verdict != "winnable":
        return None
    return length_of(game, deal, state, found.moves)


def find_most_points(game: AnyGame, deal: Deal, state: Struct, limits: Limits, found: Verdict | Solution) -> int | None:
    """The most points that can be made, where a verdict was found."""
    if isinstance(found, Solution) or found.verdict == "undecided":
        return None
    return most_points(game, deal, state, limits)


def tell(record: Record, found: Verdict | Solution, most: int | None, length: int | None) -> Decision | BestChance:
    """What was found about where a record stands, as it is told to whoever has asked.

    Most points, and the length of the win, are None if nobody asked for them.
    """
    line = deal_line(record.game, record.deal)
    if isinstance(found, Solution):
        moves, seconds = len(record.moves), round(found.seconds, 3)
        return BestChance(line, moves, found.chance, found.move, found.chances, found.states, seconds)
    won = None
    if found.verdict == "winnable":
        won = record_text(Record(record.game, record.deal, record.moves + found.moves))
    is_shortest = None if length is None else found.is_shortest
    seconds = round(found.seconds, 6)
    return Decision(line, found.verdict, found.reason, found.nodes, seconds, won, most, length, is_shortest)
