"""What a player can wish a deal to be like, and the search for one."""

from __future__ import annotations

from escapology.errors import SettingError, shorten
from escapology.games import GAMES
from escapology.luck import random_seed
from escapology.protocol import AnyGame
from escapology.setting import Setting
from escapology.thinking.wish import Wish, wish_task
from escapology.verdict import LEVELS
from escapology.web.form import Form, field_text
from escapology.web.visit import Visit

__all__ = ["ask_for_deal", "levels", "wish_of_form", "without_levels"]


def levels(game: AnyGame) -> tuple[str, ...]:
    """The names of the game's levels of difficulty, the easiest first; none where nobody measured them."""
    return LEVELS if game.fair.yardstick else ()


def without_levels(game: AnyGame) -> list[str]:
    """The variants whose deals are about equally hard."""
    yardstick = game.fair.yardstick
    return [v.name for v in game.facts.variants if yardstick and yardstick.bounds_of(v.name) is None]


def wish_of_form(form: Form, setting: Setting) -> Wish:
    """What a form's fields `winnable` and `level` ask for."""
    game = GAMES[setting.game]
    winnable, level = bool(field_text(form, "winnable", 10)), field_text(form, "level", 20)
    if level and level not in levels(game):
        raise SettingError(f"there is no difficulty {shorten(level)}")
    if level and setting.variant in without_levels(game):
        raise SettingError(
            f"{setting.variant} has no levels of difficulty: its deals are about equally hard; choose any"
        )
    if winnable and game.facts.has_dice:
        raise SettingError(
            f"{game.title} is a game of dice: no deal of it is certain to be won, so none can be chosen so"
        )
    return Wish(winnable, LEVELS.index(level) + 1 if level else None)


def ask_for_deal(visit: Visit, setting: Setting, wish: Wish, seed: int | None) -> str:
    """Begin to look, from a seed on; the ticket. What the player looked for before is forgotten."""
    thinker = visit.desk.thinker
    thinker.drop(visit.player, "find")
    return thinker.ask(wish_task(setting, wish, random_seed() if seed is None else seed), visit.asker)
