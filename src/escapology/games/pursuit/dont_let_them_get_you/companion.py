"""Don't Let Them Get You at a real table."""

from collections.abc import Sequence

from escapology.companion import Companion, Spot
from escapology.games.pursuit.companion import ask_movement, by_hand, place_name, seen_movement
from escapology.games.pursuit.dont_let_them_get_you.entry import ENTRY
from escapology.games.pursuit.dont_let_them_get_you.knowledge import hidden
from escapology.games.pursuit.dont_let_them_get_you.rules import Deal, State
from escapology.games.pursuit.dont_let_them_get_you.words import events
from escapology.games.pursuit.knowledge import piles_hidden
from escapology.setting import Setting

__all__ = ["COMPANION"]


def _seen(d: Deal, s: State) -> Sequence[Spot]:
    """The cards of the maze that are laid, in bingo the next one as well, and the piles that are dealt."""
    undrawn = hidden(d, s) - piles_hidden(s)
    return [*(("maze", card) for card in range(49 - undrawn)), *seen_movement(s)]


def _ask(d: Deal, s: State, spot: Spot) -> str:
    part, number = spot
    if part == "maze":
        stack = "picture" if number % 2 else "number"
        return f"Draw the next card, from the {stack} stack: which is it?"
    return ask_movement(number)


def _name(setting: Setting, spot: Spot) -> str:
    part, number = spot
    return f"card {number + 1} of the maze" if part == "maze" and setting.variant == "bingo" else place_name(spot)


def _carry_out(d: Deal, before: State, after: State, move: int) -> list[str]:
    return by_hand(events(d, before, move), before, after)


COMPANION: Companion[Deal, State] = Companion(entry=ENTRY, seen=_seen, ask=_ask, name=_name, carry_out=_carry_out)
