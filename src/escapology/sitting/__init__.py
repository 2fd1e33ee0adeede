"""Games at a real table: the player tells what they see and do, and the program keeps the board.

sitting.py      a game as far as it was told, and what is to be told next
told.py         the same as text
correction.py   what becomes of it when something was told wrong
"""

from escapology.sitting.correction import Correction, correct
from escapology.sitting.sitting import Asked, Made, Sitting
from escapology.sitting.told import MOST_TOLD, TableError

__all__ = ["MOST_TOLD", "Asked", "Correction", "Made", "Sitting", "TableError", "correct"]
