"""Which functions are rules: each target that compiles asks for those it has not been told of yet."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator
from typing import Any, TypeVar

__all__ = ["Pupil", "all_rules", "has_bounds_checks", "is_plain", "is_rule", "rule"]

F = TypeVar("F", bound=Callable[..., Any])

_rules: dict[Callable[..., Any], None] = {}  # in the order in which they were marked


def rule(function: F) -> F:
    """Mark a function as a rule: it stays what it is, and kernels may call it."""
    _rules[function] = None
    return function


def is_rule(function: Callable[..., Any]) -> bool:
    """Whether it is marked as one."""
    return function in _rules


def all_rules() -> Collection[Callable[..., Any]]:
    """All that are marked by now."""
    return _rules.keys()


class Pupil:
    """One who learns the rules, each of them once; rules are marked all the time, as modules are imported."""

    def __init__(self) -> None:
        self._known = 0

    def news(self) -> Iterator[Callable[..., Any]]:
        """The rules that were marked since this was asked last."""
        fresh = list(_rules)[self._known :]
        self._known += len(fresh)
        return iter(fresh)


def is_plain() -> bool:
    """Whether kernels run as plain Python."""
    return bool(os.environ.get("ESCAPOLOGY_PLAIN"))


def has_bounds_checks() -> bool:
    """Whether kernels are compiled with every index checked."""
    return bool(os.environ.get("ESCAPOLOGY_BOUNDS"))
