"""What the player knows: everything but the dice not yet rolled."""

from typing import Final

from escapology.games.kidnap_machine.rules import MOST_DICE, UNKNOWN_SEED, Deal, State, die_at
from escapology.luck import Luck

__all__ = ["hidden", "observe", "redraw", "reveals"]

_ENDLESS: Final = 1_000_000_000  # stands for all the dice of a game without a clock


def hidden(d: Deal, s: State) -> int:
    """Dice that can still be rolled: two a turn."""
    return (2 * d.last_turn if d.last_turn else _ENDLESS) - s.rolled


def reveals(d: Deal, before: State, after: State) -> bool:
    """A move shows something new when a die was rolled."""
    return after.rolled > before.rolled


def _rolled(d: Deal, s: State) -> list[int]:
    """The dice rolled so far (the first ones, should they be too many to list)."""
    return [die_at(d, place) for place in range(min(s.rolled, MOST_DICE))]


def observe(d: Deal, s: State) -> tuple[Deal, State]:
    """Only the dice rolled so far are left."""
    seen = d.copy()
    rolled = _rolled(d, s)
    seen.dice = rolled + [0] * (MOST_DICE - len(rolled))
    seen.dice_count = len(rolled)
    seen.seed = UNKNOWN_SEED
    return seen, s.copy()


def redraw(d: Deal, s: State, luck: Luck) -> tuple[Deal, State]:
    """Other dice behind those rolled so far."""
    world = d.copy()
    rolled = _rolled(d, s)
    world.dice_count = 2 * d.last_turn or MOST_DICE
    unseen = world.dice_count - len(rolled)
    world.dice = rolled + [luck.below(6) + 1 for _ in range(unseen)] + [0] * (MOST_DICE - world.dice_count)
    world.seed = UNKNOWN_SEED if d.last_turn else luck.below(2**32)
    return world, s.copy()
