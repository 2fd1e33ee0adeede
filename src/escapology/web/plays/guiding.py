"""How far a player has come in guided games: what pages offer, and where one goes on."""

from __future__ import annotations

from dataclasses import dataclass

from escapology.games import GAMES
from escapology.guide import guide_of
from escapology.protocol import AnyGame
from escapology.web.store import Store

__all__ = ["Begun", "begun_guides"]


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
