"""What is at hand beside a board: what one is after, the rules that matter now, and what the signs mean."""

from __future__ import annotations

from dataclasses import dataclass

from escapology.draw import Scene, Sign
from escapology.games import GAMES
from escapology.play import Play
from escapology.protocol import AnyGame, Goal
from escapology.web.picture import draw_scene, picture
from escapology.web.players.preferences import Preferences
from escapology.web.rulebook.sections import rulebook_of

__all__ = ["AtHand", "RuleNow", "at_hand"]


@dataclass(frozen=True, slots=True)
class RuleNow:
    """A rule that matters now."""

    title: str  # "Rule 12"
    path: str  # to it on the page of all rules
    html: str


@dataclass(frozen=True, slots=True)
class AtHand:
    """All that is at hand."""

    goal: Goal
    rules: tuple[RuleNow, ...]
    signs: tuple[tuple[str, str], ...]  # pictures as HTML, and what they mean
    short: str  # the short rules, as HTML


def at_hand(play: Play, preferences: Preferences) -> AtHand:
    """What is at hand where a play stands."""
    game = play.game
    seen = game.knowledge.observe(play.deal, play.here.state)
    rules = [_rule(game, name, preferences) for name in game.presentation.rules(*seen)]
    scene = game.presentation.scene(*seen)
    short = rulebook_of(game, preferences).part("in-short")
    return AtHand(
        game.presentation.goal(*seen),
        tuple(rule for rule in rules if rule is not None),
        tuple((_drawn(sign, game, preferences), sign.words) for sign in scene.legend),
        short[1] if short else "",
    )


def _rule(game: AnyGame, name: str, preferences: Preferences) -> RuleNow | None:
    """A rule by its name, in this game's book or in that of another one."""
    other, _, name = name.rpartition("#")
    book = GAMES.get(other, game)
    part = rulebook_of(book, preferences).part(name)
    if part is None:
        return None
    title = f"Rule {name}" if name.isdigit() else name.replace("-", " ").capitalize()
    return RuleNow(title + (f" of {book.title}" if other else ""), f"/rules/{book.name}#{part[0]}", part[1])


def _drawn(sign: Sign, game: AnyGame, preferences: Preferences) -> str:
    scene = Scene(1, 1, "", "", sign.items)
    return picture(draw_scene(scene, preferences, game.presentation.face, targets=False, is_sign=True))
