"""Rules and kernels are put together in one go, and what comes out is right: arrays, faults, and the cache."""

import gc
import sys

import numpy as np
import pytest
from numba.core.codegen import JITCodeLibrary

from escapology.native import compile_kernel, cpu, rule
from tests.native.test_native import finds_the_fault


@pytest.fixture(autouse=True)
def nothing_compiled(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@rule
def double(x):
    return 2 * x


@rule
def put_doubles(array):
    for i in range(len(array)):
        array[i] = double(array[i])


@rule
def doubled(array):
    copy = array.copy()
    put_doubles(copy)
    return copy


@rule
def same(array):
    return array


@rule
def halves(array):
    return array[: len(array) // 2], array[len(array) // 2 :]


def sum_of_all(array):
    put_doubles(array)
    first, second = halves(doubled(same(array)))
    return double(first.sum() + second.sum() + array.sum())


def test_rules_call_rules_and_hand_arrays_on():
    kernel = compile_kernel(sum_of_all)
    array = np.ones(1_000, np.int64)
    before = sys.getrefcount(array)
    for n in range(1, 11):  # what was freed too early would hardly stay as it is ten times
        assert kernel(array) == 2 * 3 * 1_000 * 2**n
    assert sys.getrefcount(array) == before


def test_a_rule_is_linked_not_translated(monkeypatch):
    translated = []
    finish = JITCodeLibrary._finalize_specific
    monkeypatch.setattr(
        JITCodeLibrary, "_finalize_specific", lambda library: [translated.append(library.name), finish(library)]
    )
    compile_kernel(sum_of_all)(np.ones(4, np.int64))
    assert "sum_of_all" in translated
    assert not {"double", "put_doubles", "doubled", "same", "halves"} & set(translated)


def test_garbage_is_collected_again_when_a_kernel_is_compiled():
    assert gc.isenabled()
    assert compile_kernel(double)(1) == 2
    assert gc.isenabled()


FAULTY = """
from escapology.native import rule

@rule
def third(array):
    return array[3]

@rule
def deep(array):
    return third(array) + 1

def kernel(array):
    return deep(array)
"""


def test_bounds_are_checked_in_rules(tmp_path):
    assert finds_the_fault(tmp_path, FAULTY)


def test_numba_with_other_insides(monkeypatch):
    monkeypatch.setitem(sys.modules, "escapology.native.cpu.linker", None)
    monkeypatch.setattr(cpu, "_numba", cpu._numba.__wrapped__)

    @rule
    def tripled(x):
        return 3 * x

    kernel = compile_kernel(lambda x: tripled(x) + 1)
    assert kernel(2) == 7
