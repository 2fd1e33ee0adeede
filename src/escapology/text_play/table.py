"""A game at a real table in the terminal: tell what you see, line by line, and the board is kept here."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import Final

from escapology.errors import EscapologyError, MoveError, sentence
from escapology.sitting import Sitting, TableError, correct
from escapology.text_play import advice, screen
from escapology.text_play.pages import rules_text
from escapology.text_play.saving import save_text
from escapology.text_play.terminal import Terminal

__all__ = ["TableSession"]

_WIDEST: Final = 100  # columns of what is said
_COMMANDS: Final = {
    "undo": "take back your last entry",
    "redo": "enter it again",
    "told": "list your entries by number",
    "correct NUMBER WHAT": "change an entry; later entries stay",
    "correct! NUMBER WHAT": "change an entry, and drop later ones that no longer fit",
    "hint": "suggest a move",
    "save FILE": "save to a file, and keep saving there",
    "record": "print the record, once the game is over",
    "rules": "show the rules",
    "help": "show this list",
    "quit": "leave",
}


class TableSession:
    """One person at a table with a terminal beside it."""

    def __init__(self, sitting: Sitting, terminal: Terminal, file: str = "") -> None:
        self.sitting = sitting
        self.terminal = terminal
        self.file = file  # where it is kept, "" = nowhere yet
        self.undone: list[str] = []
        self.closed = False
        self._warned = False

    def run(self) -> None:
        """Go on until the player has had enough, or the input ends."""
        facts = self.sitting.game.facts
        self.terminal.say(f"{facts.title}, {facts.credit.words}, on your own table. Type help for help.")
        self.show()
        while not self.closed:
            names = [command.split()[0] for command in _COMMANDS]
            line = self.terminal.ask("> ", [*sorted(self.sitting.fitting()), *self.sitting.legal(), *names])
            if line is None:
                return
            try:
                self.obey(" ".join(line.split()))
            except EscapologyError as error:
                self.say(sentence(error))

    def obey(self, line: str) -> None:
        """Take what is told, or carry out a command; an error changes nothing."""
        name, _, rest = line.partition(" ")
        do = {
            "undo": self._undo, "u": self._undo, "redo": self._redo, "r": self._redo, "told": self._told,
            "hint": self._hint, "h": self._hint, "record": self._record, "rules": self._rules, "help": self._help,
            "?": self._help, "quit": self._quit, "q": self._quit, "": self.show,
        }.get(line.lower())  # fmt: skip
        if do is not None:
            do()
        elif name in ("correct", "correct!"):
            self._correct(rest, drops=name.endswith("!"))
        elif name == "save":
            self._save(rest)
        else:
            self._tell(line)

    def _tell(self, line: str) -> None:
        if self.sitting.asked is not None:
            texts = [f"={word}" for word in re.split(r"[\s,;|/=]+", line) if word]
        else:
            legal = list(self.sitting.legal())
            is_number = line.isascii() and line.isdigit() and len(line) < 4 and 1 <= int(line) <= len(legal)
            texts = [legal[int(line) - 1] if is_number else line]
        self._now(self.sitting.tell(*texts))
        self.undone = []

    def _now(self, sitting: Sitting) -> None:
        """The game stands so from now on: kept first, then shown."""
        if self.file:
            save_text(sitting.text(), self.file, overwrite=True)
        before, self.sitting = self.sitting, sitting
        self._warned = False
        made = sitting.made[-1] if sitting.made else None
        if made is not None and (sitting.made != before.made or before.pending is not None or sitting.pending is None):
            for line in sitting.carry_out(made):
                self.say(f"- {line}")
        self.show()

    def show(self) -> None:
        """The board, and what is asked for, or what can be done."""
        sitting, terminal = self.sitting, self.terminal
        strong, weak = ("\x1b[1m", "\x1b[0m") if terminal.colour else ("", "")
        if sitting.asked is None:
            play = sitting.play()
            width = terminal.width if terminal.wraps else None
            terminal.say(f"\n{screen.board(play, colour=terminal.colour, width=width)}\n")
            for line in screen.move_lines(play, terminal.width):
                terminal.say(line)
            if sitting.is_over:
                self._end()
            return
        part = sitting.part(sitting.asked.spot[0])
        if sitting.asked.is_set_up and not any(sitting.entered[part.name]):
            self.say(part.words)
        self.say(sitting.asked.words, strong, weak)
        fitting = [piece.text for row in part.pieces for piece in row if piece.text in sitting.fitting()]
        if not fitting:
            self.say("Nothing that is left fits here. Type undo to take back your last entry.")
        for line in screen.columns(fitting, min(_WIDEST, terminal.width)):
            terminal.say(f"  {line}"[: terminal.width])

    def _end(self) -> None:
        sitting = self.sitting
        assert sitting.deal is not None  # it is over
        seen = sitting.game.knowledge.observe(sitting.deal, sitting.states[-1])
        self.say(f"{'Won!' if sitting.is_won else 'Lost.'} {sitting.game.presentation.fate(*seen)}")
        if unknown := sitting.unknown():
            self.say(f"Not turned up, and filled in at random in the record: {'; '.join(unknown)}.")
        self.say("Type record to print the game, undo, or quit.")

    def _undo(self) -> None:
        if not self.sitting.told:
            raise TableError("there is nothing to take back")
        last = self.sitting.told[-1]
        self._now(self.sitting.undone())
        self.undone.append(last)

    def _redo(self) -> None:
        if not self.undone:
            raise TableError("there is nothing to redo")
        self._now(self.sitting.tell(self.undone[-1]))
        self.undone.pop()

    def _told(self) -> None:
        sitting = self.sitting
        moves = {made.number: made for made in sitting.made}
        for number, text in enumerate(sitting.told):
            what = (
                sitting.words(moves[number])
                if number in moves
                else f"{text[1:]}, {sitting.name(sitting.spot_of(number))}"
            )
            self.terminal.say(f"{number + 1:>4}  {what}")
        if not sitting.told:
            self.say("Nothing yet.")

    def _correct(self, rest: str, *, drops: bool) -> None:
        number, _, what = rest.partition(" ")
        if not (number.isascii() and number.isdigit() and what):
            raise MoveError("write correct, the number that `told` shows, and what it really was: correct 12 5H")
        place = int(number[:9]) - 1
        is_piece = 0 <= place < len(self.sitting.told) and self.sitting.told[place].startswith("=")
        made = correct(self.sitting, place, *([f"={word}" for word in what.split()] if is_piece else [what]))
        if made.failed is not None and not drops:
            after = self.sitting.told[made.failed].removeprefix("=")
            more = f"write correct {number} {what} and that, too; or" if made.is_gap else "or"
            raise TableError(
                f"then number {made.failed + 1}, {after}, does not fit any more: {made.reason}; leave it, {more} "
                f"correct! {rest} drops it and all behind it"
            )
        if made.failed is not None:
            self.undone = list(reversed(self.sitting.told[made.failed :]))
        self._now(made.sitting)

    def _hint(self) -> None:
        if not self.sitting.legal():
            raise MoveError("hints are available when it is your move")
        self.say(advice.hint_text(self.sitting.play(), peeks=False))

    def _save(self, file: str) -> None:
        file = file or self.file
        if not file:
            raise MoveError("save needs a file name: write save FILE")
        save_text(self.sitting.text(), file, overwrite=file == self.file)
        self.file = file
        self.say(f"Saved as {file}. From now on every entry is saved there.")

    def _record(self) -> None:
        if not self.sitting.is_over:
            left = "; ".join(self.sitting.unknown()) or "the rest of the game"
            raise TableError(f"the game is not over, and this is not known yet: {left}")
        self.terminal.say(self.sitting.play().record_text().rstrip("\n"))

    def _rules(self) -> None:
        self.terminal.say(rules_text(self.sitting.game, rendered=self.terminal.colour, width=self.terminal.width))

    def _help(self) -> None:
        self.say("Type what you are asked for, as the examples show; several at once is fine.")
        self.say(f"A move is its number, or {self.sitting.game.notation.move_help}. Also:")
        widest = max(map(len, _COMMANDS))
        for name, words in _COMMANDS.items():
            self.terminal.say(f"  {name:<{widest}}  {words}")

    def _quit(self) -> None:
        if self.terminal.interactive and self.sitting.told and not self.file and not self._warned:
            self._warned = True
            raise MoveError("this game is not saved: type `save FILE` to keep it, or quit again to discard it")
        self.closed = True

    def say(self, text: str, before: str = "", after: str = "") -> None:
        """A paragraph."""
        for line in wrap(text, min(_WIDEST, self.terminal.width)):
            self.terminal.say(f"{before}{line}{after}")
