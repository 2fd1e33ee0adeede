"""Pictures for entering a deal: a part as it lies so far, and a tray with the pieces that are left."""

from __future__ import annotations

from dataclasses import replace

from escapology.draw import Box, Card, Item, Label, Scene, Target, Token
from escapology.entry import Part, Piece
from escapology.web.entry.reading import Reading, box_of

__all__ = ["part_scene", "tray_scene"]

_GAP = 0.14
_MARGIN = 0.1
_LABEL = 0.8  # what the name of a row takes
_AROUND = 1.2  # room around a piece that lies alone, or it would fill the page


def part_scene(reading: Reading, part: Part) -> Scene:
    """What lies in the places of a part; each is a target `part:number`."""
    if part.sketch is not None:
        return part.sketch(reading.setting, reading.places)
    pieces = {piece.text: piece for row in part.pieces for piece in row}
    wide, high = _size(part)
    most = max(count for _, count in part.rows)
    margin = _AROUND if most == len(part.rows) == 1 else _MARGIN
    edge = _LABEL if len(part.rows) > 1 else margin
    items: list[Item] = []
    place = 0
    for row, (name, count) in enumerate(part.rows):
        y = margin + row * (high + _GAP)
        if len(part.rows) > 1:
            items.append(Label(_MARGIN, y + high / 2, _short(name), 0.3, "muted", "start"))
        for column in range(count):
            x = edge + column * (wide + _GAP)
            text = reading.places[part.name][place]
            if text in pieces:
                items.append(_moved(pieces[text], x, y))
            else:
                items.append(Box(x, y, wide, high, "space", "muted", 0.1, dashed=True))
            said = pieces[text].words if text in pieces else "open"
            items.append(Target(x, y, wide, high, f"{part.name}:{place}", f"{name}, {column + 1}: {said}"))
            place += 1
    width = edge + most * (wide + _GAP) - _GAP + margin
    return Scene(width, 2 * margin + len(part.rows) * (high + _GAP) - _GAP, part.title, "", tuple(items))


def tray_scene(reading: Reading, part: Part) -> Scene:
    """The pieces that can lie in a part, each a target; where none is left, its place in the tray is empty."""
    wide, high = _size(part)
    used = reading.used(box_of(part))
    below = 0.3 if part.copies > 1 else 0.0
    items: list[Item] = []
    for row, pieces in enumerate(part.pieces):
        for column, piece in enumerate(pieces):
            x, y = _MARGIN + column * (wide + _GAP), _MARGIN + row * (high + below + _GAP)
            left = part.copies - used[piece.text]
            if part.copies and left <= 0:
                items.append(Box(x, y, wide, high, "table", "muted", 0.1, dashed=True, title=f"{piece.words}: used"))
                continue
            items.append(_moved(piece, x, y))
            if part.copies > 1:
                items.append(Label(x + wide / 2, y + high + 0.14, f"× {left}", 0.24, "muted"))
            items.append(Target(x, y, wide, high, piece.text, piece.words))
    most = max(len(pieces) for pieces in part.pieces)
    width = 2 * _MARGIN + most * (wide + _GAP) - _GAP
    height = 2 * _MARGIN + len(part.pieces) * (high + below + _GAP) - _GAP
    return Scene(width, height, f"Pieces of {box_of(part)}", "", tuple(items))


def _size(part: Part) -> tuple[float, float]:
    item = part.pieces[0][0].item
    return (item.width, item.height) if isinstance(item, Card) else (1.0, 1.0)


def _moved(piece: Piece, x: float, y: float) -> Item:
    item = piece.item
    if isinstance(item, Card | Token):
        return replace(item, x=item.x + x, y=item.y + y, title=piece.words)
    return item


def _short(name: str) -> str:
    """What of a row's name fits beside it: its last number, or its last word."""
    return name.split(" to ", maxsplit=1)[0].rsplit(maxsplit=1)[-1][:4]
