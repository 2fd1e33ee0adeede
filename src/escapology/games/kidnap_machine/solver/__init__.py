"""All that thinks about Kidnap Machine: above all the best possible chance, exactly.

glance.py     what looks good at a glance
optimum.py    the best chance of a position, and of each of its moves
search.py     the search for it, compiled; imported when it is first asked
outlines.py   positions without their numbers: what can matter of them; survey.py: all of a house
prospects.py  what a position shows: where you can go, what can still matter, how good it can be at best
plan.py       what the search looks up; memory.py: what it has found out
foresight.py  whether the dice of a deal, as they lie, let one out
players.py    the exact chances of two players who don't search
study.py      a whole house: how hard its enemies are
"""

from escapology.games.kidnap_machine.solver.foresight import foresee
from escapology.games.kidnap_machine.solver.glance import promise
from escapology.games.kidnap_machine.solver.optimum import solve
from escapology.games.kidnap_machine.solver.study import STUDY

__all__ = ["STUDY", "foresee", "promise", "solve"]
