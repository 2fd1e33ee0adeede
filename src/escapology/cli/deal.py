"""`escapology deal`: make new deals."""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Annotated

import typer

from escapology.background import in_thread, need_numba
from escapology.cli.inputs import GameName, Json, OptionTexts, VariantName, first_seed, read_setting, whole
from escapology.cli.output import json_line
from escapology.daily import daily_setting, parse_day
from escapology.daily import today as this_day
from escapology.errors import SettingError
from escapology.games import GAMES
from escapology.luck import MAX_SEED
from escapology.middle import deal_line, new_deal
from escapology.setting import Setting
from escapology.verdict import LEVELS

if TYPE_CHECKING:
    from escapology.solve.screen import Found

__all__ = ["deal"]


def deal(  # noqa: PLR0913, PLR0917 - one for each option
    game: GameName,
    variant: VariantName = None,
    option: OptionTexts = None,
    seed: Annotated[
        int | None,
        typer.Option(parser=whole(0, MAX_SEED), metavar="N", help="Seed of the first deal; the next one uses N+1."),
    ] = None,
    count: Annotated[int, typer.Option(parser=whole(1, MAX_SEED), metavar="N", help="Number of deals.")] = 1,
    winnable: Annotated[
        bool,
        typer.Option("--winnable", help="Only deals proven to be winnable."),
    ] = False,
    difficulty: Annotated[
        int | None,
        typer.Option(
            parser=whole(1, 5),
            metavar="N",
            help="Only winnable deals of this difficulty, from 1 (easy) to 5 (fiendish).",
        ),
    ] = None,
    today: Annotated[
        bool, typer.Option("--today", help="Today's deal (UTC), the same for everybody and proven winnable.")
    ] = False,
    day: Annotated[
        str | None, typer.Option("--day", metavar="DATE", help="The deal of another day, such as 2026-11-19.")
    ] = None,
    json: Json = False,
) -> Iterator[str]:
    """Make new deals, one line each.

    The same seed always gives the same deal. With --winnable or --difficulty, seeds are tried one after the other until
    enough deals match; the number tried is reported at the end. Except in games with dice, a deal of a given
    difficulty is proven to be winnable.

    Examples:
      escapology deal devils-square --seed 7
      escapology deal blank --variant long --option skips=two --seed 1 --count 3
      escapology deal 'blank/long[skips=two]' --seed 1 --json
      escapology deal blank --winnable --seed 1 --count 3
      escapology deal dont-let-them-get-you --difficulty 4 --seed 1
      escapology deal lab-rats --today
      escapology deal lab-rats --day 2026-11-19
    """
    setting = read_setting(game, variant, option)
    if today or day is not None:
        if today and day is not None:
            raise SettingError("give --today or --day, not both")
        if seed is not None or count != 1 or winnable or difficulty:
            raise SettingError("each game has one deal a day: leave out --seed, --count, --winnable and --difficulty")
        return _of_day(setting, this_day() if day is None else parse_day(day), json)
    if winnable or difficulty:
        need_numba()
        from escapology.solve.screen import check_wish

        check_wish(setting, winnable=winnable, level=difficulty)
    seed = first_seed(seed, count)
    if winnable or difficulty:
        return _screened(setting, seed, count, winnable, difficulty, json)
    return (_line(setting, number, json) for number in range(seed, seed + count))


def _line(setting: Setting, seed: int, as_json: bool, **more: object) -> str:
    line = deal_line(GAMES[setting.game], new_deal(setting, seed))
    if not as_json:
        return line
    options = dict(setting.options)
    return json_line(game=setting.game, variant=setting.variant, options=options, seed=seed, deal=line, **more)


def _of_day(setting: Setting, day: date, as_json: bool) -> Iterator[str]:
    """A game's deal of the day."""
    if setting != daily_setting(setting.game):
        raise SettingError(
            f"the deal of the day is the standard game of {setting.game}: leave out variants and options"
        )
    need_numba()
    from escapology.solve.daily import find_daily

    stop = threading.Event()
    try:
        found = in_thread(lambda: find_daily(setting.game, day, stop=stop))
    finally:
        stop.set()
    assert found is not None, "nobody stopped it"
    yield _line(setting, found.seed, as_json, day=day.isoformat(), proven=found.proven)


def _screened(
    setting: Setting, seed: int, count: int, winnable: bool, level: int | None, as_json: bool
) -> Iterator[str]:
    """The first `count` deals that match."""
    tried = 0
    passed_over: Counter[str] = Counter()
    label = "deals"
    for _ in range(count):
        found = _find(setting, seed, winnable, level)
        tried += found.tried
        passed_over += found.passed_over
        seed = found.seed + 1
        more = {"difficulty": level} if level else {}
        yield _line(setting, found.seed, as_json, proven=found.proven, **more)
        sys.stdout.flush()
        label = "proven winnable" if found.proven else "not proven, as dice are still to be rolled"
    if level:
        label = f"difficulty {level} ({LEVELS[level - 1]}), {label}"
    others = ", ".join(f"{n} {why}" for why, n in sorted(passed_over.items())) or "none"
    sys.stderr.write(f"{label}: {count} of {tried} deals tried (skipped: {others})\n")


def _find(setting: Setting, seed: int, winnable: bool, level: int | None) -> Found:
    from escapology.solve.screen import find_deal

    stop = threading.Event()
    try:
        found = in_thread(lambda: find_deal(setting, seed, winnable=winnable, level=level, stop=stop))
    finally:
        stop.set()
    assert found is not None, "nobody stopped it"
    return found
