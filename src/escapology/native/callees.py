"""Which functions a function calls, as far as one can tell without running it: those that it names."""

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeAlias

__all__ = ["Function", "named_in", "reached_from"]

Function: TypeAlias = Callable[..., Any]


def named_in(function: Function) -> dict[str, FunctionType]:
    """The functions that a function names: in its closure, among its globals, and in modules that it names."""
    names = set(_names(function.__code__))
    values = {name: function.__globals__[name] for name in names if name in function.__globals__}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        with suppress(ValueError):  # nothing is in it yet
            values[name] = cell.cell_contents
    for module in [value for value in values.values() if isinstance(value, ModuleType)]:
        values |= {name: vars(module)[name] for name in names if name in vars(module)}
    return {name: value for name, value in values.items() if isinstance(value, FunctionType)}


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:  # such as comprehensions
        if isinstance(inner, CodeType):
            yield from _names(inner)


def reached_from(function: Function, among: Collection[Function]) -> list[Function]:
    """The function, those of the others that it calls, those that they call, and so on."""
    found = [function]
    for caller in found:  # it grows
        found += [callee for callee in named_in(caller).values() if callee in among and callee not in found]
    return found
