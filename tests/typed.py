"""Deals of a game that a test knows, as that game's own type."""

from typing import TypeVar

from escapology import middle
from escapology.protocol import Deal
from escapology.setting import Setting

__all__ = ["new_deal", "parse_deal"]

D = TypeVar("D", bound=Deal)


def new_deal(kind: type[D], setting: Setting, seed: int) -> D:
    """The deal of that seed."""
    deal = middle.new_deal(setting, seed)
    assert isinstance(deal, kind)
    return deal


def parse_deal(kind: type[D], line: str) -> D:
    """The deal of that deal line."""
    _, deal = middle.parse_deal_line(line)
    assert isinstance(deal, kind)
    return deal
