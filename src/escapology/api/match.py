"""Matches: bots that play many deals, each of them the same ones, and how their results compare."""

from __future__ import annotations

import math
import pickle
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, NamedTuple

from escapology.api.bots import BotFunction, find_bot, name_of, play_deal
from escapology.api.deal import Deal
from escapology.api.game import Game
from escapology.api.sources import is_source
from escapology.background import in_processes, in_thread, need_numba
from escapology.errors import SettingError, shorten
from escapology.luck import bots_luck, number_of
from escapology.record import record_text
from escapology.verdict import Effort

__all__ = ["Paired", "Rate", "Result", "Task", "compare", "number_deals", "play_many", "play_tasks", "rate_of"]

_Z: Final = 1.959963984540054  # what 2.5 % of a normal distribution lie above


@dataclass(frozen=True)
class Rate:
    """How often a bot won, with the 95 % interval of its true share (Wilson's score)."""

    bot: str
    won: int
    played: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """Of games that were won."""
        return self.won / self.played

    def __str__(self) -> str:
        return f"{self.bot}: {self.won:,} of {self.played:,} won, {self.share:.2%} ({self.low:.2%} to {self.high:.2%})"


@dataclass(frozen=True)
class Paired:
    """Two bots, deal by deal."""

    first: str
    second: str
    both: int  # deals that both won
    only_first: int  # deals that only the first won
    only_second: int
    neither: int
    low: float  # ends of the 95 % interval of the difference (Bonett and Price, 2012)
    high: float
    p_value: float  # of McNemar's exact test: how often equals would differ as much, or more

    @property
    def difference(self) -> float:
        """The share of the first less that of the second."""
        played = self.both + self.only_first + self.only_second + self.neither
        return (self.only_first - self.only_second) / played

    def __str__(self) -> str:
        return (
            f"{self.first} − {self.second}: {self.difference:+.2%} ({self.low:+.2%} to {self.high:+.2%}), "
            f"p = {self.p_value:.3g} (McNemar): both won {self.both:,} of the deals, only {self.first} "
            f"{self.only_first:,}, only {self.second} {self.only_second:,}, neither {self.neither:,}"
        )


@dataclass(frozen=True)
class Result:
    """What came of a match."""

    game: Game
    bots: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]  # one a game, as `play_tasks` gives them; by deal, then by bot

    def _won(self, bot: str) -> list[bool]:
        """Deal by deal."""
        if bot not in self.bots:
            raise SettingError(f"{shorten(bot)} did not play in this match: it was played by {', '.join(self.bots)}")
        return [row["won"] for row in self.rows if row["bot"] == bot]

    def rate(self, bot: str) -> Rate:
        """How often it won."""
        won = self._won(bot)
        return rate_of(bot, sum(won), len(won))

    def mean_score(self, bot: str) -> float:
        """The mean of its scores."""
        played = len(self._won(bot))
        return math.fsum(row["score"] for row in self.rows if row["bot"] == bot) / played

    def paired(self, first: str, second: str) -> Paired:
        """How two bots compare, deal by deal."""
        return compare(first, second, zip(self._won(first), self._won(second), strict=True))

    def __str__(self) -> str:
        return "\n".join(str(self.rate(bot)) for bot in self.bots)


def rate_of(bot: str, won: int, played: int) -> Rate:
    """How often a bot won that won so many of so many games."""
    from escapology.solve.bots import wilson

    return Rate(bot, won, played, *wilson(won, played))


def compare(first: str, second: str, won: Iterable[tuple[bool, bool]]) -> Paired:
    """How two bots compare that won these of the same deals."""
    pairs = Counter((bool(a), bool(b)) for a, b in won)
    only_first, only_second = pairs[True, False], pairs[False, True]
    return Paired(
        first, second, pairs[True, True], only_first, only_second, pairs[False, False],
        *_interval(only_first, only_second, pairs.total()), _mcnemar(only_first, only_second),
    )  # fmt: skip


def _interval(only_first: int, only_second: int, played: int) -> tuple[float, float]:
    """The 95 % interval of the difference of two shares of the same deals, by Bonett and Price's adjusted Wald."""
    first, second = (only_first + 1) / (played + 2), (only_second + 1) / (played + 2)
    spread = _Z * math.sqrt((first + second - (first - second) ** 2) / (played + 2))
    return max(-1.0, first - second - spread), min(1.0, first - second + spread)


def _mcnemar(only_first: int, only_second: int) -> float:
    """Both tails of a fair coin: thrown once for each deal that only one of them won."""
    thrown, heads = only_first + only_second, min(only_first, only_second)
    tail = term = 1.0  # in units of the chance of just so many heads
    for fewer in range(heads, 0, -1):
        term *= fewer / (thrown - fewer + 1)
        tail += term
        if term < tail * 1e-17:
            break
    return min(1.0, 2 * tail * (math.comb(thrown, heads) / (1 << thrown)))


