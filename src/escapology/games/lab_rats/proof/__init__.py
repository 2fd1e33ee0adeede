"""Why a position of Lab Rats is lost, for certificates.

coins.py     too few coins, as they lie or in any order
relaxed.py   coins that would be enough, but can't be had in time
"""

from escapology.games.lab_rats.proof.coins import PURSES, STACKS_AS_THEY_LIE
from escapology.games.lab_rats.proof.relaxed import RELAXED

__all__ = ["PURSES", "RELAXED", "STACKS_AS_THEY_LIE"]
