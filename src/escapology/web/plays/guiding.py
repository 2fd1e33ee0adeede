"""How far a player has come in guided games: what pages offer, and where one goes on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from escapology.games import GAMES
from escapology.guide import guide_of
from escapology.protocol import AnyGame
from escapology.web.store import Store
from escapology.web.visit import Visit

__all__ = ["Begun", "begun_guides", "keep_point"]

_GUIDE: Final = 150  # bytes that it takes to know where somebody stands in one, about


@dataclass(frozen=True, slots=True)
class Begun:
    """A guided game that somebody has begun."""

    game: AnyGame
    place: int  # of the step where they stand, from 1
    steps: int
    is_over: bool


def begun_guides(store: Store, player: str) -> dict[str, Begun]:
    """Those of a player, by the names of their games."""
    points = store.guides(player)
    found: dict[str, Begun] = {}
    for name in GAMES:
        if name in points and (guide := guide_of(GAMES[name])) is not None:
            point = guide.point(points[name])
            found[name] = Begun(guide.game, point.place, len(guide.steps), point.number == guide.last)
    return found


def keep_point(visit: Visit, game: str, number: int) -> None:
    """Whoever asks stands at that point of a guided game from now on."""
    visit.desk.players.check(visit.player)
    store, quota = visit.desk.table.store, visit.desk.table.quota
    if quota is not None and game not in store.guides(visit.player):
        quota.take(visit.address, _GUIDE)
    store.keep_guide(visit.player, game, number)
