"""Rows of cards, coins or dice as pictures: in which order somebody lays them out."""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import Final

from escapology.document import Block, Heading, Laying, Paragraph, Picture, Pictures
from escapology.draw.scene import Card, Item, Label, Scene, Token

__all__ = ["laying_blocks", "laying_height"]

_STEP: Final = 1.08  # from one item to the next
_LETTER: Final = 0.24  # width of a letter of a row's name
_SIZE: Final = 0.42  # its height
_UNIT: Final = 9.5  # millimetres that an item is wide at most
_BESIDE: Final = 0.5  # between rows that are side by side


def laying_blocks(laying: Laying, level: int, widest: float = 21.0) -> tuple[Block, ...]:
    """How a part of a deal is laid out; a picture that is wider, in items, has fewer rows side by side."""
    return (
        Heading(laying.title, level),
        Paragraph(laying.words),
        Pictures((Picture(_strip(laying, widest)),), unit=_UNIT),
        *laying.after,
    )


def laying_height(laying: Laying, widest: float) -> float:
    """About how much of a page it takes, in millimetres."""
    words = sum(len(span.text) for span in laying.words) if isinstance(laying.words, tuple) else len(laying.words)
    _, _, high, lines = _measures(laying, widest)
    said = 4.6 * ceil(words / (5.6 * widest))
    return 19.0 + said + lines * high * _UNIT


def _measures(laying: Laying, widest: float) -> tuple[float, float, float, int]:
    """Of a row: the width of its name, its own width and height; and how many lines of rows there are."""
    name = 0.3 + _LETTER * max(len(text) for text, _ in laying.rows)
    longest = max(len(items) for _, items in laying.rows)
    wide, high = name + longest * _STEP, laying.high + 0.14
    across = max(1, min(laying.across, int((widest + _BESIDE) / (wide + _BESIDE))))
    return name, wide, high, ceil(len(laying.rows) / across)


def _strip(laying: Laying, widest: float) -> Scene:
    """Row below row, some of them side by side; it is read down each column of rows."""
    name, wide, high, lines = _measures(laying, widest)
    drawn: list[Item] = []
    told = []
    for place, (text, items) in enumerate(laying.rows):
        left, top = place // lines * (wide + _BESIDE), place % lines * high
        drawn.append(Label(left + name - 0.16, top + high / 2, text, _SIZE, "muted", "end"))
        drawn += [_moved(item, left + name + i * _STEP, top + 0.07) for i, item in enumerate(items)]
        told.append(f"{text}: {', '.join(_name(item) for item in items)}")
    columns = ceil(len(laying.rows) / lines)
    width = columns * wide + (columns - 1) * _BESIDE
    return Scene(width, lines * high, laying.title, "; ".join(told), tuple(drawn))


def _moved(item: Item, x: float, y: float) -> Item:
    if isinstance(item, Card):
        return replace(item, x=x, y=y, key="", title="")
    assert isinstance(item, Token)
    return replace(item, x=x + 0.5, y=y + 0.5, key="", title="")


def _name(item: Item) -> str:
    return item.text if isinstance(item, Card | Token) else ""
