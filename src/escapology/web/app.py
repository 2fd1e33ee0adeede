"""The app, put together from its parts, and the page that says what went wrong."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from fastapi import Depends, FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles

from escapology.errors import EscapologyError, sentence
from escapology.thinking.pool import ALLOWANCE
from escapology.thinking.thinker import Thinker
from escapology.thinking.warmer import is_wanted
from escapology.web import api
from escapology.web.config import Config
from escapology.web.daily.almanac import Almanac
from escapology.web.guard.cookies import Cookies, become
from escapology.web.guard.middleware import Frame, Guard
from escapology.web.guard.rates import charge
from escapology.web.guard.refusal import is_api, refuse, status_of
from escapology.web.guard.signatures import Signatures
from escapology.web.guard.turns import Line, Turns
from escapology.web.guard.waits import Waits
from escapology.web.page import render
from escapology.web.pages import ROUTERS
from escapology.web.players.data import Players
from escapology.web.plays.expiry import Expiry
from escapology.web.plays.quota import Quota
from escapology.web.plays.table import Table
from escapology.web.sittings.kept import Sittings
from escapology.web.store import SignedOutError, Store
from escapology.web.visit import Desk, visit_of
from escapology.web.watch.middleware import Watch
from escapology.web.watch.pulse import Pulse

if TYPE_CHECKING:
    from escapology.web.watch.metrics import Metrics

__all__ = ["make_app"]

_STATIC: Final = Path(__file__).parent / "static"

# Requests that are worked on at once, and of one address. More are only in each other's way, unless they wait for a
# database server.
_TURNS: Final = (4, 1)
_TURNS_REMOTE: Final = (8, 1)


def make_app(store: Store, config: Config | None = None) -> FastAPI:
    """The app on top of a store."""
    config = config or Config()
    signatures = Signatures(config)
    thinker = Thinker(
        store,
        workers=config.solver_workers,
        memory=config.solver_memory,
        allowance=ALLOWANCE if config.rates else None,
        warms=config.warms,
    )

    almanac, pulse = Almanac(thinker), Pulse(store.check, config.pulse)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        expiry = Expiry(store, config.expire_days) if config.expire_days else None
        if expiry is not None:
            expiry.start()
        pulse.start()
        if config.warms and is_wanted():
            almanac.start()
        yield
        almanac.stop()
        pulse.stop()
        if expiry is not None:
            expiry.stop()
        thinker.close()

    quota = Quota(store) if config.rates else None
    players, waits = Players(store, signatures, config.expire_days, quota), Waits(config.limits)
    app = FastAPI(title="Escapology", docs_url=None, redoc_url=None, openapi_url=None, lifespan=lifespan)
    app.state.desk = Desk(Table(store, quota), thinker, players, waits, almanac, Sittings(store, quota))
    app.state.pulse = pulse
    app.state.metrics = _metrics(thinker) if config.metrics else None
    cookies = Cookies(config, signatures)
    app.add_middleware(Guard, config=config, cookies=cookies)  # the last one is outermost
    app.add_middleware(Turns, line=Line(*(_TURNS_REMOTE if store.is_remote else _TURNS)))
    app.add_middleware(Frame, config=config, cookies=cookies)
    app.add_middleware(Watch, metrics=app.state.metrics)
    app.include_router(api.router, dependencies=[Depends(charge)])
    app.mount(api.PATH, api.make_api(app.state.desk))
    app.mount("/static", StaticFiles(directory=_STATIC), name="static")
    for router in ROUTERS:
        app.include_router(router, dependencies=[Depends(charge)])
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
    if (seconds := getattr(error, "retry_after", None)) is not None:
        response.headers["retry-after"] = str(seconds)
    return response
