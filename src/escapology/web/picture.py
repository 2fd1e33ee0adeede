"""Boards as a page shows them: drawn as the player likes it, as HTML, and only what has changed."""

from __future__ import annotations

from escapology.draw import Overlay, Scene, SvgSheet, svg_overlay, svg_sheets
from escapology.web.players.preferences import Preferences

__all__ = ["board_classes", "changes", "draw_scene", "overlay_picture", "picture"]


def draw_scene(scene: Scene, preferences: Preferences, *, targets: bool) -> list[SvgSheet]:
    """A scene as the player likes it."""
    return svg_sheets(
        scene, palette=preferences.palette, deck=preferences.deck, large=preferences.large, targets=targets
    )


def picture(sheets: list[SvgSheet]) -> str:
    """A drawn scene as HTML: the board, and what lies beside it."""
    board, *beside = (sheet.text for sheet in sheets)
    return board + (f'<div class="beside">{"".join(beside)}</div>' if beside else "")


def overlay_picture(overlay: Overlay, preferences: Preferences) -> str:
    """What lies over the board, as the player likes it."""
    return svg_overlay(overlay, palette=preferences.palette, deck=preferences.deck, large=preferences.large)


def board_classes(scene: Scene) -> str:
    """Classes that the style sheet has for a board: width by height in tenths, and where the other sheets lie."""
    width, height, below = scene.width, scene.height, ""
    if len(scene.sheets) > 1 and scene.sheets[1].y >= scene.sheets[0].height:
        width, height, below = scene.sheets[0].width, scene.sheets[0].height, " below"
    return f"shape-{min(30, max(5, round(10 * width / height)))}{below}"


def changes(before: list[SvgSheet], after: list[SvgSheet]) -> list[list[str | list[int]]] | None:
    """What became of the children of each sheet: ranges of those that were there before, and new ones between them.

    None if the sheets themselves are others.
    """
    if [sheet.start for sheet in before] != [sheet.start for sheet in after]:
        return None
    return [_sheet_changes(old.children, new.children) for old, new in zip(before, after, strict=True)]


def _sheet_changes(before: tuple[str, ...], after: tuple[str, ...]) -> list[str | list[int]]:
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
