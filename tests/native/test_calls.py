"""What a kernel's calls lead to: a rule is compiled once, whatever whole numbers it is called with."""

import operator

import numpy as np
import pytest
from numba.core import types
from numba.core.registry import cpu_target

from escapology.native import compile_kernel, rule
from escapology.native.cpu.calls import quick_operators


@rule
def tenfold(x: int, more: int = 3) -> int:
    return 10 * x + more


@rule
def sign(x: int, scale: float) -> float:
    return scale if bool(x > 0) else -scale


@rule
def inner(numbers, least: int) -> int:
    return sum([x for x in numbers if x >= least])


def compiled_for(function):
    return cpu_target.typing_context._lookup_global(function).dispatcher.signatures


def test_a_rule_is_compiled_once_for_all_widths(tmp_path, monkeypatch):
    monkeypatch.setattr("escapology.native.cache.cache_home", lambda: tmp_path)  # nothing is found there

    @compile_kernel
    def kernel(small, large):
        return tenfold(small[0]) + tenfold(large[0]) + tenfold(7)

    for small, large in ((100, 5), (-128, -(1 << 40))):  # ten times as much does not fit into eight bits
        found = kernel(np.array([small], np.int8), np.array([large], np.int64))
        assert found == tenfold(small) + tenfold(large) + tenfold(7)
    assert len([kinds for kinds in compiled_for(tenfold) if len(kinds) == 2 and kinds[0] == types.int64]) == 1


def test_named_and_missing_arguments():
    @compile_kernel
    def kernel(x):
        return tenfold(x, more=1), tenfold(more=x, x=2), tenfold(x)

    assert kernel(5) == (51, 25, 53)


def test_other_numbers_stay_what_they_are():
    @compile_kernel
    def kernel(x, scale):
        return sign(x, scale)

    assert kernel(np.int8(-3), 0.25) == -0.25


def test_a_rule_may_hold_a_function():
    @compile_kernel
    def kernel(numbers):
        return inner(numbers, 2)

    assert kernel(np.arange(5)) == 9


def test_operators_are_numbas_own_again():
    add = cpu_target.typing_context._lookup_global(operator.add)
    before = add.get_call_type
    with quick_operators():
        assert add.get_call_type != before
    assert add.get_call_type == before
    with pytest.raises(ZeroDivisionError), quick_operators():
        raise ZeroDivisionError
    assert add.get_call_type == before
