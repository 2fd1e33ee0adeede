"""Getting ready: all that a game has compiled is compiled, or found in the cache, before anybody waits for it.

Every use that compiles something is made of the game once, on next to nothing: a hint, which players wait for, comes
first. What is compiled stays in the cache (`cache.py`), so this is worth while once on a machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from escapology.luck import Luck
from escapology.middle import new_deal, start_state
from escapology.perft import perft
from escapology.playout import Playouts
from escapology.protocol import AnyGame, Deal
from escapology.setting import make_setting
from escapology.solve import Limits, best_chance, most_points, solve
from escapology.solve.fair import judge

__all__ = ["get_ready"]

_LITTLE = 2  # nodes: with one, nothing is begun


def get_ready(game: AnyGame) -> None:
    """Have all kernels of a game compiled, for hints, solving, bots, difficulty and counting."""
    for use in _uses_of(game):
        use()


def _uses_of(game: AnyGame) -> Iterator[Callable[[], object]]:
    """What compiles something, the most urgent first."""
    deals = [new_deal(make_setting(game, variant.name), 1) for variant in game.facts.variants]
    for deal in deals:
        yield lambda deal=deal: _think(game, deal)  # type: ignore[misc]
    yardstick = game.fair.yardstick
    if yardstick and yardstick.lost:
        yield lambda: yardstick.lost(deals[0])  # type: ignore[misc]
    yield lambda: perft(game, deals[0], 1)
    yield lambda: Playouts(game, deals).run(1, most=1)


def _think(game: AnyGame, deal: Deal) -> None:
    """Give a hint and solve, as far as the game knows how."""
    state, solving = start_state(game, deal), game.solving
    can_solve = bool(solving.solve or solving.hooks)
    if solving.optimum:
        best_chance(game, deal, state, Limits(nodes=_LITTLE))
    elif can_solve or game.fair.outlook:
        judge(game, deal, state, Luck(1), seconds=0)
    if can_solve:
        solve(game, deal, state, Limits(nodes=_LITTLE))
        most_points(game, deal, state, Limits(nodes=_LITTLE))
