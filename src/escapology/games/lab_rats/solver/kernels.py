"""Rules of the solver as kernels, each compiled when it is first asked for.

Numba spends less on a rule that indexes `a[i, j]` than on one with `a[i][j]`, which makes an array of each row, and on
one that is handed the arrays it works on than on one that makes them. So it is done here.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from escapology.native import compile_kernel, is_plain

__all__ = ["kernel_of"]

F = TypeVar("F", bound=Callable[..., Any])


def kernel_of(function: F) -> F:
    """The rule, compiled; in plain mode just the rule."""
    return _compiled(function) if not is_plain() else function


@functools.cache
def _compiled(function: Any) -> Any:
    return compile_kernel(function)
