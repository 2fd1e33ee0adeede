"""Deals with what is known about them before they are printed: whether they can be won, how, and how hard they are.

Everything is counted in positions, not in seconds, so the same deals come out on every machine.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from escapology.errors import EscapologyError, SettingError
from escapology.games import GAMES
from escapology.luck import MAX_SEED
from escapology.middle import new_deal, start_state
from escapology.protocol import AnyGame, Deal, Struct
from escapology.record import Record
from escapology.setting import Setting
from escapology.solve import foresee
from escapology.solve.daily import NODES, can_be_proven
from escapology.solve.difficulty import Difficulty, level_of, measure
from escapology.solve.shortest import length_of, trim
from escapology.verdict import LEVELS, Limits

__all__ = ["MOST_DEALS", "Worked", "check_count", "find_worked", "has_levels", "parse_levels", "work_out"]

MOST_DEALS: Final = 100  #: of a booklet
_PATIENCE: Final = 400  # deals looked at for each that is wanted
_TRIMMING: Final = 5.0  # seconds, far more than it takes: the same sheet comes out everywhere


@dataclass(frozen=True, slots=True)
class Worked:
    """A deal, and what was found out about it."""

    game: AnyGame
    deal: Deal
    verdict: str  # winnable, unwinnable, undecided; "" if nobody asked
    moves: tuple[str, ...] = ()  # that win
    length: int = 0  # of them, as the game counts
    level: int | None = None  # 1 to 5
    difficulty: Difficulty | None = None
    seed: int | None = None

    @property
    def level_words(self) -> str:
        """How hard it is, in a word."""
        return LEVELS[self.level - 1] if self.level else ""

    def record(self) -> Record:
        """The way out."""
        return Record(self.game, self.deal, self.moves)

    def states(self) -> list[Struct]:
        """All positions of the way out."""
        return list(self.record().states())


def has_levels(setting: Setting) -> bool:
    """Whether deals of a setting have levels of difficulty."""
    yardstick = GAMES[setting.game].fair.yardstick
    return bool(yardstick and yardstick.bounds_of(setting.variant))


def parse_levels(setting: Setting, text: str) -> tuple[int, ...]:
    """The levels that `2`, `1-5` or, with "", nothing names; () if deals of this setting have none."""
    if not text:
        return (1, 2, 3, 4, 5) if has_levels(setting) else ()
    low, _, high = text.partition("-")
    if low not in "12345" or (high or low) not in "12345" or not low or int(high or low) < int(low):
        raise SettingError(f"there is no difficulty {text!r}: write a number from 1 to 5, or two such as 2-4")
    if not has_levels(setting):
        raise SettingError(f"{setting.text} has no difficulty levels: leave out --difficulty")
    return tuple(range(int(low), int(high or low) + 1))


def work_out(
    game: AnyGame, deal: Deal, *, levels: bool = True, seed: int | None = None, stop: threading.Event | None = None
) -> Worked:
    """Find out whether a deal can be won, and how hard it is. A way out is shown without detours."""
    if not can_be_proven(game):
        return Worked(game, deal, "", seed=seed)
    found = foresee(game, deal, Limits(nodes=NODES, stop=stop or threading.Event()))
    if found.verdict != "winnable":
        return Worked(game, deal, found.verdict, seed=seed)
    start = start_state(game, deal)
    moves = found.moves if game.facts.has_dice else trim(game, deal, start, found.moves, _TRIMMING)
    length = length_of(game, deal, start, moves)
    difficulty = measure(game, deal, moves) if levels and has_levels(deal.setting) else None
    level = level_of(game, deal.setting.variant, difficulty) if difficulty else None
    return Worked(game, deal, "winnable", moves, length, level, difficulty, seed)


def check_count(count: int) -> None:
    """Refuse too many deals before any is looked for."""
    if not 1 <= count <= MOST_DEALS:
        raise EscapologyError(f"a booklet can't have {count:,} deals: choose 1 to {MOST_DEALS}")


def find_worked(
    setting: Setting,
    seed: int,
    count: int,
    levels: Sequence[int],
    *,
    stop: threading.Event | None = None,
    tell: Callable[[int, int], None] = lambda found, tried: None,
) -> list[Worked]:
    """So many deals that can be won, from that seed on, the easiest first: as many of each level as of any other.

    `tell` hears how many are found and how many were tried. Fewer than asked for if it was stopped.
    """
    check_count(count)
    game, stop = GAMES[setting.game], stop or threading.Event()
    if not can_be_proven(game):
        raise SettingError(f"no deal of {game.name} can be proven winnable")
    kinds: list[int | None] = list(levels) or [None]
    wanted = Counter(kinds[place % len(kinds)] for place in range(count))
    found: list[Worked] = []
    for tried, candidate in enumerate(range(seed, MAX_SEED + 1), 1):
        if len(found) == count or stop.is_set():
            break
        if tried > _PATIENCE * count:
            raise EscapologyError(
                f"only {len(found)} of {count} deals found in {tried - 1:,} tries: ask for fewer, or for other levels"
            )
        worked = work_out(game, new_deal(setting, candidate), levels=bool(levels), seed=candidate, stop=stop)
        level = worked.level if levels else None
        if worked.verdict == "winnable" and wanted[level]:
            wanted[level] -= 1
            found.append(worked)
        tell(len(found), tried)
    return sorted(found, key=_hardness)


def _hardness(worked: Worked) -> tuple[float, int]:
    score = worked.difficulty.score if worked.difficulty else float(worked.length)
    return score, worked.seed or 0
