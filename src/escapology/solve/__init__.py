"""Solving: what can be said for certain about a position.

`solve` gives a verdict on any position of any game: by the game's own solver where it has one, else by the search that
is made from its rules (`search.py`). Every win that is claimed has been replayed (`replay.py`). `best_chance` is
the same for games whose luck is still to come, and `foresee` for one who knows what is to come; `most_points` tells
what is left where no win is. Limits are kept here for all of them: an answer that reached one is `undecided`. A win is
made shorter in `shortest.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from escapology.errors import SettingError
from escapology.middle import legal_moves, start_state
from escapology.protocol import AnyGame, D, Deal, Game, S, Struct
from escapology.setting import Setting
from escapology.solve.replay import check_win
from escapology.solve.search import search, search_points
from escapology.verdict import Limits, Solution, SpentError, Verdict

__all__ = [
    "Limits",
    "Verdict",
    "best_chance",
    "best_play",
    "foresee",
    "make_ready",
    "most_points",
    "solve",
    "solver_of",
]

_ready: set[Setting] = set()  # those whose solver has run in this process


def solver_of(game: AnyGame) -> Callable[[Deal, Struct, Limits], Verdict]:
    """What decides a game's positions: its own solver, else the search that is made from its rules."""
    if game.solving.solve is not None:
        return game.solving.solve
    if game.facts.has_dice:
        raise SettingError(f"{game.name} is a game with dice, so no deal is certainly won or lost: use best_chance")
    if game.solving.hooks is None:
        raise SettingError(
            f"{game.name} can't be solved: it defines neither `solve` nor the hooks of the generic search"
        )
    return partial(search, game)


def make_ready(game: AnyGame, deal: Deal, state: Struct, limits: Limits | None = None) -> None:
    """Have the game's solver compiled, or loaded, before the clock runs."""
    _make_ready(deal.setting, lambda little: solver_of(game)(deal, state, little).nodes, limits or Limits())


def solve(
    game: AnyGame, deal: Deal, state: Struct | None = None, limits: Limits | None = None, *, in_bulk: bool = False
) -> Verdict:
    """The verdict on that state (else on the start); `in_bulk` = a win is checked as one of many (`replay.py`)."""
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
        check_win(game, deal, state, verdict, in_bulk=in_bulk)
    return replace(verdict, seconds=spent, numbers=())


def foresee(game: AnyGame, deal: Deal, limits: Limits) -> Verdict:
    """Whether there is a win in a deal, all its luck being known: in a game of dice, the dice that lie in it, too."""
    if not game.facts.has_dice:
        return solve(game, deal, limits=limits)
    if game.solving.foresee is None:
        raise SettingError(f"{game.name} does not define `foresee`, which decides deals whose dice are known")
    limits.restart()
    state = start_state(game, deal)
    verdict = game.solving.foresee(deal, state, limits)
    if verdict.verdict == "winnable":
        check_win(game, deal, state, verdict)
    return replace(verdict, seconds=limits.spent())


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
    state = state or start_state(game, deal)
    optimum = partial(_optimum_of(game), deal, state)
    limits = limits or Limits()
    if reason := limits.reached_by():
        return Verdict("undecided", reason, 1, 0.0)
    if legal_moves(game, deal, state):  # a game that is over needs no solver
        _make_ready(deal.setting, lambda little: _states(partial(optimum, little)), limits)
    limits.restart()
    try:
        solution = optimum(limits)
    except SpentError as error:
        return Verdict("undecided", str(error), max(error.nodes, 1), limits.spent())
    spent = limits.spent()
    if reason := limits.reached_by(solution.states, spent):
        return Verdict("undecided", reason, solution.states, spent)
    return replace(solution, seconds=spent)


def best_play(game: Game[D, S], deal: D, state: S) -> Solution:
    """The same, however long it takes."""
    return _optimum_of(game)(deal, state, Limits())


def _optimum_of(game: Game[D, S]) -> Callable[[D, S, Limits], Solution]:
    if game.solving.optimum is None:
        raise SettingError(f"{game.name} has no dice, so its deals are won or lost: use solve")
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
