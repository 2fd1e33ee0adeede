"""The style sheet of the faces: what pages around a board look like, from the same palettes as the board.

`static/faces.css` holds what `style_sheet` makes of them; `python -m tests.golden` writes it, and a test compares.
"""

from __future__ import annotations

from typing import Final

from escapology.draw import Face
from escapology.draw.faces import HALVES, Finish
from escapology.draw.palette import in_pair, luminance, mix, writing_on
from escapology.draw.scene import FACES

__all__ = ["LIGHTS", "PLANETS", "colours", "style_sheet"]

#: The light on the ground of a face: where it falls, and its colour with how much of that there is in its middle, by
#: light and by night.
LIGHTS: Final[dict[Face, tuple[tuple[str, str, str], ...]]] = {
    "table": (("80rem 50rem at 38% 42%", "#f6ffd818", "#f6ffd80d"),),
    "manor": (
        ("46rem 34rem at 6% 4%", "#ff9a3c38", "#ff9a3c1c"),
        ("60rem 30rem at 62% 108%", "#ff7a1f22", "#6f7fff12"),
    ),
    "laboratory": (("90rem 40rem at 38% -8%", "#ffffffc0", "#7fe0e014"),),
    "dungeon": (
        ("40rem 40rem at 2% 30%", "#ff9a3c34", "#ff9a3c1c"),
        ("44rem 36rem at 66% 0%", "#ffb45e22", "#ffb45e10"),
    ),
    "space": (("56rem 34rem at 68% 8%", "#7a4fd038", "#7a4fd01e"), ("46rem 40rem at 4% 76%", "#1f7fc034", "#1f7fc018")),
}
# A planet at the lower left, seen against space: its ground, its rim, and the air above.
_PLANET: Final = (
    "radial-gradient(circle at 22% calc(100% + 63rem), {} 0 68rem, {} 68.15rem, {} 68.5rem, transparent 71rem)"
)
PLANETS: Final = (("#0f2d4d", "#3f86bd", "#2f78b84d"), ("#081a2e", "#24557d", "#1f578752"))


def colours(finish: Finish) -> dict[str, str]:
    """The colours of a page at a place, by the names that style sheets have for them."""
    palette = finish.palette
    table, ink, accent = palette.fills["table"], palette.inks["ink"], palette.inks["accent"]
    is_dark = luminance(table) < 0.2
    sheet = mix(table, "#ffffff", 0.06 if is_dark else 0.72)
    return {
        "table": table,
        "sheet": sheet,
        "raised": mix(table, "#ffffff", 0.11 if is_dark else 1),
        "line": mix(table, "#ffffff", 0.24) if is_dark else mix(table, "#000000", 0.16),
        "edge": mix(table, ink, 0.5),
        "ink": ink,
        "quiet": palette.inks["muted"],
        "accent": accent,
        "mark": finish.mark,
        "accent-soft": mix(sheet, accent, 0.16),
        "on-accent": writing_on(accent),
        "advice": "#ffc24d" if is_dark else "#a86400",
        "good": palette.inks["good"],
        "danger": palette.inks["danger"],
    }


def style_sheet() -> str:
    """The colours and the ground of every face, by light and by night."""
    rules: list[str] = ["/* Made from the palettes of draw/faces.py: see web/faces.py. */"]
    for face in FACES:
        light, dark = (colours(half) for half in HALVES[face])
        both = {name: in_pair(light[name], dark[name]) for name in light}
        for theme, named in (("table", both), ("night", dark)):
            values = " ".join(f"--{name}: {colour};" for name, colour in named.items())
            rules.append(f".theme-{theme}.face-{face}, .theme-{theme} .face-{face} {{ {values} }}")
            ground = ", ".join([*_sky(face, theme), f"url(ground-{face}.svg)", "var(--table)"])
            places = f".theme-{theme}.face-{face} body, .theme-{theme} .face-{face} > .picture"
            rules.append(f"{places} {{ background: {ground}; }}")
            if face == "space":
                rules += _between_stars(theme)
    return "\n".join(rules) + "\n"


def _between_stars(theme: str) -> list[str]:
    """Words in space: a star right behind them would look like a letter's accent."""
    of = f".theme-{theme}.face-space"
    return [
        f"{of} #board svg > text {{ paint-order: stroke; stroke: var(--table); stroke-width: 0.3em; }}",
        f"{of} :is(.top, .goal, .heading, .credit) {{ text-shadow: {', '.join(['0 0 3px var(--table)'] * 3)}; }}",
    ]


def _sky(face: Face, theme: str) -> list[str]:
    """All that shines on the ground of a face."""

    def pair(light: str, dark: str) -> str:
        return dark if theme == "night" else in_pair(light, dark)

    found = [f"radial-gradient({where}, {pair(*ends)}, transparent 70%)" for where, *ends in LIGHTS[face]]
    return [*found, _PLANET.format(*map(pair, *PLANETS))] if face == "space" else found
