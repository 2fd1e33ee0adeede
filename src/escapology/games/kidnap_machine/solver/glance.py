"""What a player of Kidnap Machine goes by who doesn't look ahead: how near the goal is."""

from escapology.games.kidnap_machine.rules import PLAYING, WON, Deal, State

__all__ = ["promise"]


def promise(d: Deal, s: State) -> float:
    """The steps from you to the goal, as if there were no walls of darkness; nothing is left for one who is caught."""
    if s.ended != PLAYING:
        return float(s.ended == WON)
    goal = d.route[0]
    steps = abs(s.you % d.width - goal % d.width) + abs(s.you // d.width - goal // d.width)
    return 1 - steps / (d.width + d.height)
