"""Filling in templates."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from starlette.responses import HTMLResponse

from escapology import __version__
from escapology.counts import count_words
from escapology.daily import brief_deal, day_words, deal_words, month_words
from escapology.errors import sentence
from escapology.games import LISTED
from escapology.guide import has_guide
from escapology.verdict import LEVELS
from escapology.web.guard.root_path import root, route_path
from escapology.web.picture import script_picture
from escapology.web.visit import Visit
from escapology.wording.answers import PREPARING
from escapology.wording.endings import duration_words

__all__ = ["fill", "number_words", "render"]

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number_words(number: int) -> str:
    """A number as texts write it: in words, if it is a small one."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


_ENVIRONMENT: Final = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=select_autoescape(),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)
_ENVIRONMENT.globals |= {
    "root": root,
    "games": list(LISTED.values()),
    "version": __version__,
    "preparing_words": PREPARING,
    "level_names": LEVELS,
    "drawn": script_picture,
    "has_guide": has_guide,
}
_ENVIRONMENT.filters |= {
    "sentence": sentence,
    "number_words": number_words,
    "duration": duration_words,
    "count_words": count_words,
    "day_words": day_words,
    "deal_words": deal_words,
    "month_words": month_words,
    "brief_deal": brief_deal,
}


def fill(template: str, **names: object) -> str:
    """A template, filled in."""
    return _ENVIRONMENT.get_template(template).render(**names)


def render(visit: Visit, template: str, status: int = 200, **names: object) -> HTMLResponse:
    """A page."""
    page = fill(template, preferences=visit.preferences, path=route_path(visit.request.scope), **names)
    return HTMLResponse(page, status, {"cache-control": "no-store"})
