"""A new study file, with comments: what `escapology study new` writes."""

from __future__ import annotations

import json
from collections.abc import Sequence

from escapology.errors import SettingError
from escapology.games import GAMES
from escapology.protocol import AnyGame
from escapology.setting import Setting, parse_setting
from escapology.studies.file import read_plan

__all__ = ["sketch"]


def sketch(
    games: Sequence[str],
    measures: Sequence[str],
    bots: Sequence[str],
    seed: int,
    count: int,
    all_variants: bool,
    all_options: bool,
) -> list[str]:
    """Its lines. What is asked for must make sense: it is read once, as it will be."""
    if not games:
        listed = ", ".join(name for name, game in GAMES.items() if not game.facts.is_example)
        raise SettingError(f"name the games to study: {listed}")
    settings = [parse_setting(text, GAMES) for text in games]
    has_dice = GAMES[settings[0].game].facts.has_dice
    chosen = list(measures) or ["chance" if has_dice else "verdict", "nodes"]
    titles = " and ".join(dict.fromkeys(GAMES[setting.game].title for setting in settings))
    question = "How likely is a win in" if has_dice else "How many deals can be won in"
    lines = [
        f"title = {_text(f'{question} {titles}?')}",
        'about = ""  # what it is for; reports begin with it',
        f"measure = {_list(chosen)}",
        '# precision = "0.1%"  # stop each setting once its shares are known to within this much',
    ]
    for setting in settings:
        lines += ["", *_game(GAMES[setting.game], setting, all_variants, all_options)]
    lines += [
        "",
        "[seeds]",
        f"first = {seed}",
        f"count = {count}  # deals per setting",
        f"piece = {max(1, min(200, count // 20))}  # deals worked on in one go; each piece is stored as one file",
        "",
        "[limits]  # per deal; a deal that reaches one counts as undecided",
        "nodes = 10_000_000",
        "megabytes = 1000",
    ]
    if bots:
        lines += ["", "[bots]", f"names = {_list(bots)}", "worlds = 20  # that the fair bot imagines per choice"]
    lines += ["", "[short]  # what changes with --short", f"count = {min(count, 100)}"]
    read_plan("\n".join(lines), "the study")
    return lines


def _game(game: AnyGame, setting: Setting, all_variants: bool, all_options: bool) -> list[str]:
    lines = ["[[games]]", f"game = {_text(game.name)}"]
    variants = [variant.name for variant in game.facts.variants] if all_variants else [setting.variant]
    if len(game.facts.variants) > 1:
        known = ", ".join(variant.name for variant in game.facts.variants)
        lines.append(f"variants = {_list(variants)}  # of {known}")
    values = [f"{name} = {_text(value)}" for name, value in _changed(game, setting)]
    if all_options:
        values = [f'{option.name} = "all"' for option in game.facts.options]
    if game.facts.options:
        known = ", ".join(f"{option.name} ({', '.join(option.values)})" for option in game.facts.options)
        lines += [f"# {known}", f"options = {{ {', '.join(values)} }}" if values else "options = {}"]
    return lines


def _changed(game: AnyGame, setting: Setting) -> list[tuple[str, str]]:
    defaults = {option.name: option.default for option in game.facts.options}
    return [(name, value) for name, value in setting.options if value != defaults[name]]


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _list(texts: Sequence[str]) -> str:
    return f"[{', '.join(map(_text, texts))}]"
