"""The home page: the games, and those in progress; and the pictures on it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from fastapi import APIRouter
from starlette.responses import Response

from escapology.daily import game_of_the_day, today
from escapology.draw import Deck, PaletteName, Scheme, ThemeName, scheme_of, svg
from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import new_deal
from escapology.play import Play
from escapology.setting import make_setting
from escapology.web.daily.almanac import open_day
from escapology.web.daily.calendar import days_of, mark_of, streak_of
from escapology.web.guard.rates import costs
from escapology.web.page import render
from escapology.web.plays.guiding import begun_guides
from escapology.web.plays.start import game_of
from escapology.web.visit import Visitor

__all__ = ["router"]

router = APIRouter()

_RUNNING: Final = 12  # games in progress that are shown
_WARM_UP: Final = 6  # moves into a day's deal that a picture shows


@router.get("/")
@costs("lists of games")
def home(visit: Visitor) -> Response:
    """The games, and those in progress."""
    visit.desk.players.check(visit.player)
    store = visit.desk.table.store
    running = [(saved, GAMES[saved.game]) for saved in store.running(visit.player, _RUNNING)]
    sittings = store.running_sittings(visit.player, _RUNNING)
    tables = [(kept, GAMES[kept.game]) for kept in sittings if kept.game in GAMES]
    guides = begun_guides(store, visit.player)
    day = today()
    days = days_of(store.daily_plays(visit.player))
    return render(
        visit, "home.html", running=running, tables=tables, ago=ago, day=day,
        board_seed=visit.desk.almanac.board_seed,
        guides=[begun for begun in guides.values() if not begun.is_over],
        is_newcomer=not (running or guides or tables or store.count(visit.player)),
        game_of_the_day=GAMES[game_of_the_day(day)], plays=days.get(day, {}), streak=streak_of(days, day),
        mark_of=mark_of,
    )  # fmt: skip


def ago(when: str) -> str:
    """How long ago something was stored, in words."""
    minutes = int((datetime.now(UTC) - datetime.fromisoformat(when)).total_seconds()) // 60
    for length, name in ((1440, "day"), (60, "hour"), (1, "minute")):
        if minutes >= length:
            count = minutes // length
            return f"{count} {name}{'s' * (count > 1)} ago"
    return "just now"


@router.get("/picture/{name}.svg")
@costs("pages")
def picture(
    name: str,
    visit: Visitor,
    palette: PaletteName = "light",
    deck: Deck = "two",
    theme: ThemeName = "plain",
    day: str = "today",
) -> Response:
    """A board of the game, a few moves into a day's deal; at its place it lies on the page's ground."""
    game, seed = game_of(name), visit.desk.almanac.board_seed(name, open_day(day))
    finish = palette if palette == "grey" else scheme_of(theme, game.presentation.face, palette)
    text = _picture(game.name, finish, deck, seed, has_ground=theme == "plain")
    return Response(text, media_type="image/svg+xml", headers={"cache-control": "private, max-age=3600"})


@lru_cache(maxsize=100)
def _picture(name: str, finish: Scheme, deck: Deck, seed: int, *, has_ground: bool) -> str:
    game = GAMES[name]
    play = Play(game, new_deal(make_setting(game), seed))
    luck = Luck(seed)
    for _ in range(_WARM_UP):
        if legal := list(play.legal()):
            play.do(luck.choose(legal))
    while play.status() != "playing":
        play.undo()
    scene = game.presentation.scene(*game.knowledge.observe(play.deal, play.here.state))
    if scene.sheets:  # the board alone, which lies at the origin
        scene = replace(scene, width=scene.sheets[0].width, height=scene.sheets[0].height)
    return svg(scene, palette=finish, deck=deck, targets=False, ground=has_ground)
