"""`escapology deal`: new deals as deal lines."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated

import typer

from escapology.cli.inputs import GameName, Json, OptionTexts, VariantName, read_setting, whole
from escapology.cli.output import json_line
from escapology.cli.work import in_thread, need_numba
from escapology.errors import SettingError
from escapology.games import GAMES
from escapology.luck import MAX_SEED, random_seed
from escapology.middle import deal_line, new_deal
from escapology.setting import Setting

__all__ = ["deal"]

_PATIENCE = 10.0  # seconds: a deal that is not decided by then is passed over


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
    json: Json = False,
) -> Iterator[str]:
    """Print new deals, one line each. The same seed always gives the same deal.

    With --winnable, seeds are tried one after the other, and the deals that are proven to have a win are printed; how
    many were tried is told at the end.

    Examples:
      escapology deal devils-square --seed 7
      escapology deal blank --variant long --option skips=two --seed 1 --count 3
      escapology deal 'blank/long[skips=two]' --seed 1 --json
      escapology deal blank --winnable --seed 1 --count 3
    """
    setting = read_setting(game, variant, option)
    if winnable and GAMES[setting.game].optimum is not None:
        raise SettingError(
            f"{setting.game} is a game of dice: no deal of it is certain to be won; see escapology solve"
        )
    if seed is None:
        seed = min(random_seed(), MAX_SEED + 1 - count)
        sys.stderr.write(f"seed {seed}\n")
    if seed + count - 1 > MAX_SEED:
        raise SettingError(f"{count} deals from seed {seed} are too many: the last seed is {MAX_SEED}")
    if winnable:
        need_numba()
        return _lines(setting, _winnable_seeds(setting, seed, count), json, proven=True)
    return _lines(setting, range(seed, seed + count), json)


def _lines(setting: Setting, seeds: Iterable[int], as_json: bool, **more: bool) -> Iterator[str]:
    for seed in seeds:
        line = deal_line(GAMES[setting.game], new_deal(setting, seed))
        if as_json:
            options = dict(setting.options)
            line = json_line(game=setting.game, variant=setting.variant, options=options, seed=seed, deal=line, **more)
        yield line


def _winnable_seeds(setting: Setting, seed: int, count: int) -> Iterator[int]:
    """The first so many seeds whose deals are proven to have a win."""
    from escapology.solve import Limits, solve

    game = GAMES[setting.game]
    found = 0
    tried: Counter[str] = Counter()
    for candidate in range(seed, MAX_SEED + 1):
        deal = new_deal(setting, candidate)
        verdict = in_thread(lambda deal=deal: solve(game, deal, limits=Limits(seconds=_PATIENCE)).verdict)  # type: ignore[misc]
        tried[verdict] += 1
        if verdict == "winnable":
            yield candidate
            sys.stdout.flush()  # the next one may take its time
            found += 1
        if found == count:
            break
    others = ", ".join(f"{n} {verdict}" for verdict, n in tried.items() if verdict != "winnable") or "none"
    sys.stderr.write(f"proven winnable: {found} of {tried.total()} deals tried (passed over: {others})\n")
    if found < count:
        raise SettingError(f"there are no more seeds: the last one is {MAX_SEED}")
