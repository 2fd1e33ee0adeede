"""A house under study: the exact chance against each enemy, for perfect, greedy and random play."""

from __future__ import annotations

from dataclasses import dataclass

from escapology.games.kidnap_machine.notation import deal_house
from escapology.games.kidnap_machine.rules.houses import House
from escapology.games.kidnap_machine.solver.optimum import solve
from escapology.games.kidnap_machine.solver.players import greedy_chance, random_chance
from escapology.setting import Setting

__all__ = ["EnemyStudy", "study_enemy"]


@dataclass(frozen=True, slots=True)
class EnemyStudy:
    """The chances against one enemy."""

    turns: int  # KM8: that it leaves you
    perfect: float
    greedy: float
    random: float


def study_enemy(setting: Setting, house: House, number: int) -> EnemyStudy:
    """The chances against the enemy of that number, from 1."""
    d = deal_house(setting, house, number, [])
    return EnemyStudy(d.last_turn, solve(d).chance, greedy_chance(d), random_chance(d))
