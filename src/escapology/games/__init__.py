"""The games. `GAMES` is the only list of them: a game that stands here is played, solved, drawn and tested."""

from escapology.game import Game
from escapology.games import blank, devils_square, lab_rats

__all__ = ["GAMES"]

GAMES: dict[str, Game] = {package.GAME.name: package.GAME for package in (devils_square, lab_rats, blank)}
