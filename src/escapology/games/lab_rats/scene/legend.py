"""The signs in the maze and on the coins, and what they mean."""

from typing import Final

from escapology.draw.scene import Box, Line, Sign, Token

__all__ = ["LEGEND"]

_FLOOR: Final = Box(0, 0, 1, 1, "space")

LEGEND: Final = (
    Sign((_FLOOR, Token(0.5, 0.5, 0.8, "", "disc", "rat", "yellow")), "Your rat."),
    Sign((_FLOOR, Token(0.5, 0.5, 0.86, "E", "pawn", "key", "good")), "The exit: get here, and you are out."),
    Sign((_FLOOR, Line(0, 0.5, 1, 0.5, "wall", 0.12)), "A wall. Thin lines only tell squares apart."),
    Sign((_FLOOR, Line(0, 0.5, 1, 0.5, "good", 0.06, dashed=True)), "The edge of the maze that leads out."),
    Sign(
        (Token(0.5, 0.5, 0.86, "3", "coin", "sun", "red"),),
        "A coin: run exactly so many squares. The small picture means nothing here.",
    ),
    Sign(
        (Token(0.5, 0.5, 0.86, "0", "coin", "moon", "black"),),
        "A null coin: run as far as you like, but at least one square.",
    ),
    Sign((Token(0.5, 0.5, 0.86, "?", "coin", role="muted"),), "A coin that nobody has seen yet."),
    Sign((_FLOOR, Token(0.5, 0.5, 0.84, "4", "coin", role="green", faded=True)), "A coin that was dropped."),
    Sign((_FLOOR, Line(0.1, 0.5, 0.9, 0.5, "path", 0.06, arrow=True)), "The way the rat has come, from coin to coin."),
)
