"""The picture of Not Alone, After All."""

from escapology.draw.scene import Scene
from escapology.games.pursuit.not_alone.state import Deal, State

__all__ = ["scene"]


def scene(d: Deal, s: State) -> Scene:
    """What the player sees."""
    return Scene(1, 1, "Not Alone, After All", "", ())
