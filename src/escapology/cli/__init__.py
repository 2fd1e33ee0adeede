"""The command line, `escapology …`: thin, knows no rules.

Each command is a module whose function turns arguments into lines; `main` prints them and answers all that goes wrong
with one line on standard error and exit code 2. Start with `replay.py`.

inputs.py   what commands share: settings, numbers, records from files
output.py   lines held back until all input is known to be good; a word when something is compiled first
"""

from __future__ import annotations

import functools
import inspect
import io
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Final, Never, TextIO

import typer
from typer.main import get_command

from escapology import __version__
from escapology.cli.bots import bots
from escapology.cli.deal import deal
from escapology.cli.draw import draw
from escapology.cli.games import games
from escapology.cli.hint import check, hint
from escapology.cli.output import tell_of_compiling
from escapology.cli.perft import perft
from escapology.cli.play import play
from escapology.cli.ppn import ppn_app
from escapology.cli.print import print_app
from escapology.cli.replay import replay
from escapology.cli.rules import rules
from escapology.cli.serve import serve
from escapology.cli.solve import solve
from escapology.cli.study import study_app
from escapology.cli.verify import verify
from escapology.cli.warm import warm
from escapology.errors import EscapologyError

__all__ = ["main"]

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130  # 128 + SIGINT, as shells have it
PIPE_CLOSED: Final = 141  # 128 + SIGPIPE
TERMINATED: Final = 143  # 128 + SIGTERM


class _Terminated(BaseException):
    """This process was asked to terminate."""


def main(args: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    _make_ready(sys.stdout)
    tell_of_compiling()
    with _hearing_sigterm():
        return _run(args)


def _run(args: Sequence[str] | None) -> int:
    try:
        lines = _commands().main(args=args, prog_name="escapology", standalone_mode=False)
        if isinstance(lines, int):  # --help and the like have printed what they had to say
            return lines
        for line in lines or ():
            sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except EscapologyError as error:
        return _fail(str(error))
    except typer.TyperException as error:
        return _fail(_usage(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except _Terminated:
        return TERMINATED
    except BrokenPipeError:
        _silence(sys.stdout)
        return PIPE_CLOSED
    except OSError as error:
        _silence(sys.stdout)
        return _fail(f"can't write the output: {error.strerror or error}")
    return 0


@contextmanager
def _hearing_sigterm() -> Iterator[None]:
    """SIGTERM ends the command as Ctrl-C does, so that what it has started ends with it."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread hears signals
        yield
        return

    def end(*_: object) -> Never:
        raise _Terminated

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _app() -> typer.Typer:
    # Without Rich, help is plain text: quick to show, and the same in a pipe.
    app = typer.Typer(rich_markup_mode=None, add_completion=False)
    app.callback(invoke_without_command=True, help=_help(_start))(_start)
    for command in (play, serve, games, rules, deal, replay, perft, draw, solve, verify, hint, check, bots, warm):
        app.command(help=_help(command))(command)
    app.add_typer(print_app(_help), name="print")
    app.add_typer(ppn_app(_help), name="ppn")
    app.add_typer(study_app(_help), name="study")
    return app


def _help(command: Callable[..., object]) -> str:
    """The command's docstring, marked so that its examples keep their lines."""
    return inspect.cleandoc(command.__doc__ or "").replace("Examples:", "\b\nExamples:")


@functools.cache
def _commands() -> Any:
    return get_command(_app())


def _start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """Play, solve and study solo escape games for the table.

    Examples:
      escapology play
      escapology play --text devils-square
      escapology games
    """
    if version:
        typer.echo(f"escapology {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit


def _fail(message: str) -> int:
    sys.stderr.write(f"escapology: {' '.join(message.split())}\n")
    return BAD_INPUT


def _usage(error: typer.TyperException) -> str:
    """A usage error in our words, with the place to look."""
    message = " ".join(error.format_message().split()).rstrip(".")
    message = re.sub(r"^Invalid value for '([^']+)': (Value error, )?", r"\1: ", message)
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "escapology"
    return f"{message[:1].lower()}{message[1:]}; see {path} --help"


def _make_ready(stream: TextIO | None) -> None:
    if stream is None:  # closed by the caller: what is printed goes nowhere
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115 - it stays open as long as we run
    elif isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")  # a terminal that can't show ♙ still gets its board


def _silence(stream: TextIO) -> None:
    """Let what is still in the buffer go nowhere: Python would complain about it at its end."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # no real file, so no complaint
        return
