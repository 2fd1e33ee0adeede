"""The web app: all games in a browser. `make_app` builds it, serve.py runs it for one, running.py for many.

store/          where plays are kept, by the tables of migrations/; table.py: those being played, in memory too
config.py       what whoever runs the app decides
guard.py        what stands before every page; signing.py, rates.py, refusal.py: its tools; place.py: the root path
watch.py        what stands before the guard: logs.py and metrics.py
players.py      a player's data: moved by a link, taken along, deleted
desk.py         what all pages share; preferences.py: what a player likes
view.py         a play as a page shows it
advice.py       what `escapology.thinking` has worked out, as it is told; words.py: how that is worded
finding.py      deals that one wishes for, looked for there
sharing.py      links that hold a whole game; replaying.py: a game to be watched
entering.py     deals entered by hand; trays.py: their pictures
rulebook.py     rules as pages, with examples.py; tally.py: statistics
api/            all of it as JSON, for programs
pages/          the pages, a module with a router each; templates/ and static/ are what they show

Every page works without JavaScript. With it, static/play.js sends the same forms and puts the answers into the page.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles

from escapology.errors import EscapologyError
from escapology.thinking.queue import BusyError
from escapology.thinking.thinker import Thinker
from escapology.web import api
from escapology.web.config import Config
from escapology.web.desk import FOLDER, Desk, render, sentence, visit_of
from escapology.web.guard import Guard
from escapology.web.pages import ROUTERS
from escapology.web.players import Players
from escapology.web.refusal import is_api, refuse, status_of
from escapology.web.signing import Signatures
from escapology.web.store import SqlStore, Store, open_store
from escapology.web.table import Table
from escapology.web.watch import Watch

if TYPE_CHECKING:
    from escapology.web.metrics import Metrics

__all__ = ["Config", "SqlStore", "Store", "make_app", "open_store"]


def make_app(store: Store, config: Config | None = None) -> FastAPI:
    """The app on top of a store."""
    config = config or Config()
    signatures = Signatures(config)
    thinker = Thinker(store, workers=config.solver_workers, memory=config.solver_memory)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        thinker.close()

    app = FastAPI(title="Escapology", docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan)
    app.state.desk = Desk(Table(store), thinker, Players(store, signatures))
    app.state.metrics = _metrics(thinker) if config.metrics else None
    app.add_middleware(Guard, config=config, signatures=signatures)
    app.add_middleware(Watch, metrics=app.state.metrics)
    app.include_router(api.router)
    app.mount(api.PATH, api.make_api(app.state.desk))
    app.mount("/static", StaticFiles(directory=FOLDER / "static"), name="static")
    for router in ROUTERS:
        app.include_router(router)
    app.add_exception_handler(EscapologyError, _refuse)
    app.add_exception_handler(HTTPException, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse)
    return app


def _metrics(thinker: Thinker) -> Metrics:
    """Prometheus is imported only where somebody wants it."""
    from escapology.web.metrics import Metrics

    return Metrics(thinker.stats)


async def _refuse(request: Request, error: Exception) -> Response:
    """One line that says what was wrong, on a page of its own."""
    message = sentence(error)
    if isinstance(error, HTTPException):
        status = error.status_code
        message = {404: "There is no such page.", 405: "That can't be done to this page."}.get(status, error.detail)
    elif isinstance(error, RequestValidationError):
        status, message = 422, "The page's address or form does not say what it should."
    else:
        assert isinstance(error, EscapologyError)
        status = status_of(error)
    if is_api(request.scope):  # a path that no route of the API can have, such as one with a line end
        return refuse(request.scope, status, message)
    visit = await visit_of(request)
    if visit.wants_data:
        response: Response = JSONResponse({"error": message}, status)
    else:
        response = render(visit, "message.html", status, message=message)
    if isinstance(error, BusyError):
        response.headers["retry-after"] = str(error.retry_after)
    return response
