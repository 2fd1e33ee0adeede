"""The picture of Don't Let Them Get You."""

from escapology.draw.scene import Scene
from escapology.games.pursuit.dont_let_them_get_you.state import Deal, State

__all__ = ["scene"]


def scene(d: Deal, s: State) -> Scene:
    """What the player sees."""
    return Scene(1, 1, "Don't Let Them Get You", "", ())
