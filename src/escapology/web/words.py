"""How hints and outlooks are worded."""

from __future__ import annotations

from typing import Any

__all__ = ["hint_words", "outlook_words"]


def hint_words(answer: dict[str, Any]) -> str:
    """How much a hint is worth."""
    share, worlds, rest = answer["share"], answer["worlds"], _points_words(answer)
    if answer["standing"] == "likely":
        if worlds == 1:
            return "By one imagined world that looks like this one; there was no time for more."
        return f"It wins about {share:.0%} of the worlds that look like this one, by {worlds:,} that were imagined."
    return {
        "proven": "It keeps a win that is certain.",
        "lost": f"But nothing wins any more.{rest}",
        "heuristic": "Nothing better is known.",
        "chance": f"It has the best chance there is: {share or 0:.1%}.",
    }[answer["standing"]]


def outlook_words(answer: dict[str, Any]) -> str:
    """Whether a play can still be won."""
    return {
        "won": "It is won.",
        "winnable": "It can still be won.",
        "never": "This deal could never be won.",
        "unknown": "It is not known whether it can still be won.",
        "lost": f"It is lost since move {answer.get('number')}, {answer.get('move')}.",
        "chance": f"The best play wins with a chance of {answer.get('share') or 0:.1%}.",
    }[answer["standing"]] + _points_words(answer)


def _points_words(answer: dict[str, Any]) -> str:
    """What is left where no win is, if that is known."""
    points = answer.get("points")
    return "" if points is None else f" {points} points are the most that can still be made."
