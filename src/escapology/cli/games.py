"""`escapology games`: list the games with their variants and options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from escapology.cli.inputs import Json
from escapology.cli.output import json_line
from escapology.games import GAMES, LISTED
from escapology.protocol import AnyGame
from escapology.setting import Option

__all__ = ["games"]


def games(
    everything: Annotated[bool, typer.Option("--all", help="Include the template for new games.")] = False,
    json: Json = False,
) -> Iterator[str]:
    """List the games with their variants and options.

    Examples:
      escapology games
      escapology games --all --json
    """
    listed = list((GAMES if everything else LISTED).values())
    return (_object(game) for game in listed) if json else _lines(listed)


def _lines(listed: list[AnyGame]) -> Iterator[str]:
    for number, game in enumerate(listed):
        if number:
            yield ""
        yield f"{game.name}: {game.title}, {game.facts.credit.words}"
        yield f"  {game.facts.pitch}"
        yield "  variants"
        width = max(len(variant.name) for variant in game.facts.variants)
        for variant in game.facts.variants:
            default = " (default)" if variant is game.facts.variants[0] and len(game.facts.variants) > 1 else ""
            yield f"    {variant.name:<{width}}  {variant.words}{default}"
        if game.facts.options:
            yield "  options"
        for option in game.facts.options:
            yield from _option(option)


def _option(option: Option) -> Iterator[str]:
    yield f"    {option.name}  {option.question} (ruling {option.ruling})"
    texts = {f"{option.name}={value}": words for value, words in option.values.items()}
    width = max(len(text) for text in texts)
    for text, words in texts.items():
        default = " (default)" if text == f"{option.name}={option.default}" else ""
        yield f"      {text:<{width}}  {words}{default}"


def _object(game: AnyGame) -> str:
    options = [
        {"name": o.name, "ruling": o.ruling, "question": o.question, "default": o.default, "values": dict(o.values)}
        for o in game.facts.options
    ]
    return json_line(
        game=game.name,
        title=game.title,
        pitch=game.facts.pitch,
        designer=game.facts.credit.names,
        year=game.facts.credit.year,
        link=game.facts.credit.link,
        licence=game.facts.credit.licence,
        variants=[{"name": variant.name, "words": variant.words} for variant in game.facts.variants],
        options=options,
    )
