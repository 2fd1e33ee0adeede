"""A house under study: the exact chance against each enemy, for perfect, greedy and random play."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from escapology.errors import SettingError, shorten
from escapology.games.kidnap_machine.notation import deal_house
from escapology.games.kidnap_machine.rules.houses import ENEMIES, House, house_of
from escapology.games.kidnap_machine.solver.optimum import solve
from escapology.games.kidnap_machine.solver.players import greedy_chance, random_chance
from escapology.setting import Setting
from escapology.study import Finding, Parameter, Report, Study

__all__ = ["STUDY"]


def _begin(setting: Setting, chosen: Mapping[str, str], read: Callable[[str], str]) -> Report:
    if setting["clock"] == "off":
        raise SettingError("without a clock there is no exact chance: use clock=on")
    enemy = chosen["enemy"]
    if enemy and not re.fullmatch(f"[1-{ENEMIES}]", enemy):
        raise SettingError(f"{shorten(enemy)} is not an enemy: take a whole number from 1 to {ENEMIES}")
    house = house_of(chosen["house"], read)
    numbers = [int(enemy)] if enemy else range(1, ENEMIES + 1)
    return Report(
        title=f"{house.name}, {house.width} × {house.height} squares",
        subject="enemy",
        counts=("turns",),
        chances=("perfect", "greedy", "random"),
        things={f"{n} {house.enemies[n - 1].name}": partial(_look_at, setting, house, n) for n in numbers},
    )


def _look_at(setting: Setting, house: House, number: int) -> Finding:
    d = deal_house(setting, house, number, [])
    return Finding(
        {"turns": d.last_turn},
        {"perfect": solve(d).chance, "greedy": greedy_chance(d), "random": random_chance(d)},
        {"house": house.name, "enemy": number, "name": house.enemies[number - 1].name},
    )


STUDY: Final = Study(
    words="The exact chance against each enemy of a house, for three players: a perfect one, a greedy one who goes "
    "straight for the goal but for what would get him caught at once, and one who plays at random.",
    parameters=(
        Parameter("house", "FILE", "A house that comes with the game, or a house file.", "manor"),
        Parameter("enemy", "N", f"Only that enemy, from 1 to {ENEMIES}."),
    ),
    begin=_begin,
)
