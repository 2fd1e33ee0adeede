"""The signs on the board, and what they mean."""

from typing import Final

from escapology.draw.scene import Box, Label, Line, Sign, Token

__all__ = ["LEGEND"]

_BLANK: Final = Box(0.04, 0.04, 0.92, 0.92, "space", "muted")
_WRITTEN: Final = Box(0.04, 0.04, 0.92, 0.92, "board", "muted")

LEGEND: Final = (
    Sign((_BLANK, Token(0.5, 0.5, 0.62, "@", "pawn", role="blue")), "You."),
    Sign(
        (_BLANK, Token(0.5, 0.54, 0.5, "E", "disc", role="red", facing="n")),
        "The enemy. The tip shows which way it looks.",
    ),
    Sign(
        (Box(0.04, 0.04, 0.92, 0.92, "good", "muted"), Label(0.5, 0.5, "G", 0.5, bold=True)),
        "The goal: walk onto it, and you are out.",
    ),
    Sign(
        (_WRITTEN, Label(0.5, 0.5, "3", 0.5, bold=True)),
        "The number to roll against when you investigate from here. Low numbers are good.",
    ),
    Sign((_BLANK,), "A blank square: to get there you have to investigate it. “4 in 6” is your chance."),
    Sign(
        (Box(0.04, 0.04, 0.92, 0.92, "danger", "muted"), Label(0.5, 0.5, "!", 0.5, "danger", bold=True)),
        "In the enemy's view: it would see you here.",
    ),
    Sign(
        (_BLANK, Line(0.1, 0.5, 0.9, 0.5, "path", 0.08, arrow=True)),
        "The enemy's way to its next square, as long as it does not see you.",
    ),
    Sign((_BLANK, Line(0.06, 0.5, 0.94, 0.5, "path", 0.05, dashed=True)), "The rest of its route."),
    Sign(
        (_BLANK, Label(0.5, 0.5, "end", 0.36, "danger", bold=True)),
        "The end of its route. If it gets there, you are too late.",
    ),
)
