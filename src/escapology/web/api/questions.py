"""Questions about a play: hints, the way out, and whether it can still be won."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from escapology.answer import Answer
from escapology.errors import MoveError
from escapology.thinking.task import SECONDS
from escapology.web.api.problems import problems
from escapology.web.api.responses import JSON_BODY, respond
from escapology.web.api.texts import Asked, MoveText, PlayId, Ticket, Told, Wait
from escapology.web.api.tickets import PATIENCE, Pending, ask, cancel, pick_up
from escapology.web.guard.rates import costs
from escapology.web.plays.advice import make_advice
from escapology.web.plays.questions import ask_about
from escapology.web.visit import Visit, Visitor

__all__ = ["router"]

router = APIRouter(prefix="/plays/{play}/questions", tags=["questions"])

_PENDING: Final[dict[int | str, dict[str, Any]]] = {202: {"model": Pending, "description": "It is being thought about"}}


class QuestionAsked(Asked):
    """Something to think about, where the play stands."""

    kind: Literal["hint", "peek", "show", "near", "outlook", "worth"] = Field(
        description="hint: a good move, by what the player may know; peek: by all that is hidden, too; "
        "show: the shortest way out that is found; near: how near a game that was won came to it; "
        "outlook: whether it can still be won, or since when it can't, and which move cost the most chance; "
        "worth: whether a move throws a win away"
    )
    move: MoveText | None = Field(default=None, description="Of `worth`: the move")
    wait: Wait = PATIENCE


class AdviceTold(Told):
    """What was found out. All but `worth` and `near` marks the play as helped, and so gives it another version."""

    ticket: str
    done: bool
    kind: str
    words: str
    moves: list[str]
    first: str = Field(description="The first of them in words, if it is legal now")
    loses: bool = Field(description="Of `worth`: the move throws a win away")
    is_lost: bool = Field(description="Of `hint` and `peek`: nothing wins any more, for certain")
    back: int | None = Field(description="Of `outlook`: the node before the move that threw the win away, to go to")
    costly: int | None = Field(
        description="Of `outlook`: the node before the move that cost the most chance, to go to, if it is another"
    )
    version: int = Field(description="The play's version")


@router.post(
    "",
    response_model=AdviceTold,
    dependencies=JSON_BODY,
    responses={**_PENDING, **problems(403, 404, 409, 413, 415)},
)
@costs("questions")
async def put(visit: Visitor, play: PlayId, asked: QuestionAsked) -> Response:
    """Ask, and wait a little for the answer."""
    if (asked.move is None) == (asked.kind == "worth"):
        raise MoveError("`move` is needed when you ask what a move is worth, and only then")
    question = partial(_put, visit, play, asked)
    return await ask(visit, visit.desk.thinker, question, asked.wait, partial(_tell, visit, play))


@router.get("/{ticket}", response_model=AdviceTold, responses={**_PENDING, **problems(404)})
@costs("looks for answers")
async def get(visit: Visitor, play: PlayId, ticket: Ticket, wait: Annotated[Wait, Query()] = 0.0) -> Response:
    """The answer, if there is one by now."""
    await run_in_threadpool(visit.seat, play)
    tell = partial(_tell, visit, play)
    return await pick_up(visit, visit.desk.thinker, ticket, tuple(SECONDS), wait, tell)


@router.delete("/{ticket}", status_code=204, responses=problems(403, 404))
@costs("looks for answers")
async def delete(visit: Visitor, play: PlayId, ticket: Ticket) -> Response:
    """Think about it no longer."""
    await run_in_threadpool(visit.seat, play)
    return await cancel(visit, visit.desk.thinker, ticket)


def _put(visit: Visit, id_: str, asked: QuestionAsked) -> str:
    return ask_about(visit, id_, asked.kind, asked.move or "")[0]


def _tell(visit: Visit, id_: str, ticket: str, found: Answer) -> Response:
    kind = visit.desk.thinker.kind(ticket, visit.asker)
    seat = visit.seat(id_)
    with seat.lock:
        advice = make_advice(seat.play, found)
        told = {**asdict(advice), "ticket": ticket, "done": True, "kind": kind, "version": seat.saved.version}
        return respond(AdviceTold.model_validate(told))
