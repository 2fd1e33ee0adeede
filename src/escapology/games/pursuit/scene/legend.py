"""The signs that both games show, and what they mean."""

from typing import Final

from escapology.draw.scene import Box, Card, Line, Sign, Token

__all__ = ["COMMON", "FLOOR"]

FLOOR: Final = Box(0, 0, 1, 1, "board")

#: The signs of both games.
COMMON: Final = (
    Sign((FLOOR, Token(0.5, 0.5, 0.62, "@", "pawn", role="green")), "You."),
    Sign(
        (FLOOR, Token(0.5, 0.54, 0.5, "♠", emblem="spade", role="blue", facing="n")),
        "Somebody on patrol; the suit is his name, and the tip shows which way he looks.",
    ),
    Sign(
        (FLOOR, Token(0.5, 0.54, 0.5, "♠!", emblem="spade", role="danger", facing="n")),
        "The same, alert: he has seen you, and hunts you.",
    ),
    Sign(
        (FLOOR, Token(0.5, 0.54, 0.42, "♠", emblem="spade", role="danger", facing="n", faded=True)),
        "Where he saw you last, and which way you went.",
    ),
    Sign((FLOOR, Line(0, 0.5, 1, 0.5, "wall", 0.1)), "A wall: nobody passes or sees through it."),
    Sign(
        (FLOOR, Line(0, 0.5, 0.3, 0.5, "wall", 0.07), Line(0.7, 0.5, 1, 0.5, "wall", 0.07)),
        "A door. Where there is no line, the cards form one room.",
    ),
    Sign((Token(0.5, 0.5, 0.7, "3", "die", role="white"),), "Your fatigue, from 1 to 6. At 6 you can only rest."),
    Sign(
        (Card(0.18, 0.04, 0.65, 0.91, "♦5", corner="5", emblem="diamond", role="red"),),
        "A movement card: a 5 carries you to the next card of 5 or more. The bottom one costs 1 fatigue, the next 2, "
        "the third 3.",
    ),
    Sign((Token(0.5, 0.5, 0.6, "✓", role="accent"),), "The movement card you walk by."),
)
