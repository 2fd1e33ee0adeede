"""A question that takes its time: what is asked, for whom, how long it may take, and what came of it."""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass, field
from typing import Final

from escapology.answer import Answer, Kind, Printed
from escapology.thinking.task import Task

__all__ = ["Asker", "Question", "make_question"]

_SHORT: Final = 5.0  # seconds: what may take longer waits in another queue
_PATIENCE: Final = 240.0  # seconds that any question may take, for the solver may have to be compiled …
_TIMES: Final = 4.0  # … and so many times its own: some look at several positions
_LONGEST: Final = 600.0  # for those without a time of their own
_QUESTION: Final = 2_000  # bytes of one, about


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks. The address is for taking turns: it is kept in memory alone, and told to nobody."""

    player: str
    address: str = field(default="", repr=False)  # or the network it belongs to; "" = not known


@dataclass(eq=False)
class Question:
    """Something to be thought about, and what came of it."""

    ticket: str  # by which the player picks the answer up
    asker: Asker
    task: Task
    key: str  # the same for all questions that have the same answer
    about: str = ""  # what it belongs to, such as the id of a play
    is_long: bool = False  # it may take more than a few seconds
    patience: float = 60.0  # seconds after which its worker is ended
    answer: Answer | None = None
    so_far: int = 0  # how many things were tried
    is_preparing: bool = False  # a kernel of the solver is being compiled
    prepared: float = -math.inf  # when one was last compiled
    asked: float = field(default_factory=time.monotonic)  # when somebody has last asked about it
    began: float | None = None  # when a worker got it …
    before: float = 0.0  # … and the seconds that others had worked on it, before it was put back
    told: tuple[int, bool] = (0, False)  # how far one got, and whether it is being prepared, as others know it
    done: threading.Event = field(default_factory=threading.Event)

    @property
    def owner(self) -> str:
        """The player."""
        return self.asker.player

    @property
    def address(self) -> str:
        """Where it comes from."""
        return self.asker.address

    @property
    def kind(self) -> Kind:
        """What was asked."""
        return self.task.kind

    @property
    def weight(self) -> int:
        """Bytes of memory that it takes with its answer, about."""
        return _QUESTION + len(self.task.record) + (len(self.answer.pdf) if isinstance(self.answer, Printed) else 0)

    def seconds(self, now: float) -> float:
        """How long it has been worked on without a pause."""
        return 0.0 if self.began is None else now - self.began

    def settle(self, answer: Answer) -> bool:
        """This is the answer, if there was none before."""
        is_first = self.answer is None
        if is_first:
            self.answer = answer
        self.done.set()
        return is_first


def make_question(ticket: str, asker: Asker, about: str, key: str, task: Task) -> Question:
    """A question with the limits that come from the time its task has."""
    seconds = task.seconds
    return Question(
        ticket, asker, task, key, about,
        is_long=seconds is None or seconds > _SHORT,
        patience=_LONGEST if seconds is None else _PATIENCE + _TIMES * seconds,
    )  # fmt: skip
