"""Which deals an environment plays, and what is kept of one that was played: a record, like any other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np

from escapology.environments.table import learning_of
from escapology.errors import DealError
from escapology.games import GAMES
from escapology.luck import check_seed
from escapology.middle import legal_moves, new_deal, parse_deal_line, play_move, start_state
from escapology.protocol import AnyGame, Deal
from escapology.record import Record, record_text
from escapology.setting import Setting, make_setting, parse_setting

__all__ = ["chosen_setting", "episode_record", "later_seeds", "read_deal"]

_SEEDS: Final = 2**63  # numbers that stand for deals nobody asked for


def chosen_setting(setting: str, rulings: Mapping[str, str]) -> tuple[AnyGame, Setting]:
    """A game and its setting, from `lab-rats/hard` and readings of its options."""
    read = parse_setting(setting, GAMES)
    game = GAMES[read.game]
    return game, make_setting(game, read.variant, {**dict(read.options), **rulings})


def later_seeds(source: np.random.Generator, count: int) -> list[int]:
    """The seeds of deals that nobody asked for, as an environment's generator has them."""
    return [int(seed) for seed in source.integers(_SEEDS, size=count)]


def read_deal(game: AnyGame, line: object) -> Deal:
    """The deal of a deal line, which has to be one of this game."""
    if not isinstance(line, str):
        raise DealError(f"options['deal'] is {type(line).__name__}: give a deal line, as text")
    found, deal = parse_deal_line(line)
    if found is not game:
        raise DealError(f"this is a deal of {found.title}, but the environment plays {game.title}")
    return deal


def episode_record(setting: str, deal: int | str, actions: Iterable[Any], **rulings: str) -> str:
    """The record of an episode, as text: which deal it was, by seed or as a line, and what was done in it.

    Actions that were not legal are left out, as they did nothing.
    """
    game, chosen = chosen_setting(setting, rulings)
    if isinstance(deal, str):
        played = read_deal(game, deal)
    else:
        check_seed(int(deal))
        played = new_deal(chosen, int(deal))
    action_of = learning_of(game).action_of
    state = start_state(game, played)
    texts: list[str] = []
    for action in actions:
        legal = {action_of(played, state, move): move for move in legal_moves(game, played, state)}
        if int(action) in legal:
            move = legal[int(action)]
            texts.append(game.notation.move_text(played, state, move))
            state = play_move(game, played, state, move)
    return record_text(Record(game, played, tuple(texts)))
