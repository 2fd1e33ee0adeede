"""Commands run in this process, and what tests of real processes share."""

from __future__ import annotations

import io
import os
import re
import signal
import sys

import pytest

from escapology.cli import main


class Shell:
    """Runs commands in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def run(self, *args: str, given: str | bytes = b"") -> tuple[int, str, str]:
        data = given.encode() if isinstance(given, str) else given
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
        code = main(args)
        out, err = self._capsys.readouterr()
        return code, out, err

    def good(self, *args: str, given: str | bytes = b"") -> str:
        code, out, err = self.run(*args, given=given)
        assert (code, err) == (0, "")
        return out

    def bad(self, *args: str, given: str | bytes = b"") -> str:
        """What a command says to bad input: one line, and nothing else."""
        code, out, err = self.run(*args, given=given)
        assert (code, out) == (2, "")
        assert re.fullmatch(r"escapology: [^\n]+\n", err)
        return err.removeprefix("escapology: ").rstrip("\n")


def unmeasured() -> dict[str, str]:
    """The environment, but for what lets coverage measure a process: for tests of what a process loads."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}


def hear_ctrl_c() -> None:
    """Tests that run in the background are started with Ctrl-C ignored, and hand that on to what they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
