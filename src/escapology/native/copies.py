"""Copies as rules: what lies elsewhere for good, and near at hand while a row is worked on.

A target may have a faster way to copy, and says so: GPUs copy 16 bytes at a time (`cuda/vectors.py`).
"""

from __future__ import annotations

from typing import Any

from escapology.native.marks import rule

__all__ = ["copy_numbers", "copy_struct"]


@rule
def copy_struct(rows: Any, i: int, others: Any, k: int) -> None:
    """Put a copy of the k-th of the other structs into row i."""
    rows[i] = others[k]


@rule
def copy_numbers(numbers: Any, others: Any, count: int) -> None:
    """Copy the first of the other numbers. GPUs take those of one byte, 16 by 16: there has to be room for that."""
    for k in range(count):
        numbers[k] = others[k]
