"""What all pages share: the store and the table, templates, who is asking and what they like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse

from escapology import __version__
from escapology.errors import EscapologyError, NotFoundError
from escapology.games import GAMES
from escapology.web.place import root, route_path
from escapology.web.preferences import COOKIE, Preferences
from escapology.web.table import Seat, Table

if TYPE_CHECKING:
    from escapology.thinking.thinker import Thinker
    from escapology.web.players import Players

__all__ = ["Desk", "Visit", "field_text", "fill", "form_of", "render", "sentence", "visit_of"]

FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True)
class Desk:
    """What the app is made of."""

    table: Table
    thinker: Thinker
    players: Players

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
            raise NotFoundError("there is no such game here: it is another player's, or it was thrown away")
        return seat

    @property
    def wants_data(self) -> bool:
        """Whether a script asks, and puts the answer into the page by itself."""
        return "application/json" in self.request.headers.get("accept", "")


async def visit_of(request: Request) -> Visit:
    """Who asks: a dependency of every page."""
    look = Preferences.of_cookie(request.cookies.get(COOKIE, ""))
    return Visit(request, cast(Desk, request.app.state.desk), request.scope["player"], look)


async def form_of(request: Request) -> dict[str, Any]:
    """What a form says: a dependency of all that is sent."""
    return dict(await request.form(max_files=0, max_fields=100, max_part_size=1_000_000))


def sentence(error: Exception | str) -> str:
    """An error's message as a sentence."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


def field_text(form: Mapping[str, Any], name: str, most: int, default: str = "") -> str:
    """What a form says in one field: text without characters that nobody can type, and not too long."""
    value = form.get(name, default)
    if not isinstance(value, str):
        raise EscapologyError(f"{name} can't be a file")
    if len(value) > most:
        raise EscapologyError(f"{name} is too long: it has at most {most:,} characters")
    if "\0" in value:
        raise EscapologyError(f"{name} holds a character that is no text")
    return value.strip()


_ENVIRONMENT: Final = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=select_autoescape(),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
_ENVIRONMENT.globals |= {
    "root": root,
    "games": [game for game in GAMES.values() if not game.is_example],
    "version": __version__,
}
_ENVIRONMENT.filters["sentence"] = sentence


def fill(template: str, **names: Any) -> str:
    """A template, filled in."""
    return _ENVIRONMENT.get_template(template).render(**names)


def render(visit: Visit, template: str, status: int = 200, **names: Any) -> HTMLResponse:
    """A page."""
    page = fill(template, preferences=visit.preferences, path=route_path(visit.request.scope), **names)
    return HTMLResponse(page, status, {"cache-control": "no-store"})
