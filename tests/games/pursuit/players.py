"""Players for tests: one at random, and one who looks a little ahead so that games get far."""

import random
from typing import Any

from escapology.games.pursuit.rules.state import CAUGHT, PLAYING, TURN, WON
from escapology.games.pursuit.rules.turn import REST
from escapology.middle import legal_moves


def random_turn(game: Any, d: Any, s: Any, luck: random.Random) -> list[int]:
    """One legal move."""
    return [luck.choice(legal_moves(game, d, s))]


def wary_turn(game: Any, d: Any, s: Any, luck: random.Random) -> list[int]:
    """Of a dozen turns at random the one that gets furthest and is not caught by the next rest."""
    best: list[int] = []
    most = -99.0
    for _ in range(12):
        after = s.copy()
        made: list[int] = []
        while not made or (after.turn == s.turn and after.status == PLAYING and after.phase != TURN):
            moves = legal_moves(game, d, after)
            if after.phase == TURN and luck.random() < 0.8:
                moves = [move for move in moves if move // 64 != REST] or moves
            made.append(luck.choice(moves))
            game.rules.play(d, after, made[-1])
        worth = _worth(game, d, after) + luck.random()
        if worth > most:
            best, most = made, worth
    return best


def _worth(game: Any, d: Any, s: Any) -> float:
    if s.status != PLAYING:
        return 50 if s.status == WON else -50
    worth = 3 * s.done.bit_count() - 0.8 * s.fatigue
    if s.phase == TURN:
        rested = s.copy()
        game.rules.play(d, rested, 64 * REST)
        worth -= 20 * (rested.status == CAUGHT)
    return worth
