"""The names under which Gymnasium knows the games: one for each game and variant, made from the list of games."""

from __future__ import annotations

from collections.abc import Iterator

import gymnasium

from escapology.games import GAMES
from escapology.protocol import AnyGame
from escapology.setting import Variant

__all__ = ["environment_id", "register_all", "settings"]


def environment_id(game: AnyGame, variant: Variant) -> str:
    """`escapology/LabRatsHard-v0`; the first variant of a game has the name of the game alone."""
    words = game.name.split("-")
    if variant != game.facts.variants[0]:
        words += variant.name.split("-")
    return f"escapology/{''.join(word.capitalize() for word in words)}-v0"


def settings() -> Iterator[tuple[AnyGame, Variant]]:
    """All there are."""
    return ((game, variant) for game in GAMES.values() if game.learning for variant in game.facts.variants)


def register_all() -> None:
    """Tell Gymnasium of them."""
    for game, variant in settings():
        assert game.learning
        name = environment_id(game, variant)
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                "escapology.environments.single:Environment",
                vector_entry_point="escapology.environments.many:Environments",
                max_episode_steps=game.learning.limit,
                kwargs={"setting": f"{game.name}/{variant.name}"},
            )
