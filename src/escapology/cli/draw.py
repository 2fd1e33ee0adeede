"""`escapology draw`: the last position of each record as a picture."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated

import typer

from escapology import draw as drawing
from escapology.cli.inputs import Files, Json, read_files
from escapology.cli.output import hold_back, json_line
from escapology.draw import Deck, PaletteName
from escapology.middle import deal_line
from escapology.record import Record
from escapology.text_play import has_colour

__all__ = ["draw"]


def draw(
    files: Files = None,
    as_svg: Annotated[bool, typer.Option("--svg/--text", help="An SVG picture, or text for a terminal.")] = False,
    palette: Annotated[PaletteName, typer.Option(help="The colours of an SVG picture.")] = "light",
    deck: Annotated[Deck, typer.Option(help="Playing cards in two colours or in four.")] = "two",
    json: Json = False,
) -> Iterator[str]:
    """Draw the last position of each record, as its player sees it.

    Examples:
      escapology draw game.txt
      escapology draw --svg --palette dark 'blank: 3 1 5 2 6 4'
    """
    pictures = ((record, _picture(record, as_svg, palette, deck)) for record in read_files(files))
    if json:
        return hold_back(json_line(deal=deal_line(r.game, r.deal), picture=picture) for r, picture in pictures)
    return hold_back(("\n" if number else "") + picture for number, (_, picture) in enumerate(pictures))


def _picture(record: Record, as_svg: bool, palette: PaletteName, deck: Deck) -> str:
    scene = record.game.presentation.scene(*record.game.knowledge.observe(record.deal, record.last_state()))
    if as_svg:
        return drawing.svg(scene, palette=palette, deck=deck, targets=False)
    return drawing.text(scene, colour=has_colour(sys.stdout), deck=deck)
