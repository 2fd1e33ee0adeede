"""A deal: everything random of one game."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from escapology.api.finding import Finding
from escapology.api.position import Position
from escapology.middle import deal_line, new_deal, parse_deal_line, start_state
from escapology.protocol import Deal as DealStruct
from escapology.verdict import LEVELS

if TYPE_CHECKING:
    from escapology.api.game import Game

__all__ = ["Deal", "Difficulty", "read_deal"]


@dataclass(frozen=True)
class Difficulty:
    """How hard a deal is, as measured; all but `level` from 0, a walk, to 1."""

    score: float  # what the level is told from
    lost: float  # the share of games that fair bots of rising strength lose
    first: float  # the share of first choices that throw the win away
    narrow: float  # the same later on
    level: int | None  # 1 to 5; None where nobody has measured where the levels of the game part

    @property
    def name(self) -> str:
        """What the level is called, `easy` to `fiendish`."""
        return LEVELS[self.level - 1] if self.level else ""


@dataclass(frozen=True, eq=False, repr=False)
class Deal:
    """A deal of a game. `Game.deal` makes it, or `read_deal`."""

    game: Game
    _given: DealStruct | None  # None if its seed says all
    seed: int | None = field(default=None)  # that it was made from; None if it was read

    @cached_property
    def _dealt(self) -> DealStruct:
        """The cards: made when they are asked for, so that a process they are sent to makes them by itself."""
        if self._given is not None:
            return self._given
        assert self.seed is not None
        return new_deal(self.game._setting, self.seed)

    def _make_quickly(self) -> None:
        """Make the cards by compiled code, where the game has some: for those who look at many deals."""
        if self._given is None and self.seed is not None and "_dealt" not in vars(self):
            from escapology.solve.dealing import deal_quickly

            vars(self)["_dealt"] = deal_quickly(self.game._setting, self.seed)

    def __reduce__(self) -> tuple[type[Deal], tuple[Game, DealStruct | None, int | None]]:
        return Deal, (self.game, self._given, self.seed)

    @cached_property
    def line(self) -> str:
        """The deal as one line of text."""
        return deal_line(self.game._parts, self._dealt)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deal) and self.line == other.line

    def __hash__(self) -> int:
        return hash(self.line)

    def __repr__(self) -> str:
        return f"esc.read_deal({self.line!r})"

    def start(self) -> Position:
        """The position after the set-up."""
        return Position(self, start_state(self.game._parts, self._dealt))

    def solve(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        megabytes: int | None = None,
        points: bool = False,
        shortest: bool = False,
    ) -> Finding:
        """Whether it can be won, or with dice the exact chance: see `Position.solve`."""
        return self.start().solve(seconds=seconds, nodes=nodes, megabytes=megabytes, points=points, shortest=shortest)

    def difficulty(self, *, seconds: float | None = 10.0) -> Difficulty | None:
        """How hard it is; None if it can't be won, or if that is not decided within so many seconds."""
        from escapology.solve.difficulty import level_of, measure

        moves: tuple[str, ...] = ()
        if not self.game.has_dice:
            finding = self.solve(seconds=seconds)
            if finding.verdict != "winnable":
                return None
            moves = finding.moves
        parts = self.game._parts
        found = measure(parts, self._dealt, moves)
        level = level_of(parts, self._dealt.setting.variant, found)
        return Difficulty(found.score, found.lost, found.first, found.narrow, level)


def read_deal(line: str) -> Deal:
    """Read a deal line."""
    from escapology.api.game import Game

    parts, dealt = parse_deal_line(line)
    return Deal(Game(parts, dealt.setting), dealt)
