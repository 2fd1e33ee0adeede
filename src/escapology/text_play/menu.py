"""The questions before a play: which game, and which variant of it."""

from __future__ import annotations

from collections.abc import Sequence

from escapology.errors import EscapologyError, shorten
from escapology.games import GAMES, LISTED
from escapology.setting import Setting, make_setting, parse_setting
from escapology.text_play.terminal import Terminal

__all__ = ["choose_setting"]


def choose_setting(terminal: Terminal) -> Setting | None:
    """Ask for a game and a variant; None if the player would rather not."""
    listed = list(LISTED.values())
    terminal.say("Which game?")
    _list(terminal, [(game.name, game.facts.pitch) for game in listed])
    while True:
        answer = _ask(terminal, [game.name for game in listed])
        if answer is None:
            return None
        try:
            setting = parse_setting(answer, GAMES)
        except EscapologyError as error:
            terminal.say(f"{error}. Type a number or a name, or quit.")
            continue
        variants = GAMES[setting.game].facts.variants
        if answer != setting.game or len(variants) == 1:
            return setting
        return _choose_variant(terminal, setting)


def _choose_variant(terminal: Terminal, setting: Setting) -> Setting | None:
    game = GAMES[setting.game]
    terminal.say(f"Which variant of {game.title}? (Press Enter for the first.)")
    _list(terminal, [(variant.name, variant.words) for variant in game.facts.variants])
    while True:
        names = [variant.name for variant in game.facts.variants]
        answer = _ask(terminal, names)
        if answer is None:
            return None
        if answer in ("", *names):
            return make_setting(game, answer or None)
        terminal.say(f"{shorten(answer)} is not a variant. Type a number or a name, or quit.")


def _list(terminal: Terminal, entries: Sequence[tuple[str, str]]) -> None:
    longest = max(len(name) for name, _ in entries)
    for number, (name, words) in enumerate(entries, 1):
        terminal.say(f"  {number}  {name:<{longest}}  {words}")


def _ask(terminal: Terminal, names: list[str]) -> str | None:
    """A name, which may also be given by its number; None at the end."""
    line = terminal.ask("> ", names)
    if line is None or line.strip().lower() in ("q", "quit"):
        return None
    answer = line.strip()
    numbers = {str(number): name for number, name in enumerate(names, 1)}
    return numbers.get(answer, answer)
