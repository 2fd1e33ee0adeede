"""What a player of Don't Let Them Get You goes by who doesn't look ahead."""

from escapology.games.pursuit.dont_let_them_get_you.rules import exits_from
from escapology.games.pursuit.dont_let_them_get_you.rules.state import Deal, State
from escapology.games.pursuit.rules.state import ENTER, LAY, NOWHERE
from escapology.games.pursuit.solver.glance import glance

__all__ = ["promise"]


def promise(d: Deal, s: State) -> float:
    """Tasks left, steps to the next one or to the exit, alert pursuers, fatigue. Nothing is known before you are in."""
    if s.phase in (LAY, ENTER):
        return 0.5
    open_tasks = [task for task in range(3) if not s.done >> task & 1]
    goals = sum(1 << s.location[task] for task in open_tasks)
    if not open_tasks:
        goals = exits_from(s, s.you) if s.exit == NOWHERE else 1 << s.exit
    return glance(s, len(open_tasks), goals)
