"""All that thinks about Lab Rats: above all whether a position can be won, all that is hidden being known, and how.

glance.py     what looks good at a glance; keys.py: which positions are the same
decision.py   positions decided: which of the following is asked
squares.py    sets of squares, and where coins lead from them
stacks.py     three stacks used up without backing up: `hard`, and a part of all the rest
purses.py     coins in any order: two tables, and the relaxation
classic.py    backing up: the theory, and what is asked in which order
shifts.py     backing up: short wins, by coins that change places on the way
bases.py      backing up: positions that are won by bringing coins into another order
digs.py       backing up: wins in which nearly every coin is needed, and lies deep
sorting.py    backing up: coins brought into an order in few moves
homes.py      backing up: the search; queues.py: which home is next; wins.py: what it finds, played
bag.py        `bag`; rebag.py: `rebag`
lift_any.py   `lift=any`
dealing.py    many deals, made in compiled code
line.py       wins, written down move by move; ways.py: in fewer moves
advice.py     what to do next, for one who can't see the coins below
chances.py    without backing up: how likely it is to get out, a table; quick.py: games of one who goes by it
ladder.py     quick players who go by it and make mistakes: how hard a deal is
budget.py     limits
kernels.py    rules compiled as kernels
ready.py      kernels compiled before any clock runs
claim.py      the designer's claim about mazes, counted

What `unwinnable` can be proved by:
    exhausted    everything was looked at
    no order     no order of the coins that are left gets out
    relaxation   not even if a coin, once run with, could be used ever after in any order (`classic.py`)
"""

from escapology.games.lab_rats.rules import Deal, State
from escapology.games.lab_rats.solver.glance import class_of, is_free, promise, shows
from escapology.games.lab_rats.solver.keys import canonical
from escapology.luck import Luck
from escapology.setting import Setting
from escapology.verdict import Effort, Limits, Prospect, Rated, Verdict

__all__ = [
    "advise",
    "canonical",
    "class_of",
    "deal",
    "is_free",
    "lost",
    "narrowed",
    "promise",
    "prospects",
    "shorten",
    "shows",
    "solve",
]

# What needs NumPy is imported when it is asked for.


def solve(d: Deal, s: State, limits: Limits) -> Verdict:
    """Whether the position can be won. It must be one that play can lead to; nothing may be hidden in it."""
    from escapology.games.lab_rats.solver import decision

    return decision.solve(d, s, limits)


def deal(setting: Setting, seed: int) -> Deal:
    """The deal of that seed, made in compiled code."""
    from escapology.games.lab_rats.solver import dealing

    return dealing.deal_quickly(setting, seed)


def narrowed(d: Deal) -> Deal:
    """The deal without backing up."""
    d = d.copy()
    d.has_backing = 0
    return d


def shorten(d: Deal, s: State, limits: Limits, found: Verdict) -> Verdict:
    """The same, with a shorter win if one is found."""
    from escapology.games.lab_rats.solver import ways

    return ways.shorten(d, s, limits, found)


def prospects(d: Deal, states: list[State], limits: Limits) -> list[Prospect]:
    """Where the rat may back up: how positions of one world look."""
    from escapology.games.lab_rats.solver import advice

    return advice.prospects(d, states, limits)


def advise(d: Deal, s: State, luck: Luck, effort: Effort) -> list[Rated]:
    """What to do next, for one who can't see the coins below."""
    from escapology.games.lab_rats.solver import advice

    return advice.advise(d, s, luck, effort)


def lost(d: Deal, luck: int) -> float:
    """The share of quick players who lose the deal."""
    from escapology.games.lab_rats.solver import ladder

    return ladder.lost(d, luck)
