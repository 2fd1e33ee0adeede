"""Positions decided, each by the solver of its variant, and how they look to one who can't see what is hidden."""

from __future__ import annotations

from collections.abc import Callable

from escapology.games.lab_rats.rules import Deal, State, won
from escapology.games.lab_rats.solver.bag import solve_bag, solve_rebag
from escapology.games.lab_rats.solver.budget import Budget
from escapology.games.lab_rats.solver.classic import Answer, solve_classic, solve_hard
from escapology.games.lab_rats.solver.forecast import forecast
from escapology.games.lab_rats.solver.lift_any import solve_lift_any
from escapology.games.lab_rats.solver.ready import make_ready, make_ready_for
from escapology.games.lab_rats.solver.squares import SQUARES_BYTES
from escapology.games.lab_rats.solver.stacks import REACH_BYTES
from escapology.verdict import Limits, Prospect, SpentError, Verdict

__all__ = ["prospects", "solve"]


def solve(d: Deal, s: State, limits: Limits) -> Verdict:
    """Whether the position can be won. It must be one that play can lead to; nothing may be hidden in it."""
    return _solve(d, s, limits, make_ready)


def _solve(d: Deal, s: State, limits: Limits, get_ready: Callable[[Deal], None]) -> Verdict:
    began, budget = limits.spent(), Budget(limits)
    try:
        budget.check()
        budget.allocate(SQUARES_BYTES + 2 * REACH_BYTES)  # what all of them need
        get_ready(d)
        proof, moves = ("", []) if won(d, s) else _solver_of(d)(d, s, budget)
    except SpentError as spent:
        return Verdict("undecided", str(spent), budget.nodes, limits.spent() - began)
    if proof:
        return Verdict("unwinnable", proof, budget.nodes, limits.spent() - began)
    return Verdict("winnable", "", budget.nodes, limits.spent() - began, tuple(moves))


def _solver_of(d: Deal) -> Callable[[Deal, State, Budget], Answer]:
    if d.has_rebag:
        return solve_rebag
    if d.has_bag:
        return solve_bag
    if not d.has_backing:
        return solve_hard
    return solve_lift_any if d.has_lift_any else solve_classic


def prospects(d: Deal, states: list[State], limits: Limits) -> list[Prospect]:
    """How positions of one world look to one who will never see the coins below before they are turned up.

    Knowing what comes, most can be won; so whether a position *can* be won tells little. With backing up it is asked
    all the same, and the forecast decides between equals. Few nodes don't come far, so little is made ready for them.
    """
    looks = forecast(d, states)
    if not d.has_backing:
        return looks

    def worth(s: State) -> float:
        return _WORTH[_solve(d, s, limits, lambda d: make_ready_for(d, s, limits)).verdict]

    return [Prospect(worth(s) if look.win < 1 else 1.0, look.win) for s, look in zip(states, looks, strict=True)]


_WORTH = {"winnable": 1.0, "undecided": 0.5, "unwinnable": 0.0}
