"""Solving: what can be said for certain about a position.

`solve` gives a verdict on any position of any game: by the game's own solver where it has one, else by the search that
is made from its rules (`search.py`). Every win that is claimed has been replayed by the plain rules. `best_chance` is
the same for games whose luck is still to come; `most_points` tells what is left where no win is. Limits are kept here
for all of them: an answer that reached one is `undecided`. A win is made shorter in `shortest.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from escapology.errors import SettingError
from escapology.middle import play_move, read_move, start_state
from escapology.protocol import AnyGame, D, Deal, Game, S, Struct
from escapology.setting import Setting
from escapology.solve.search import search, search_points
from escapology.verdict import Limits, Solution, SpentError, Verdict

__all__ = ["Limits", "Verdict", "best_chance", "best_play", "make_ready", "most_points", "solve", "solver_of"]

_ready: set[Setting] = set()  # those whose solver has run in this process


def solver_of(game: AnyGame) -> Callable[[Deal, Struct, Limits], Verdict]:
    """What decides a game's positions: its own solver, else the search that is made from its rules."""
    if game.solving.solve is not None:
        return game.solving.solve
    if game.facts.has_dice:
        raise SettingError(f"{game.name} is a game of dice: no deal of it is won or lost for certain; use best_chance")
    if game.solving.hooks is None:
        raise SettingError(f"{game.name} can't be solved: it says neither how (solve) nor what a search needs (hooks)")
    return partial(search, game)


def make_ready(game: AnyGame, deal: Deal, state: Struct, limits: Limits | None = None) -> None:
    """Have the game's solver compiled, or loaded, before the clock runs."""
    _make_ready(deal.setting, lambda little: solver_of(game)(deal, state, little).nodes, limits or Limits())


def solve(game: AnyGame, deal: Deal, state: Struct | None = None, limits: Limits | None = None) -> Verdict:
    """The verdict on that state (else on the start)."""
    if state is None:
        state = start_state(game, deal)
    solver = solver_of(game)
    limits = limits or Limits()
    if reason := limits.reached_by():
        return Verdict("undecided", reason, 1, 0.0)
    make_ready(game, deal, state, limits)
    limits.restart()
    verdict = solver(deal, state, limits)
    spent = limits.spent()
    if verdict.verdict != "undecided" and (reason := limits.reached_by(verdict.nodes, spent)):
        return Verdict("undecided", reason, verdict.nodes, spent)
    if verdict.verdict == "winnable":
        _replay(game, deal, state, verdict.moves)
    return replace(verdict, seconds=spent)


def most_points(game: AnyGame, deal: Deal, state: Struct, limits: Limits | None = None) -> int | None:
    """The most points that can be made from that state on; None in a game without points, or if a limit is reached.

    A game that does not know (`best_score`) is searched to the end, if a search can be made from its rules.
    """
    limits = limits or Limits()
    limits.restart()
    if game.solving.best_score is not None:
        return game.solving.best_score(deal, state, limits).best_score
    if game.facts.has_points and game.solving.hooks is not None:
        return search_points(game, deal, state, limits)
    return None


def best_chance(
    game: AnyGame, deal: Deal, state: Struct | None = None, limits: Limits | None = None
) -> Solution | Verdict:
    """The best possible chance from that state (else from the start); a verdict only if it is `undecided`."""
    optimum = partial(_optimum_of(game), deal, state or start_state(game, deal))
    limits = limits or Limits()
    if reason := limits.reached_by():
        return Verdict("undecided", reason, 1, 0.0)
    _make_ready(deal.setting, lambda little: _states(partial(optimum, little)), limits)
    limits.restart()
    try:
        solution = optimum(limits)
    except SpentError as error:
        return Verdict("undecided", str(error), max(error.nodes, 1), limits.spent())
    spent, states = limits.spent(), max(solution.states, 1)
    if reason := limits.reached_by(states, spent):
        return Verdict("undecided", reason, states, spent)
    return replace(solution, states=states, seconds=spent)


def best_play(game: Game[D, S], deal: D, state: S) -> Solution:
    """The same, however long it takes."""
    solution = _optimum_of(game)(deal, state, Limits())
    return replace(solution, states=max(solution.states, 1))


def _optimum_of(game: Game[D, S]) -> Callable[[D, S, Limits], Solution]:
    if game.solving.optimum is None:
        raise SettingError(f"{game.name} is no game of dice: its deals are won or lost; use solve")
    return game.solving.optimum


def _states(optimum: Callable[[], Solution]) -> int:
    """How many positions were looked at, also if a limit was reached."""
    try:
        return optimum().states
    except SpentError as error:
        return error.nodes


def _make_ready(setting: Setting, run: Callable[[Limits], int], limits: Limits) -> None:
    """Have the solver compiled, or loaded, before the clock runs: it is when it has looked at a position."""
    if setting not in _ready and run(Limits(nodes=1, memory=limits.memory, stop=limits.stop)):
        _ready.add(setting)


def _replay(game: AnyGame, deal: Deal, state: Struct, moves: tuple[str, ...]) -> None:
    """Play a claimed win by the plain rules."""
    for text in moves:
        state = play_move(game, deal, state, read_move(game, deal, state, text))
    if not game.rules.won(deal, state):
        raise AssertionError(f"{game.name}: the solver's win is none: {' '.join(moves)}")
