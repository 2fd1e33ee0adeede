"""The home page: the games, and those in progress; and the pictures on it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from fastapi import APIRouter
from starlette.responses import Response

from escapology.draw import Deck, PaletteName, svg
from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import new_deal
from escapology.play import Play
from escapology.setting import make_setting
from escapology.web.page import render
from escapology.web.plays.start import game_of, todays_seed
from escapology.web.visit import Visitor

__all__ = ["router"]

router = APIRouter()

_RUNNING: Final = 12  # games in progress that are shown
_WARM_UP: Final = 6  # moves into today's deal that a picture shows


@router.get("/")
def home(visit: Visitor) -> Response:
    """The games, and those in progress."""
    visit.desk.players.check(visit.player)
    running = [(saved, GAMES[saved.game]) for saved in visit.desk.table.store.running(visit.player, _RUNNING)]
    return render(visit, "home.html", running=running, seed=todays_seed(), ago=ago)


def ago(when: str) -> str:
    """How long ago something was stored, in words."""
    minutes = int((datetime.now(UTC) - datetime.fromisoformat(when)).total_seconds()) // 60
    for length, name in ((1440, "day"), (60, "hour"), (1, "minute")):
        if minutes >= length:
            count = minutes // length
            return f"{count} {name}{'s' * (count > 1)} ago"
    return "just now"


@router.get("/picture/{name}.svg")
def picture(name: str, palette: PaletteName = "light", deck: Deck = "two") -> Response:
    """A board of the game, a few moves into today's deal."""
    text = _picture(game_of(name).name, palette, deck, todays_seed())
    return Response(text, media_type="image/svg+xml", headers={"cache-control": "private, max-age=3600"})


@lru_cache(maxsize=100)
def _picture(name: str, palette: PaletteName, deck: Deck, seed: int) -> str:
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
    return svg(scene, palette=palette, deck=deck, targets=False)
