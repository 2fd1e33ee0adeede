"""The kinds of text and numbers that requests hold: each has bounds, and none holds what is not text."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import Path, Query
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from escapology.luck import MAX_SEED
from escapology.record import MAX_CHARACTERS
from escapology.web.plays.actions import LONGEST_MOVE, LONGEST_NAME

__all__ = [
    "About",
    "Asked",
    "GameName",
    "Limit",
    "Link",
    "MoveText",
    "Name",
    "Offset",
    "PlayId",
    "RecordText",
    "Seed",
    "SettingText",
    "Ticket",
    "Told",
    "Version",
    "Wait",
    "Word",
]

_NO_NUL: Final = r"^[^\x00]*$"
_MOST_FIELDS: Final = 50  # of an object; what has more is none of ours
_LAST_VERSION: Final = 2**31 - 1  # that a database can count to

RecordText = Annotated[
    str,
    StringConstraints(min_length=1, max_length=MAX_CHARACTERS, pattern=_NO_NUL),
    Field(description="A deal line, and below it moves, if any", examples=["blank: 3 1 5 2 6 4\nclimb\n"]),
]
SettingText = Annotated[
    str,
    StringConstraints(min_length=1, max_length=500, pattern=_NO_NUL),
    Field(description="The head of a deal line", examples=["lab-rats/hard[diagram=turn]"]),
]
MoveText = Annotated[
    str,
    StringConstraints(min_length=1, max_length=LONGEST_MOVE, pattern=_NO_NUL),
    Field(description="A move, or what a record writes for several that belong together", examples=["climb"]),
]
Name = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_NAME, pattern=_NO_NUL)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=_NO_NUL)]
Link = Annotated[
    str,
    StringConstraints(min_length=1, max_length=500, pattern=_NO_NUL),
    Field(description="A recovery link, or the part of it behind `/recover/`"),
]
Seed = Annotated[int, Field(ge=0, le=MAX_SEED, description="The same seed always gives the same deal")]
Version = Annotated[
    int,
    Field(ge=0, le=_LAST_VERSION, description="The version of the play that this is meant for, as answers have it"),
]
Wait = Annotated[float, Field(ge=0, le=30, allow_inf_nan=False, description="Seconds to wait for the answer")]

GameName = Annotated[str, Path(pattern="^[a-z-]{1,40}$", description="The game's name", examples=["blank"])]
PlayId = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,40}$", description="The play's id")]
Ticket = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{1,40}$", description="What one got for the question")]
About = Annotated[str, Query(max_length=LONGEST_MOVE, pattern=_NO_NUL)]
Limit = Annotated[int, Query(ge=1, le=100, description="At most so many")]
Offset = Annotated[int, Query(ge=0, le=1_000_000, description="Leave out so many before")]


class Asked(BaseModel):
    """The base of all that is sent: exactly these fields, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _is_small(cls, sent: Any) -> Any:
        """Each field that should not be there is an error of its own, and thousands of them take long to tell."""
        if isinstance(sent, dict) and len(sent) > _MOST_FIELDS:
            raise ValueError(f"too many fields: there are {len(sent):,}, {_MOST_FIELDS} at most")
        return sent


class Told(BaseModel):
    """The base of all that is answered."""

    model_config = ConfigDict(frozen=True)
