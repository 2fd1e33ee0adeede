"""`escapology study`: how hard a house of Kidnap Machine is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated

import typer

from escapology.cli.inputs import GameName, Json, OptionTexts, read_setting, whole
from escapology.cli.output import json_line
from escapology.errors import SettingError
from escapology.games.kidnap_machine.rules.houses import ENEMIES, House, house_of
from escapology.games.kidnap_machine.solver.study import EnemyStudy, study_enemy
from escapology.setting import Setting
from escapology.waiting import in_thread, need_numba

__all__ = ["study"]

_PLAYERS = ("perfect", "greedy", "random")


def study(
    game: GameName,
    house: Annotated[
        str, typer.Option("--house", metavar="FILE", help="A house that comes with the game, or a house file.")
    ] = "manor",
    enemy: Annotated[
        int | None, typer.Option(parser=whole(1, ENEMIES), metavar="N", help="Only that enemy, from 1 to 6.")
    ] = None,
    option: OptionTexts = None,
    json: Json = False,
) -> Iterator[str]:
    """Check a house of Kidnap Machine, and print the exact chance against each enemy.

    For three players: a perfect one, a greedy one who goes straight for the goal but for what would get him caught at
    once, and one who plays at random.

    Examples:
      escapology study kidnap-machine --enemy 6
      escapology study kidnap-machine --house manor --enemy 6 --option tie=fail --json
    """
    setting = read_setting(game, None, option)
    if setting.game != "kidnap-machine":
        raise SettingError(f"{setting.game} has no houses: study kidnap-machine")
    if setting["clock"] == "off":
        raise SettingError("without a clock there is no exact chance: study with clock=on")
    place = house_of(house)
    need_numba()
    numbers = range(1, ENEMIES + 1) if enemy is None else range(enemy, enemy + 1)
    return _lines(setting, place, numbers, json)


def _lines(setting: Setting, house: House, numbers: range, as_json: bool) -> Iterator[str]:
    width = max(len(enemy.name) for enemy in house.enemies) + 2
    if not as_json:
        yield f"{setting.text}: {house.name}, {house.width} × {house.height} squares"
        yield f"  {'enemy':<{width}}  turns" + "".join(f"  {player:>11}" for player in _PLAYERS)
    found: list[EnemyStudy] = []
    for number in numbers:
        name = house.enemies[number - 1].name
        row = in_thread(lambda number=number: study_enemy(setting, house, number))  # type: ignore[misc]
        found.append(row)
        if as_json:
            yield json_line(house=house.name, enemy=number, name=name, **asdict(row))
        else:
            yield f"  {f'{number} {name}':<{width}}  {row.turns:>5}{_chances([row])}"
    if not as_json and len(found) > 1:
        yield f"  {'mean':<{width}}       {_chances(found)}"


def _chances(rows: list[EnemyStudy]) -> str:
    """The mean chance of each player."""
    means = [sum(getattr(row, player) for row in rows) / len(rows) for player in _PLAYERS]
    return "".join(f"  {mean:11.9f}" for mean in means)
