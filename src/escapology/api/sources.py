"""Bots by the place they stand in: `mine.py:climber`, a function of a file, or `package.module:climber`, of a module.

So a bot of one's own can be named where only text can be given, on a command line or to another process, and needs no
package. Files next to it, and those of the folder one is in, can be imported.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import TypeAlias, cast

from escapology.api.position import View
from escapology.errors import SettingError, shorten
from escapology.luck import Luck, number_of

__all__ = ["BotFunction", "is_source", "load_source"]

BotFunction: TypeAlias = Callable[[View, Luck], str | Sequence[str]]

_LONGEST = 200  # characters of a place that errors show


def is_source(text: str) -> bool:
    """Whether a text says where a bot stands, and is not a name."""
    return ":" in text


def load_source(text: str) -> BotFunction:
    """The bot that stands there."""
    place, _, name = text.rpartition(":")
    if not place or not name.isidentifier():
        raise SettingError(f"{shorten(text, _LONGEST)} does not name a bot: write file.py:function or module:function")
    if not place.endswith(".py"):
        return _function(_module(place, text), name, text)
    path = Path(place)
    try:
        changed = path.stat().st_mtime_ns
    except (OSError, ValueError) as error:
        reason = error.strerror.lower() if isinstance(error, OSError) and error.strerror else "it is not a file name"
        raise SettingError(f"can't read {shorten(place, _LONGEST)}, where a bot should be: {reason}") from None
    return _function(_file(path.resolve(), changed, text), name, text)


@functools.cache
def _file(path: Path, changed: int, text: str) -> ModuleType:
    """A file as a module; one that was `changed` since is read again."""
    stem = re.sub(r"\W", "_", path.stem)
    name = f"escapology_bots_{stem}_{number_of(str(path)):x}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec, f"{path} ends with .py"
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses, for one, look for their module there
    _add_folder(path.parent)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # whatever it does when it is read
        del sys.modules[name]
        raise _refusal(text, error) from error
    return module


@functools.cache
def _module(name: str, text: str) -> ModuleType:
    if not all(part.isidentifier() for part in name.split(".")):
        raise SettingError(f"{shorten(text, _LONGEST)} does not name a bot: write file.py:function or module:function")
    _add_folder(Path.cwd())
    try:
        return importlib.import_module(name)
    except (Exception, SystemExit) as error:
        raise _refusal(text, error) from error


def _add_folder(folder: Path) -> None:
    """Let modules of a folder be imported, unless others have their names."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _refusal(text: str, error: BaseException) -> SettingError:
    return SettingError(f"the bot {shorten(text, _LONGEST)} can't be loaded: {type(error).__name__}: {error}")


def _function(module: ModuleType, name: str, text: str) -> BotFunction:
    found = getattr(module, name, None)
    if callable(found):
        return cast(BotFunction, found)
    if found is not None:
        raise SettingError(f"{shorten(text, _LONGEST)} is not a bot: it is {shorten(repr(found))}, not a function")
    functions = inspect.getmembers(module, inspect.isfunction)
    own = [each for each, function in functions if function.__module__ == module.__name__ and not each.startswith("_")]
    there = f"there are {', '.join(own)}" if own else "there is none"
    raise SettingError(f"there is no function {shorten(name)} in {shorten(text.rpartition(':')[0], _LONGEST)}: {there}")
