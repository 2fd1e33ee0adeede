"""Bots: players of rising strength, all of them fair, and the games they play.

random   takes every legal move with the same chance
greedy   takes the choice that looks best at a glance, without looking ahead
fair     imagines worlds and looks ahead in each (`fair.py`); where nothing is hidden any more it solves, and where only
         dice are left to come it plays the best chance there is
learned  goes by a network that was trained, in games somebody has learned (`learned`); learned-ahead also plays on in
         worlds it imagines
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from escapology.luck import Luck
from escapology.middle import legal_moves, read_move, start_state
from escapology.protocol import AnyGame, Deal, Struct
from escapology.record import Record
from escapology.solve import Limits, best_play, solve
from escapology.solve.choices import find_choices
from escapology.solve.fair import judge
from escapology.solve.glances import can_glance, choices_of, promises
from escapology.solve.learned import Learned
from escapology.verdict import Effort

__all__ = ["Bot", "Outcome", "fair", "greedy", "make_bot", "play_game", "random", "wilson"]

Bot = Callable[[AnyGame, Deal, Struct, Luck], Sequence[int]]  #: the moves it makes next; none = it gives up

_GLANCES: Final = 4  # worlds in which a greedy player looks at each choice
_NODES: Final = 1_000_000  # to solve what is left within, where worlds are counted and nothing is hidden any more
_MOST_MOVES: Final = 400  # of a game; who has not got out by then never will


def random(game: AnyGame, deal: Deal, state: Struct, luck: Luck) -> Sequence[int]:
    """Any legal move."""
    moves = legal_moves(game, deal, state)
    return [moves[luck.below(len(moves))]]


def greedy(game: AnyGame, deal: Deal, state: Struct, luck: Luck) -> Sequence[int]:
    """The choice of the highest promise, of equals any."""
    seen = game.knowledge.observe(deal, state)
    worlds = [game.knowledge.redraw(*seen, luck) for _ in range(_GLANCES)]
    if can_glance(game):
        rows = choices_of(game, *seen)
        rates = promises(game, worlds, rows)
        best_rows = [row for row, rate in zip(rows, rates, strict=True) if rate == max(rates)]
        return best_rows[luck.below(len(best_rows))]
    choices = find_choices(game, *seen)

    def promise(moves: Sequence[int]) -> float:
        total = 0.0
        for world, standing in worlds:
            after = standing.copy()
            for move in moves:
                game.rules.play(world, after, move)
            total += 1.0 if game.rules.won(world, after) else game.fair.promise(world, after)
        return total / _GLANCES

    rated = [(promise(choice.moves), choice) for choice in choices]
    best = max(rate for rate, _ in rated)
    equals = [choice for rate, choice in rated if rate == best]
    return equals[luck.below(len(equals))].moves


def fair(game: AnyGame, deal: Deal, state: Struct, luck: Luck, effort: Effort) -> Sequence[int]:
    """The choice of the highest worth with that effort; without seconds in it, nothing depends on the clock."""
    if game.facts.has_dice:
        return [read_move(game, deal, state, best_play(game, deal, state).move)]
    if game.knowledge.hidden(deal, state) == 0:
        nodes = None if effort.worlds is None else _NODES
        verdict = solve(game, deal, state, Limits(nodes=nodes, seconds=effort.seconds))
        if verdict.verdict == "winnable":
            return _numbers(game, deal, state, verdict.moves)
        return greedy(game, deal, state, luck)
    return judge(game, deal, state, luck, effort)[0].choice.moves


def _numbers(game: AnyGame, deal: Deal, state: Struct, texts: Sequence[str]) -> list[int]:
    state = state.copy()
    moves = []
    for text in texts:
        moves.append(read_move(game, deal, state, text))
        game.rules.play(deal, state, moves[-1])
    return moves


def make_bot(name: str, effort: Effort) -> Bot:
    """The bot of that name; the effort that a choice may take is for those who think."""
    if name.startswith("learned"):
        return Learned(effort if name == "learned-ahead" else None)
    bots: dict[str, Bot] = {"random": random, "greedy": greedy, "fair": partial(fair, effort=effort)}
    return bots[name]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A game that a bot has played."""

    record: Record
    is_won: bool
    score: int


def play_game(game: AnyGame, deal: Deal, bot: Bot, luck: Luck, *, may_return: bool = False) -> Outcome:
    """Let a bot play a deal to its end, or until it gives up.

    Unless it plays at random, or otherwise may return, it gives up where it has made a choice before.
    """
    state = start_state(game, deal)
    texts: list[str] = []
    chosen: set[str] = set()
    may_return = may_return or bot is random
    while len(texts) < _MOST_MOVES and legal_moves(game, deal, state) and repr(state) not in chosen:
        if not may_return:
            chosen.add(repr(state))
        moves = bot(game, deal, state, luck)
        if not moves:
            break
        for move in moves:
            texts.append(game.notation.move_text(deal, state, move))
            game.rules.play(deal, state, move)
    return Outcome(Record(game, deal, tuple(texts)), game.rules.won(deal, state), game.rules.score(deal, state))


def wilson(won: int, played: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """The interval of the true share when so many of those played were won, by Wilson's score.

    It is that of 95 %, unless `z` says otherwise: so many standard errors to either side.
    """
    share = won / played
    middle = share + z * z / (2 * played)
    spread = z * math.sqrt(share * (1 - share) / played + z * z / (4 * played * played))
    scale = 1 + z * z / played
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
