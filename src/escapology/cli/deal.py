"""`escapology deal`: new deals as deal lines."""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from escapology.background import in_thread, need_numba
from escapology.cli.inputs import GameName, Json, OptionTexts, VariantName, read_setting, whole
from escapology.cli.output import json_line
from escapology.errors import SettingError
from escapology.games import GAMES
from escapology.luck import MAX_SEED, random_seed
from escapology.middle import deal_line, new_deal
from escapology.setting import Setting
from escapology.verdict import LEVELS

if TYPE_CHECKING:
    from escapology.solve.screen import Found

__all__ = ["deal"]


def deal(
    game: GameName,
    variant: VariantName = None,
    option: OptionTexts = None,
    seed: Annotated[
        int | None,
        typer.Option(parser=whole(0, MAX_SEED), metavar="N", help="The seed of the first deal; the next has N+1."),
    ] = None,
    count: Annotated[
        int, typer.Option(parser=whole(1, MAX_SEED), metavar="N", help="How many deals; one if not given.")
    ] = 1,
    winnable: Annotated[
        bool,
        typer.Option("--winnable", help="Only deals that can be won, proven by solving them; others are passed over."),
    ] = False,
    difficulty: Annotated[
        int | None,
        typer.Option(
            parser=whole(1, 5), metavar="N", help="Only deals so hard, from 1 (easy) to 5 (fiendish), that can be won."
        ),
    ] = None,
    json: Json = False,
) -> Iterator[str]:
    """Print new deals, one line each. The same seed always gives the same deal.

    With --winnable or --difficulty, seeds are tried one after the other, and the deals that are right are printed; how
    many were tried is told at the end. A deal of a difficulty is proven to have a win, but for games of dice.

    Examples:
      escapology deal devils-square --seed 7
      escapology deal blank --variant long --option skips=two --seed 1 --count 3
      escapology deal 'blank/long[skips=two]' --seed 1 --json
      escapology deal blank --winnable --seed 1 --count 3
      escapology deal dont-let-them-get-you --difficulty 4 --seed 1
    """
    setting = read_setting(game, variant, option)
    if winnable or difficulty:
        need_numba()
        from escapology.solve.screen import check_wish

        check_wish(setting, winnable=winnable, level=difficulty)
    if seed is None:
        seed = min(random_seed(), MAX_SEED + 1 - count)
        sys.stderr.write(f"seed {seed}\n")
    if seed + count - 1 > MAX_SEED:
        raise SettingError(f"{count} deals from seed {seed} are too many: the last seed is {MAX_SEED}")
    if winnable or difficulty:
        return _screened(setting, seed, count, winnable, difficulty, json)
    return (_line(setting, number, json) for number in range(seed, seed + count))


def _line(setting: Setting, seed: int, as_json: bool, **more: Any) -> str:
    line = deal_line(GAMES[setting.game], new_deal(setting, seed))
    if not as_json:
        return line
    options = dict(setting.options)
    return json_line(game=setting.game, variant=setting.variant, options=options, seed=seed, deal=line, **more)


def _screened(
    setting: Setting, seed: int, count: int, winnable: bool, level: int | None, as_json: bool
) -> Iterator[str]:
    """The first so many deals that are right."""
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
        label = "proven winnable" if found.proven else "not proven, as luck is still to come"
    if level:
        label = f"difficulty {level} ({LEVELS[level - 1]}), {label}"
    others = ", ".join(f"{n} {why}" for why, n in sorted(passed_over.items())) or "none"
    sys.stderr.write(f"{label}: {count} of {tried} deals tried (passed over: {others})\n")


def _find(setting: Setting, seed: int, winnable: bool, level: int | None) -> Found:
    from escapology.solve.screen import find_deal

    stop = threading.Event()
    try:
        found = in_thread(lambda: find_deal(setting, seed, winnable=winnable, level=level, stop=stop))
    finally:
        stop.set()
    assert found is not None, "nobody stopped it"
    return found
