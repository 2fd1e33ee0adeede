"""The picture of Devil's Square: the field of fanned piles, the draw pile, and the books set aside."""

from escapology.draw.scene import Scene
from escapology.games.devils_square.rules import Deal, State

__all__ = ["scene"]


def scene(d: Deal, s: State) -> Scene:
    """What the player sees."""
    return Scene(1, 1, "", "", ())
