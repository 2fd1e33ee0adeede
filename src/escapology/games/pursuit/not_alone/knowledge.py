"""What the player of Not Alone, After All knows, and the worlds that look the same to him."""

from escapology.games.pursuit.knowledge import blank_piles, piles_hidden, redraw_piles
from escapology.games.pursuit.not_alone.rules.state import Deal, State
from escapology.luck import Luck

__all__ = ["face_down", "hidden", "observe", "redraw", "reveals", "turned_over"]


def turned_over(d: Deal, s: State) -> int:
    """How many task cards lie open: they lie behind every second pile, the last behind the vessel's."""
    pile = (s.turn + 2) // 3
    return sum(pile >= d.vessel_pile - behind for behind in (4, 2, 0))


def face_down(d: Deal, s: State) -> int:
    """How many task cards could still be any of those not turned over; the last one left is known."""
    left = 3 - turned_over(d, s)
    return left if left > 1 else 0


def hidden(d: Deal, s: State) -> int:
    """Movement cards in piles not dealt, and task cards in an order not known."""
    return piles_hidden(s) + face_down(d, s)


def reveals(d: Deal, before: State, after: State) -> bool:
    """A pile was dealt or a card drawn or turned over."""
    return hidden(d, after) < hidden(d, before)


def observe(d: Deal, s: State) -> tuple[Deal, State]:
    """The piles not dealt are blanked out, and the task cards not turned over are in the order of their numbers."""
    seen, state = d.copy(), s.copy()
    blank_piles(seen, s)
    first = 3 - face_down(d, s)
    _reorder(seen, state, [*range(first), *_by_number(d, first)])
    return seen, state


def redraw(d: Deal, s: State, luck: Luck) -> tuple[Deal, State]:
    """The piles and the task cards not turned over in any order."""
    world, state = d.copy(), s.copy()
    redraw_piles(world, s, luck)
    first = 3 - face_down(d, s)
    unknown = _by_number(d, first)
    luck.shuffle(unknown)
    _reorder(world, state, [*range(first), *unknown])
    return world, state


def _by_number(d: Deal, first: int) -> list[int]:
    """The tasks from `first` on, in an order that tells nothing."""
    return sorted(range(first, 3), key=lambda task: d.task[task])


def _reorder(d: Deal, s: State, order: list[int]) -> None:
    """Put the task cards into that order, with all that belongs to each."""
    d.task = [d.task[task] for task in order]
    s.location = [s.location[task] for task in order]
    s.dock = [s.dock[task] for task in order]
    s.done = sum((s.done >> task & 1) << i for i, task in enumerate(order))
