"""Matches: bots that play many deals, each of them the same ones, and how their results compare."""

from __future__ import annotations

import math
import pickle
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from escapology.api.bots import BotFunction, find_bot, name_of, play_deal
from escapology.api.game import Game
from escapology.background import in_processes, in_thread, need_numba
from escapology.errors import SettingError, shorten
from escapology.luck import bots_luck
from escapology.record import record_text

__all__ = ["Paired", "Rate", "Result", "play_many"]

_Z: Final = 1.959963984540054  # what 2.5 % of a normal distribution lie above
_FOREVER: Final = 1e9  # seconds
_Task = tuple[str | BotFunction, int]  # a bot and a seed


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
            f"p = {self.p_value:.3g}; {self.only_first:,} deals to {self.only_second:,}, "
            f"{self.both:,} won by both, {self.neither:,} by neither"
        )


@dataclass(frozen=True)
class Result:
    """What came of a match."""

    game: Game
    bots: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]  # one a game: seed, setting, bot, won, score, moves, record; by seed, then by bot

    def _won(self, bot: str) -> dict[int, bool]:
        """By seed."""
        if bot not in self.bots:
            raise SettingError(f"{shorten(bot)} did not play here: {', '.join(self.bots)} did")
        return {row["seed"]: row["won"] for row in self.rows if row["bot"] == bot}

    def rate(self, bot: str) -> Rate:
        """How often it won."""
        from escapology.solve.bots import wilson

        won = self._won(bot)
        return Rate(bot, sum(won.values()), len(won), *wilson(sum(won.values()), len(won)))

    def mean_score(self, bot: str) -> float:
        """The mean of its scores."""
        played = len(self._won(bot))
        return math.fsum(row["score"] for row in self.rows if row["bot"] == bot) / played

    def paired(self, first: str, second: str) -> Paired:
        """How two bots compare, deal by deal."""
        pairs = list(zip(self._won(first).values(), self._won(second).values(), strict=True))
        only_first, only_second = pairs.count((True, False)), pairs.count((False, True))
        return Paired(
            first, second, pairs.count((True, True)), only_first, only_second, pairs.count((False, False)),
            *_interval(only_first, only_second, len(pairs)), _mcnemar(only_first, only_second),
        )  # fmt: skip

    def __str__(self) -> str:
        return "\n".join(str(self.rate(bot)) for bot in self.bots)


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


def play_many(
    game: Game,
    bots: Sequence[str | BotFunction],
    seeds: Iterable[int],
    *,
    jobs: int = 1,
    seconds: float | None = 0.2,
    worlds: int = 200,
) -> Result:
    """Let each of the bots play the deals of these seeds.

    A bot is a name or a function. Its luck depends on nothing but the seed, and is not that of the deal. The fair one
    thinks about a choice for at most so many seconds (None: as long as it takes) and worlds; only worlds make it play
    the same on every machine. With several `jobs`, a function must stand in a module, where other processes find it,
    and a script needs the usual `if __name__ == "__main__":`.
    """
    need_numba()
    players = [find_bot(each) if isinstance(each, str) else each for each in bots]
    names = tuple(map(name_of, players))
    chosen = tuple(dict.fromkeys(seeds))
    if not chosen or not players or len(set(names)) < len(names):
        raise SettingError("a match needs seeds, and bots, each under a name of its own")
    work = partial(_play, game=game, seconds=_FOREVER if seconds is None else seconds, worlds=worlds)
    tasks: list[_Task] = [(player, seed) for seed in chosen for player in players]
    if jobs == 1:
        return Result(game, names, tuple(map(work, tasks)))
    _check_travel(players)
    return Result(game, names, tuple(in_processes(work, tasks, jobs)))


def _check_travel(players: Sequence[str | BotFunction]) -> None:
    """Refuse bots that other processes would not find."""
    for player in players:
        try:
            pickle.dumps(player)
        except (pickle.PicklingError, AttributeError, TypeError):
            raise SettingError(
                f"the bot {name_of(player)} can't play in other processes: define it in a module, or let jobs be 1"
            ) from None


def _play(task: _Task, game: Game, seconds: float, worlds: int) -> dict[str, Any]:
    """One game, in a process of its own, perhaps."""
    player, seed = task
    dealt = game.deal(seed)._dealt

    def play() -> Any:
        return play_deal(game._parts, dealt, player, bots_luck(seed), seconds=seconds, worlds=worlds)

    outcome = in_thread(play) if isinstance(player, str) else play()  # your own code is easier to look into here
    return {
        "seed": seed, "setting": game.setting, "bot": name_of(player), "won": outcome.is_won, "score": outcome.score,
        "moves": len(outcome.record.moves), "record": record_text(outcome.record),
    }  # fmt: skip
