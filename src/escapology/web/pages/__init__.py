"""The pages: each module has a router of its own. A new page is added to `ROUTERS`."""

from fastapi import APIRouter

from escapology.web.pages import (
    at_hand,
    daily,
    entry,
    guide,
    health,
    home,
    me,
    new,
    play,
    printing,
    replay,
    rules,
    search,
    settings,
    sitting,
    statistics,
    thought,
    tree,
)

__all__ = ["ROUTERS"]

ROUTERS: tuple[APIRouter, ...] = (
    home.router,
    daily.router,
    new.router,
    entry.router,
    search.router,
    thought.router,
    play.router,
    at_hand.router,
    guide.router,
    tree.router,
    replay.router,
    rules.router,
    printing.router,
    statistics.router,
    settings.router,
    sitting.router,
    me.router,
    health.router,
)
