"""What the player of Blank knows: every card that has been face up."""

from escapology.games.blank.rules import UNKNOWN, Deal, State
from escapology.luck import Luck

__all__ = ["hidden", "observe", "redraw", "reveals"]


def hidden(d: Deal, s: State) -> int:
    """Cards below the top one."""
    return max(0, d.size - s.top - 1)


def reveals(d: Deal, before: State, after: State) -> bool:
    """Whether another card was turned over."""
    return hidden(d, after) < hidden(d, before)


def observe(d: Deal, s: State) -> tuple[Deal, State]:
    """The cards below the top one are blanked out."""
    seen = d.copy()
    n = hidden(d, s)
    seen.pile[d.size - n : d.size] = [UNKNOWN] * n
    return seen, s.copy()


def redraw(d: Deal, s: State, luck: Luck) -> tuple[Deal, State]:
    """The cards below the top one in any order: those that have not been seen yet."""
    world = d.copy()
    first = d.size - hidden(d, s)
    unseen = sorted(set(range(1, d.size + 1)).difference(d.pile[:first]))
    luck.shuffle(unseen)
    world.pile[first : d.size] = unseen
    return world, s.copy()
