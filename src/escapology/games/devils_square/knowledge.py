"""What the player of Devil's Square knows: every card but those still in the draw pile."""

from escapology.games.devils_square.rules import CARDS, NO_CARD, SPACES, Deal, State
from escapology.luck import Luck

__all__ = ["hidden", "observe", "redraw", "reveals"]


def hidden(d: Deal, s: State) -> int:
    """Cards still in the draw pile."""
    return CARDS - SPACES - s.drawn


def reveals(d: Deal, before: State, after: State) -> bool:
    """Whether a card was dealt from the draw pile."""
    return hidden(d, after) < hidden(d, before)


def observe(d: Deal, s: State) -> tuple[Deal, State]:
    """The draw pile is blanked out."""
    seen = d.copy()
    first = SPACES + s.drawn
    seen.deck[first:] = [NO_CARD] * (CARDS - first)
    return seen, s.copy()


def redraw(d: Deal, s: State, luck: Luck) -> tuple[Deal, State]:
    """The draw pile in any order: the cards that have not been seen yet."""
    world = d.copy()
    first = SPACES + s.drawn
    unseen = sorted(set(range(CARDS)).difference(d.deck[:first]))
    luck.shuffle(unseen)
    world.deck[first:] = unseen
    return world, s.copy()
