"""Positions decided, each by the solver of its variant."""

from __future__ import annotations

from collections.abc import Callable

from escapology.games.lab_rats.rules import Deal, State, won
from escapology.games.lab_rats.solver.bag import solve_bag
from escapology.games.lab_rats.solver.budget import Budget
from escapology.games.lab_rats.solver.classic import Answer, solve_classic, solve_hard
from escapology.games.lab_rats.solver.lift_any import solve_lift_any
from escapology.games.lab_rats.solver.line import number_of
from escapology.games.lab_rats.solver.ready import make_ready
from escapology.games.lab_rats.solver.rebag import solve_rebag
from escapology.games.lab_rats.solver.squares import SQUARES_BYTES
from escapology.games.lab_rats.solver.stacks import REACH_BYTES
from escapology.verdict import Limits, SpentError, Verdict

__all__ = ["solve"]


def solve(d: Deal, s: State, limits: Limits) -> Verdict:
    """Whether the position can be won. It must be one that play can lead to; nothing may be hidden in it."""
    began, budget = limits.spent(), Budget(limits)
    try:
        budget.check()
        budget.allocate(SQUARES_BYTES + 2 * REACH_BYTES)  # what all of them need
        make_ready(d)
        proof, moves = ("", []) if won(d, s) else _solver_of(d)(d, s, budget)
    except SpentError as spent:
        return Verdict("undecided", str(spent), budget.nodes, limits.spent() - began)
    if proof:
        return Verdict("unwinnable", proof, budget.nodes, limits.spent() - began)
    numbers = tuple([number_of(text) for text in moves])
    return Verdict("winnable", "", budget.nodes, limits.spent() - began, tuple(moves), numbers=numbers)


def _solver_of(d: Deal) -> Callable[[Deal, State, Budget], Answer]:
    if d.has_rebag:
        return solve_rebag
    if d.has_bag:
        return solve_bag
    if not d.has_backing:
        return solve_hard
    return solve_lift_any if d.has_lift_any else solve_classic
