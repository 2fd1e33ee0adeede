"""Samples: a small one in `make test`, the whole of it in `make test-long`."""

from collections.abc import Iterable
from typing import Any

import pytest


def sizes(quick: int, at_length: int) -> list[Any]:
    """Parameters: how many there are in the quick run, and how many in the long one."""
    return [pytest.param(quick, id="few"), pytest.param(at_length, id="many", marks=pytest.mark.long)]


def thinned(values: Iterable[Any], each: int) -> list[Any]:
    """All of them as parameters: one in so many is for the quick run, the others are long."""
    return [pytest.param(one, marks=pytest.mark.long if i % each else ()) for i, one in enumerate(values)]
