"""The API: all that the pages can do, as JSON, under `/api/v1`; described at `/api/v1/openapi.json`.

problems.py     errors as problem objects
texts.py        what requests may hold
responses.py    what routes share; play_models.py: a play as it is told
tickets.py      waiting for what takes its time
games.py …      the routes, a module with a router each

A player is the same as on the pages, by the same cookie. `docs/api.md` says how to begin.
"""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Depends, FastAPI
from fastapi.openapi.utils import get_openapi

from escapology import __version__
from escapology.web.api import daily, deals, games, me, moves, plays, questions, replays, searches, statistics, verdicts
from escapology.web.api.problems import Problem, answer_with_problems
from escapology.web.guard.rates import charge, cheap
from escapology.web.guard.root_path import root
from escapology.web.visit import Desk

__all__ = ["PATH", "make_api", "router"]

PATH: Final = "/api/v1"

#: The first that fits a path answers it; moves come first, for most requests are moves.
_ROUTERS: Final[tuple[APIRouter, ...]] = (
    moves.router,
    games.router,
    searches.router,
    deals.router,
    daily.router,
    plays.router,
    questions.router,
    verdicts.router,
    replays.router,
    statistics.router,
    me.router,
)

router = APIRouter()  # what stands above the versions


@router.get("/api")
@cheap
async def versions() -> dict[str, Any]:
    """Which versions of the API there are."""
    path = root() + PATH
    return {"escapology": __version__, "versions": [{"name": "v1", "path": path, "openapi": f"{path}/openapi.json"}]}


def make_api(desk: Desk) -> FastAPI:
    """The API as an app of its own, to be mounted at `PATH`."""
    api = _Api(
        title="Escapology", version="1", docs_url=None, redoc_url=None, redirect_slashes=False,
        description="Solo escape games: played, solved and replayed. Errors are problem objects (RFC 9457).",
    )  # fmt: skip
    api.state.desk = desk
    answer_with_problems(api)
    for part in _ROUTERS:
        api.include_router(part, dependencies=[Depends(charge)])
    return api


class _Api(FastAPI):
    """Its description holds the problems that routes answer with."""

    def openapi(self) -> dict[str, Any]:
        """The description of all routes."""
        if not self.openapi_schema:
            found = get_openapi(
                title=self.title, version=self.version, description=self.description, routes=self.routes,
                servers=self.servers,
            )  # fmt: skip
            schema = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
            found["components"]["schemas"] |= {**schema.pop("$defs"), "Problem": schema}
            self.openapi_schema = found
        return self.openapi_schema
