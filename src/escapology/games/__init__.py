"""The games. `GAMES` is the only list of them: a game that stands here is played, solved, drawn and tested."""

from escapology.games import blank, devils_square, kidnap_machine, lab_rats
from escapology.games.pursuit import dont_let_them_get_you, not_alone
from escapology.protocol import AnyGame

__all__ = ["GAMES"]

_PACKAGES = (devils_square, lab_rats, kidnap_machine, dont_let_them_get_you, not_alone, blank)

GAMES: dict[str, AnyGame] = {package.GAME.name: package.GAME for package in _PACKAGES}
