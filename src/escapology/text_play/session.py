"""The loop of text play: read a line, do what it says, show where that leads."""

from __future__ import annotations

from escapology.errors import EscapologyError, MoveError, MoveSyntaxError, shorten
from escapology.play import Play
from escapology.text_play import commands, screen
from escapology.text_play.terminal import Terminal
from escapology.wording.endings import ending
from escapology.wording.plays import goal_line, move_story, status_line

__all__ = ["Session"]


class Session:
    """One person at one terminal, from the first board to `quit`."""

    def __init__(self, play: Play, terminal: Terminal, seed: int | None = None) -> None:
        self.terminal = terminal
        self.closed = False  # the player has quit
        self._lines = ["", ""]  # the line before, and the one that is being obeyed
        self.begin(play, seed)

    def begin(self, play: Play, seed: int | None = None, file: str = "") -> None:
        """Put a play on the table."""
        self.play = play
        self.seed = seed  # that the deal came from, if known
        self.file = file  # where it was saved last
        self.kept = play.record_text()  # what needs no saving

    def run(self) -> None:
        """Play until the player has had enough, or the input ends."""
        self.greet()
        self.show()
        while not self.closed:
            line = self.terminal.ask("> ", [*self.play.legal(), *commands.BY_NAME])
            if line is None:
                return
            try:
                self.obey(" ".join(line.split()))
            except EscapologyError as error:
                message = str(error)
                self.terminal.say(f"{message[:1].upper()}{message[1:]}.")

    def greet(self) -> None:
        """Say what is played."""
        credit = self.play.game.facts.credit
        deal = "" if self.seed is None else f" Deal {self.seed} of {self.play.deal.setting.text}."
        self.terminal.say(f"{self.play.game.title}, {credit.words}.{deal} Type help for help.")

    def show(self) -> None:
        """The board, where the play stands, and what can be done."""
        terminal, play = self.terminal, self.play
        strong, weak = ("\x1b[1m", "\x1b[0m") if terminal.colour else ("", "")
        width = terminal.width if terminal.wraps else None
        terminal.say(f"\n{screen.board(play, colour=terminal.colour, width=width)}\n")
        terminal.say(f"{strong}{status_line(play)}{weak}")
        if play.legal():
            terminal.say(goal_line(play))
        for line in screen.move_lines(play, terminal.width):
            terminal.say(line)
        if not play.legal():
            terminal.say(ending(play))
            terminal.say("Type undo, restart, new for another deal, save FILE, or quit.")

    def obey(self, line: str) -> None:
        """Make a move, given by its number or its text, or carry out a command. An error changes nothing."""
        self._lines = [self._lines[-1], line]
        text = self._read_move(line)
        if text is not None:
            self._make_move(text)
        elif (found := commands.find(line)) is not None:
            command, argument = found
            command.carry_out(self, argument)
        elif line:
            move_help = self.play.game.notation.move_help
            raise MoveSyntaxError(
                f"{shorten(line)} is neither a move nor a command: write a number, {move_help}, or help"
            )
        else:
            self.show()

    def _make_move(self, text: str) -> None:
        before = self.play.here
        for node in self.play.do(text).way()[len(before.way()) :]:
            told = " ".join(move_story(self.play, node))
            self.terminal.say(f"{node.move}: {told}")  # a player who typed a number wants to see what it was
        self.show()

    def _read_move(self, line: str) -> str | None:
        """The text of the move that the line means, if it means one; not always a legal one."""
        legal = list(self.play.legal())
        same = [text for text in legal if text.lower() == line.lower()]
        if line in legal or len(same) == 1:
            return line if line in legal else same[0]
        if line.isascii() and line.isdigit():
            if 1 <= int(line[:9]) <= len(legal) and len(line) <= 9:
                return legal[int(line) - 1]
            raise MoveError(
                f"there is no move {shorten(line)}: " + (f"the moves are 1 to {len(legal)}" if legal else "it is over")
            )
        patterns = (self.play.game.notation.move_pattern, self.play.game.notation.token_pattern)
        return line if any(pattern and pattern.fullmatch(line) for pattern in patterns) else None

    def warn(self) -> None:
        """Stop a person who is about to throw away what is not saved, unless they insist by typing it twice."""
        before, line = self._lines
        playing = bool(self.play.legal()) and self.play.here.parent is not None
        if self.terminal.interactive and playing and self.play.record_text() != self.kept and before != line:
            raise MoveError(f"this game is not saved: type `save FILE` to keep it, or {line} again to discard it")
