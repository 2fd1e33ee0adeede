"""A request: who asks, what they like, and what the app is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, cast

from fastapi import Depends
from starlette.requests import Request

from escapology.errors import NotFoundError
from escapology.web.players.preferences import Preferences
from escapology.web.plays.table import Seat, Table

if TYPE_CHECKING:
    from escapology.thinking.thinker import Thinker
    from escapology.web.players.data import Players

__all__ = ["Desk", "Visit", "Visitor", "visit_of"]


@dataclass(frozen=True)
class Desk:
    """What the app is made of."""

    table: Table
    thinker: Thinker
    players: Players

    def sign_out_others(self, player: str, key: str) -> str:
        """The player's id from now on, which no other device knows; what they asked for is thought about no longer."""
        new = self.players.sign_out_others(player, key)
        self.thinker.drop(player)
        return new

    def forget(self, player: str) -> None:
        """Delete everything of a player, and think about it no longer."""
        self.thinker.drop(player)
        self.players.forget(player)


@dataclass(frozen=True)
class Visit:
    """One request: who asks, what they like, and the desk."""

    request: Request
    desk: Desk
    player: str
    preferences: Preferences

    def seat(self, id_: str) -> Seat:
        """The seat of a play that belongs to the player."""
        seat = self.desk.table.seat(id_, self.player)
        if seat is None:
            self.desk.players.check(self.player)
            raise NotFoundError("there is no such game here: it is another player's, or it was thrown away")
        self.desk.thinker.put_first(seat.play.game.name)
        return seat

    @property
    def wants_data(self) -> bool:
        """Whether a script asks, and puts the answer into the page by itself."""
        return "application/json" in self.request.headers.get("accept", "")


async def visit_of(request: Request) -> Visit:
    """Who asks: a dependency of every page."""
    look = Preferences.of_cookie(request.scope["look"])
    return Visit(request, cast(Desk, request.app.state.desk), request.scope["player"], look)


Visitor = Annotated[Visit, Depends(visit_of)]  #: the parameter of a route that wants to know who asks
