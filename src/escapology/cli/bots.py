"""`escapology bots`: have bots play the same deals, and compare how often they win."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from escapology.api.bots import USUAL, find_bot
from escapology.api.deal import Deal
from escapology.api.game import Game
from escapology.api.match import Paired, Task, compare, number_deals, play_tasks, rate_of
from escapology.background import need_numba
from escapology.cli.inputs import Json, OptionTexts, VariantName, first_seed, is_pasted, read_files, read_setting, whole
from escapology.cli.output import json_line
from escapology.cli.solve import read_seconds
from escapology.errors import SettingError, shorten
from escapology.games import GAMES
from escapology.luck import MAX_SEED
from escapology.setting import parse_setting
from escapology.verdict import Effort

__all__ = ["bots"]

_GAMES: Final = 100  # if it is not said how many
_EFFORT: Final = Effort(worlds=200, seconds=0.2)  # if no limit is given


def bots(  # noqa: PLR0913, PLR0917 - one for each option of the command line
    deals: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME|FILES",
            help="A game such as blank/long, or deals: files, - for standard input, or a deal line.",
        ),
    ] = None,
    variant: VariantName = None,
    option: OptionTexts = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            parser=whole(1, 10**9),
            metavar="N",
            help="Number of deals. Default: 100.",
        ),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="NAME",
            help="A bot to play: random, greedy, fair, learned, learned-ahead, one from another package, or your own "
            "as file.py:function or module:function. Repeatable. Default: random, greedy and fair.",
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            parser=read_seconds,
            metavar="S",
            help="Time limit of the fair bot per choice. Default without --worlds: 0.2 s and 200 worlds.",
        ),
    ] = None,
    worlds: Annotated[
        int | None,
        typer.Option(
            parser=whole(1, 10**9),
            metavar="N",
            help="Worlds the fair bot samples per choice. Without --seconds, results repeat on any machine.",
        ),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            parser=whole(1, 10**9),
            metavar="N",
            help="Positions the fair bot may search per world. Default: chosen by the game. Not used in Devil's Square "
            "and Lab Rats without backing up, which are not searched.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(parser=whole(0, MAX_SEED), metavar="N", help="Seed of the first deal.")
    ] = None,
    luck: Annotated[
        int,
        typer.Option(
            parser=whole(0, MAX_SEED),
            metavar="N",
            help="Seed of the bots' own random choices.",
        ),
    ] = 0,
    jobs: Annotated[int, typer.Option(parser=whole(1, 1024), metavar="N", help="Number of parallel processes.")] = 1,
    json: Json = False,
) -> Iterator[str]:
    """Compare bots on the same deals.

    No bot sees more than a player may know. *random* plays any legal move. *greedy* plays what looks best at a glance.
    *fair* samples many worlds consistent with what it sees, and looks ahead in each. Win rates come with 95 % Wilson
    intervals, and bots are compared deal by deal: the difference of their win rates, its 95 % interval, and the
    p-value of McNemar's exact test.

    A bot's random choices depend on the deal and on --luck, never on the luck of the deal itself. A deal that is given
    several times is played with different luck each time. Bots always play from the start: the moves of a record are
    ignored.

    With --json, each game is a line of kind *game* with its record, which `escapology replay` and `check` accept; lines
    of kind *summary* and *pair* follow.

    Examples:
      escapology bots blank --games 50 --seed 1
      escapology bots devils-square --games 200 --bot greedy --bot fair --worlds 20 --jobs 2 --json
      escapology bots --bot greedy --luck 7 'blank: 3 1 5 2 6 4' 'blank/long: 3 5 4 7 9 2 1 8 6'
      escapology deal blank --winnable --seed 1 --count 20 | escapology bots --bot greedy --bot random -
      escapology bots blank --games 50 --seed 1 --bot greedy --bot mine.py:climber
    """
    names = bot or list(USUAL)
    for name, times in Counter(names).items():
        find_bot(name)
        if times > 1:
            raise SettingError(f"the bot {shorten(name)} is named {times} times: name each bot once")
    if deals and any(_is_game(text) for text in deals):
        match = _of_game(_the_game(deals, variant, option), _GAMES if games is None else games, seed)
    else:
        if games is not None or seed is not None or variant is not None or option:
            raise SettingError(
                "--games, --seed, --variant and --option need a game; files already say which deals to play"
            )
        match = _of_files(deals)
    need_numba()
    effort = replace(_EFFORT if worlds is seconds is None else Effort(worlds, seconds), nodes=nodes)
    jobs = min(jobs, len(names) * match.played.total())
    rows = play_tasks(match.by_deal(names) if json else match.by_bot(names), effort, luck, jobs)
    told = {"seed": match.seed, "luck": luck} | asdict(effort)
    return _json_lines(match, names, rows, told) if json else _lines(match, names, rows)


def _is_game(text: str) -> bool:
    """Whether a text names a game, and not a file of deals; what could be either is a game."""
    if text == "-" or is_pasted(text):
        return False
    try:
        parse_setting(text, GAMES)
    except SettingError:
        path = Path(text)
        return text[:1].islower() and not path.suffix and not _exists(path)
    return True


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # no file can have that name
        return False


def _the_game(texts: list[str], variant: str | None, option: list[str] | None) -> Game:
    if len(texts) > 1:
        raise SettingError("give one game, or files of deals; to play several games, put their deals into files")
    name = re.split(r"[/\[]", texts[0])[0]
    try:
        setting = read_setting(texts[0], variant, option)
    except SettingError as error:
        raise SettingError(f"{error}{'' if name in GAMES else ', and no file has that name'}") from None
    return Game(GAMES[setting.game], setting)


@dataclass(frozen=True)
class _Match:
    """The deals that are played."""

    deals: Callable[[], Iterable[tuple[Deal, int]]]  # again and again, with the numbers that luck depends on
    played: Counter[str]  # how many there are of each setting, in order
    seed: int | None  # of the first, if they were made from seeds

    def by_deal(self, names: list[str]) -> Iterator[Task]:
        """All bots play a deal, then the next: whenever it is stopped, they can be compared."""
        return (Task(name, name, deal, number) for deal, number in self.deals() for name in names)

    def by_bot(self, names: list[str]) -> Iterator[Task]:
        """A bot plays all deals of a setting, then the next: its line is there as soon as can be."""
        for setting in self.played:
            for name in names:
                for deal, number in self.deals():
                    if deal.game.setting == setting:
                        yield Task(name, name, deal, number)


def _of_game(game: Game, count: int, seed: int | None) -> _Match:
    seed = first_seed(seed, count)
    seeds = range(seed, seed + count)
    return _Match(lambda: ((game.deal(each), each) for each in seeds), Counter({game.setting: count}), seed)


def _of_files(files: list[str] | None) -> _Match:
    deals = [Deal(Game(record.game, record.deal.setting), record.deal) for record in read_files(files)]
    numbered = list(number_deals(deals))
    return _Match(lambda: numbered, Counter(deal.game.setting for deal in deals), None)


@dataclass
class _Tally:
    """What a bot has achieved in the deals of a setting."""

    bot: str
    won: bytearray = field(default_factory=bytearray)  # deal by deal: 1 = won
    points: int = 0

    def add(self, row: dict[str, Any]) -> None:
        """Count one more game."""
        self.won.append(row["won"])
        self.points += row["score"]

    @property
    def mean_score(self) -> float:
        """Of its games."""
        return self.points / len(self.won)


def _tallies(match: _Match, names: list[str]) -> dict[str, dict[str, _Tally]]:
    """By setting, and by bot."""
    return {setting: {name: _Tally(name) for name in names} for setting in match.played}


def _pairs(tallies: Iterable[_Tally]) -> Iterator[Paired]:
    """Each of them against those named before it."""
    for before, after in combinations(tallies, 2):
        yield compare(after.bot, before.bot, zip(map(bool, after.won), map(bool, before.won), strict=True))


def _lines(match: _Match, names: list[str], rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    tallies = _tallies(match, names)
    width = max(6, *map(len, names))
    begun = 0
    for row in rows:
        setting, count = row["setting"], match.played[row["setting"]]
        tally = tallies[setting][row["bot"]]
        tally.add(row)
        if len(tally.won) < count:
            continue
        if row["bot"] == names[0] and len(tallies) > 1:
            yield from ([""] if begun else [])
            yield f"{setting}:"
            begun += 1
        rate = rate_of(tally.bot, sum(tally.won), count)
        yield (
            f"{rate.bot:<{width}}  {rate.won:>6,} of {count:,} won: {rate.share:6.2%} "
            f"({rate.low:.2%} to {rate.high:.2%}), mean score {tally.mean_score:.2f}"
        )
        if row["bot"] == names[-1]:
            yield from map(str, _pairs(tallies[setting].values()))
        sys.stdout.flush()


def _json_lines(match: _Match, names: list[str], rows: Iterable[dict[str, Any]], told: dict[str, Any]) -> Iterator[str]:
    tallies = _tallies(match, names)
    for row in rows:
        tallies[row["setting"]][row["bot"]].add(row)
        yield json_line(kind="game", **row)
        sys.stdout.flush()
    for setting, of_setting in tallies.items():
        for tally in of_setting.values():
            rate = rate_of(tally.bot, sum(tally.won), len(tally.won))
            yield json_line(
                kind="summary", game=setting, bot=rate.bot, games=rate.played, won=rate.won,
                share=round(rate.share, 6), low=round(rate.low, 6), high=round(rate.high, 6),
                mean_score=round(tally.mean_score, 3), **told,
            )  # fmt: skip
    for setting, of_setting in tallies.items():
        for pair in _pairs(of_setting.values()):
            numbers = {"difference": round(pair.difference, 6), "low": round(pair.low, 6), "high": round(pair.high, 6)}
            yield json_line(kind="pair", game=setting, **asdict(pair) | numbers)
