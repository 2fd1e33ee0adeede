"""The games: what they are, what one can choose in them, and their rules."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import PlainTextResponse, Response

from escapology.daily import today
from escapology.games import LISTED
from escapology.protocol import AnyGame
from escapology.web.api.problems import problems
from escapology.web.api.responses import respond, text_of
from escapology.web.api.texts import GameName, Told
from escapology.web.daily.almanac import Almanac
from escapology.web.guard.rates import cheap, costs
from escapology.web.plays.start import game_of
from escapology.web.plays.wish import levels
from escapology.web.visit import Visitor

__all__ = ["router"]

router = APIRouter(tags=["games"])


class VariantTold(Told):
    """A way of playing."""

    name: str
    words: str


class OptionTold(Told):
    """A ruling that can be read in more than one way."""

    name: str
    ruling: str
    question: str
    default: str
    values: dict[str, str] = Field(description="Each value in words")


class CreditTold(Told):
    """Who made the game."""

    designer: str
    year: int | None
    link: str
    licence: str


class GameTold(Told):
    """A game, and what one can choose in it."""

    name: str
    title: str
    pitch: str
    feel: str
    credit: CreditTold
    variants: list[VariantTold] = Field(description="The first one is the default")
    options: list[OptionTold]
    levels: list[str] = Field(description="Of difficulty, the easiest first; none where nobody measured them")
    is_dice: bool = Field(description="Luck is still to come after the deal, so it has chances and no certain wins")
    can_be_entered: bool = Field(description="Whether a deal that lies on a table can be entered")
    move_help: str = Field(description="What moves look like")
    today: int | None = Field(description="The seed of today's deal; null until it is found, see /games/{game}/today")


class GamesTold(Told):
    """All games."""

    games: list[GameTold]


@router.get("/games", response_model=GamesTold, responses=problems())
@cheap
async def list_games(visit: Visitor) -> Response:
    """The games that can be played."""
    return respond(GamesTold(games=[_told(game, visit.desk.almanac) for game in LISTED.values()]))


@router.get("/games/{game}", response_model=GameTold, responses=problems(404))
@cheap
async def show_game(game: GameName, visit: Visitor) -> Response:
    """One game."""
    return respond(_told(game_of(game), visit.desk.almanac))


@router.get(
    "/games/{game}/rules",
    response_class=PlainTextResponse,
    responses={**text_of("text/markdown"), **problems(404)},
)
@costs("pages")
def show_rules(game: GameName) -> Response:
    """Its rules, as Markdown."""
    text = (game_of(game).facts.folder / "RULES.md").read_text(encoding="utf-8")
    return PlainTextResponse(text, media_type="text/markdown; charset=utf-8")


def _told(game: AnyGame, almanac: Almanac) -> GameTold:
    credit = game.facts.credit
    return GameTold(
        name=game.name,
        title=game.title,
        pitch=game.facts.pitch,
        feel=game.facts.feel,
        credit=CreditTold(designer=credit.names, year=credit.year, link=credit.link, licence=credit.licence),
        variants=[VariantTold(name=variant.name, words=variant.words) for variant in game.facts.variants],
        options=[
            OptionTold(name=o.name, ruling=o.ruling, question=o.question, default=o.default, values=dict(o.values))
            for o in game.facts.options
        ],
        levels=list(levels(game)),
        is_dice=game.facts.has_dice,
        can_be_entered=game.entry is not None,
        move_help=game.notation.move_help,
        today=almanac.known_seed(game.name, today()),
    )
