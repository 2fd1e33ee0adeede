"""Records, played through: what every move led to, and the board at any place."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from escapology.draw import Deck, PaletteName, svg
from escapology.errors import RecordError
from escapology.packing import share_path
from escapology.web.api.problems import problems
from escapology.web.api.responses import JSON_BODY, respond, text_of
from escapology.web.api.texts import Asked, RecordText, Told
from escapology.web.guard.rates import costs
from escapology.web.guard.root_path import root
from escapology.web.plays.resting import BETWEEN_RESTS, rest
from escapology.web.plays.start import play_of_text
from escapology.wording.plays import move_story

__all__ = ["router"]

router = APIRouter(tags=["replays"], dependencies=JSON_BODY)


class ReplayAsked(Asked):
    """A record."""

    record: RecordText


class BoardAsked(ReplayAsked):
    """A place in it."""

    at: int | None = Field(default=None, ge=0, le=1_000_000, description="After so many moves; at its end, if not said")
    palette: PaletteName = "light"
    deck: Deck = "two"


class StepTold(Told):
    """A move of the record, and what it led to."""

    number: int
    move: str = Field(description="Empty for the set-up")
    story: list[str]
    status: str
    state: str = Field(description="The state line")


class ReplayTold(Told):
    """A record, played through."""

    deal: str
    record: str = Field(description="As we write it")
    outcome: str
    score: int
    moves: int
    steps: list[StepTold] = Field(description="The set-up, then every move")
    share: str = Field(description="The path of a page on which it can be watched")


@router.post("/replays", response_model=ReplayTold, responses=problems(403, 413, 415))
@costs("records")
def replay(request: Request, asked: ReplayAsked) -> Response:
    """Play a record through; every move is checked."""
    play = play_of_text(asked.record, practice=True)
    game, deal = play.game, play.deal
    steps: list[StepTold] = []
    for number, node in enumerate(play.nodes):
        if number % BETWEEN_RESTS == BETWEEN_RESTS - 1:
            rest()
        state = node.state
        steps.append(
            StepTold(
                number=number,
                move=node.move,
                story=move_story(play, node) if number else [],
                status=game.notation.status(deal, state),
                state=game.notation.state_text(deal, state),
            )
        )
    record = play.record_text()
    return respond(
        ReplayTold(
            deal=play.deal_line(),
            record=record,
            outcome=play.status(),
            score=game.rules.score(deal, play.here.state),
            moves=len(steps) - 1,
            steps=steps,
            share=root() + share_path(record, 0),
        )
    )


@router.post(
    "/replays/board.svg", response_class=Response, responses={**text_of("image/svg+xml"), **problems(403, 413, 415)}
)
@costs("records")
def board(asked: BoardAsked) -> Response:
    """The board at a place of a record, as its player sees it."""
    play = play_of_text(asked.record, practice=True)
    last = len(play.nodes) - 1
    at = last if asked.at is None else asked.at
    if at > last:
        raise RecordError(f"there is no place {at}: the record has {last} moves")
    scene = play.game.presentation.scene(*play.game.knowledge.observe(play.deal, play.nodes[at].state))
    text = svg(scene, palette=asked.palette, deck=asked.deck, targets=False)
    return Response(text, media_type="image/svg+xml", headers={"cache-control": "no-store"})
