"""Deals: new ones, today's, those of a deal line, and those that lie on a table."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field, StringConstraints
from starlette.responses import Response

from escapology.errors import DealError, NotFoundError, SettingError
from escapology.games import GAMES
from escapology.luck import Luck, random_seed
from escapology.middle import deal_line, new_deal
from escapology.protocol import Deal
from escapology.setting import Setting, make_setting, parse_setting
from escapology.web.api.problems import problems
from escapology.web.api.responses import JSON_BODY, respond
from escapology.web.api.texts import Asked, RecordText, Seed, SettingText, Told, Word
from escapology.web.entry.reading import read_entry
from escapology.web.guard.rates import costs
from escapology.web.plays.start import game_of, play_of_text

__all__ = ["DealTold", "SettingAsked", "deal_told", "router"]

router = APIRouter(tags=["deals"])


class SettingAsked(Asked):
    """What is to be played: a setting as text, or a game with a variant and options."""

    setting: SettingText | None = None
    game: Word | None = Field(default=None, examples=["blank"])
    variant: Word | None = None
    options: dict[Word, Word] = Field(default_factory=dict, max_length=50)

    def read(self) -> Setting:
        """The setting that is meant."""
        if (self.setting is None) == (self.game is None):
            raise SettingError("say what to play: give a setting, or a game with a variant and options")
        if self.setting is None:
            return make_setting(game_of(self.game or ""), self.variant, self.options)
        if self.variant is not None or self.options:
            raise SettingError("a setting holds the variant and the options itself: write game/variant[option=value,…]")
        return parse_setting(self.setting, GAMES)


class DealAsked(SettingAsked):
    """A new deal."""

    seed: Seed | None = None


class LineAsked(Asked):
    """A deal line."""

    deal: RecordText


Row = Annotated[str, StringConstraints(max_length=2_000, pattern=r"^[^\x00]*$")]


class EntryAsked(SettingAsked):
    """A deal that lies on a table, row by row; a question mark stands for what is not known."""

    rows: dict[Word, Row] = Field(
        default_factory=dict, max_length=100, description="Fields `PART-ROW`, such as `field-0`"
    )
    fill: bool = Field(default=False, description="Deal what is missing at random")
    seed: Seed | None = None


class DealTold(Told):
    """A deal."""

    game: str
    variant: str
    options: dict[str, str]
    setting: str
    seed: int | None
    deal: str = Field(description="The deal line")


class PartTold(Told):
    """Places that are entered together."""

    name: str
    title: str
    words: str
    rows: dict[str, str] = Field(description="Field and title of each row")
    pieces: list[str] = Field(description="What can lie there")
    wrong: list[str]


class EntryTold(Told):
    """What was entered, and the deal, if nothing is wrong or missing."""

    parts: list[PartTold]
    missing: list[str]
    deal: str | None


@router.post("/deals", response_model=DealTold, dependencies=JSON_BODY, responses=problems(403, 404, 413, 415))
@costs("deals")
def deal(asked: DealAsked) -> Response:
    """A new deal, of a seed or of one that nobody chose."""
    setting = asked.read()
    seed = random_seed() if asked.seed is None else asked.seed
    return respond(deal_told(new_deal(setting, seed), seed))


@router.post("/deals/check", response_model=DealTold, dependencies=JSON_BODY, responses=problems(403, 413, 415))
@costs("deals")
def check(asked: LineAsked) -> Response:
    """Whether a deal line can be played; it is given back as we write it."""
    play = play_of_text(asked.deal, practice=True)
    if len(play.nodes) > 1:
        raise DealError("this is a record, not a deal line: remove the moves")
    return respond(deal_told(play.deal, None))


@router.post("/deals/entries", response_model=EntryTold, dependencies=JSON_BODY, responses=problems(403, 404, 413, 415))
@costs("deals")
def enter(asked: EntryAsked) -> Response:
    """A deal that lies on a table; without rows, what is to be entered."""
    setting = asked.read()
    game = GAMES[setting.game]
    if game.entry is None:
        raise NotFoundError(f"a deal of {game.title} can't be entered by hand: paste its deal line")
    reading = read_entry(setting, game.entry, asked.rows)
    missing = reading.missing()
    text = None
    if reading.is_sound and (asked.fill or not missing):
        luck = Luck(random_seed() if asked.seed is None else asked.seed)
        text = deal_line(game, game.notation.parse_deal(setting, reading.deal_text(luck)))
    parts = [
        PartTold(
            name=part.name,
            title=part.title,
            words=part.words,
            rows={f"{part.name}-{row}": title for row, (title, _) in enumerate(part.rows)},
            pieces=[piece.text for row in part.pieces for piece in row],
            wrong=reading.wrong[part.name],
        )
        for part in reading.parts
    ]
    return respond(EntryTold(parts=parts, missing=missing, deal=text))


def deal_told(dealt: Deal, seed: int | None) -> DealTold:
    """A deal as it is answered."""
    setting = dealt.setting
    return DealTold(
        game=setting.game,
        variant=setting.variant,
        options=dict(setting.options),
        setting=setting.text,
        seed=seed,
        deal=deal_line(GAMES[setting.game], dealt),
    )
