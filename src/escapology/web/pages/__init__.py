"""The pages: each module has a router of its own. A new page is added to `ROUTERS`."""

from fastapi import APIRouter

from escapology.web.pages import (
    entry,
    health,
    home,
    me,
    new,
    play,
    replay,
    rules,
    search,
    settings,
    statistics,
    thought,
)

__all__ = ["ROUTERS"]

ROUTERS: tuple[APIRouter, ...] = (
    home.router,
    new.router,
    entry.router,
    search.router,
    thought.router,
    play.router,
    replay.router,
    rules.router,
    statistics.router,
    settings.router,
    me.router,
    health.router,
)
