"""A square code (QR) that leads to an address, as an SVG picture: one path, black on nothing."""

from __future__ import annotations

from typing import Final

from escapology.draw.markup import number, path, tag
from escapology.errors import EscapologyError

__all__ = ["LONGEST", "draw_code"]

LONGEST: Final = 1200  # characters: a code of more would be too fine for a telephone's camera
_QUIET: Final = 4  # modules of nothing around it


def draw_code(address: str) -> str:
    """The code of an address."""
    import segno  # comes with the extra for printing

    if len(address) > LONGEST:
        raise EscapologyError(
            f"an address of {len(address):,} characters is too long for a QR code: the limit is {LONGEST:,}"
        )
    matrix = segno.make(address, error="m" if len(address) < 300 else "l", micro=False, boost_error=False).matrix
    data = ""
    for y, row in enumerate(matrix):
        x = 0
        while x < len(row):
            end = x
            while end < len(row) and row[end]:
                end += 1
            if end > x:
                data += path("M", x + _QUIET, y + _QUIET, "h", end - x, "v", 1, "h", x - end) + "z"
            x = end + 1
    side = number(len(matrix) + 2 * _QUIET)
    return tag(
        "svg", tag("path", d=data, fill="#000000"), xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {side} {side}", shape_rendering="crispEdges",
    )  # fmt: skip
