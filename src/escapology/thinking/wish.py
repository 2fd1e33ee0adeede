"""A deal that one wishes for, proven to have a win or of some difficulty, and the search for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from escapology.games import GAMES
from escapology.setting import parse_setting
from escapology.verdict import LEVELS

__all__ = ["Wish", "find"]

_MOST_TRIED: Final = 2_000  # deals, before one gives up


@dataclass(frozen=True, slots=True)
class Wish:
    """What a deal is to be like."""

    winnable: bool
    level: int | None  # from 1, the easiest; None = any

    def __bool__(self) -> bool:
        return self.winnable or self.level is not None

    @property
    def words(self) -> str:
        """The deal one looks for."""
        level = "" if self.level is None else f"{LEVELS[self.level - 1]} "
        article = "an" if level[:1] in "aeiou" and level else "a"
        return f"{article} {level}deal" + " that is proven to have a win" * self.winnable


def find(question: Mapping[str, Any], tell: Callable[[int], None]) -> dict[str, Any]:
    """The first deal from a seed on that is as one wishes; `tell` hears how many were tried."""
    from escapology.solve.screen import find_deal

    setting, seed = parse_setting(question["setting"], GAMES), int(question["seed"])
    wish = Wish(question["winnable"], question["level"])
    found = find_deal(setting, seed, winnable=wish.winnable, level=wish.level, tell=tell, most=_MOST_TRIED)
    if found is None:
        return {"error": f"none of {_MOST_TRIED:,} deals was {wish.words}: try another seed"}
    return {"seed": found.seed, "tried": found.tried, "proven": found.proven, "level": found.level}
