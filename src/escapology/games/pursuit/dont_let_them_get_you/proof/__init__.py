"""Why a position of Don't Let Them Get You is lost, for certificates.

turns.py   claims, and what follows on them by the rules
alone.py   which of them hold without pursuers: for those who make certificates
"""

from escapology.games.pursuit.dont_let_them_get_you.proof.turns import TURNS

__all__ = ["TURNS"]
