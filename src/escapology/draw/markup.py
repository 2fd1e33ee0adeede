"""Writing XML: elements, numbers and escaped words, the same way every time."""

import re
from html import escape  # that of xml.sax loads urllib, and every start would wait for it

#: SVG units in one unit of a scene: whole numbers nearly everywhere, and two decimals are a ten-thousandth of a square.
UNIT = 100

#: What `tag` takes as attributes; None leaves one out.
Attributes = dict[str, str | float | None]

# XML 1.0 has no way at all to write these characters, not even escaped.
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float) -> str:
    """A number in its shortest form with at most two decimals: 12.5, 3, -0.25."""
    words = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if words == "-0" else words


def words(content: str) -> str:
    """Content that is plain words: escaped, for use between tags."""
    return escape(_UNWRITABLE.sub("\ufffd", content), quote=False)


def tag(name: str, *children: str, **attributes: str | float | None) -> str:
    """An element with these children (already markup) and attributes; an attribute that is None is left out.

    `stroke_width=3` writes `stroke-width="3"`; `class_` is `class`. Attributes keep their order.
    """
    start = name
    for key, value in attributes.items():
        if value is not None:
            text = _UNWRITABLE.sub("\ufffd", value) if isinstance(value, str) else number(value)
            quoted = escape(text).replace("\n", "&#10;")  # a bare line end would be read as a blank
            start += f' {key.rstrip("_").replace("_", "-")}="{quoted}"'
    return f"<{start}>{''.join(children)}</{name}>" if children else f"<{start}/>"


def path(*parts: str | float) -> str:
    """Data for a path, from letters and coordinates: "M", 1, 2, "h", 3 make "M1 2h3"."""
    data = ""
    for part in parts:
        if isinstance(part, str):
            data += part
        else:
            data += (" " if data[-1:].isdigit() else "") + number(part)
    return data
