"""Statistics: what a player's finished games come to, by game and variant. Pure functions of what the store keeps.

A game that was given up is lost; one that goes on is not counted, nor is one that the computer has played. Games in
which the player asked for help are counted apart, and so are deals that were not new to them: they neither make a best
nor a streak, and break none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

from escapology.errors import SettingError
from escapology.games import GAMES
from escapology.setting import parse_setting
from escapology.verdict import LEVELS
from escapology.web.store import Result
from escapology.wording.endings import is_played_for

__all__ = ["GameTally", "Tally", "Week", "counts_fully", "tally_data", "tally_games", "variant_of", "week_of"]


@dataclass(slots=True)
class Tally:
    """The games of one variant, or of one level of difficulty in it."""

    variant: str
    level: int | None = None  # from 1; None = of all
    played: int = 0  # without help, as all that follows
    won: int = 0
    streak: int = 0  # games won in a row, up to the last one
    longest: int = 0
    most_points: int = 0
    fewest_moves: int | None = None  # of a win
    best_seconds: float | None = None  # of a win
    helped: int = 0  # games with help
    helped_won: int = 0
    again: int = 0  # games without help of deals that were known
    last: str = ""  # when the last one was played, helped or not

    def add(self, result: Result) -> None:
        """Count a game; they come in the order in which they ended."""
        is_won = result.status == "won"
        self.last = result.changed
        if _is_helped(result):
            self.helped += 1
            self.helped_won += is_won
        elif result.again:
            self.again += 1
        else:
            self._add_own(result, is_won=is_won)

    def _add_own(self, result: Result, *, is_won: bool) -> None:
        self.played += 1
        self.won += is_won
        self.streak = self.streak + 1 if is_won else 0
        self.longest = max(self.longest, self.streak)
        self.most_points = max(self.most_points, result.score)
        if is_won:
            self.fewest_moves = min(result.moves, self.fewest_moves or result.moves)
            if result.seconds is not None:
                self.best_seconds = min(result.seconds, self.best_seconds or result.seconds)

    @property
    def share(self) -> float:
        """Of games won."""
        return self.won / self.played if self.played else 0.0

    @property
    def helped_share(self) -> float:
        """The same of games with help."""
        return self.helped_won / self.helped if self.helped else 0.0

    @property
    def best(self) -> str:
        """The most points, or in games without points the quickest win; "" = none yet."""
        if self.most_points > 1:
            return f"{self.most_points} points"
        return f"{self.fewest_moves} moves" if self.fewest_moves is not None else ""


@dataclass(slots=True)
class Week:
    """The games that ended in one week."""

    monday: date
    won: int = 0  # without help
    lost: int = 0
    helped: int = 0


@dataclass(slots=True)
class GameTally:
    """The variants of one game that were played, and all of them together."""

    game: str
    variants: list[Tally]
    total: Tally
    levels: list[Tally] = field(default_factory=list)  # by variant and level, where the level is known
    weeks: dict[date, Week] = field(default_factory=dict)  # in which a game ended

    def add(self, result: Result) -> None:
        """Count a game."""
        variant = variant_of(result.setting)
        _one_of(self.variants, variant, None).add(result)
        self.total.add(result)
        if result.level is not None:
            _one_of(self.levels, variant, result.level).add(result)
        monday = week_of(result.changed[:10])
        if monday is None or (result.again and not _is_helped(result)):
            return
        week = self.weeks.setdefault(monday, Week(monday))
        if _is_helped(result):
            week.helped += 1
        elif result.status == "won":
            week.won += 1
        else:
            week.lost += 1


def counts_fully(result: Result) -> bool:
    """Whether a game makes bests and streaks."""
    return not (_is_helped(result) or result.again or is_played_for(result.moves, result.shown))


def _is_helped(result: Result) -> bool:
    return result.helped or bool(result.shown)


def _one_of(tallies: list[Tally], variant: str, level: int | None) -> Tally:
    one = next((one for one in tallies if (one.variant, one.level) == (variant, level)), None)
    if one is None:
        one = Tally(variant, level)
        tallies.append(one)
    return one


@lru_cache(maxsize=1000)
def variant_of(setting: str) -> str:
    """The variant that the head of a deal line names."""
    try:
        return parse_setting(setting, GAMES).variant
    except SettingError:  # written by a version that knew more
        return setting


@lru_cache(maxsize=1000)
def week_of(day: str) -> date | None:
    """The Monday of the week in which a day lies."""
    try:
        found = date.fromisoformat(day)
    except ValueError:
        return None
    return found - timedelta(days=found.weekday())


def tally_games(results: Iterable[Result]) -> list[GameTally]:
    """All games that were played, in the order of the menu."""
    found: dict[str, GameTally] = {}
    for result in results:
        if result.game in GAMES and not is_played_for(result.moves, result.shown):
            found.setdefault(result.game, GameTally(result.game, [], Tally(""))).add(result)
    for tally in found.values():
        places = {variant.name: place for place, variant in enumerate(GAMES[tally.game].facts.variants)}
        tally.variants.sort(key=lambda one, places=places: places.get(one.variant, 99))  # type: ignore[misc]
        tally.levels.sort(key=lambda one, places=places: (places.get(one.variant, 99), one.level))  # type: ignore[misc]
    return [found[name] for name in GAMES if name in found]


def tally_data(tallies: list[GameTally]) -> list[dict[str, Any]]:
    """The same as plain data, a row for each variant."""
    return [
        {
            "game": tally.game,
            "variant": one.variant,
            **_numbers(one),
            "levels": [
                {"level": LEVELS[level.level - 1], **_numbers(level)}
                for level in tally.levels
                if level.variant == one.variant and level.level is not None
            ],
        }
        for tally in tallies
        for one in tally.variants
    ]


def _numbers(one: Tally) -> dict[str, Any]:
    return {
        "played": one.played,
        "won": one.won,
        "share": round(one.share, 4),
        "streak": one.streak,
        "longest_streak": one.longest,
        "most_points": one.most_points if one.most_points > 1 else None,
        "fewest_moves": one.fewest_moves,
        "best_seconds": None if one.best_seconds is None else round(one.best_seconds, 1),
        "helped": one.helped,
        "helped_won": one.helped_won,
        "again": one.again,
        "last_played": one.last,
    }
