"""Verdicts, hints and checks of any record or deal line: no play is needed."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from escapology.answer import Answer, BestChance, Decision, Hint, Kind, Odds, Outlook
from escapology.thinking.task import SECONDS, Task
from escapology.web.api.problems import problems
from escapology.web.api.responses import JSON_BODY, respond
from escapology.web.api.texts import Asked, RecordText, Ticket, Told, Wait
from escapology.web.api.tickets import PATIENCE, Pending, ask, cancel, pick_up
from escapology.web.guard.rates import costs
from escapology.web.plays.start import play_of_text
from escapology.web.visit import Visit, Visitor
from escapology.wording.answers import hint_words, outlook_words

__all__ = ["router"]

router = APIRouter(tags=["verdicts"])

_PENDING: Final[dict[int | str, dict[str, Any]]] = {202: {"model": Pending, "description": "It is being thought about"}}
_ASKED: Final = {**_PENDING, **problems(403, 413, 415)}
_SECONDS: Final = 20.0  # that a verdict may take
Patience = Annotated[Wait, Query()]


class PositionAsked(Asked):
    """A position: where a record stands, or the start of a deal line."""

    record: RecordText
    wait: Wait = PATIENCE


class HintAsked(PositionAsked):
    """A position to give a hint for."""

    peek: bool = Field(default=False, description="Use what is hidden from the player, too")


class VerdictTold(Told):
    """As `escapology solve --json` has it: a verdict, or of a game of dice the exact best chance."""

    ticket: str
    done: bool
    deal: str
    verdict: str | None = Field(default=None, description="winnable, unwinnable or undecided")
    reason: str | None = Field(default=None, description="The proof, or the limit that was reached")
    nodes: int | None = Field(default=None, description="Positions looked at")
    seconds: float
    record: str | None = Field(default=None, description="A win")
    points: int | None = Field(default=None, description="The most that can be made, in a game with points")
    moves: int | None = Field(default=None, description="Of dice: moves made before")
    chance: float | None = Field(default=None, description="Of dice: the best chance of winning")
    move: str | None = Field(default=None, description="Of dice: the best move")
    chances: dict[str, float] | None = Field(default=None, description="Of dice: the chance after every move")
    states: int | None = Field(default=None, description="Of dice: positions looked at")


class HintTold(Told):
    """A move, and how much the advice is worth."""

    ticket: str
    done: bool
    move: str
    standing: str = Field(description="proven, likely, lost, chance or heuristic")
    share: float | None = Field(
        description="likely: how often one wins who follows hints, where measured; chance: of winning"
    )
    worlds: int = Field(description="likely: over how many samples of what is hidden")
    row: list[str] = Field(description="The move and those meant to follow it")
    points: int | None = Field(default=None, description="lost: the most that can still be made, in a game with points")
    rating: float | None = Field(default=None, description="likely: how the move was rated by the samples, from 0 to 1")
    undecided: float = Field(default=0, description="likely: samples that were not decided; half a win each")
    words: str


class CostTold(Told):
    """The move that cost the most chance, by what the player could know."""

    number: int = Field(description="Of the move, from 1")
    move: str
    before: float = Field(description="How often one wins from there who follows hints; of dice: the best chance")
    after: float = Field(description="The same behind the move, on average over all that could have turned up")
    better: list[str] = Field(description="Moves that a hint would have named instead")


class CheckTold(Told):
    """Where a record lost its win, all that was hidden being known, and which move cost the most chance."""

    ticket: str
    done: bool
    standing: str = Field(description="won, winnable, lost, never, unknown, or of a game of dice: chance")
    number: int = Field(default=0, description="lost: of the losing move, from 1")
    move: str = Field(default="", description="lost: that move")
    better: list[str] = Field(default=[], description="lost: moves that would have won from there")
    points: int | None = Field(
        default=None, description="lost, never: the most that can still be made, in a game with points that goes on"
    )
    share: float | None = Field(default=None, description="chance: of winning")
    costliest: CostTold | None = Field(
        default=None,
        description="Of games that are won or lost, or played with dice; None if no move cost at least 10 in 100, "
        "or chances were not measured",
    )
    words: str


@router.post("/verdicts", response_model=VerdictTold, dependencies=JSON_BODY, responses=_ASKED)
@costs("questions")
async def solve(visit: Visitor, asked: PositionAsked) -> Response:
    """Whether a position can be won, all that is hidden being known."""
    put = partial(_put, visit, "verdict", asked.record, _SECONDS)
    return await ask(visit, visit.desk.thinker, put, asked.wait, _verdict)


@router.get("/verdicts/{ticket}", response_model=VerdictTold, responses={**_PENDING, **problems(404)})
@costs("looks for answers")
async def get_verdict(visit: Visitor, ticket: Ticket, wait: Patience = 0.0) -> Response:
    """The verdict, if there is one by now."""
    return await pick_up(visit, visit.desk.thinker, ticket, ("verdict",), wait, _verdict)


@router.delete("/verdicts/{ticket}", status_code=204, responses=problems(403, 404))
@costs("looks for answers")
async def cancel_verdict(visit: Visitor, ticket: Ticket) -> Response:
    """Think about it no longer."""
    return await cancel(visit, visit.desk.thinker, ticket)


@router.post("/hints", response_model=HintTold, dependencies=JSON_BODY, responses=_ASKED)
@costs("questions")
async def hint(visit: Visitor, asked: HintAsked) -> Response:
    """A good move."""
    kind: Kind = "peek" if asked.peek else "hint"
    put = partial(_put, visit, kind, asked.record, SECONDS[kind])
    return await ask(visit, visit.desk.thinker, put, asked.wait, _hint)


@router.get("/hints/{ticket}", response_model=HintTold, responses={**_PENDING, **problems(404)})
@costs("looks for answers")
async def get_hint(visit: Visitor, ticket: Ticket, wait: Patience = 0.0) -> Response:
    """The hint, if there is one by now."""
    return await pick_up(visit, visit.desk.thinker, ticket, ("hint", "peek"), wait, _hint)


@router.delete("/hints/{ticket}", status_code=204, responses=problems(403, 404))
@costs("looks for answers")
async def cancel_hint(visit: Visitor, ticket: Ticket) -> Response:
    """Think about it no longer."""
    return await cancel(visit, visit.desk.thinker, ticket)


@router.post("/checks", response_model=CheckTold, dependencies=JSON_BODY, responses=_ASKED)
@costs("questions")
async def check(visit: Visitor, asked: PositionAsked) -> Response:
    """Where a record lost its win, and which move cost the most chance."""
    put = partial(_put, visit, "outlook", asked.record, SECONDS["outlook"])
    return await ask(visit, visit.desk.thinker, put, asked.wait, _check)


@router.get("/checks/{ticket}", response_model=CheckTold, responses={**_PENDING, **problems(404)})
@costs("looks for answers")
async def get_check(visit: Visitor, ticket: Ticket, wait: Patience = 0.0) -> Response:
    """What came of it, if something did by now."""
    return await pick_up(visit, visit.desk.thinker, ticket, ("outlook",), wait, _check)


@router.delete("/checks/{ticket}", status_code=204, responses=problems(403, 404))
@costs("looks for answers")
async def cancel_check(visit: Visitor, ticket: Ticket) -> Response:
    """Think about it no longer."""
    return await cancel(visit, visit.desk.thinker, ticket)


def _put(visit: Visit, kind: Kind, text: str, seconds: float) -> str:
    play = play_of_text(text, practice=True)
    # a verdict holds the whole record, so it depends on the way; hints don't
    state = "" if kind == "verdict" else play.game.notation.state_text(play.deal, play.here.state)
    return visit.desk.thinker.ask(Task(kind, play.record_text(), seconds=seconds), visit.asker, state=state)


def _verdict(ticket: str, found: Answer) -> Response:
    assert isinstance(found, Decision | BestChance)
    return respond(VerdictTold.model_validate({**asdict(found), "ticket": ticket, "done": True}))


def _hint(ticket: str, found: Answer) -> Response:
    assert isinstance(found, Hint)
    return respond(HintTold.model_validate(_with_words(ticket, found, hint_words(found))))


def _check(ticket: str, found: Answer) -> Response:
    assert isinstance(found, Outlook | Odds)
    return respond(CheckTold.model_validate(_with_words(ticket, found, outlook_words(found))))


def _with_words(ticket: str, found: Hint | Outlook | Odds, words: str) -> dict[str, object]:
    return {**asdict(found), "words": words, "ticket": ticket, "done": True}
