"""What is said when a game is over: how it ended, with whose help, and how long it took. The same everywhere."""

from __future__ import annotations

from typing import Final

from escapology.counts import count_words
from escapology.play import Play
from escapology.protocol import Measured
from escapology.verdict import LEVELS
from escapology.wording.plays import moves_made, score

__all__ = [
    "duration_words",
    "ending",
    "fate",
    "headline",
    "help_words",
    "is_played_for",
    "measured_of",
    "measured_words",
]

_HEADLINES: Final = {
    "caught": "You were caught.",
    "late": "You ran out of time.",
    "stranded": "You were left behind.",
}


def is_played_for(moves: int, shown: int) -> bool:
    """Whether a game of so many moves counts as the computer's, which made some of them."""
    return 2 * shown > moves


def headline(play: Play) -> str:
    """How it ended, in a few words. Nobody is told that they won what the computer has played."""
    shown = play.here.shown
    if play.given_up:
        return "You gave up."
    if play.is_won:
        if not shown:
            return "You won!"
        return "Solved by the computer." if is_played_for(play.here.depth, shown) else "Solved with the computer."
    return _HEADLINES.get(play.status(), "You lost.")


def fate(play: Play) -> str:
    """What ended it, and who; "" if the player did."""
    if play.given_up:
        return ""
    return play.game.presentation.fate(*play.game.knowledge.observe(play.deal, play.here.state))


def help_words(play: Play) -> str:
    """With whose help it was played."""
    shown = play.here.shown
    parts: list[str] = []
    if shown:
        parts.append(f"the computer played {_moves_shown(shown, play.here.depth)}")
    if play.hints:
        parts.append(count_words(play.hints, "hint"))
    if play.undone:
        parts.append("went back once" if play.undone == 1 else f"went back {play.undone} times")
    if play.taken_back:
        parts.append("saw what comes next")
    if not play.helped and not shown:
        parts.insert(0, "without help" if play.undone == 0 else "without hints")
    elif not play.hints and not shown:
        parts.insert(0, "with help")
    words = ", ".join(parts)
    return f"{words[:1].upper()}{words[1:]}."


def _moves_shown(shown: int, moves: int) -> str:
    """How many of the moves the computer made."""
    if shown < moves:
        return f"{shown} of {count_words(moves, 'move')}"
    return "the only move" if moves == 1 else f"all {moves} moves"


def ending(play: Play) -> str:
    """How it ended, in a line."""
    said = " ".join(part for part in (headline(play), fate(play)) if part)
    sums = ", ".join([*score(play), moves_made(play)])
    peeks = len(play.taken_back)
    aside = f" On the way you took back {count_words(peeks, 'move')} that had shown you what comes next."
    return f"{said} {sums[0].upper()}{sums[1:]}.{aside if peeks else ''}"


def duration_words(seconds: float) -> str:
    """How long it took: `0:42`, `12:05`, `1:02:40`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def measured_of(play: Play) -> Measured | None:
    """How many deals like this one a fair player has won, if that was measured."""
    setting = play.deal.setting
    if any(setting[option.name] != option.default for option in play.game.facts.options):
        return None
    known = {(one.variant, one.level): one for one in play.game.fair.measured}
    return known.get((setting.variant, play.level))


def measured_words(measured: Measured) -> str:
    """The same in words."""
    kind = "deals like this" if measured.level is None else f"{LEVELS[measured.level - 1]} deals like this"
    share = f"{measured.won / measured.deals:.0%}"
    won = f"{measured.won:,} of {measured.deals:,}"
    return f"A computer player who sees only what you see won {share} of {kind} ({won})."
