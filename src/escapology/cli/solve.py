"""`escapology solve`: the best possible chance of a position, and the move that has it."""

from __future__ import annotations

from collections.abc import Iterator

from escapology.cli.inputs import Files, Json, read_files
from escapology.cli.output import json_line
from escapology.cli.work import in_thread, need_numba
from escapology.errors import SettingError
from escapology.game import Solution
from escapology.games import GAMES
from escapology.middle import deal_line
from escapology.record import Record

__all__ = ["solve"]


def solve(files: Files = None, json: Json = False) -> Iterator[str]:
    """Print the best possible chance of each deal, or of where its record stands, and the move that has it.

    The chance is exact, for a player who knows all but the dice to come; the dice of the deal make no difference.

    Examples:
      escapology solve 'kidnap-machine: house=manor enemy=6'
      escapology solve --json 'kidnap-machine: house=3x3 route=c3,c2,b2'
    """
    records = list(read_files(files))
    for record in records:
        if record.game.optimum is None:
            able = ", ".join(game.name for game in GAMES.values() if game.optimum)
            raise SettingError(f"{record.game.name} has no exact solver: there is one for {able}")
    need_numba()
    return _lines(records, json)


def _lines(records: list[Record], as_json: bool) -> Iterator[str]:
    for number, record in enumerate(records):
        solution = in_thread(lambda record=record: _solution(record))  # type: ignore[misc]
        line = deal_line(record.game, record.deal)
        if as_json:
            yield json_line(
                deal=line, moves=len(record.moves), chance=solution.chance, move=solution.move,
                chances=solution.chances, states=solution.states, seconds=round(solution.seconds, 3),
            )  # fmt: skip
            continue
        if number:
            yield ""
        yield line + (f" after {len(record.moves)} moves" if record.moves else "")
        yield f"  chance   {solution.chance:.9f}"
        yield f"  best     {solution.move or 'nothing: the game is over'}"
        yield f"  states   {solution.states:,}"
        yield f"  seconds  {solution.seconds:.1f}"


def _solution(record: Record) -> Solution:
    assert record.game.optimum is not None
    return record.game.optimum(record.deal, record.last_state())
