"""`escapology bots`: how often simple and strong players win."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from escapology.api.bots import BUILT_IN, find_bot, play_deal
from escapology.background import in_processes, in_thread, need_numba
from escapology.cli.inputs import GameName, Json, OptionTexts, VariantName, read_setting, whole
from escapology.cli.output import json_line
from escapology.cli.solve import read_seconds
from escapology.errors import SettingError
from escapology.games import GAMES
from escapology.luck import MAX_SEED, Luck, random_seed
from escapology.middle import new_deal
from escapology.setting import Setting, parse_setting

__all__ = ["bots"]

_Task = tuple[str, str, int, float]  # setting, bot, seed, seconds


def bots(  # noqa: PLR0913, PLR0917 - one for each option of the command line
    game: GameName,
    variant: VariantName = None,
    option: OptionTexts = None,
    games: Annotated[
        int, typer.Option("--games", parser=whole(1, 10**9), metavar="N", help="How many deals each of them plays.")
    ] = 100,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="NAME", help="Only that one: random, greedy, fair, or one of another package."),
    ] = None,
    seconds: Annotated[
        float, typer.Option(parser=read_seconds, metavar="S", help="What the fair one may think about a choice.")
    ] = 0.2,
    seed: Annotated[
        int | None, typer.Option(parser=whole(0, MAX_SEED), metavar="N", help="The seed of the first deal.")
    ] = None,
    jobs: Annotated[
        int, typer.Option(parser=whole(1, 1024), metavar="N", help="Play so many games at once; one if not given.")
    ] = 1,
    json: Json = False,
) -> Iterator[str]:
    """Let bots play, and print how often they win, with 95 % Wilson intervals.

    All of them are fair: they know what a player may know. *random* takes any legal move; *greedy* what looks best at a
    glance; *fair* imagines what is hidden, many times over, and looks ahead in each of these worlds. Bots of other
    packages play if they are named.

    Examples:
      escapology bots blank --games 50 --seed 1
      escapology bots devils-square --games 200 --bot greedy --bot fair --seconds 0.5 --jobs 2 --json
    """
    setting = read_setting(game, variant, option)
    names = bot or list(BUILT_IN)
    for name in names:
        find_bot(name)
    if seed is None:
        seed = min(random_seed(), MAX_SEED + 1 - games)
        sys.stderr.write(f"seed {seed}\n")
    if seed + games - 1 > MAX_SEED:
        raise SettingError(f"{games} deals from seed {seed} are too many: the last seed is {MAX_SEED}")
    need_numba()
    return _lines(setting, names, range(seed, seed + games), seconds, jobs, json)


def _lines(setting: Setting, names: list[str], seeds: range, seconds: float, jobs: int, as_json: bool) -> Iterator[str]:
    from escapology.solve.bots import wilson

    for name in names:
        tasks = [(setting.text, name, seed, seconds) for seed in seeds]
        won, points, played = 0, 0, 0
        for is_won, score in _one_by_one(tasks) if jobs == 1 else in_processes(_play, tasks, jobs):
            won, points, played = won + is_won, points + score, played + 1
        low, high = wilson(won, played)
        if as_json:
            yield json_line(
                game=setting.text, bot=name, games=played, won=won, share=round(won / played, 6),
                low=round(low, 6), high=round(high, 6), mean_score=round(points / played, 3), seed=seeds[0],
            )  # fmt: skip
        else:
            yield (
                f"{name:<6}  {won:>6,} of {played:,} won: {won / played:6.2%} ({low:.2%} to {high:.2%}), "
                f"mean score {points / played:.2f}"
            )
        sys.stdout.flush()


def _one_by_one(tasks: list[_Task]) -> Iterator[tuple[bool, int]]:
    for task in tasks:
        yield in_thread(lambda task=task: _play(task))  # type: ignore[misc]


def _play(task: _Task) -> tuple[bool, int]:
    """In a process of its own, perhaps."""
    text, name, seed, seconds = task
    setting = parse_setting(text, GAMES)
    game, deal = GAMES[setting.game], new_deal(setting, seed)
    outcome = play_deal(game, deal, find_bot(name), Luck(seed), seconds=seconds)
    return outcome.is_won, outcome.score
