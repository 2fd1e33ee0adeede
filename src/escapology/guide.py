"""Guided first games: a real deal, played move by move, with words for every step.

Each game's folder may have a `guide.toml`. It begins with a deal line and leads through one game of it:

    deal = "blank: 3 1 5 2 6 4"

    [[steps]]
    say = "You may climb onto any card higher than the one you stand on."  # one rule, in a sentence or two
    ask = "Climb onto the 3."           # what to do; left out, one reads and goes on
    moves = ["climb"]                   # that, as a record writes it; of several, one is asked for after the other
    marks = ["pile"]  # what else to look at: keys or titles of items, names of places
    wrong = "Not yet: climb first."     # the answer to other legal moves
    instead = { skip = "…" }            # and to certain ones of them

    [[steps]]
    say = "Now watch."
    watch = ["skip", "climb"]           # moves that the guide makes when one goes on

What is not legal gets the rulebook's own refusal. The last step stands where the game is over, and asks for nothing.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from escapology.draw import Scene, Target
from escapology.draw.frames import frame, frame_of
from escapology.errors import EscapologyError, sentence
from escapology.middle import legal_texts, read_move
from escapology.play import Node, Play
from escapology.protocol import AnyGame

__all__ = ["Guide", "Point", "Step", "guide_of", "has_guide"]

_FIRST_READ: Final = "Nothing to do on the board just yet: read this, then go on."
_OVER: Final = "This game is over. The next one is yours!"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing to learn."""

    say: str
    ask: str = ""
    moves: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    wrong: str = ""
    instead: dict[str, str] = field(default_factory=dict)
    watch: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Point:
    """Where one can stand in a guide: at a step, or in the middle of one that asks for several moves."""

    number: int  # from 1
    place: int  # of its step among all of them, from 1
    step: Step
    node: Node  # how the game stands
    move: str  # what is asked for; "" = to go on


class Guide:
    """A guided game. Nobody changes it."""

    def __init__(self, deal: str, steps: tuple[Step, ...]) -> None:
        self.play = Play.of_line(deal)  # in the end it stands at the end
        self.game = self.play.game
        self.steps = steps
        points: list[Point] = []
        for place, step in enumerate(steps, 1):
            for token in step.moves:
                for move, _ in self.play.steps(token):
                    points.append(Point(len(points) + 1, place, step, self.play.here, move))
                    self.play.do(move)
            if not step.moves:
                points.append(Point(len(points) + 1, place, step, self.play.here, ""))
            for token in step.watch:
                self.play.do(token)
        self.points = tuple(points)

    @property
    def last(self) -> int:
        """The number of the last point, where the game is over."""
        return len(self.points)

    def point(self, number: int) -> Point:
        """The point of that number, or the nearest."""
        return self.points[min(max(number, 1), self.last) - 1]

    def play_at(self, point: Point) -> Play:
        """A play of its own that stands there."""
        play = Play(self.game, self.play.deal)
        for node in point.node.way()[1:]:
            play.do(node.move)
        return play

    def legal(self, point: Point) -> dict[str, str]:
        """The legal moves, in words; where one is to read there are none."""
        if not point.move:
            return {}
        deal, state = self.play.deal, point.node.state
        legal = legal_texts(self.game, deal, state)
        return {text: self.game.presentation.words(deal, state, move) for text, move in legal.items()}

    def answer(self, point: Point, text: str) -> str:
        """Why a move is not what is asked for, or not legal at all; "" if it is right."""
        if not point.move:
            return _OVER if point.number == self.last else _FIRST_READ
        deal, state = self.play.deal, point.node.state
        try:
            move = read_move(self.game, deal, state, text)
        except EscapologyError as error:
            return sentence(error)
        made = self.game.notation.move_text(deal, state, move)
        return "" if made == point.move else point.step.instead.get(made, point.step.wrong)

    def scene(self, point: Point) -> Scene:
        """The board, with frames around what one is to look at."""
        scene = self.game.presentation.scene(*self.game.knowledge.observe(self.play.deal, point.node.state))
        names = dict.fromkeys([*point.step.marks, *_of_move(scene, point.move)])
        framed = [frame(frame_of(scene, name), name) for name in names]
        return replace(scene, items=(*scene.items, *framed))


def _of_move(scene: Scene, move: str) -> list[str]:
    """What to mark for a move: what one takes, and where it goes."""
    target = next((item for item in scene.items if isinstance(item, Target) and item.move == move), None)
    return [] if target is None else [name for name in (target.source, f"move {move}") if name]


@cache
def has_guide(game: AnyGame) -> bool:
    """Whether a game brings a guide."""
    return _file_of(game).exists()


@cache
def guide_of(game: AnyGame) -> Guide | None:
    """A game's guide, if it brings one."""
    if not has_guide(game):
        return None
    written = tomllib.loads(_file_of(game).read_text(encoding="utf-8"))
    steps = [Step(**{name: _frozen(fact) for name, fact in step.items()}) for step in written["steps"]]
    return Guide(written["deal"], tuple(steps))


def _file_of(game: AnyGame) -> Path:
    return game.facts.folder / "guide.toml"


def _frozen(fact: Any) -> Any:
    return tuple(fact) if isinstance(fact, list) else fact
