"""Games at real tables: stored at every change, and made again from what was told."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from escapology.errors import EscapologyError, MoveError, RecordError
from escapology.luck import random_seed
from escapology.setting import Setting
from escapology.sitting import MOST_TOLD, Correction, Sitting, TableError, correct
from escapology.web.plays.memory import InTurn, Memory
from escapology.web.plays.quota import Quota
from escapology.web.plays.resting import rest_in_time
from escapology.web.store import ConflictError, KeptSitting, Store, now

__all__ = ["Sat", "Sittings", "corrected", "correction", "redo", "tell_typed", "undo"]

_MOST_BYTES: Final = 16_000_000  # of sittings in memory, those used last
_SHARE: Final = 2_000_000  # of those of one address, while others need room
_MOST_SEED: Final = 2**31

Change: TypeAlias = "Callable[[Sat], tuple[Sitting, tuple[str, ...]]]"  # the sitting, and what may be told again


@dataclass(frozen=True, slots=True)
class Sat:
    """A sitting, and how it is stored."""

    kept: KeptSitting
    sitting: Sitting

    @property
    def undone(self) -> tuple[str, ...]:
        """What was taken back; the last one is the first to be told again."""
        return tuple(self.kept.undone.split("\n")) if self.kept.undone else ()

    @property
    def weight(self) -> int:
        """Bytes of memory that it takes, about."""
        return self.kept.size + self.sitting.weight


class Sittings:
    """All that are stored, those used last in memory, by their weight.

    One that is not there is made again from what was told, for each address one after the other.
    """

    def __init__(self, store: Store, quota: Quota | None = None) -> None:
        self._store = store
        self._quota = quota
        self._at_hand: Memory[Sat] = Memory(_MOST_BYTES, _SHARE)
        self._reading = InTurn()

    def begin(self, setting: Setting, owner: str, address: str = "") -> Sat:
        """Sit down to a new game."""
        return self.add(Sitting.begin(setting, random_seed() % _MOST_SEED, rest_in_time), owner, address)

    def add(self, sitting: Sitting, owner: str, address: str = "") -> Sat:
        """The same where something was told already."""
        when = now()
        empty = KeptSitting(
            id=secrets.token_urlsafe(9), owner=owner, version=1, game=sitting.game.name, told="", undone="",
            seed=sitting.seed, status="", finished=False, moves=0, created=when, changed=when,
        )  # fmt: skip
        kept = _written(empty, sitting, ())
        if self._quota is not None:
            self._quota.check(None, kept, address)
        self._store.add_sitting(kept)
        return self._keep(Sat(kept, sitting), address)

    def find(self, id_: str, owner: str, address: str = "") -> Sat | None:
        """The sitting of that id as it is stored now, if it belongs to that player."""
        kept = self._store.sitting(id_, owner)
        if kept is None:
            return None
        sat = self._known(kept)
        if sat is None:
            with self._reading.of(address):
                sat = self._known(kept) or _read(kept)
        return self._keep(sat, address)

    def _known(self, kept: KeptSitting) -> Sat | None:
        """The same if it is in memory."""
        known = self._at_hand.get(kept.id)
        return known if known is not None and known.kept == kept else None

    def change(self, sat: Sat, version: int, change: Change, address: str = "") -> Sat:
        """Change a sitting and store it; an error of the change or the store changes nothing."""
        if sat.kept.version != version:
            raise ConflictError("this game has changed in another window; here is its current state")
        sitting, undone = change(sat)
        kept = _written(sat.kept, sitting, undone)
        if self._quota is not None:
            self._quota.check(sat.kept, kept, address)
        return self._keep(Sat(self._store.put_sitting(kept), sitting), address)

    def remove(self, id_: str, owner: str) -> None:
        """Throw one away, also one that can't be read."""
        self._store.remove_sitting(id_, owner)
        self._at_hand.drop(id_)

    def _keep(self, sat: Sat, address: str) -> Sat:
        self._at_hand.keep(sat.kept.id, sat, address, sat.weight)
        return sat


def _read(kept: KeptSitting) -> Sat:
    try:
        return Sat(kept, Sitting.of_text(kept.told, kept.seed, rest_in_time))
    except EscapologyError as error:
        raise RecordError(f"the saved game is damaged: {error}") from None


def _written(kept: KeptSitting, sitting: Sitting, undone: tuple[str, ...]) -> KeptSitting:
    return replace(
        kept,
        told=sitting.text(),
        undone="\n".join(undone[-MOST_TOLD:]),
        status=sitting.status(),
        finished=sitting.is_over,
        moves=len(sitting.made),
    )


def tell_typed(sat: Sat, text: str) -> tuple[Sitting, tuple[str, ...]]:
    """What somebody has typed, or chosen: pieces where some are asked for, else a move."""
    if sat.sitting.asked is None:
        texts = [" ".join(text.split())]
        if not text:
            raise MoveError("choose a move, or type one")
    else:
        texts = _pieces(text)
        if not texts:
            raise TableError("choose what you have turned up, or type it")
    return _told_on(sat, texts)


def _told_on(sat: Sat, texts: list[str]) -> tuple[Sitting, tuple[str, ...]]:
    """With these told. What was taken back can be told again for as long as it is the same."""
    sitting = sat.sitting.tell(*texts)
    new, undone = list(sitting.told[len(sat.sitting.told) :]), list(sat.undone)
    while new and undone and undone[-1] == new[0]:
        new.pop(0)
        undone.pop()
    return sitting, () if new else tuple(undone)


def undo(sat: Sat) -> tuple[Sitting, tuple[str, ...]]:
    """Take back what was told last."""
    return sat.sitting.undone(), (*sat.undone, sat.sitting.told[-1])


def redo(sat: Sat) -> tuple[Sitting, tuple[str, ...]]:
    """Tell again what was taken back last."""
    if not sat.undone:
        raise TableError("there is nothing to redo")
    return sat.sitting.tell(sat.undone[-1]), sat.undone[:-1]


def correction(sitting: Sitting, number: int, text: str) -> Correction:
    """What becomes of a sitting if what was told as a number was what somebody has typed or chosen."""
    if not text:
        raise TableError("choose what it was, or type it")
    is_piece = 0 <= number < len(sitting.told) and sitting.told[number].startswith("=")
    return correct(sitting, number, *(_pieces(text) if is_piece else [" ".join(text.split())]))


def corrected(sat: Sat, made: Correction) -> tuple[Sitting, tuple[str, ...]]:
    """The sitting as it was corrected. What does not fit any more is dropped, but not lost: it can be told again."""
    return made.sitting, () if made.failed is None else tuple(reversed(sat.sitting.told[made.failed :]))


def _pieces(text: str) -> list[str]:
    return [f"={word}" for word in re.split(r"[\s,;|/=]+", text) if word]
