"""A request: who asks, what they like, and what the app is made of."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, cast

from fastapi import Depends
from starlette.requests import Request

from escapology.errors import NotFoundError
from escapology.thinking.question import Asker
from escapology.web.guard.addresses import network_of
from escapology.web.guard.waits import Waits
from escapology.web.players.preferences import Preferences
from escapology.web.plays.table import Seat, Table

if TYPE_CHECKING:
    from escapology.answer import Answer
    from escapology.thinking.thinker import Thinker
    from escapology.web.daily.almanac import Almanac
    from escapology.web.players.data import Players
    from escapology.web.sittings.kept import Sat, Sittings

__all__ = ["Desk", "Visit", "Visitor", "visit_of"]


@dataclass(frozen=True)
class Desk:
    """What the app is made of."""

    table: Table
    thinker: Thinker
    players: Players
    waits: Waits
    almanac: Almanac
    sittings: Sittings

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

    @property
    def address(self) -> str:
        """Where the request comes from: an address, or the network of an IPv6 address."""
        client = self.request.client
        return "" if client is None else network_of(client.host)

    def seat(self, id_: str) -> Seat:
        """The seat of a play that belongs to the player."""
        seat = self.desk.table.seat(id_, self.player, self.address)
        if seat is None:
            self.desk.players.check(self.player)
            raise NotFoundError("this game does not exist: it belongs to another player, or was deleted")
        self.desk.thinker.put_first(seat.play.game.name)
        return seat

    def sat(self, id_: str) -> Sat:
        """The game at a table that belongs to the player."""
        sat = self.desk.sittings.find(id_, self.player, self.address)
        if sat is None:
            self.desk.players.check(self.player)
            raise NotFoundError("this game does not exist: it belongs to another player, or was deleted")
        self.desk.thinker.put_first(sat.kept.game)
        return sat

    async def wait_for(
        self, ticket: str, seconds: float, is_gone: Callable[[], Awaitable[bool]] | None = None
    ) -> Answer | None:
        """The answer to a question, or None if there is none yet after so many seconds.

        Others have their turn meanwhile. Where too many wait already, it is as if this one did not want to.
        """
        with self.desk.waits.one(self.player, self.address) as may_wait:
            async with self.request.scope["turn"].aside():
                return await self.desk.thinker.wait_for(ticket, self.asker, seconds if may_wait else 0.0, is_gone)

    @property
    def asker(self) -> Asker:
        """Who asks, for those who let many take turns."""
        return Asker(self.player, self.address)

    @property
    def wants_data(self) -> bool:
        """Whether a script asks, and puts the answer into the page by itself."""
        return "application/json" in self.request.headers.get("accept", "")


async def visit_of(request: Request) -> Visit:
    """Who asks: a dependency of every page."""
    look = Preferences.of_cookie(request.scope["look"])
    return Visit(request, cast(Desk, request.app.state.desk), request.scope["player"], look)


Visitor = Annotated[Visit, Depends(visit_of)]  #: the parameter of a route that wants to know who asks
