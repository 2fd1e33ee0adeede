"""A record to be watched, move by move: read once from its link, and kept while somebody watches it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from escapology.draw.markup import UNIT
from escapology.play import Node, Play
from escapology.record import Record, record_text
from escapology.web.picture import board_classes, draw_scene, picture
from escapology.web.players.preferences import Preferences
from escapology.web.plays.links import unpacked
from escapology.web.plays.start import play_of_text
from escapology.wording.plays import move_events, move_story

__all__ = ["Replay", "replay_of"]


@dataclass(frozen=True, eq=False)
class Replay:
    """All positions of a game, from the start to where the record ends. Nobody changes it."""

    play: Play
    nodes: tuple[Node, ...]
    told: tuple[str, ...]  # what each move set off, in words

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
        return picture(draw_scene(scene, preferences, targets=False)), board_classes(scene)

    def record(self, at: int) -> str:
        """The record up to there."""
        moves = tuple(node.move for node in self.nodes[1 : at + 1])
        return record_text(Record(self.play.game, self.play.deal, moves))

    def events(self, at: int) -> list[dict[str, Any]]:
        """What the move that leads there sets off, with places in the picture, for animation."""
        if not at:
            return []
        game = self.play.game
        scene = game.presentation.scene(*game.knowledge.observe(self.play.deal, self.nodes[at].state))
        places = {place.name: (place.x + place.width / 2, place.y + place.height / 2) for place in scene.places}
        told: list[dict[str, Any]] = []
        for event in move_events(self.play, self.nodes[at]):
            entry: dict[str, Any] = {"kind": event.kind, "who": event.who}
            if event.where in places:
                entry["x"], entry["y"] = (round(UNIT * place) for place in places[event.where])
            told.append(entry)
        return told

    def status(self, at: int) -> str:
        """How the game stands there."""
        return self.play.game.notation.status(self.play.deal, self.nodes[at].state)


@lru_cache(maxsize=32)
def replay_of(text: str) -> Replay:
    """What a link holds."""
    play = play_of_text(unpacked(text), practice=True)
    nodes = play.here.way()
    return Replay(play, tuple(nodes), tuple(" ".join(move_story(play, node)) for node in nodes[1:]))
