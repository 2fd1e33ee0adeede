"""A game with its setting: where everything begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from escapology.api.deal import Deal
from escapology.games import GAMES
from escapology.luck import check_seed, random_seed
from escapology.protocol import AnyGame
from escapology.setting import Setting, make_setting, parse_setting

__all__ = ["Game", "all_games", "game"]


@dataclass(frozen=True, repr=False)
class Game:
    """A game, one of its variants, and a reading of each open ruling. `game` makes it."""

    _parts: AnyGame
    _setting: Setting

    def __repr__(self) -> str:
        return f"esc.game({self.setting!r})"

    @property
    def name(self) -> str:
        """As deal lines begin: `lab-rats`."""
        return self._parts.name

    @property
    def title(self) -> str:
        """What people call it: `Lab Rats`."""
        return self._parts.title

    @property
    def setting(self) -> str:
        """The head of its deal lines, defaults left out: `lab-rats/hard[diagram=turn]`."""
        return self._setting.text

    @property
    def variant(self) -> str:
        """The variant that is played."""
        return self._setting.variant

    @property
    def options(self) -> dict[str, str]:
        """How each open ruling is read."""
        return dict(self._setting.options)

    @property
    def variants(self) -> dict[str, str]:
        """All variants of the game, in words."""
        return {variant.name: variant.words for variant in self._parts.facts.variants}

    @property
    def readings(self) -> dict[str, Mapping[str, str]]:
        """Of every option, all its values, in words; the first is the default."""
        return {option.name: dict(option.values) for option in self._parts.facts.options}

    @property
    def has_dice(self) -> bool:
        """Whether luck is still to come in the middle of a game: then its positions have a chance, and no verdict."""
        return self._parts.facts.has_dice

    @property
    def has_points(self) -> bool:
        """Whether its score is more than 1 for a win and 0 for a loss."""
        return self._parts.facts.has_points

    def deal(self, seed: int | None = None) -> Deal:
        """The deal of that seed, the same for ever; without one, any deal."""
        number = random_seed() if seed is None else seed
        check_seed(number)
        return Deal(self, None, number)

    def deals(self, seeds: Iterable[int]) -> Iterator[Deal]:
        """The deals of these seeds, made as they are asked for."""
        return (self.deal(seed) for seed in seeds)


def game(name: str, /, variant: str | None = None, **options: str) -> Game:
    """A game by its name or setting; `variant` and options have the last word.

    >>> game("lab-rats/hard", diagram="turn")
    esc.game('lab-rats/hard[diagram=turn]')
    """
    setting = parse_setting(name, GAMES)
    parts = GAMES[setting.game]
    chosen = {**dict(setting.options), **options}
    return Game(parts, make_setting(parts, setting.variant if variant is None else variant, chosen))


def all_games() -> list[Game]:
    """Every game there is, but for the template, in its first variant."""
    return [Game(parts, make_setting(parts)) for parts in GAMES.values() if not parts.facts.is_example]
