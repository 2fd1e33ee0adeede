"""Deals for those who look at many: made by compiled code where a game has some, else as any deal is."""

from __future__ import annotations

from escapology.games import GAMES
from escapology.middle import new_deal
from escapology.native import is_plain
from escapology.protocol import Deal
from escapology.setting import Setting

__all__ = ["deal_quickly"]


def deal_quickly(setting: Setting, seed: int) -> Deal:
    """The deal of that seed."""
    deal = GAMES[setting.game].solving.deal
    if deal is None or is_plain():
        return new_deal(setting, seed)
    made: Deal = deal(setting, seed)
    return made
