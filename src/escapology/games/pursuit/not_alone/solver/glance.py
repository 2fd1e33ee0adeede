"""What a player of Not Alone, After All goes by who doesn't look ahead."""

from escapology.games.pursuit.not_alone.rules.state import Deal, State
from escapology.games.pursuit.rules.cards import ACE, rank_of, suit_of
from escapology.games.pursuit.rules.maze import room
from escapology.games.pursuit.rules.state import START
from escapology.games.pursuit.solver.glance import glance
from escapology.native import rule

__all__ = ["promise", "switches"]


def promise(d: Deal, s: State) -> float:
    """Research modules left, steps to a switch for one of them or to the dock, alert aliens, fatigue."""
    if s.phase == START:
        return 0.5
    open_tasks = [task for task in range(3) if not s.done >> task & 1]
    if any(not s.there >> s.location[task] & 1 for task in open_tasks):  # NA4: gone, but not done
        return 0.0
    goals = 0
    for task in open_tasks:
        goals |= switches(d, s, task)
    if not open_tasks and s.dock[2] >= 0:
        goals = 1 << s.dock[2]
    return glance(s, len(open_tasks), goals)


@rule
def switches(d: Deal, s: State, task: int) -> int:
    """The cards from which a research module can be ejected."""
    module = room(s, s.location[task])
    same = 0
    ace = 0
    for x in range(49):
        if s.there >> x & 1 and not module >> x & 1:
            if rank_of(s.card[x]) == rank_of(s.card[s.location[task]]):
                same |= 1 << x
            elif rank_of(s.card[x]) == ACE and suit_of(s.card[x]) == suit_of(d.task[task]):
                ace = 1 << x
    return same or ace
