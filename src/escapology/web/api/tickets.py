"""Waiting for what is being thought about: no thread is held meanwhile, and who goes away is not thought for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from escapology.answer import Answer, Failure, Kind
from escapology.errors import EscapologyError, NotFoundError
from escapology.thinking.queue import BusyError
from escapology.thinking.thinker import Thinker
from escapology.web.api.responses import respond
from escapology.web.api.texts import Told
from escapology.web.visit import Visit

__all__ = ["PATIENCE", "Pending", "ThoughtError", "ask", "cancel", "pick_up"]

PATIENCE: Final = 1.0  # seconds that one waits if one does not say how long


class ThoughtError(EscapologyError):
    """Nothing was found out."""


class Pending(Told):
    """It is being thought about: come again with the ticket."""

    ticket: str
    done: bool = False
    tried: int = 0
    preparing: bool = Field(
        default=False,
        description="Whether the solver is still being compiled: some seconds, once on a machine",
    )


async def ask(
    visit: Visit, thinker: Thinker, put: Callable[[], str], wait: float, tell: Callable[[str, Answer], Response]
) -> Response:
    """Put a question, and wait for its answer; nobody thinks for one who goes away before having the ticket."""
    ticket = await run_in_threadpool(put)
    return await _wait(visit, thinker, ticket, wait, tell, is_first=True)


async def pick_up(
    visit: Visit,
    thinker: Thinker,
    ticket: str,
    kinds: tuple[Kind, ...],
    wait: float,
    tell: Callable[[str, Answer], Response],
) -> Response:
    """The answer to a question of one of these kinds."""
    if await run_in_threadpool(thinker.kind, ticket, visit.asker) not in kinds:
        raise NotFoundError("that question has expired: ask again")
    return await _wait(visit, thinker, ticket, wait, tell, is_first=False)


async def cancel(visit: Visit, thinker: Thinker, ticket: str) -> Response:
    """Think about it no longer."""
    await run_in_threadpool(thinker.cancel, ticket, visit.asker)
    return Response(status_code=204)


async def _wait(
    visit: Visit, thinker: Thinker, ticket: str, wait: float, tell: Callable[[str, Answer], Response], *, is_first: bool
) -> Response:
    is_gone = visit.request.is_disconnected if is_first else None
    found = await visit.wait_for(ticket, wait, is_gone)
    if found is None:
        tried = await run_in_threadpool(thinker.so_far, ticket, visit.asker)
        preparing = await run_in_threadpool(thinker.is_preparing, ticket, visit.asker)
        return respond(Pending(ticket=ticket, tried=tried, preparing=preparing), 202)
    if isinstance(found, Failure) and found.retry_after is not None:
        raise BusyError(f"no answer: {found.error}", found.retry_after)
    if isinstance(found, Failure):
        raise ThoughtError(f"no answer: {found.error}")
    return await run_in_threadpool(tell, ticket, found)
