"""Questions that wait for a worker: players take turns, and nobody may put more than a few.

A player who asks ten things at once waits for ten turns; somebody else who asks one thing meanwhile is next. One
question of a player is worked on at a time.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from typing import Final

from escapology.errors import EscapologyError
from escapology.thinking.question import Question

__all__ = ["BusyError", "Queue"]

_EACH: Final = 3  # questions of one player that may wait
_ALL: Final = 100  # of all players together


class BusyError(EscapologyError):
    """Too much is being asked; it can be asked again in so many seconds."""

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class Queue:
    """Those who wait, by player. It is used by one thread at a time: the pool has a lock."""

    def __init__(self, each: int = _EACH, all_: int = _ALL) -> None:
        self._each, self._all = each, all_
        self._waiting: OrderedDict[str, deque[Question]] = OrderedDict()  # players in the order of their turns
        self._busy: set[str] = set()  # players one of whose questions is worked on

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def add(self, question: Question) -> None:
        """Put a question at the end of its player's; a `BusyError` if there are too many already."""
        mine = self._waiting.get(question.owner, ())
        if len(mine) >= self._each:
            raise BusyError(
                f"you have {len(mine)} questions waiting already: wait for an answer or cancel one, then ask again", 5
            )
        if len(self) >= self._all:
            raise BusyError("too many players are asking just now: ask again in a few seconds", 10)
        self._waiting.setdefault(question.owner, deque()).append(question)

    def take(self) -> Question | None:
        """The next question to be worked on; its player's next turn comes after everybody else's."""
        owner = next((owner for owner in self._waiting if owner not in self._busy), None)
        if owner is None:
            return None
        mine = self._waiting[owner]
        question = mine.popleft()
        self._busy.add(owner)
        self._waiting.move_to_end(owner)
        if not mine:
            del self._waiting[owner]
        return question

    def finish(self, question: Question) -> None:
        """A question that was taken is worked on no longer."""
        self._busy.discard(question.owner)

    def remove(self, question: Question) -> bool:
        """Take a question out; whether it was still waiting."""
        mine = self._waiting.get(question.owner, deque())
        if question not in mine:
            return False
        mine.remove(question)
        if not mine:
            del self._waiting[question.owner]
        return True

    def waiting(self) -> list[Question]:
        """All that wait."""
        return [question for mine in self._waiting.values() for question in mine]
