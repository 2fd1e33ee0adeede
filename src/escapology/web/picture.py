"""Boards as a page shows them: drawn as the player likes it, as HTML, and only what has changed."""

from __future__ import annotations

from html import escape
from typing import TypedDict

from escapology.draw import Face, Overlay, Scene, Scheme, SvgSheet, svg_overlay, svg_sheets
from escapology.protocol import Script
from escapology.web.players.preferences import Preferences

__all__ = ["board_classes", "changes", "draw_scene", "overlay_picture", "picture", "script_picture"]


def draw_scene(
    scene: Scene, preferences: Preferences, face: Face | None, *, targets: bool, is_sign: bool = False
) -> list[SvgSheet]:
    """A scene as the player likes it, at its place; without one plainly, as in a book. Signs stand beside a board."""
    return svg_sheets(
        scene,
        palette=_finish(preferences, face),
        deck=preferences.deck,
        large=preferences.large,
        targets=targets,
        is_sign=is_sign,
    )


def picture(sheets: list[SvgSheet]) -> str:
    """A drawn scene as HTML: the board, and what lies beside it."""
    board, *beside = (sheet.text for sheet in sheets)
    return board + (f'<div class="beside">{"".join(beside)}</div>' if beside else "")


def _finish(preferences: Preferences, face: Face | None) -> Scheme:
    return preferences.page_scheme if face is None else preferences.finish(face)


def overlay_picture(overlay: Overlay, preferences: Preferences, face: Face | None) -> str:
    """What lies over the board, as the player likes it."""
    return svg_overlay(overlay, palette=_finish(preferences, face), deck=preferences.deck, large=preferences.large)


def script_picture(script: Script) -> str:
    """A name in a script of its own, drawn with a pen: it shows on machines, too, that have no font for it."""
    strokes = "".join(f'<path transform="translate({100 * i})" d="{path}"/>' for i, path in enumerate(script.strokes))
    return (
        f'<svg class="script" viewBox="0 0 {100 * len(script.strokes)} 100" role="img" lang="{script.language}"'
        f' aria-label="{escape(script.text)}">{strokes}</svg>'
    )


def board_classes(scene: Scene) -> str:
    """Classes that the style sheet has for a board: width by height in tenths, and where the other sheets lie."""
    width, height, below = scene.width, scene.height, ""
    if len(scene.sheets) > 1 and scene.sheets[1].y >= scene.sheets[0].height:
        width, height, below = scene.sheets[0].width, scene.sheets[0].height, " below"
    return f"shape-{min(30, max(5, round(10 * width / height)))}{below}"


class SheetChange(TypedDict):
    """What became of a sheet that a page shows."""

    tag: str  # its first tag if that is another now, as at the end of a game; else ""
    parts: list[str | list[int]]  # its children: ranges of those that were there before, and new ones between them


def changes(before: list[SvgSheet], after: list[SvgSheet]) -> list[SheetChange] | None:
    """What became of each sheet; None if there are more or fewer of them now, and all is to be drawn anew."""
    if len(before) != len(after):
        return None
    return [
        {"tag": new.start if new.start != old.start else "", "parts": _parts(old.children, new.children)}
        for old, new in zip(before, after, strict=True)
    ]


def _parts(before: tuple[str, ...], after: tuple[str, ...]) -> list[str | list[int]]:
    known: dict[str, list[int]] = {}
    for index in range(len(before) - 1, -1, -1):
        known.setdefault(before[index], []).append(index)
    found: list[str | list[int]] = []
    for child in after:
        indices = known.get(child)
        if not indices:
            found.append(child)
            continue
        index = indices.pop()
        last = found[-1] if found else ""
        if isinstance(last, list) and last[1] == index:
            last[1] += 1
        else:
            found.append([index, index + 1])
    return found
