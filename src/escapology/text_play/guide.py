"""A guided first game in the terminal: the same steps as on the pages, line by line."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from escapology.errors import EscapologyError
from escapology.guide import Guide, Point
from escapology.text_play import screen
from escapology.text_play.pages import rules_text
from escapology.text_play.terminal import Terminal
from escapology.wording.plays import move_story

__all__ = ["GuideSession"]

_WIDEST: Final = 90  # columns of what is said
_COMMANDS: Final = {
    "next": "go on; if a move is asked for, have it made for you",
    "previous": "go back",
    "rules": "show all rules",
    "help": "show this list",
    "quit": "leave",
}


class GuideSession:
    """One person at one terminal, from some step of a guide on."""

    def __init__(self, guide: Guide, terminal: Terminal, step: int = 1) -> None:
        self.guide = guide
        self.terminal = terminal
        if step > len(guide.steps):
            raise EscapologyError(f"there is no step {step}: the guided game has steps 1 to {len(guide.steps)}")
        self.point = next(point for point in guide.points if point.place == step)

    def run(self) -> None:
        """Go on until the game is over, the player has had enough, or the input ends."""
        facts = self.guide.game.facts
        self.terminal.say(f"{facts.title}, {facts.credit.words}: a guided game. Type help for help.")
        self.show()
        while self.point.number < self.guide.last:
            line = self.terminal.ask("> ", [*self.guide.legal(self.point), *_COMMANDS])
            if line is None or line.strip().lower() in ("quit", "q"):
                name = facts.name
                self.say(f"Continue any time: escapology play {name} --guide --step {self.point.place}")
                return
            self.obey(" ".join(line.split()))

    def obey(self, line: str) -> None:
        """Try a move, given by its number or its text, or carry out a command."""
        command = {"?": "help", "": "show" if self.point.move else "next"}.get(line, line)
        if command == "next":
            self.go_to(self.guide.point(self.point.number + 1))
        elif command == "previous":
            self.go_to(self.guide.point(self.point.number - 1))
        elif command == "show":
            self.show()
        elif command == "rules":
            terminal = self.terminal
            terminal.say(rules_text(self.guide.game, rendered=terminal.colour, width=terminal.width))
        elif command == "help":
            self.say(f"A move is its number, or {self.guide.game.notation.move_help}. Also:")
            for name, words in _COMMANDS.items():
                self.terminal.say(f"  {name:<8} {words}")
        else:
            self.try_move(line)

    def try_move(self, line: str) -> None:
        """Make the move, if it is the one that is asked for; else say why not."""
        legal = list(self.guide.legal(self.point))
        is_number = line.isascii() and line.isdigit() and len(line) < 4 and 1 <= int(line) <= len(legal)
        if answer := self.guide.answer(self.point, legal[int(line) - 1] if is_number else line):
            self.say(answer)
        else:
            self.go_to(self.guide.point(self.point.number + 1))

    def go_to(self, point: Point) -> None:
        """Be there; tell what happened on the way."""
        for node in point.node.way_from(self.point.node) or []:
            self.say(f"{node.move}: {' '.join(move_story(self.guide.play, node))}")
        self.point = point
        self.show()

    def show(self) -> None:
        """The board, what there is to learn, and what can be done."""
        terminal, point, step = self.terminal, self.point, self.point.step
        width = terminal.width if terminal.wraps else None
        strong, weak = ("\x1b[1m", "\x1b[0m") if terminal.colour else ("", "")
        play = self.guide.play_at(point)
        terminal.say(f"\n{screen.board(play, colour=terminal.colour, width=width)}\n")
        terminal.say(f"Step {point.place} of {len(self.guide.steps)}")
        self.say(step.say)
        if step.ask:
            self.say(step.ask, strong, weak)
        if point.move:
            for line in screen.move_lines(play, terminal.width):
                terminal.say(line)
        elif point.number < self.guide.last:
            self.say("Press Enter to go on." if not step.watch else "Press Enter to watch.")

    def say(self, text: str, before: str = "", after: str = "") -> None:
        """A paragraph."""
        for line in wrap(text, min(_WIDEST, self.terminal.width)):
            self.terminal.say(f"{before}{line}{after}")
