"""All questions of a process by their tickets, and how many came to what end."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from typing import Final, Literal, get_args

from escapology.thinking.question import Question

__all__ = ["End", "Register"]

_KEPT: Final = 1_000  # questions, for those who come for the answer late …
_HEAVIEST: Final = 32_000_000  # … and bytes of those that have one, with it, about: what is printed is large

#: What came of a question: it was worked out here, known already, not wanted any more, or not found out; or there were
#: too many, and it gave way to another, or was not let in.
End = Literal["answered", "cached", "cancelled", "failed", "pushed_out", "refused"]


class Register:
    """Questions by ticket; of those that have an answer, the last ones.

    While these are too heavy, the address whose are the heaviest loses the oldest of its own.
    """

    def __init__(self, kept: int = _KEPT, heaviest: int = _HEAVIEST) -> None:
        self.changed = threading.Condition()  # told when a question comes in; taken before the pool's lock
        self._kept, self._heaviest = kept, heaviest
        self._questions: OrderedDict[str, Question] = OrderedDict()
        self._answered: dict[str, dict[str, int]] = {}  # what answered ones weigh, by address and ticket
        self._weight = 0  # of all these
        self._ends: Counter[End] = Counter()

    def add(self, question: Question) -> None:
        """Know a question by its ticket."""
        with self.changed:
            self._questions[question.ticket] = question
            self._weigh(question)
            while len(self._questions) > self._kept:
                self._forget(next(q for q in self._questions.values() if q.answer is not None))
            self.changed.notify_all()

    def settled(self, question: Question) -> None:
        """A question has its answer now."""
        with self.changed:
            if question.ticket in self._questions:
                self._weigh(question)

    def get(self, ticket: str) -> Question | None:
        """The question of a ticket, if it is one of ours."""
        return self._questions.get(ticket)

    def remove(self, question: Question) -> None:
        """Know it no longer."""
        with self.changed:
            self._forget(question)

    def of(self, owner: str) -> list[Question]:
        """Those of one player."""
        with self.changed:
            return [q for q in self._questions.values() if q.owner == owner]

    def unanswered(self) -> list[Question]:
        """Those that are waited for."""
        with self.changed:
            return [q for q in self._questions.values() if q.answer is None]

    def count(self, end: End) -> None:
        """A question has come to that end."""
        with self.changed:
            self._ends[end] += 1

    def counts(self) -> dict[str, int]:
        """How many questions came to which end."""
        with self.changed:
            return {end: self._ends[end] for end in get_args(End)}

    def _weigh(self, question: Question) -> None:
        """Count what it weighs once it is answered, and make room for it."""
        theirs = self._answered.get(question.address, {})
        if question.answer is None or question.ticket in theirs:
            return
        self._answered.setdefault(question.address, theirs)[question.ticket] = question.weight
        self._weight += question.weight
        while self._weight > self._heaviest:
            address = max(self._answered, key=lambda one: sum(self._answered[one].values()))
            oldest = next((ticket for ticket in self._answered[address] if ticket != question.ticket), None)
            if oldest is None:
                return
            self._forget(self._questions[oldest])

    def _forget(self, question: Question) -> None:
        self._questions.pop(question.ticket, None)
        theirs = self._answered.get(question.address, {})
        self._weight -= theirs.pop(question.ticket, 0)
        if not theirs:
            self._answered.pop(question.address, None)
