"""A result as a few lines of text, to be sent to a friend. It gives nothing of the deal away but how it went."""

from __future__ import annotations

from escapology.play import Play
from escapology.web.store import Saved
from escapology.wording.endings import duration_words, headline, help_words
from escapology.wording.plays import difficulty, moves_made, score

__all__ = ["share_lines"]


def share_lines(play: Play, saved: Saved, link: str, *, with_time: bool = True) -> list[str]:
    """Game, result and help, and a link to the deal; no moves and no cards."""
    variant = play.deal.setting.variant
    name = play.game.title if len(play.game.facts.variants) == 1 else f"{play.game.title}, {variant}"
    result = "I won!" if play.is_won and not play.here.shown else "I gave up." if play.given_up else headline(play)
    result = result.replace("You were", "I was").replace("You ran", "I ran").replace("You lost", "I lost")
    times = [duration_words(saved.seconds)] if with_time and saved.seconds is not None else []
    sums = " · ".join([*difficulty(play), *score(play), moves_made(play), *times])
    return [f"Escapology: {name}", f"{result} {help_words(play)}", sums, f"Can you get out? {link}"]
