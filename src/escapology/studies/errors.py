"""What can go wrong with a study, and a word for what is not installed."""

from __future__ import annotations

import importlib.util

from escapology.errors import EscapologyError

__all__ = ["StudyError", "need"]


class StudyError(EscapologyError):
    """A study file that can't be read, or a folder or cluster that can't be worked with."""


def need(*modules: str) -> None:
    """Refuse to go on without these packages, which belong to an extra."""
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if missing:
        raise StudyError(f"this needs {' and '.join(missing)}: pip install 'escapology[study]'")
