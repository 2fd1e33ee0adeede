"""Blank at a real table: each card is told when it is turned up."""

from collections.abc import Sequence

from escapology.companion import Companion, Spot
from escapology.games.blank.entry import ENTRY
from escapology.games.blank.knowledge import hidden
from escapology.games.blank.rules import Deal, State
from escapology.setting import Setting

__all__ = ["COMPANION"]


def _seen(d: Deal, s: State) -> Sequence[Spot]:
    """All cards that have been on top of the pile."""
    return [("pile", card) for card in range(d.size - hidden(d, s))]


def _ask(d: Deal, s: State, spot: Spot) -> str:
    return "Turn up the top card of the pile: which is it?"


def _name(setting: Setting, spot: Spot) -> str:
    return f"card {spot[1] + 1} of the pile"


COMPANION: Companion[Deal, State] = Companion(entry=ENTRY, seen=_seen, ask=_ask, name=_name)
