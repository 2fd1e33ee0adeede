"""What the player of Don't Let Them Get You knows, and the worlds that look the same to him."""

from escapology.games.pursuit.dont_let_them_get_you.rules.state import Deal, State
from escapology.games.pursuit.knowledge import blank_piles, piles_hidden, redraw_piles
from escapology.games.pursuit.rules.cards import NO_CARD, is_number
from escapology.games.pursuit.rules.state import LAY
from escapology.luck import Luck

__all__ = ["hidden", "observe", "redraw", "reveals"]


def _undrawn(s: State) -> int:
    """Bingo: cards of the maze not drawn yet; the next one to lay is drawn."""
    return 49 - s.laid - 1 if s.phase == LAY else 0


def hidden(d: Deal, s: State) -> int:
    """Movement cards in piles not dealt, and cards of the maze not drawn."""
    return piles_hidden(s) + _undrawn(s)


def reveals(d: Deal, before: State, after: State) -> bool:
    """A pile was dealt or a card drawn or turned over."""
    return hidden(d, after) < hidden(d, before)


def observe(d: Deal, s: State) -> tuple[Deal, State]:
    """All cards not dealt and not drawn are blanked out."""
    seen = d.copy()
    blank_piles(seen, s)
    n = _undrawn(s)
    seen.maze[49 - n :] = [NO_CARD] * n
    return seen, s.copy()


def redraw(d: Deal, s: State, luck: Luck) -> tuple[Deal, State]:
    """The piles in any order; in bingo the stacks too.

    Which eight number cards are among the pictures is not known, so those unseen are shuffled, dealt to the places of
    the number stack, and the others go among the unseen pictures and aces.
    """
    world = d.copy()
    redraw_piles(world, s, luck)
    first = 49 - _undrawn(s)
    unseen = [card for card in range(52) if card not in d.task and card not in d.maze[:first]]
    numbers = [card for card in unseen if is_number(card)]
    luck.shuffle(numbers)
    of_number_stack = len(range(first + first % 2, 49, 2))
    pictures = [card for card in unseen if not is_number(card)] + numbers[of_number_stack:]
    luck.shuffle(pictures)
    for place in range(first, 49):
        world.maze[place] = pictures.pop() if place % 2 else numbers[(place - first) // 2]
    return world, s.copy()
