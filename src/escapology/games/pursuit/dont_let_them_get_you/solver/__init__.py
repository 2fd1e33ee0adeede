"""All that thinks about Don't Let Them Get You.

glance.py    what looks good at a glance
insight.py   what is certain about a position, for the search over whole turns; with it, whether a position can be won
"""

from escapology.games.pursuit.dont_let_them_get_you.rules import Deal, State
from escapology.games.pursuit.dont_let_them_get_you.solver.glance import promise
from escapology.games.pursuit.solver.glance import length, settles
from escapology.luck import Luck
from escapology.verdict import Effort, Limits, Prospect, Rated, Verdict

__all__ = ["advise", "length", "lost", "promise", "prospects", "settles", "shorten", "solve"]

# What needs NumPy is imported when it is asked for.


def solve(d: Deal, s: State, limits: Limits) -> Verdict:
    """Whether the position can be won, all movement cards being known."""
    from escapology.games.pursuit.dont_let_them_get_you.solver import insight

    return insight.solve(d, s, limits)


def shorten(d: Deal, s: State, limits: Limits, found: Verdict) -> Verdict:
    """The same with a win in the fewest turns."""
    from escapology.games.pursuit.dont_let_them_get_you.solver import insight

    return insight.shorten(d, s, limits, found)


def prospects(d: Deal, states: list[State], limits: Limits) -> list[Prospect]:
    """How positions of one world look."""
    from escapology.games.pursuit.dont_let_them_get_you.solver import insight

    return insight.prospects(d, states, limits)


def advise(d: Deal, s: State, luck: Luck, effort: Effort) -> list[Rated]:
    """What to do this turn, for one who can't see the cards to come."""
    from escapology.games.pursuit.dont_let_them_get_you.solver import insight

    return insight.advise(d, s, luck, effort)


def lost(d: Deal, luck: int) -> float:
    """The share of games of a deal that a quick player loses."""
    from escapology.games.pursuit.dont_let_them_get_you.solver import insight

    return insight.lost(d, luck)
