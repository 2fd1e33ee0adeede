"""What the players of both games don't know: the piles of movement cards not yet dealt."""

from escapology.games.pursuit.rules.cards import NO_CARD, rank_of
from escapology.games.pursuit.rules.state import ENTER, LAY, START, MazeDeal, MazeState
from escapology.luck import Luck

__all__ = ["blank_piles", "piles_hidden", "redraw_piles"]


def piles_hidden(s: MazeState) -> int:
    """How many movement cards are in piles not yet dealt; the first one is dealt when all else is set up."""
    return 48 if s.phase in (LAY, ENTER, START) else 48 - 6 * ((s.turn + 2) // 3)


def blank_piles(d: MazeDeal, s: MazeState) -> None:
    """Blank out the piles not yet dealt."""
    first = 48 - piles_hidden(s)
    d.movement[first:] = [NO_CARD] * (48 - first)


def redraw_piles(d: MazeDeal, s: MazeState, luck: Luck) -> None:
    """The cards of the piles not yet dealt, in any order: all those of deck two that have not been seen."""
    first = 48 - piles_hidden(s)
    unseen = [card for card in range(52) if rank_of(card) and card not in d.movement[:first]]
    luck.shuffle(unseen)
    d.movement[first:] = unseen
