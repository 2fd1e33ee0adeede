"""Pictures as PNG and GIF, the same on every machine: Typst draws them with its own letters, Pillow joins frames."""

from __future__ import annotations

import importlib.util
import io
import json
from collections.abc import Sequence
from typing import Any, Final

from escapology.draw.film import HOLD, Frame, captioned
from escapology.draw.palette import Deck, PaletteName
from escapology.draw.scene import Scene
from escapology.draw.svg import svg

__all__ = ["LARGEST", "SMALLEST", "can_draw", "gif", "png"]

SMALLEST: Final = 100  #: pixels that a picture is wide at least
LARGEST: Final = 4000  #: and at most
_FONTS: Final = "'Libertinus Serif', 'DejaVu Sans Mono'"
_COLOURS: Final = 256
_PAGE: Final = b"""
#let data = json(bytes(sys.inputs.pictures))
#set page(width: auto, height: auto, margin: 0pt)
#for picture in data { page(image(bytes(picture), format: "svg", width: 72pt)) }
"""


def can_draw() -> bool:
    """Whether what this needs is installed."""
    return all(importlib.util.find_spec(name) is not None for name in ("PIL", "typst"))


def png(scene: Scene, *, width: int, palette: PaletteName = "light", deck: Deck = "two") -> bytes:
    """The scene as a PNG so many pixels wide."""
    return _draw([scene], width, palette, deck)[0]


def gif(
    frames: Sequence[Frame], *, seconds: float, width: int, palette: PaletteName = "light", deck: Deck = "two"
) -> bytes:
    """The frames as an animated GIF that begins again at its end."""
    from PIL import Image  # comes with the extra for pictures

    pictures = [
        Image.open(io.BytesIO(drawn)).convert("RGB") for drawn in _draw(captioned(frames), width, palette, deck)
    ]
    colours = _palette_of(pictures)
    first, *others = (picture.quantize(palette=colours, dither=Image.Dither.NONE) for picture in pictures)
    out = io.BytesIO()
    each = round(1000 * seconds)
    times = [each] * len(others) + [HOLD * each] if others else [each]
    first.save(out, "GIF", save_all=True, append_images=others, duration=times, loop=0, optimize=False)
    return out.getvalue()


def _palette_of(pictures: Sequence[Any]) -> Any:
    """The colours of all frames together: those of the first, a middle one and the last stand for all."""
    from PIL import Image

    some = [pictures[0], pictures[len(pictures) // 2], pictures[-1]]
    joined = Image.new("RGB", (some[0].width, sum(picture.height for picture in some)))
    top = 0
    for picture in some:
        joined.paste(picture, (0, top))
        top += picture.height
    return joined.quantize(_COLOURS, dither=Image.Dither.NONE)


def _draw(scenes: Sequence[Scene], width: int, palette: PaletteName, deck: Deck) -> list[bytes]:
    import typst  # comes with the extra for pictures

    pictures = [svg(scene, palette=palette, deck=deck, targets=False, fonts=_FONTS) for scene in scenes]
    made = typst.compile(
        _PAGE, format="png", ppi=float(width), sys_inputs={"pictures": json.dumps(pictures)}, ignore_system_fonts=True
    )
    return [bytes(page) for page in made] if isinstance(made, list) else [bytes(made)]
