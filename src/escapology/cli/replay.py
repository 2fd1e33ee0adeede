"""`escapology replay`: replay records and report how they end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from escapology.cli.inputs import Files, Json, read_files
from escapology.cli.output import hold_back, json_line
from escapology.middle import deal_line
from escapology.record import Record

__all__ = ["replay"]


def replay(
    files: Files = None,
    states: Annotated[
        bool, typer.Option("--states", help="Print the state line after the set-up and every move.")
    ] = False,
    json: Json = False,
) -> Iterator[str]:
    """Replay records and print how each ends.

    Prints outcome, score and number of moves, after checking every move. A record is a deal line followed by moves; an
    empty line ends it.

    Examples:
      escapology replay game.txt
      escapology replay --states game.txt
      escapology deal blank --seed 7 | escapology replay --json
    """
    if json:
        return hold_back(_object(record, states) for record in read_files(files))
    if states:
        return hold_back(_state_lines(read_files(files)))
    return hold_back(_sentence(record) for record in read_files(files))


def _state_lines(records: Iterator[Record]) -> Iterator[str]:
    for number, record in enumerate(records):
        if number:
            yield ""
        yield from _states(record)


def _states(record: Record) -> Iterator[str]:
    return (record.game.notation.state_text(record.deal, state) for state in record.states())


def _ending(record: Record) -> tuple[str, int, int]:
    """Outcome, score, number of moves."""
    state = record.last_state()
    return (
        record.game.notation.status(record.deal, state),
        record.game.rules.score(record.deal, state),
        len(record.moves),
    )


def _sentence(record: Record) -> str:
    outcome, score, moves = _ending(record)
    return f"{outcome}, score {score}, {moves} move{'s' * (moves != 1)}"


def _object(record: Record, with_states: bool) -> str:
    outcome, score, moves = _ending(record)
    more = {"states": list(_states(record))} if with_states else {}
    return json_line(deal=deal_line(record.game, record.deal), outcome=outcome, score=score, moves=moves, **more)
