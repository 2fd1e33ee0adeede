"""Statistics: what a player's finished games come to, by game and variant. Pure functions of what the store keeps.

A game that was given up is lost; one that goes on is not counted. Games in which the player asked for help are counted
apart: they neither make a best nor a streak, and break none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from escapology.errors import SettingError
from escapology.games import GAMES
from escapology.setting import parse_setting
from escapology.web.store import Result

__all__ = ["GameTally", "Tally", "tally_data", "tally_games", "variant_of"]


@dataclass(slots=True)
class Tally:
    """The games of one variant."""

    variant: str
    played: int = 0  # without help, as all that follows
    won: int = 0
    streak: int = 0  # games won in a row, up to the last one
    longest: int = 0
    most_points: int = 0
    fewest_moves: int | None = None  # of a win
    helped: int = 0  # games with help
    helped_won: int = 0
    last: str = ""  # when the last one was played, helped or not

    def add(self, result: Result) -> None:
        """Count a game; they come in the order in which they ended."""
        is_won = result.status == "won"
        self.last = result.changed
        if result.helped:
            self.helped += 1
            self.helped_won += is_won
            return
        self.played += 1
        self.won += is_won
        self.streak = self.streak + 1 if is_won else 0
        self.longest = max(self.longest, self.streak)
        self.most_points = max(self.most_points, result.score)
        if is_won:
            self.fewest_moves = min(result.moves, self.fewest_moves or result.moves)

    @property
    def share(self) -> float:
        """Of games won."""
        return self.won / self.played if self.played else 0.0

    @property
    def best(self) -> str:
        """The most points, or in games without points the quickest win; "" = none yet."""
        if self.most_points > 1:
            return f"{self.most_points} points"
        return f"{self.fewest_moves} moves" if self.fewest_moves is not None else ""


@dataclass(slots=True)
class GameTally:
    """The variants of one game that were played, and all of them together."""

    game: str
    variants: list[Tally]
    total: Tally


@lru_cache(maxsize=1000)
def variant_of(setting: str) -> str:
    """The variant that the head of a deal line names."""
    try:
        return parse_setting(setting, GAMES).variant
    except SettingError:  # written by a version that knew more
        return setting


def tally_games(results: Iterable[Result]) -> list[GameTally]:
    """All games that were played, in the order of the menu."""
    found: dict[str, GameTally] = {}
    for result in results:
        if result.game not in GAMES:
            continue
        tally = found.setdefault(result.game, GameTally(result.game, [], Tally("")))
        variant = variant_of(result.setting)
        one = next((one for one in tally.variants if one.variant == variant), None)
        if one is None:
            one = Tally(variant)
            tally.variants.append(one)
        one.add(result)
        tally.total.add(result)
    for tally in found.values():
        names = [variant.name for variant in GAMES[tally.game].facts.variants]
        tally.variants.sort(key=lambda one, names=names: names.index(one.variant) if one.variant in names else 99)  # type: ignore[misc]
    return [found[name] for name in GAMES if name in found]


def tally_data(tallies: list[GameTally]) -> list[dict[str, Any]]:
    """The same as plain data, a row for each variant."""
    return [
        {
            "game": tally.game,
            "variant": one.variant,
            "played": one.played,
            "won": one.won,
            "share": round(one.share, 4),
            "streak": one.streak,
            "longest_streak": one.longest,
            "most_points": one.most_points if one.most_points > 1 else None,
            "fewest_moves": one.fewest_moves,
            "helped": one.helped,
            "helped_won": one.helped_won,
            "last_played": one.last,
        }
        for tally in tallies
        for one in tally.variants
    ]
