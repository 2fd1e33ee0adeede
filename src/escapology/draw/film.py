"""A whole game as one picture that moves: an animated SVG, or what a GIF is made of.

A `Frame` is a scene with what is said below it. In the SVG each thing is drawn once and shown in all frames that have
it; where nothing moves, as on paper or for people who want no motion, the last frame is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from escapology.draw.faces import FINISHES
from escapology.draw.markup import UNIT, number, tag, words
from escapology.draw.palette import Deck, PaletteName
from escapology.draw.scene import Label, Line, Scene
from escapology.draw.svg import FONTS, draw_items

__all__ = ["HOLD", "Frame", "animated_svg", "captioned"]

HOLD: Final = 4  #: how much longer than the others the last frame stays

_LINES: Final = 26  # heights of a caption in the width of a picture
_LETTER: Final = 0.56  # width of a letter, in heights


@dataclass(frozen=True, slots=True)
class Frame:
    """What is seen for a while."""

    scene: Scene
    words: str  # below it: "3 of 28: Run 2 squares north"


def captioned(frames: Sequence[Frame]) -> list[Scene]:
    """The frames as scenes of one size, with what is said below each."""
    width, height = max(f.scene.width for f in frames), max(f.scene.height for f in frames)
    longest = max(len(frame.words) for frame in frames)
    size = min(width / _LINES, 0.96 * width / max(1.0, _LETTER * longest))
    return [
        replace(
            frame.scene,
            width=width,
            height=height + 2 * size,
            items=(
                *frame.scene.items,
                Line(0, height, width, height, role="muted", width=0.02),
                Label(width * 0.02, height + size, frame.words, size=size, anchor="start"),
            ),
        )
        for frame in frames
    ]


def animated_svg(frames: Sequence[Frame], *, seconds: float, palette: PaletteName = "light", deck: Deck = "two") -> str:
    """The frames one after the other, each for so many seconds, again and again."""
    scenes = captioned(frames)
    drawn = [draw_items(scene, palette, deck) for scene in scenes]
    same = 0  # what all frames begin with is drawn once, below all else
    while all(len(items) > same and items[same] == drawn[0][same] for items in drawn):
        same += 1
    names: dict[str, str] = {}
    shown = [
        "".join(tag("use", href=f"#{names.setdefault(item, f'i{len(names)}')}") for item in items[same:])
        for items in drawn
    ]
    round_ = seconds * (len(frames) - 1 + HOLD)
    groups = [
        tag("g", content, class_="z" if last else "m", style=f"animation-delay:{number(seconds * i - round_)}s")
        for i, content in enumerate(shown)
        for last in (i == len(shown) - 1,)
    ]
    width, height = scenes[0].width * UNIT, scenes[0].height * UNIT
    return tag(
        "svg",
        tag("title", words(f"{scenes[-1].title}, move by move")),
        tag("desc", words(scenes[-1].description)),
        tag("style", _style(seconds, round_)),
        tag("rect", width=width, height=height, fill=FINISHES[palette].palette.fills["table"]),
        *drawn[0][:same],
        tag("defs", *(tag("g", item, id=name) for item, name in names.items())),
        *groups,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}", role="img", font_family=FONTS,
    )  # fmt: skip


def _style(seconds: float, round_: float) -> str:
    """When each frame is seen; where nothing moves, the last one."""
    each, last = (number(100 * share * seconds / round_) for share in (1, HOLD))
    return (
        f".m{{visibility:hidden;animation:m {number(round_)}s step-end infinite}}"
        f".z{{animation:z {number(round_)}s step-end infinite}}"
        f"@keyframes m{{0%{{visibility:visible}}{each}%,100%{{visibility:hidden}}}}"
        f"@keyframes z{{0%{{visibility:visible}}{last}%,100%{{visibility:hidden}}}}"
        "@media (prefers-reduced-motion:reduce){.m,.z{animation:none}}"
    )
