"""Samples: a small one in `make test`, a larger one in `make test-long`, all of it in `make test-long FULL=1`."""

import os
from collections.abc import Iterable
from typing import Any

import pytest

_IS_FULL = "ESCAPOLOGY_FULL" in os.environ  # what `make test-long FULL=1` says to the tests


def in_full(usual: int, full: int) -> int:
    """The size of a long sample that takes hours when it is whole: that is for those who ask for it."""
    return full if _IS_FULL else usual


def sizes(quick: int, at_length: int) -> list[Any]:
    """Parameters: how many there are in the quick run, and how many in the long one."""
    return [pytest.param(quick, id="few"), pytest.param(at_length, id="many", marks=pytest.mark.long)]


def thinned(values: Iterable[Any], each: int) -> list[Any]:
    """All of them as parameters: one in so many is for the quick run, the others are long."""
    return [pytest.param(one, marks=pytest.mark.long if i % each else ()) for i, one in enumerate(values)]
