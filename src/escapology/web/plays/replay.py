"""A record to be watched, move by move: read once from its link, and kept while somebody watches it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from escapology.draw.markup import UNIT
from escapology.packing import unpacked
from escapology.play import Node, Play
from escapology.record import Record, record_text
from escapology.web.picture import board_classes, draw_scene, picture
from escapology.web.players.preferences import Preferences
from escapology.web.plays.memory import InTurn, Memory
from escapology.web.plays.resting import BETWEEN_RESTS, rest
from escapology.web.plays.start import play_of_text
from escapology.web.plays.telling import event_data
from escapology.wording.plays import move_events, move_story

__all__ = ["Replay", "replay_of"]

_REPLAY: Final = 6_000  # bytes besides the moves, about


@dataclass(frozen=True, eq=False)
class Replay:
    """All positions of a game, from the start to where the record ends. Nobody changes it."""

    play: Play
    nodes: tuple[Node, ...]
    told: tuple[str, ...]  # what each move set off, in words

    @cached_property
    def weight(self) -> int:
        """Bytes of memory that it takes, about."""
        return _REPLAY + self.play.weight + sum(len(words) + 60 for words in self.told)

    @property
    def last(self) -> int:
        """The number of the last move."""
        return len(self.nodes) - 1

    def number(self, text: str) -> int:
        """The number of moves that an address names, the nearest if there are not so many; all if it names none."""
        digits = text.lstrip("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
            return self.last
        return 0 if text.startswith("-") else min(int(digits), self.last)

    def board(self, at: int, preferences: Preferences) -> tuple[str, str]:
        """The picture after so many moves, and its classes."""
        game = self.play.game
        scene = game.presentation.scene(*game.knowledge.observe(self.play.deal, self.nodes[at].state))
        return picture(draw_scene(scene, preferences, game.presentation.face, targets=False)), board_classes(scene)

    def record(self, at: int) -> str:
        """The record up to there."""
        moves = tuple(node.move for node in self.nodes[1 : at + 1])
        return record_text(Record(self.play.game, self.play.deal, moves))

    def events(self, at: int) -> list[dict[str, object]]:
        """What the move that leads there sets off, with places in the picture, for animation."""
        if not at:
            return []
        game = self.play.game
        scene = game.presentation.scene(*game.knowledge.observe(self.play.deal, self.nodes[at].state))
        places = {
            place.name: (round(UNIT * (place.x + place.width / 2)), round(UNIT * (place.y + place.height / 2)))
            for place in scene.places
        }
        return [event_data(game, event, places) for event in move_events(self.play, self.nodes[at])]

    def status(self, at: int) -> str:
        """How the game stands there."""
        return self.play.game.notation.status(self.play.deal, self.nodes[at].state)


_REPLAYS: Final[Memory[Replay]] = Memory(most=16_000_000, share=2_000_000)
_READING: Final = InTurn()


def replay_of(text: str, address: str = "") -> Replay:
    """What a link holds; somewhere somebody looks at it. For an address, one is read after the other."""
    replay = _REPLAYS.get(text)
    if replay is None:
        with _READING.of(address):
            replay = _REPLAYS.get(text) or _read(text)
    _REPLAYS.keep(text, replay, address, replay.weight + len(text))
    return replay


def _read(text: str) -> Replay:
    play = play_of_text(unpacked(text), practice=True)
    nodes = play.here.way()
    told: list[str] = []
    for node in nodes[1:]:
        if node.number % BETWEEN_RESTS == 0:
            rest()
        told.append(" ".join(move_story(play, node)))
    return Replay(play, tuple(nodes), tuple(told))
