"""How Numba is told what a call in a kernel leads to, quickly.

Left to itself, Numba compiles a rule anew for every width of whole numbers that it is called with, and asks a dozen
implementations of `+` in turn for every sum. Here whole numbers are handed to rules with 64 bits, so that a rule is
compiled once; and what an operator does with certain types is found out once.

Like `linker.py`, this leans on Numba's insides.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import numba
from numba.core import types
from numba.core.datamodel.models import OpaqueModel
from numba.core.datamodel.registry import register_default
from numba.core.registry import cpu_target

__all__ = ["quick_operators", "teach"]

_OPERATORS: Final = tuple(vars(operator).values())
_rules: Final[list[Any]] = []  # Numba keeps weak references


class _Rule(types.Dispatcher):
    """The type of a rule that is called from a kernel or from another rule."""

    def __init__(self, dispatcher: Any) -> None:
        super().__init__(dispatcher)
        self._signatures: dict[Any, Any] = {}

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """The signature for arguments of these types; the rule is compiled for them."""
        asked = (tuple(args), tuple(kws.items()))
        if asked not in self._signatures:
            rule: Any = self.dispatcher
            named = {name: _widened(kind) for name, kind in kws.items()}
            signature, folded = rule.fold_argument_types([_widened(kind) for kind in args], named)
            rule._compiler._failed_cache.clear()  # what failed before is to fail again, and be heard of (`traps.py`)
            rule.compile(tuple(folded))
            self._signatures[asked] = rule.overloads[tuple(folded)].signature.replace(pysig=signature)
        return self._signatures[asked]


register_default(_Rule)(OpaqueModel)


def _widened(kind: Any) -> Any:
    """Whole numbers with their sign have 64 bits."""
    kind = types.unliteral(kind)
    return types.int64 if kind in types.signed_domain else kind


def teach(function: Callable[..., Any], options: dict[str, Any]) -> None:
    """Let kernels call this rule."""
    _rules.append(numba.njit(**options)(function))
    cpu_target.typing_context.insert_global(function, _Rule(_rules[-1]))


@contextmanager
def quick_operators() -> Iterator[None]:
    """Within this, what an operator does with certain types is found out once."""
    found = {cpu_target.typing_context._lookup_global(function) for function in _OPERATORS}
    quick: list[Any] = [kind for kind in found if isinstance(kind, types.Function)]
    for kind in quick:
        kind.get_call_type = _remembering(kind.get_call_type)
    try:
        yield
    finally:
        for kind in quick:
            del kind.get_call_type


def _remembering(find: Callable[[Any, Any, Any], Any]) -> Callable[[Any, Any, Any], Any]:
    known: dict[Any, Any] = {}

    def get_call_type(context: Any, args: Any, kws: Any) -> Any:
        asked = (tuple(args), tuple(kws.items()))
        if asked not in known:
            known[asked] = find(context, args, kws)
        return known[asked]

    return get_call_type
