"""A real table, for tests: a whole deal that nobody tells of but the cards that lie open there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from escapology.companion import Spot
from escapology.games import GAMES
from escapology.games.lab_rats.rules import value_of
from escapology.luck import Luck
from escapology.middle import deal_line, legal_texts, new_deal, play_move, start_state
from escapology.protocol import Struct
from escapology.record import read_record
from escapology.setting import parse_setting
from escapology.sitting import Sitting

__all__ = ["Table"]

_PART = re.compile(r"\w\d:\d>\w\d")  # a part of a pile


class Table:
    """A deal on a table, and the moves that are going to be made in it."""

    def __init__(self, game, deal, moves: Sequence[str]):
        self.game, self.deal, self.moves = game, deal, list(moves)
        self._text = deal_line(game, deal).partition(": ")[2]

    @classmethod
    def won(cls, name):
        """The deal of a game's example, and how it was won."""
        record = read_record((GAMES[name].facts.folder / "EXAMPLE.txt").read_text(encoding="utf-8"))
        return cls(record.game, record.deal, record.moves)

    @classmethod
    def recorded(cls, name):
        """The deal and the moves of a record of our tests."""
        record = read_record((Path(__file__).parent / "records" / f"{name}.txt").read_text(encoding="utf-8"))
        return cls(record.game, record.deal, record.moves)

    @classmethod
    def random(cls, setting, seed, most=400):
        """A random deal, played at random to its end."""
        setting = parse_setting(setting, GAMES)
        game, deal, luck = GAMES[setting.game], new_deal(setting, seed), Luck(seed)
        state: Struct = start_state(game, deal)
        moves: list[str] = []
        while (legal := legal_texts(game, deal, state)) and len(moves) < most:
            whole = [text for text in legal if not _PART.fullmatch(text)]
            if not whole:  # in Devil's Square they go back and forth for ever
                break
            moves.append(luck.choose(whole))
            state = play_move(game, deal, state, legal[moves[-1]])
        return cls(game, deal, moves)

    def look(self, spot: Spot) -> str:
        """What lies in a place of the deal."""
        part, number = spot
        if part == "draws":
            return self._drawn()[number]
        return _LOOKS.get(self.game.name, _of_pile)(self._text, part, number)

    def _drawn(self) -> list[str]:
        """Lab Rats, `rebag`: every coin that comes out of the bag in the course of the moves."""
        state: Any = start_state(self.game, self.deal)
        drawn = [str(value_of(row[0])) for row in state.stack]
        for text in self.moves:
            state = play_move(self.game, self.deal, state, legal_texts(self.game, self.deal, state)[text])
            place = "ABC".find(text[-1] if text.startswith("drop") else text[0])
            if place >= 0 and state.height[place]:
                drawn.append(str(value_of(state.stack[place][0])))
        return drawn

    def tell(self, sitting: Sitting) -> str:
        """What the player tells next: what was just turned up, or the next move; "" = nothing, it is over."""
        if sitting.asked is not None:
            return f"={self.look(sitting.asked.spot)}"
        return self.moves[len(sitting.made)] if len(sitting.made) < len(self.moves) else ""


def _of_pile(text, part, number):
    """Blank, and what is made from it."""
    return text.split()[number]


def _of_square(text, part, number):
    return text.split()[number + 16 * (part == "pile")]


def _of_machine(text, part, number):
    fields = dict(word.split("=") for word in text.split())
    return fields["enemy"] if part == "enemy" else fields["dice"][number]


def _of_rats(text, part, number):
    maze, coins, *_ = text.split()
    return maze[number] if part == "maze" else coins.replace("/", "")[number]


def _of_maze(text, part, number):
    tasks, maze, movement = (cards.split() for cards in text.split(" | "))
    return {"tasks": sorted(tasks), "maze": maze, "movement": movement, "turned": tasks}[part][number]


_LOOKS = {
    "devils-square": _of_square,
    "kidnap-machine": _of_machine,
    "lab-rats": _of_rats,
    "dont-let-them-get-you": _of_maze,
    "not-alone": _of_maze,
}
