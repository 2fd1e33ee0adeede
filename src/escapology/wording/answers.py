"""How answers are worded: as sentences for players, and as remarks for the lines of the command line."""

from __future__ import annotations

from typing import Final

from escapology.answer import Cost, Failure, Hint, Odds, Outlook, WayOut
from escapology.counts import count_words

__all__ = [
    "PREPARING",
    "failure_words",
    "hint_remark",
    "hint_words",
    "near_words",
    "outlook_remark",
    "outlook_words",
    "way_out_words",
]

#: What is said while the solver is being compiled.
PREPARING: Final = "Preparing the solver… This takes a few seconds, the first time only."


def hint_words(hint: Hint) -> str:
    """How much a hint is worth."""
    return {
        "likely": f"It looks best, judging by what you can see.{_chance_words(hint.share)}",
        "proven": "You can still win for certain after this.",
        "lost": f"This game can no longer be won, though.{_points_words(hint.points)}",
        "heuristic": "This is our best guess.",
        "chance": f"It has the best chance of winning: {hint.share or 0:.1%}.",
    }[hint.standing]


def hint_remark(hint: Hint) -> str:
    """The same behind a move."""
    points = "" if hint.points is None else f"; {hint.points} points are the most you can still make"
    samples = count_words(hint.worlds, "sample")
    return {
        "proven": "proven: it keeps a win",
        "likely": f"looks best, judging by {samples} of what is hidden{_chance_remark(hint.share)}",
        "lost": f"the game can no longer be won{points}",
        "heuristic": "best guess",
        "chance": f"the best chance: {hint.share or 0:.9f}",
    }[hint.standing]


def _chance_words(share: float | None) -> str:
    """How often one who follows hints wins, where that was measured."""
    if share is None:
        return ""
    return f" {_prospect_words(share)}: following the hints from here wins {_share_words(share)} of the time."


def _chance_remark(share: float | None) -> str:
    return "" if share is None else f"; following hints wins {_share_words(share)} of games from here"


def _share_words(share: float) -> str:
    """A share that was measured: never quite nothing, and never quite everything."""
    if 0.01 <= share <= 0.99:
        return f"about {share:.0%}"
    return "less than 1%" if share < 0.01 else "more than 99%"


def _prospect_words(share: float) -> str:
    """A chance in plain words."""
    bounds = (
        (0.9, "Your chances are very good"),
        (0.65, "Your chances are good"),
        (0.35, "It could go either way"),
        (0.1, "It will be hard"),
    )
    return next((words for bound, words in bounds if share >= bound), "There’s a slim chance")


def outlook_words(outlook: Outlook | Odds) -> str:
    """Whether a game can still be won, and what cost the most chance, without saying what would have been better."""
    return f"{_standing_words(outlook)}{_cost_words(outlook)}"


def _standing_words(outlook: Outlook | Odds) -> str:
    if isinstance(outlook, Odds):
        over = "There is no chance left."
        return over if outlook.share == 0 else f"With best play, the chance of winning is {outlook.share:.1%}."
    return {
        "won": "You have won.",
        "winnable": "It can still be won.",
        "never": "This deal could never be won.",
        "unknown": "We couldn’t find out whether it can still be won.",
        "lost": f"It can no longer be won: move {outlook.number}, {outlook.move}, lost it.",
    }[outlook.standing] + _points_words(outlook.points)


def _cost_words(outlook: Outlook | Odds) -> str:
    """The move that cost the most chance, if there is one; a move that was named already is not named again."""
    cost = outlook.costliest
    if cost is None:
        return ""
    before, after = _chances_of(outlook, cost)
    who = "best play" if isinstance(outlook, Odds) else "following the hints"
    move = "That move" if _is_named(outlook, cost) else f"Move {cost.number}, {cost.move},"
    return f" {move} cost the most: {who} won {before} of the time before it, and {after} after it."


def _is_named(outlook: Outlook | Odds, cost: Cost) -> bool:
    """Whether it is the move that lost the game."""
    return outlook.standing == "lost" and outlook.number == cost.number


def _chances_of(outlook: Outlook | Odds, cost: Cost) -> tuple[str, str]:
    """Before and after; those of dice are exact."""
    if isinstance(outlook, Odds):
        return f"{cost.before:.1%}", f"{cost.after:.1%}"
    return _share_words(cost.before), _share_words(cost.after)


def outlook_remark(outlook: Outlook | Odds) -> str:
    """How a game is looked back on, in one line."""
    return f"{_standing_remark(outlook)}{_cost_remark(outlook)}"


def _cost_remark(outlook: Outlook | Odds) -> str:
    cost = outlook.costliest
    if cost is None:
        return ""
    before, after = _chances_of(outlook, cost)
    move = "it" if _is_named(outlook, cost) else f"move {cost.number}, {cost.move},"
    best = "was best" if isinstance(outlook, Odds) else "looked best"
    return f"; {move} cost the most, {before} of games before and {after} after it; {cost.better[0]} {best}"


def _standing_remark(outlook: Outlook | Odds) -> str:
    if isinstance(outlook, Odds):
        return f"the best chance: {outlook.share:.9f}"
    better = outlook.better[0] if outlook.better else ""
    return {
        "won": "won",
        "winnable": "can still be won",
        "never": "could never be won",
        "unknown": "not known",
        "lost": f"lost by move {outlook.number}, {outlook.move}; {better} would have won",
    }[outlook.standing]


def way_out_words(way: WayOut) -> str:
    """Whether there is a way out."""
    length = count_words(way.length or len(way.moves), way.pace)
    fewest = ", and in no fewer" if way.is_shortest else ""
    return {
        "winnable": f"It can be won in {length}{fewest}. This takes everything that is hidden into account.",
        "unwinnable": "There is no way out any more.",
        "undecided": "We found no way out in time.",
        "chance": "The best move, whatever the dice show.",
    }[way.verdict]


def near_words(way: WayOut) -> str:
    """How near somebody who has won came to the shortest way; how many moves it took is told elsewhere."""
    taken = f"You took {count_words(way.taken, way.pace)}. " if way.pace != "move" else ""
    if way.verdict != "winnable":
        return taken.strip()
    if way.taken <= way.length:
        return f"{taken}No way out is shorter." if way.is_shortest else f"{taken}No shorter way was found."
    return f"{taken}The shortest way {'' if way.is_shortest else 'we found '}takes {count_words(way.length, way.pace)}."


def failure_words(failure: Failure) -> str:
    """That nothing was found out."""
    return f"Sorry, no answer: {failure.error}."


def _points_words(points: int | None) -> str:
    """What is left where no win is, if that is known."""
    return "" if points is None else f" {points} points are the most you can still make."
