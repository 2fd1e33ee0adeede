"""Curves of training as a picture: how many deals were won after so many minutes.

    python -m escapology.learners.curves FOLDER/curve.jsonl … > curves.svg

Each setting of each file is a line of the picture. It needs no PyTorch.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

__all__ = ["curves_of", "main", "picture"]

_WIDE, _HIGH = 640, 320
_LEFT, _TOP, _RIGHT, _BOTTOM = 48, 16, 200, 40  # margins; names stand on the right
_COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#6b6b00", "#56b4e9", "#8a5a00", "#333333")

Curve = list[tuple[float, float]]  #: (minutes, share of deals won)


def curves_of(files: Iterable[Path]) -> dict[str, Curve]:
    """By setting."""
    found: dict[str, Curve] = defaultdict(list)
    for file in files:
        for text in file.read_text(encoding="utf-8").splitlines():
            line = json.loads(text)
            for setting, won in line["won_of_deals"].items():
                found[setting].append((line["minutes"], won / line["deals"]))
    return dict(found)


def picture(curves: dict[str, Curve]) -> str:
    """The curves as SVG; the axes end at the next round number beyond them."""
    points = [point for curve in curves.values() for point in curve]
    minutes, share = (_round_up(max(point[k] for point in points)) for k in (0, 1))

    def place(x: float, y: float) -> str:
        across = _LEFT + x / minutes * (_WIDE - _LEFT - _RIGHT)
        return f"{across:.1f},{_HIGH - _BOTTOM - y / share * (_HIGH - _TOP - _BOTTOM):.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{_WIDE}" height="{_HIGH}" fill="#fff"/>',
        f'<polyline points="{place(0, share)} {place(0, 0)} {place(minutes, 0)}" fill="none" stroke="#333"/>',
    ]
    for part in (0.0, 0.5, 1.0):
        x, y = place(minutes * part, 0).split(",")
        parts.append(f'<text x="{x}" y="{float(y) + 16}" text-anchor="middle">{minutes * part:g} min</text>')
        x, y = place(0, share * part).split(",")
        parts.append(f'<text x="{float(x) - 6}" y="{float(y) + 4}" text-anchor="end">{share * part:.0%}</text>')
    for k, (name, curve) in enumerate(sorted(curves.items(), key=lambda item: -item[1][-1][1])):
        colour, down = _COLOURS[k % len(_COLOURS)], _TOP + 12 + 18 * k
        told = " ".join(place(*point) for point in curve)
        parts += [
            f'<polyline points="{told}" fill="none" stroke="{colour}" stroke-width="2"/>',
            f'<text x="{_WIDE - _RIGHT + 24}" y="{down}" fill="{colour}">{name}</text>',
        ]
    return "\n".join([*parts, "</svg>", ""])


def _round_up(number: float) -> float:
    """The next of 1, 2, 4, 6, 10, 20, 40 and so on, or of 0.6, 0.4, 0.2, 0.1 and so on."""
    size = 1.0
    while size > number:
        size /= 10
    while size * 10 < number:
        size *= 10
    return next((size * times for times in (1, 2, 4, 6) if size * times >= number), size * 10)


def main(arguments: Sequence[str]) -> None:
    """Write the picture of these files to standard output."""
    sys.stdout.write(picture(curves_of(map(Path, arguments))))


if __name__ == "__main__":
    main(sys.argv[1:])
