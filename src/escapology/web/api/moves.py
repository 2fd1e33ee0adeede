"""What changes a play. Each change names the version of the play that it is meant for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import Response

from escapology.errors import EscapologyError, MoveError
from escapology.play import Node, Play
from escapology.web.api.play_models import ChangeTold, change_told
from escapology.web.api.problems import problems
from escapology.web.api.responses import JSON_BODY, respond
from escapology.web.api.texts import Asked, MoveText, Name, PlayId, Version
from escapology.web.guard.rates import costs
from escapology.web.plays.actions import act, bookmark, give_up, go_to, make_moves
from escapology.web.plays.table import MOST_AT_ONCE, MOST_TOLD, Seat
from escapology.web.store import ConflictError
from escapology.web.visit import Visit, Visitor

__all__ = ["router"]

router = APIRouter(
    prefix="/plays/{play}", tags=["moves"], dependencies=JSON_BODY, responses=problems(403, 404, 409, 413, 415)
)


_MUCH: Final = 8  # moves


class StaleVersionError(ConflictError):
    """The play has another version by now."""

    def __init__(self, version: int) -> None:
        super().__init__(
            f"this game has changed in the meantime: its version is now {version}; read it again, then retry"
        )
        self.version = version


class ChangeAsked(Asked):
    """A change of a play."""

    version: Version


class MovesAsked(ChangeAsked):
    """One move, or several, of which all are made or none."""

    move: MoveText | None = None
    moves: list[MoveText] | None = Field(default=None, min_length=1, max_length=MOST_AT_ONCE)
    shown: bool = Field(
        default=False, description="They are those of a solution, and made for the player: no win of theirs comes of it"
    )


class NodeAsked(ChangeAsked):
    """A place to go to."""

    node: int = Field(ge=0, le=1_000_000, description="Its number in the tree")


class NameAsked(ChangeAsked):
    """A name for this place."""

    name: Name


@router.post("/moves", response_model=ChangeTold)
@costs("changes of games")
async def move(visit: Visitor, play: PlayId, asked: MovesAsked) -> Response:
    """Make a move, or several."""
    if (asked.move is None) == (asked.moves is None):
        raise MoveError("say what to do: give a move, or a list of moves")
    moves = [asked.move] if asked.move is not None else asked.moves or []
    made = partial(make_moves, moves=moves, is_shown=asked.shown)
    return await _change(visit, play, asked.version, made, most=MOST_AT_ONCE, is_much=len(moves) > _MUCH)


@router.post("/undo", response_model=ChangeTold)
@costs("changes of games")
async def undo(visit: Visitor, play: PlayId, asked: ChangeAsked) -> Response:
    """Take the last move back, or the giving up."""
    return await _change(visit, play, asked.version, Play.undo)


@router.post("/redo", response_model=ChangeTold)
@costs("changes of games")
async def redo(visit: Visitor, play: PlayId, asked: ChangeAsked) -> Response:
    """Make the move again that was undone last."""
    return await _change(visit, play, asked.version, Play.redo)


@router.post("/restart", response_model=ChangeTold)
@costs("changes of games")
async def restart(visit: Visitor, play: PlayId, asked: ChangeAsked) -> Response:
    """Go back to the start; all that was played stays in the tree."""
    return await _change(visit, play, asked.version, Play.restart, is_much=True)


@router.post("/give-up", response_model=ChangeTold)
@costs("changes of games")
async def end(visit: Visitor, play: PlayId, asked: ChangeAsked) -> Response:
    """End the game here."""
    return await _change(visit, play, asked.version, give_up)


@router.post("/goto", response_model=ChangeTold)
@costs("changes of games")
async def go(visit: Visitor, play: PlayId, asked: NodeAsked) -> Response:
    """Go to any place of the tree."""
    return await _change(visit, play, asked.version, lambda changed: go_to(changed, asked.node), is_much=True)


@router.post("/bookmarks", response_model=ChangeTold)
@costs("changes of games")
async def mark(visit: Visitor, play: PlayId, asked: NameAsked) -> Response:
    """Name this place; a name that was used before moves here."""
    return await _change(visit, play, asked.version, lambda changed: bookmark(changed, asked.name))


async def _change(
    visit: Visit,
    id_: str,
    version: int,
    action: Callable[[Play], object],
    *,
    most: int = MOST_TOLD,
    is_much: bool = False,
) -> Response:
    return await act(visit, id_, version, action, partial(_tell, visit, most), _refuse, is_much=is_much)


def _tell(visit: Visit, most: int, seat: Seat, before: Node) -> Response:
    return respond(change_told(seat, visit.desk.table.store, before, most))


def _refuse(seat: Seat, error: EscapologyError) -> Response:
    raise StaleVersionError(seat.saved.version) if isinstance(error, ConflictError) else error