class Task(NamedTuple):
    """A game that is to be played."""

    bot: str  # what it is called
    player: str | BotFunction  # the bot: its name or place, or the function
    deal: Deal
    number: int  # what its luck depends on: the deal's seed, or a number in its place


def number_deals(deals: Iterable[Deal]) -> Iterator[tuple[Deal, int]]:
    """Deals with the numbers that luck depends on; a deal that is there once more gets another number."""
    copies: Counter[tuple[str, int | None]] = Counter()
    for deal in deals:
        copy = copies[deal.line, deal.seed]  # two seeds may give the same deal: their luck differs anyway
        copies[deal.line, deal.seed] += 1
        yield deal, number_of(deal.line, copy) if copy or deal.seed is None else deal.seed


def play_tasks(tasks: Iterable[Task], effort: Effort, luck: int, jobs: int = 1) -> Iterator[dict[str, Any]]:
    """Play games; a row of plain data for each, in their order and as soon as it is there."""
    work = partial(_play, effort=effort, luck=luck)
    return map(work, tasks) if jobs == 1 else in_processes(work, tasks, jobs)


def play_many(
    game: Game,
    bots: Sequence[str | BotFunction],
    seeds: Iterable[int | Deal],
    *,
    jobs: int = 1,
    seconds: float | None = 0.2,
    worlds: int | None = 200,
    nodes: int | None = None,
    luck: int = 0,
) -> Result:
    """Let each of the bots play the deals of these seeds, or these deals.

    A bot is a name, a function, or the place of one, `file.py:function`. Its luck depends on nothing but the deal and
    `luck`, and is not that of the deal. The fair one thinks about a choice until so many seconds are over or so many
    worlds are imagined; one of them may be None, and only without seconds does it play the same on every machine. It
    looks at so many `nodes` to decide a position of a world, or as many as the game thinks right. With several `jobs`,
    a function must stand in a module, where other processes find it, and a script needs the usual
    `if __name__ == "__main__":`.
    """
    need_numba()
    players = {_name(each): _player(each) for each in bots}
    chosen = list(number_deals(_deals(game, seeds)))
    if not chosen or not players or len(players) < len(bots):
        raise SettingError("a match needs seeds, and bots with different names")
    limits = [limit for limit in (seconds, worlds) if limit is not None]
    if not limits or min(limits) <= 0:
        given = f"seconds={seconds}, worlds={worlds}"
        raise SettingError(f"{given} is not a valid limit: use numbers above 0, and None for at most one of them")
    if nodes is not None and nodes <= 0:
        raise SettingError(f"nodes={nodes} is not a number of positions: use a whole number above 0, or None")
    tasks = [Task(name, player, deal, number) for deal, number in chosen for name, player in players.items()]
    if jobs != 1:
        _check_travel(players)
    return Result(game, tuple(players), tuple(play_tasks(tasks, Effort(worlds, seconds, nodes), luck, jobs)))


def _name(bot: str | BotFunction) -> str:
    return bot if isinstance(bot, str) else name_of(bot)


def _player(bot: str | BotFunction) -> str | BotFunction:
    """What is handed to other processes: the function, or the place where they find it."""
    if not isinstance(bot, str):
        return bot
    found = find_bot(bot)
    return bot if is_source(bot) else found


def _deals(game: Game, seeds: Iterable[int | Deal]) -> Iterator[Deal]:
    """Deals of that game; each seed once."""
    known: set[int] = set()
    for each in seeds:
        if not isinstance(each, Deal):
            if each not in known:
                known.add(each)
                yield game.deal(each)
        elif each.game == game:
            yield each
        else:
            raise SettingError(
                f"{shorten(each.line)} is not a deal of {game.setting}: play each game in a match of its own"
            )


def _check_travel(players: dict[str, str | BotFunction]) -> None:
    """Refuse bots that other processes would not find."""
    for name, player in players.items():
        try:
            pickle.dumps(player)
        except (pickle.PicklingError, AttributeError, TypeError):
            raise SettingError(
                f"the bot {name} can't play in other processes: define it in a module, or use jobs=1"
            ) from None


def _play(task: Task, effort: Effort, luck: int) -> dict[str, Any]:
    """One game, in a process of its own, perhaps."""
    player = find_bot(task.player) if isinstance(task.player, str) else task.player
    work = partial(play_deal, task.deal, task.bot, player, bots_luck(task.number, luck), effort)
    outcome = in_thread(work) if isinstance(player, str) else work()  # your own code is easier to look into here
    return {
        "seed": task.deal.seed, "setting": task.deal.game.setting, "deal": task.deal.line, "bot": task.bot,
        "luck": luck, "won": outcome.is_won, "score": outcome.score, "moves": len(outcome.record.moves),
        "record": record_text(outcome.record),
    }  # fmt: skip
