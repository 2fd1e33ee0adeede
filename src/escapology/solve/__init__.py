"""Solving: what can be said for certain about a position.

`solve` gives a verdict on any position of any game: by the game's own solver where it has one, else by the search that
is made from its rules (`search.py`). Every win that is claimed has been replayed by the plain rules.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from escapology.game import Deal, Game, Struct
from escapology.middle import play_move, read_move, start_state
from escapology.solve.search import search
from escapology.verdict import Limits, Verdict

__all__ = ["Limits", "Verdict", "make_ready", "solve", "solver_of"]

_ready: set[str] = set()  # games whose solver has run in this process


def solver_of(game: Game) -> Callable[[Deal, Struct, Limits], Verdict]:
    """What decides a game's positions: its own solver, else the search that is made from its rules."""
    return game.solve or partial(search, game)


def make_ready(game: Game, deal: Deal, state: Struct, limits: Limits | None = None) -> None:
    """Have the game's solver compiled, or loaded, before the clock runs."""
    if game.name not in _ready and game.optimum is None:
        limits = limits or Limits()
        solver_of(game)(deal, state, Limits(nodes=1, stop=limits.stop))
        _ready.add(game.name)
        limits.restart()


def solve(game: Game, deal: Deal, state: Struct | None = None, limits: Limits | None = None) -> Verdict:
    """The verdict on that state (else on the start)."""
    if state is None:
        state = start_state(game, deal)
    limits = limits or Limits()
    make_ready(game, deal, state, limits)
    verdict = solver_of(game)(deal, state, limits)
    if verdict.verdict == "winnable":
        _replay(game, deal, state, verdict.moves)
    return verdict


def _replay(game: Game, deal: Deal, state: Struct, moves: tuple[str, ...]) -> None:
    """Play a claimed win by the plain rules."""
    for text in moves:
        state = play_move(game, deal, state, read_move(game, deal, state, text))
    if not game.won(deal, state):
        raise AssertionError(f"{game.name}: the solver's win is none: {' '.join(moves)}")
