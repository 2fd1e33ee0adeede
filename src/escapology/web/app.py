"""The app, put together from its parts, and the page that says what went wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles

from escapology.errors import EscapologyError, sentence
from escapology.thinking.queue import BusyError
from escapology.thinking.thinker import Thinker
from escapology.web import api
from escapology.web.config import Config
from escapology.web.guard.cookies import become
from escapology.web.guard.middleware import Guard
from escapology.web.guard.refusal import is_api, refuse, status_of
from escapology.web.guard.signatures import Signatures
from escapology.web.page import render
from escapology.web.pages import ROUTERS
from escapology.web.players.data import Players
from escapology.web.plays.table import Table
from escapology.web.store import SignedOutError, Store
from escapology.web.visit import Desk, visit_of
from escapology.web.watch.middleware import Watch

if TYPE_CHECKING:
    from escapology.web.watch.metrics import Metrics

__all__ = ["make_app"]

_STATIC: Final = Path(__file__).parent / "static"


def make_app(store: Store, config: Config | None = None) -> FastAPI:
    """The app on top of a store."""
    config = config or Config()
    signatures = Signatures(config)
    thinker = Thinker(store, workers=config.solver_workers, memory=config.solver_memory, warms=config.warms)

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
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    for router in ROUTERS:
        app.include_router(router)
    app.add_exception_handler(EscapologyError, _refuse)
    app.add_exception_handler(HTTPException, _refuse)
    app.add_exception_handler(RequestValidationError, _refuse)
    return app


def _metrics(thinker: Thinker) -> Metrics:
    """Prometheus is imported only where somebody wants it."""
    from escapology.web.watch.metrics import Metrics

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
    if isinstance(error, SignedOutError):
        become(request, "")
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
