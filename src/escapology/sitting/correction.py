"""Something that was told was wrong: it is told anew, and all that was told later once more."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from escapology.errors import EscapologyError
from escapology.sitting.sitting import Sitting
from escapology.sitting.told import TableError, is_piece

__all__ = ["Correction", "correct"]


@dataclass(frozen=True, slots=True)
class Correction:
    """What became of a sitting when something that was told was told anew."""

    sitting: Sitting  # as far as it goes
    left_out: tuple[str, ...] = ()  # pieces told later that nobody asks for any more
    failed: int | None = None  # the number of the first that does not fit any more; None = all do
    reason: str = ""  # why it does not
    is_gap: bool = False  # it would, if one more piece were told before it


def correct(sitting: Sitting, number: int, *texts: str) -> Correction:
    """What was told as number … of all (from 0) was really this; all that was told later is told once more."""
    told = sitting.told
    if not 0 <= number < len(told):
        raise TableError(f"there is no entry {number + 1}: there are 1 to {len(told)}")
    sitting = sitting.anew(told[:number]).tell(*texts)
    left_out: list[str] = []
    place = number + 1
    for are_pieces, group in itertools.groupby(told[place:], is_piece):
        run = list(group)
        try:
            sitting = sitting.tell(*run)
            place += len(run)
            continue
        except EscapologyError:
            pass
        for text in run:
            if are_pieces and sitting.asked is None:
                left_out.append(text)
            elif not are_pieces and sitting.asked is not None:
                return Correction(sitting, tuple(left_out), place, sitting.asked.words, is_gap=True)
            else:
                try:
                    sitting = sitting.tell(text)
                except EscapologyError as error:
                    return Correction(sitting, tuple(left_out), place, str(error))
            place += 1
    return Correction(sitting, tuple(left_out))
