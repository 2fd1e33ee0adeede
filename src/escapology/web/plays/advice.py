"""What the thinker found out, in words: the same on pages and by the API."""

from __future__ import annotations

from typing import Any

from escapology.middle import legal_texts
from escapology.play import Play
from escapology.web.words import hint_words, outlook_words

__all__ = ["advice"]


def advice(play: Play, kind: str, answer: dict[str, Any] | None) -> dict[str, Any] | None:
    """An answer in words, and the moves it names, those that can be made now with their words."""
    if answer is None:
        return None
    if "error" in answer:
        return {"words": "Nothing was found out: " + answer["error"] + ".", "moves": [], "loses": False}
    if kind == "worth":
        return {"words": "", "moves": [], "loses": answer["loses"]}
    if kind == "outlook":
        return {"words": outlook_words(answer), "moves": [], "loses": False}
    if kind == "show":
        words = {
            "winnable": f"It can be won in {len(answer['moves'])} moves. Everything hidden was looked at for that.",
            "unwinnable": "There is no way out any more.",
            "undecided": "No way out was found in time.",
            "chance": "The best move, as far as the dice allow.",
        }[answer["verdict"]]
        moves = answer["moves"]
    else:
        words, moves = hint_words(answer), [answer["move"]]
    return {"words": words, "moves": moves, "loses": False, "first": _words(play, moves)}


def _words(play: Play, moves: list[str]) -> str:
    """A move in words, if it is legal now."""
    legal = legal_texts(play.game, play.deal, play.here.state)
    return (
        play.game.presentation.words(play.deal, play.here.state, legal[moves[0]]) if moves and moves[0] in legal else ""
    )
