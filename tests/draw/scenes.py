"""Scenes that the tests draw."""

from typing import get_args

from escapology.draw.scene import Box, Card, Emblem, Item, Label, Line, Role, Scene, Target, Token

ROLES: tuple[Role, ...] = get_args(Role)
EMBLEMS: tuple[Emblem, ...] = tuple(emblem for emblem in get_args(Emblem) if emblem)


def scene(*items: Item, width: float = 4, height: float = 3, columns: float = 4, rows: float = 2) -> Scene:
    return Scene(width, height, "A title", "A description", items, columns, rows)


def everything() -> Scene:
    """One of each kind of item, with all that can be set on it."""
    return scene(
        Box(0, 0, 4, 3, title="the board"),
        Box(0.1, 0.1, 1, 1, "space", "muted", 0.1, dashed=True, key="space"),
        Line(0, 0, 4, 0),
        Line(0, 3, 2, 1, "path", dashed=True, arrow=True, title="the way"),
        Card(0.1, 0.1, 1, 1.4, "G3A", "3", "axe", "green", key="card G3A", title="the green 3 of axes"),
        Card(1.2, 0.1, 1.4, 1, "10♥", "10", "heart", "red", sideways=True, key="card TH"),
        Card(2.7, 0.1, 1, 1.4, "", back=True, title="face down"),
        Token(0.5, 2, 0.5, "@", "pawn", role="blue", facing="e", key="pawn"),
        Token(1.5, 2, 0.5, "3", "coin", "sun", "red", faded=True),
        Token(2.5, 2, 0.5, "5", "die", role="white"),
        Token(3.5, 2, 0.5, "r", emblem="rat", role="white"),
        Label(2, 2.8, "left & right", anchor="end", bold=True),
        Target(0.1, 0.1, 1, 1.4, "b2>a1", 'Put the "3" on the 2', source="card G3A"),
        Target(0.1, 0.1, 1, 1.4, "c2>a1", "Put the other 3 on the 2"),
    )
