"""`escapology deal`: new deals as deal lines."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from escapology.cli.inputs import GameName, Json, OptionTexts, VariantName, read_setting, whole
from escapology.cli.output import json_line
from escapology.errors import SettingError
from escapology.games import GAMES
from escapology.luck import MAX_SEED, random_seed
from escapology.middle import deal_line, new_deal
from escapology.setting import Setting

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
    json: Json = False,
) -> Iterator[str]:
    """Print new deals, one line each. The same seed always gives the same deal.

    Examples:
      escapology deal devils-square --seed 7
      escapology deal blank --variant long --option skips=two --seed 1 --count 3
      escapology deal 'blank/long[skips=two]' --seed 1 --json
    """
    setting = read_setting(game, variant, option)
    if seed is None:
        seed = min(random_seed(), MAX_SEED + 1 - count)
        sys.stderr.write(f"seed {seed}\n")
    if seed + count - 1 > MAX_SEED:
        raise SettingError(f"{count} deals from seed {seed} are too many: the last seed is {MAX_SEED}")
    return _lines(setting, range(seed, seed + count), json)


def _lines(setting: Setting, seeds: range, as_json: bool) -> Iterator[str]:
    for seed in seeds:
        line = deal_line(GAMES[setting.game], new_deal(setting, seed))
        if as_json:
            options = dict(setting.options)
            line = json_line(game=setting.game, variant=setting.variant, options=options, seed=seed, deal=line)
        yield line
