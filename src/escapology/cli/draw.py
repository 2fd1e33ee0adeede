"""`escapology draw`: draw the last position of each record, or animate the whole game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import typer

from escapology import draw as drawing
from escapology.cli.inputs import Files, Json, read_files, whole
from escapology.cli.output import hold_back, json_line
from escapology.draw import Deck, PaletteName
from escapology.draw.film import Frame, animated_svg
from escapology.draw.pixels import LARGEST, SMALLEST, can_draw, gif, png
from escapology.errors import EscapologyError, SettingError, shorten
from escapology.middle import deal_line, legal_texts
from escapology.paper import write_whole
from escapology.record import Record
from escapology.text_play import has_colour

__all__ = ["draw"]

_MOST_FRAMES: Final = 1000  # of a picture that moves
_PIXELS: Final = (".png", ".gif")


def draw(  # noqa: PLR0913, PLR0917 - one for each option
    files: Files = None,
    as_svg: Annotated[bool, typer.Option("--svg/--text", help="Draw as SVG, or as text for a terminal.")] = False,
    animate: Annotated[bool, typer.Option("--animate", help="Animate the whole game, as SVG or GIF.")] = False,
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="FILE", help="Write to a file: .svg, .png, .gif or .txt."),
    ] = None,
    palette: Annotated[PaletteName, typer.Option(help="Colours of the picture.")] = "light",
    deck: Annotated[Deck, typer.Option(help="Playing cards in two or four colours.")] = "two",
    width: Annotated[
        int, typer.Option(parser=whole(SMALLEST, LARGEST), metavar="N", help="Width of a PNG or GIF in pixels.")
    ] = 800,
    pause: Annotated[
        int, typer.Option(parser=whole(20, 60_000), metavar="N", help="With --animate, milliseconds per move.")
    ] = 800,
    json: Json = False,
) -> Iterator[str]:
    """Draw the last position of each record.

    The picture shows what the player sees. With --animate it shows the whole game.

    Examples:
      escapology draw game.txt
      escapology draw --svg --palette dark 'blank: 3 1 5 2 6 4'
      escapology draw game.txt --to position.png --width 1200
      escapology draw game.txt --animate --to game.gif
    """
    if to is not None:
        return iter([_write(_only(files), to, animate, palette, deck, width, pause / 1000, json)])
    if animate:
        pictures = ((record, animated_svg(_frames(record), seconds=pause / 1000, palette=palette, deck=deck))
                    for record in read_files(files))  # fmt: skip
    else:
        pictures = ((record, _picture(record, as_svg, palette, deck)) for record in read_files(files))
    if json:
        return hold_back(json_line(deal=deal_line(r.game, r.deal), picture=picture) for r, picture in pictures)
    return hold_back(("\n" if number else "") + picture for number, (_, picture) in enumerate(pictures))


def _only(files: list[str] | None) -> Record:
    """The one record that goes into a file."""
    records = list(read_files(files))
    if len(records) != 1:
        raise EscapologyError(f"--to takes one record, but there are {len(records)}")
    return records[0]


def _write(
    record: Record, to: Path, animate: bool, palette: PaletteName, deck: Deck, width: int, seconds: float, json: bool
) -> str:
    """Write the picture; a word about it."""
    kind = to.suffix.lower()
    if kind in _PIXELS and not can_draw():
        raise SettingError("PNG and GIF need more packages: pip install 'escapology[pictures]'")
    if kind == ".svg":
        data = (
            animated_svg(_frames(record), seconds=seconds, palette=palette, deck=deck)
            if animate
            else _picture(record, True, palette, deck)
        ).encode() + b"\n"
    elif kind == ".gif":
        frames = _frames(record) if animate else _frames(record)[-1:]
        data = gif(frames, seconds=seconds, width=width, palette=palette, deck=deck)
    elif animate:
        raise EscapologyError(f"can't animate {shorten(str(to), 80)}: use a name that ends in .svg or .gif")
    elif kind == ".png":
        data = png(_scene(record), width=width, palette=palette, deck=deck)
    elif kind == ".txt":
        data = drawing.text(_scene(record), deck=deck).encode() + b"\n"
    else:
        raise EscapologyError(f"can't draw {shorten(str(to), 80)}: use a name that ends in .svg, .png, .gif or .txt")
    write_whole(to, data)
    if json:
        return json_line(deal=deal_line(record.game, record.deal), file=str(to), bytes=len(data))
    moves = f"{len(record.moves)} move{'s' * (len(record.moves) != 1)}, " if animate else ""
    return f"wrote {to}: {moves}{len(data):,} bytes"


def _frames(record: Record) -> list[Frame]:
    """Every position of a game, with a caption for the move that led there."""
    if len(record.moves) >= _MOST_FRAMES:
        raise EscapologyError(
            f"a game of {len(record.moves):,} moves is too long to animate: the limit is {_MOST_FRAMES - 1}"
        )
    game, deal = record.game, record.deal
    frames, said, before = [], "Before the first move", None
    for number, state in enumerate(record.states()):
        if before is not None:
            text = record.moves[number - 1]
            move = legal_texts(game, deal, before)[text]
            told = game.presentation.words(deal, before, move)
            said = f"{number} of {len(record.moves)}: {told}"
        frames.append(Frame(game.presentation.scene(*game.knowledge.observe(deal, state)), said))
        before = state
    return frames


def _scene(record: Record) -> drawing.Scene:
    return record.game.presentation.scene(*record.game.knowledge.observe(record.deal, record.last_state()))


def _picture(record: Record, as_svg: bool, palette: PaletteName, deck: Deck) -> str:
    if as_svg:
        return drawing.svg(_scene(record), palette=palette, deck=deck, targets=False)
    return drawing.text(_scene(record), colour=has_colour(sys.stdout), deck=deck)
