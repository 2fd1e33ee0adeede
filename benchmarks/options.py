"""Command lines of measurements: which databases, whose server, how long."""

from __future__ import annotations

import argparse
from typing import Final

__all__ = ["DATABASES", "options_of", "parser"]

DATABASES: Final = ("sqlite", "postgresql")


def parser(words: str, names: tuple[str, ...] = ()) -> argparse.ArgumentParser:
    """What all measurements understand; `names` are other words that may stand on the line."""
    made = argparse.ArgumentParser(prog=words.split(":", maxsplit=1)[0], description=words.partition(": ")[2])
    made.add_argument("names", nargs="*", metavar="|".join([*names, *DATABASES]))
    made.set_defaults(allowed=[*names, *DATABASES])
    made.add_argument("--server", metavar="FILE", help="an escapology to be measured in place of our own")
    return made


def options_of(made: argparse.ArgumentParser, arguments: list[str]) -> argparse.Namespace:
    """What a command line says: `databases` are those that it names, or both, and `names` the other words."""
    options = made.parse_intermixed_args(arguments)
    allowed = made.get_default("allowed")
    if strange := [name for name in options.names if name not in allowed]:
        made.error(f"{strange[0]} is none of {', '.join(allowed)}")
    options.databases = [name for name in DATABASES if name in options.names] or list(DATABASES)
    options.names = [name for name in options.names if name not in DATABASES]
    return options
