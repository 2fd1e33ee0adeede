"""What a player chooses before the cards are dealt: the variant of a game and how open rulings are read.

Variants and options are data, so that every front end can list them in plain words. A *setting* is one choice of each;
in text it is the head of a deal line: `lab-rats/hard[diagram=turn,touch=corner]`. What is left out is the default.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from escapology.errors import SettingError, shorten

if TYPE_CHECKING:
    from escapology.protocol import AnyGame

__all__ = ["Option", "Setting", "Variant", "make_setting", "parse_options", "parse_setting"]


@dataclass(frozen=True, slots=True)
class Variant:
    """A way of playing that the designer or the community names."""

    name: str
    words: str  # what is different, for a menu


@dataclass(frozen=True, slots=True)
class Option:
    """A ruling that can be read in more than one way."""

    name: str
    ruling: str  # number of the ruling it belongs to: "LR1"
    question: str  # what the rulebook leaves open, for a menu
    values: Mapping[str, str]  # each value in words; the first is the default

    @property
    def default(self) -> str:
        """The value that holds when nothing is said."""
        return next(iter(self.values))


@dataclass(frozen=True, slots=True)
class Setting:
    """A game, one of its variants, and a value for each of its options."""

    game: str
    variant: str
    options: tuple[tuple[str, str], ...]  # all of them, in the game's order
    text: str  # the head of a deal line, defaults left out

    def __getitem__(self, option: str) -> str:
        return dict(self.options)[option]


_HEAD = re.compile(r"(?P<game>[a-z][a-z-]*)(?:/(?P<variant>[a-z0-9_-]*))?(?:\[(?P<options>[^\[\]]*)\])?")


def make_setting(game: AnyGame, variant: str | None = None, options: Mapping[str, str] | None = None) -> Setting:
    """The setting with these choices; what is not chosen is the default."""
    names = [v.name for v in game.facts.variants]
    if variant is None:
        variant = names[0]
    if variant not in names:
        raise SettingError(f"{game.name} has no variant {shorten(variant)}: it has {', '.join(names)}")
    chosen = dict(options or {})
    values: list[tuple[str, str]] = []
    for option in game.facts.options:
        value = chosen.pop(option.name, option.default)
        if value not in option.values:
            allowed = " or ".join(f"{option.name}={v}" for v in option.values)
            raise SettingError(f"{game.name} has no option {shorten(f'{option.name}={value}')}: it is {allowed}")
        values.append((option.name, value))
    for name in chosen:
        known = ", ".join(o.name for o in game.facts.options) or "none"
        raise SettingError(f"{game.name} has no option {shorten(name)}: its options are {known}")
    changed = [f"{o.name}={v}" for o, (_, v) in zip(game.facts.options, values, strict=True) if v != o.default]
    text = game.name + (f"/{variant}" if variant != names[0] else "") + (f"[{','.join(changed)}]" if changed else "")
    return Setting(game.name, variant, tuple(values), text)


def parse_options(texts: list[str]) -> dict[str, str]:
    """Options written as `name=value`."""
    options: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise SettingError(f"{shorten(text)} is not an option: write name=value")
        if name in options:
            raise SettingError(f"option {shorten(name)} is given twice")
        options[name] = value
    return options


def parse_setting(text: str, games: Mapping[str, AnyGame]) -> Setting:
    """Read the head of a deal line."""
    match = _HEAD.fullmatch(text)
    if match is None:
        raise SettingError(f"{shorten(text)} is not a game: write game, game/variant or game/variant[option=value,…]")
    game = games.get(match["game"])
    if game is None:
        raise SettingError(f"there is no game {shorten(match['game'])}: choose from {', '.join(games)}")
    options = parse_options([t.strip() for t in match["options"].split(",")]) if match["options"] else {}
    return make_setting(game, match["variant"], options)
