"""How long things may take before somebody is told, dropped or given up: seconds that belong together."""

from __future__ import annotations

from dataclasses import dataclass, fields

__all__ = ["Times"]


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds. What is dropped, or counts as gone, must have had several chances to be heard of before."""

    abandoned: float = 15.0  # after which a question is dropped if nobody asks about it
    beat: float = 5.0  # between two words of a process to the others
    silence: float = 15.0  # after which a process that said nothing counts as gone
    sweep: float = 60.0  # between two looks for notices that are old
    look: float = 0.05  # between two looks of somebody who waits …
    far_look: float = 0.4  # … and of one who waits where another process has the question
    tick: float = 0.5  # between two looks after all questions
    between: float = 2.0  # from one kernel to the next, at most: meanwhile the solver is not ready yet

    def scaled(self, factor: float) -> Times:
        """All of them so many times as long: tests make them shorter, and leave them in proportion."""
        return Times(*(factor * getattr(self, field.name) for field in fields(self)))
