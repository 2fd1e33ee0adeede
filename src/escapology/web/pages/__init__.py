"""The pages: each module has a router of its own. A new page is added to `ROUTERS`."""

from fastapi import APIRouter

from escapology.web.pages import home, new, play, settings, share, thought

__all__ = ["ROUTERS"]

ROUTERS: tuple[APIRouter, ...] = (
    home.router,
    new.router,
    thought.router,
    play.router,
    share.router,
    settings.router,
)
