"""The two streams that text play runs on: a person's terminal, a pipe, or a test."""

from __future__ import annotations

import io
import os
import shutil
import sys
from collections.abc import Sequence
from typing import TextIO

__all__ = ["Terminal", "has_colour"]

_MAX_LINE = 10_000  # characters read at once: a pipe full of rubbish is taken in pieces


def has_colour(out: TextIO) -> bool:
    """Whether this is a terminal whose owner does not mind colours."""
    return out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class Terminal:
    """Where lines come from and go to. Colour and width fit the streams unless they are given."""

    def __init__(self, source: TextIO, out: TextIO, *, width: int | None = None, colour: bool | None = None) -> None:
        self._source = source
        self._out = out
        self._width = width
        self.wraps = out.isatty() or width is not None  # lines that are too long spoil the picture
        self.interactive = source.isatty()  # a person is typing, who sees what they type
        self.colour = has_colour(out) if colour is None else colour
        if isinstance(source, io.TextIOWrapper):
            source.reconfigure(errors="replace")  # what is not text is not a move, but no reason to stop either

    @property
    def width(self) -> int:
        """Columns, asked anew each time because windows change."""
        return self._width or shutil.get_terminal_size((80, 24)).columns

    def say(self, text: str = "") -> None:
        """Print a line, or several."""
        self._out.write(f"{text}\n")

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str | None:
        """The next line, None at the end of the input; `words` are what the tab key completes."""
        if self.interactive and self._source is sys.stdin and self._out is sys.stdout:
            return self._ask_person(prompt, words)
        if self.interactive:
            self._out.write(prompt)
        self._out.flush()
        line = self._source.readline(_MAX_LINE)
        if not line:
            return None
        line = line.rstrip("\n")
        if not self.interactive:  # so that the output reads like what one would see
            self.say(prompt + "".join(c if c.isprintable() else "?" for c in line))
        return line

    def _ask_person(self, prompt: str, words: Sequence[str]) -> str | None:
        try:
            import readline  # arrow keys and history for input()
        except ImportError:
            pass
        else:
            found = [f"{word} " for word in words]
            readline.set_completer_delims("\n")  # a move is one word, whatever stands in it
            readline.set_completer(lambda start, i: [*(w for w in found if w.startswith(start)), None][i])
            readline.parse_and_bind("tab: complete")
        try:
            return input(prompt)
        except EOFError:
            self.say()
            return None
