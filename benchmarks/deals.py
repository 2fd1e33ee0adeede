"""Deals and random games, to be played, asked about, or to be a burden."""

from __future__ import annotations

import random
from functools import cache
from itertools import count

from escapology.games import GAMES
from escapology.middle import deal_line, legal_texts, new_deal, play_move, start_state
from escapology.setting import parse_setting

__all__ = ["deal_of", "endless_play", "has_moves", "random_play"]


def deal_of(setting: str, seed: int) -> str:
    """A deal line."""
    chosen = parse_setting(setting, GAMES)
    return deal_line(GAMES[chosen.game], new_deal(chosen, seed))


def has_moves(setting: str, seed: int) -> bool:
    """Whether there is anything to do at the start of a deal: of ten thousand of Devil's Square, one has no move."""
    chosen = parse_setting(setting, GAMES)
    game, deal = GAMES[chosen.game], new_deal(chosen, seed)
    return bool(legal_texts(game, deal, start_state(game, deal)))


def random_play(setting: str, seed: int, most: int) -> tuple[str, list[str]]:
    """A deal line, and moves at random: as many as wanted, or until the game is over."""
    chosen, luck = parse_setting(setting, GAMES), random.Random(seed)  # noqa: S311 - a game
    game, deal = GAMES[chosen.game], new_deal(chosen, seed)
    state, made = start_state(game, deal), list[str]()
    while len(made) < most and (legal := legal_texts(game, deal, state)):
        made.append(luck.choice(list(legal)))
        state = play_move(game, deal, state, legal[made[-1]])
    return deal_line(game, deal), made


@cache
def endless_play(moves: int) -> tuple[str, list[str]]:
    """The first random game of Devil's Square that goes on for so long; about half of them have no end."""
    plays = (random_play("devils-square", seed, moves) for seed in count(1))
    return next(play for play in plays if len(play[1]) == moves)
