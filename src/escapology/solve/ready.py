"""Getting a game ready: all its kernels are compiled, or found in the cache, before anybody waits for them.

Everything that needs a kernel is done once, on next to nothing: a hint, which players wait for, comes first. What is
compiled stays in the cache (`native/cache.py`), so this is needed once on a machine; a file in the game's folder there
marks it as done.
"""

from __future__ import annotations

import functools
import hashlib
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from escapology.luck import Luck
from escapology.middle import new_deal, start_state
from escapology.native import has_bounds_checks, is_plain
from escapology.native.cache import cache_folder, cache_home
from escapology.native.turns import Turn
from escapology.perft import perft
from escapology.playout import Playouts
from escapology.protocol import AnyGame, Deal
from escapology.setting import make_setting
from escapology.solve import Limits, best_chance, most_points, solve
from escapology.solve.bots import greedy
from escapology.solve.breadth import make_ready
from escapology.solve.fair import judge
from escapology.solve.glances import can_glance
from escapology.solve.replay import replays
from escapology.verdict import Effort

__all__ = ["get_ready", "is_ready", "mark_ready", "parts_of", "take_turn"]

_LITTLE = 2  # nodes: with one, nothing is begun
_NO_MOVE = -1  # in no game


def get_ready(game: AnyGame) -> None:
    """Have all kernels of a game compiled: for hints, solving, shortest wins, bots, difficulty and perft."""
    for part in parts_of(game):
        part()
    mark_ready(game)


def is_ready(game: AnyGame) -> bool:
    """Whether it was marked as ready: on a machine like this one, with the sources as they are."""
    return _mark_of(game).exists()


def mark_ready(game: AnyGame) -> None:
    """Note that everything is compiled; plain Python compiles nothing."""
    if not is_plain():
        with suppress(OSError):  # nowhere to keep it
            _mark_of(game).touch()


def take_turn() -> Turn | None:
    """The turn to get games ready in the background; None if another process has it, or if nothing can be kept."""
    turn = Turn(cache_home() / "ready.lock")
    return turn if turn.take_at_once() else None


def _mark_of(game: AnyGame) -> Path:
    """The file that marks a game as ready."""
    checks = "-bounds" if has_bounds_checks() else ""
    return cache_folder([game.rules.moves], checks) / f"{game.name}-{_compiler()}.ready"


@functools.cache
def _compiler() -> str:
    """A name for all that machine code depends on beside the sources; an image may run where it was not made."""
    import llvmlite.binding as llvm

    host = f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    made_by = f"{sys.implementation.cache_tag} {version('numba')} {host}"
    return hashlib.sha256(made_by.encode()).hexdigest()[:16]


def parts_of(game: AnyGame) -> Iterator[Callable[[], object]]:
    """What has to be done, step by step, the most urgent first."""
    deals = [new_deal(make_setting(game, variant.name), 1) for variant in game.facts.variants]
    for deal in deals:
        yield lambda deal=deal: _think(game, deal)  # type: ignore[misc]
    yardstick = game.fair.yardstick
    if yardstick and yardstick.lost:
        yield lambda: yardstick.lost(deals[0], 0)  # type: ignore[misc]
    if can_glance(game):
        yield lambda: greedy(game, deals[0], start_state(game, deals[0]), Luck(1))
    yield lambda: perft(game, deals[0], 1)
    yield lambda: Playouts(game, deals).run(1, most=1)


def _think(game: AnyGame, deal: Deal) -> None:
    """Give a hint and solve, as far as the game knows how, and compile what shortens a win."""
    state, solving = start_state(game, deal), game.solving
    can_solve = bool(solving.solve or solving.hooks)
    if solving.optimum:
        best_chance(game, deal, state, Limits(nodes=_LITTLE))
    elif can_solve or game.fair.prospects or game.fair.advise:
        judge(game, deal, state, Luck(1), Effort(seconds=0))
    if can_solve:
        solve(game, deal, state, Limits(nodes=_LITTLE))
        most_points(game, deal, state, Limits(nodes=_LITTLE))
        if not is_plain():
            replays(game, deal.packed(), state, [_NO_MOVE])
        make_ready(game, deal, state)  # so few nodes find no win that could be shortened
