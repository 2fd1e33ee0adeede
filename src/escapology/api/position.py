"""A position of a deal, and the view of it: what its player knows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from escapology import draw
from escapology.api.finding import Finding, solve_position
from escapology.draw import Deck, PaletteName
from escapology.errors import RecordError
from escapology.luck import Luck
from escapology.middle import legal_texts, play_token, read_move
from escapology.protocol import AnyGame, Struct
from escapology.protocol import Deal as DealStruct
from escapology.record import Record, record_text
from escapology.record import read_record as parse_record
from escapology.verdict import MEGABYTE, Limits

if TYPE_CHECKING:
    from escapology.api.deal import Deal
    from escapology.api.game import Game

__all__ = ["Position", "View", "read_record"]


class _Board(ABC):
    """What position and view have in common: all of it is known to the player."""

    @property
    @abstractmethod
    def _parts(self) -> AnyGame:
        """The game."""

    @property
    @abstractmethod
    def _here(self) -> tuple[DealStruct, Struct]:
        """Deal and state."""

    @property
    @abstractmethod
    def _seen(self) -> tuple[DealStruct, Struct]:
        """What `observe` leaves of them."""

    @cached_property
    def legal(self) -> tuple[str, ...]:
        """The legal moves, in the game's order; none when the game is over."""
        return tuple(legal_texts(self._parts, *self._here))

    @property
    def is_over(self) -> bool:
        """Whether no move is left."""
        return not self.legal

    @property
    def is_won(self) -> bool:
        """Whether the game is won."""
        return bool(self._parts.rules.won(*self._here))

    @property
    def status(self) -> str:
        """The word for how the game stands: `playing`, `won`, `stuck` and others."""
        return self._parts.notation.status(*self._here)

    @property
    def score(self) -> int:
        """The game's own points; 1 and 0 for games that know only winning and losing."""
        return int(self._parts.rules.score(*self._here))

    @property
    def hidden(self) -> int:
        """How many things are hidden from the player."""
        return self._parts.knowledge.hidden(*self._here)

    def words(self, move: str) -> str:
        """A legal move, as one would say it."""
        seen = self._seen
        return self._parts.presentation.words(*seen, read_move(self._parts, *seen, move))

    def picture(self, *, colour: bool = False, deck: Deck = "two") -> str:
        """What the player sees, as text for a terminal."""
        return draw.text(self._parts.presentation.scene(*self._seen), colour=colour, deck=deck)

    def svg(self, *, palette: PaletteName = "light", deck: Deck = "two") -> str:
        """What the player sees, as an SVG picture."""
        return draw.svg(self._parts.presentation.scene(*self._seen), palette=palette, deck=deck, targets=False)

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True, eq=False, repr=False)
class Position(_Board):
    """A deal and a state of it. Two are equal if deal and state are, however they were reached."""

    deal: Deal
    _state: Struct
    moves: tuple[str, ...] = ()  # that led here, from the start or from where it was imagined
    is_imagined: bool = field(default=False)  # it comes from `View.sample`, so no record tells how it came about

    @property
    def game(self) -> Game:
        """The game, with its setting."""
        return self.deal.game

    @property
    def _parts(self) -> AnyGame:
        return self.deal.game._parts

    @property
    def _here(self) -> tuple[DealStruct, Struct]:
        return self.deal._dealt, self._state

    @property
    def _seen(self) -> tuple[DealStruct, Struct]:
        return self._parts.knowledge.observe(*self._here)

    @cached_property
    def _key(self) -> str:
        return repr(self._state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._state == other._state and self.deal == other.deal

    def __hash__(self) -> int:
        return hash((self.deal, self._key))

    def __repr__(self) -> str:
        how = "imagined, " if self.is_imagined else ""
        return f"<Position of {self.game.setting}, {how}move {len(self.moves)}: {self.text}>"

    @property
    def text(self) -> str:
        """The state line."""
        return self._parts.notation.state_text(*self._here)

    @property
    def record(self) -> str:
        """The deal line and the moves up to here: what one saves and shares."""
        if self.is_imagined:
            raise RecordError("a sampled position has no record, because it was not played from the start")
        return record_text(Record(self._parts, self.deal._dealt, self.moves))

    def play(self, *moves: str) -> Position:
        """The position after these moves; each may be what a record writes for several, such as a whole walk."""
        state, made = self._state, list(self.moves)
        for token in moves:
            for text, after in play_token(self._parts, self.deal._dealt, state, token):
                made.append(text)
                state = after
        return Position(self.deal, state, tuple(made), self.is_imagined)

    def view(self) -> View:
        """What the player knows here."""
        return View(self.game, *self._seen)

    def solve(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        megabytes: int | None = None,
        points: bool = False,
        shortest: bool = False,
    ) -> Finding:
        """Whether it can be won, all that is hidden being known; with dice, the exact chance of the best play.

        A limit that is reached makes the finding `undecided`; neither compiling nor replaying a win counts. With
        `points`, also the most of them that can be made; with `shortest`, the shortest win that is found.
        """
        limits = Limits(nodes, seconds, None if megabytes is None else megabytes * MEGABYTE)
        return solve_position(self, limits, points=points, shortest=shortest)


@dataclass(frozen=True, eq=False, repr=False)
class View(_Board):
    """What the player knows of a position. What is hidden is not in it at all: it was blanked out before.

    Two views are equal if nothing that can be seen tells them apart.
    """

    game: Game
    _deal: DealStruct
    _state: Struct

    @property
    def _parts(self) -> AnyGame:
        return self.game._parts

    @property
    def _here(self) -> tuple[DealStruct, Struct]:
        return self._deal, self._state

    @property
    def _seen(self) -> tuple[DealStruct, Struct]:
        return self._here

    @cached_property
    def _key(self) -> str:
        return repr(self._seen)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.game == other.game and self._seen == other._seen

    def __hash__(self) -> int:
        return hash((self.game, self._key))

    def __repr__(self) -> str:
        return f"<View of {self.game.setting}: {self.text}>"

    @property
    def text(self) -> str:
        """The state line, made from nothing but what the player knows."""
        return self._parts.notation.state_text(*self._seen)

    def sample(self, luck: Luck) -> Position:
        """One of the positions that look just like this to the player, each as likely as any other."""
        from escapology.api.deal import Deal

        deal, state = self._parts.knowledge.redraw(*self._seen, luck)
        return Position(Deal(self.game, deal), state, is_imagined=True)


def read_record(text: str) -> Position:
    """Read a record, every move checked by the rules: the position at its end."""
    from escapology.api.deal import Deal
    from escapology.api.game import Game

    record = parse_record(text)
    deal = Deal(Game(record.game, record.deal.setting), record.deal)
    return Position(deal, record.last_state(), record.moves)
