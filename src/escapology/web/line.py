"""Questions that wait for a worker: players take turns, and nobody may put more than a few.

A player who asks ten things at once waits for ten turns; somebody else who asks one thing meanwhile is next. One
question of a player is worked on at a time.
"""

from __future__ import annotations

import json
import threading
import time
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import Any, Final

from escapology.errors import EscapologyError

__all__ = ["BusyError", "Line", "Question", "make_question"]

_EACH: Final = 3  # questions of one player that may wait
_ALL: Final = 100  # of all players together

_SHORT: Final = 5.0  # seconds: what may take longer waits in another line
_PATIENCE: Final = 240.0  # seconds that any question may take, for the solver may have to be compiled …
_TIMES: Final = 4.0  # … and so many times its own: some look at several positions
_LONGEST: Final = 600.0  # for those without a time of their own


class BusyError(EscapologyError):
    """Too much is being asked; it can be asked again in so many seconds."""

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


@dataclass(eq=False)
class Question:
    """Something to be thought about, and what came of it."""

    ticket: str  # by which the player picks the answer up
    owner: str  # the player
    kind: str
    text: str  # as the worker reads it
    key: str  # the same for all questions that have the same answer
    about: str = ""  # what it belongs to, such as the id of a play
    is_long: bool = False  # it may take more than a few seconds
    patience: float = 60.0  # seconds after which its worker is ended
    answer: dict[str, Any] | None = None
    so_far: int = 0  # how many things were tried
    asked: float = field(default_factory=time.monotonic)  # when somebody has last asked about it
    began: float | None = None  # when a worker got it
    told: float = field(default_factory=time.time)  # when other processes last heard of it
    done: threading.Event = field(default_factory=threading.Event)

    def settle(self, answer: dict[str, Any]) -> bool:
        """This is the answer, if there was none before."""
        is_first = self.answer is None
        if is_first:
            self.answer = answer
        self.done.set()
        return is_first


def make_question(ticket: str, owner: str, about: str, key: str, text: str) -> Question:
    """A question with the limits that it has by its kind."""
    asked = json.loads(text)
    seconds = asked["seconds"]
    return Question(
        ticket, owner, asked["kind"], text, key, about,
        is_long=seconds is None or seconds > _SHORT,
        patience=_LONGEST if seconds is None else _PATIENCE + _TIMES * seconds,
    )  # fmt: skip


class Line:
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
