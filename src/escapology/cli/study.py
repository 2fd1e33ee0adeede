"""`escapology study`: how hard a house of Kidnap Machine is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from escapology.cli.inputs import GameName, Json, OptionTexts, read_setting
from escapology.cli.output import json_line
from escapology.cli.work import in_thread, need_numba
from escapology.errors import SettingError
from escapology.games.kidnap_machine.houses import House, house_of
from escapology.games.kidnap_machine.study import EnemyStudy, study_enemy
from escapology.setting import Setting

__all__ = ["study"]

_HEAD = ("turns", "perfect", "greedy", "random")


def study(
    game: GameName,
    house: Annotated[
        str, typer.Option("--house", metavar="FILE", help="A house that comes with the game, or a house file.")
    ] = "manor",
    option: OptionTexts = None,
    json: Json = False,
) -> Iterator[str]:
    """Check a house of Kidnap Machine, and print the exact chance against each enemy.

    For three players: a perfect one, a greedy one who goes straight for the goal but for what would get him caught at
    once, and one who plays at random.

    Examples:
      escapology study kidnap-machine
      escapology study kidnap-machine --house manor --option tie=fail --json
    """
    setting = read_setting(game, None, option)
    if setting.game != "kidnap-machine":
        raise SettingError(f"{setting.game} has no houses: study kidnap-machine")
    if setting["clock"] == "off":
        raise SettingError("without a clock there is no exact chance: study with clock=on")
    place = house_of(house)
    need_numba()
    return _lines(setting, place, json)


def _lines(setting: Setting, house: House, as_json: bool) -> Iterator[str]:
    width = max(len(enemy.name) for enemy in house.enemies) + 2
    if not as_json:
        yield f"{setting.text}: {house.name}, {house.width} × {house.height} squares"
        yield f"  {'enemy':<{width}}  {_HEAD[0]:>5}  {_HEAD[1]:>11}  {_HEAD[2]:>11}  {_HEAD[3]:>11}"
    found: list[EnemyStudy] = []
    for number, enemy in enumerate(house.enemies, 1):
        row = in_thread(lambda number=number: study_enemy(setting, house, number))  # type: ignore[misc]
        found.append(row)
        if as_json:
            yield json_line(
                house=house.name, enemy=number, name=enemy.name, turns=row.turns,
                perfect=row.perfect, greedy=row.greedy, random=row.random,
            )  # fmt: skip
        else:
            yield f"  {number} {enemy.name:<{width - 2}}  {row.turns:>5}" + _chances(
                row.perfect, row.greedy, row.random
            )
    if not as_json:
        means = [
            sum(column) / len(found) for column in zip(*((r.perfect, r.greedy, r.random) for r in found), strict=True)
        ]
        yield f"  {'mean':<{width}}  {'':>5}" + _chances(*means)


def _chances(*chances: float) -> str:
    return "".join(f"  {chance:11.9f}" for chance in chances)
