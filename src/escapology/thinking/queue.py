"""Questions that wait for a worker: addresses take turns, then their players, and nobody may put more than a few.

A player who asks ten things at once waits for ten turns; somebody else who asks one thing meanwhile is next. The same
goes for an address, however many players it makes up: its next turn comes when the others who wait have had as many
seconds of work as it has had, not as many questions. One question of a player is worked on at a time.

When there is no more room, whoever has put the most gives way: an address, and there a player, loses the question that
was put last.
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final

from escapology.errors import EscapologyError
from escapology.thinking.question import Question
from escapology.thinking.usage import Usage

__all__ = ["BusyError", "Queue"]

_EACH: Final = 3  # questions of one player that may wait …
_THEIRS: Final = 60  # … of one address: two for each of a class-room of thirty …
_ALL: Final = 100  # … and of all together
_FADE: Final = 60.0  # seconds in which it is forgotten by and by who has had how much
_LEAST: Final = 0.1  # seconds that any question counts for


class BusyError(EscapologyError):
    """Too much is being asked; it can be asked again in so many seconds."""

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class Queue:
    """Those who wait, by address and player. It is used by one thread at a time: the pool has a lock.

    An address has a *mark*: the seconds of work it has had. The lowest mark is next. Who comes anew begins at the mark
    of whoever had the last turn: nobody saves turns up by asking nothing, and nobody pays for what others did not want.
    """

    def __init__(
        self, each: int = _EACH, theirs: int = _THEIRS, all_: int = _ALL, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._each, self._theirs, self._all, self._clock = each, theirs, all_, clock
        # Addresses, and the players of each, in the order of their last turns
        self._waiting: OrderedDict[str, OrderedDict[str, deque[Question]]] = OrderedDict()
        self._running: list[Question] = []
        self._marks = Usage(_FADE, clock)  # of addresses; under None, that of whoever had the last turn

    def __len__(self) -> int:
        return sum(map(_count, self._waiting.values()))

    def add(self, question: Question) -> Question | None:
        """Put a question at the end of its player's; the one that has to give way for it, if there is no more room.

        A `BusyError` if that would be the question itself.
        """
        players = self._waiting.get(question.address, OrderedDict())
        mine = players.get(question.owner, ())
        if len(mine) >= self._each:
            raise BusyError(
                f"you already have {len(mine)} questions waiting: wait for an answer or cancel one, then ask again", 5
            )
        if _count(players) >= self._theirs:
            raise BusyError(
                f"{self._theirs} questions from your network are already waiting: ask again in a few seconds", 5
            )
        if not players and not any(running.address == question.address for running in self._running):
            self._marks.lift(question.address, self._marks.of(None))
        self._put(question)
        if len(self) <= self._all:
            return None
        last = self._last_of_largest()
        self.remove(last)
        if last is question:
            raise BusyError("too many players are asking right now: ask again in a few seconds", 10)
        return last

    def take(self, may: Callable[[str], bool] = lambda address: True) -> Question | None:
        """The next question to be worked on, of an address that may have one: its next turn comes after the others'."""
        free = [address for address in self._waiting if self._player(address) is not None and may(address)]
        if not free:
            return None
        address = min(free, key=self._mark)
        owner = self._player(address)
        assert owner is not None
        question = self._waiting[address][owner][0]
        self._marks.lift(None, self._mark(address))
        self._waiting[address].move_to_end(owner)
        self._waiting.move_to_end(address)
        self.remove(question)
        self._running.append(question)
        return question

    def is_waited_for(self, may: Callable[[str], bool]) -> bool:
        """Whether there is a question that could be taken now."""
        return any(self._player(address) is not None and may(address) for address in self._waiting)

    def put_back(self, question: Question) -> None:
        """A question that was taken, and is finished with for now, is its player's next one."""
        self._put(question)
        self._waiting[question.address][question.owner].rotate()

    def finish(self, question: Question) -> None:
        """A question that was taken is worked on no longer."""
        self._running.remove(question)
        self._marks.add(question.address, self._cost(question))

    def remove(self, question: Question) -> bool:
        """Take a question out; whether it was still waiting."""
        players = self._waiting.get(question.address, OrderedDict())
        mine = players.get(question.owner, deque())
        if question not in mine:
            return False
        mine.remove(question)
        if not mine:
            del players[question.owner]
        if not players:
            del self._waiting[question.address]
        return True

    def waiting(self) -> list[Question]:
        """All that wait."""
        return [question for players in self._waiting.values() for mine in players.values() for question in mine]

    def _put(self, question: Question) -> None:
        players = self._waiting.setdefault(question.address, OrderedDict())
        players.setdefault(question.owner, deque()).append(question)

    def _player(self, address: str) -> str | None:
        """Whose turn it is there; None if one is worked for each of them already."""
        busy = {question.owner for question in self._running}
        return next((owner for owner in self._waiting[address] if owner not in busy), None)

    def _mark(self, address: str) -> float:
        """The seconds it has had, up to this moment."""
        running = sum(self._cost(question) for question in self._running if question.address == address)
        return self._marks.of(address) + running

    def _cost(self, question: Question) -> float:
        return max(_LEAST, question.seconds(self._clock()))

    def _last_of_largest(self) -> Question:
        """What was put last by whoever waits for the most; of two who wait for as much, it is the later one."""
        *_, players = sorted(self._waiting.values(), key=_count)
        *_, mine = sorted(players.values(), key=len)
        return mine[-1]


def _count(players: OrderedDict[str, deque[Question]]) -> int:
    return sum(map(len, players.values()))
