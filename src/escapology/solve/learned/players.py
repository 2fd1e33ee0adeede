"""The bots that play by a network that was trained.

learned        makes the move the network says is worth most
learned-ahead  tries the best of them in sampled worlds, where the network plays on to the end, and makes the one that
               wins in most

Both look at the same observations as programs that learn (`Learning.encode`), which hold what a player knows. They
remember where they have been in a game, and go back to no position as long as there is another move.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from escapology.errors import SettingError
from escapology.halving import halve
from escapology.luck import Luck, draw_at
from escapology.middle import play_move
from escapology.native import compile_kernel, rule
from escapology.protocol import AnyGame, Deal, Learning, Struct
from escapology.setting import Setting
from escapology.solve.learned.features import Features, features_of
from escapology.solve.learned.network import Network, Room, make_room, read_network, run_network
from escapology.verdict import Effort

__all__ = ["Learned", "has_network", "network_file"]

_FOLDER: Final = Path(__file__).parent / "weights"
_TRIED: Final = 6  # moves that are tried at most when looking ahead
_SHARE: Final = 0.02  # of the best move's chance, below which none is tried
_FURTHEST: Final = 100  # moves that a game is played on; then the network says how it stands
_DRAWN: Final = 1 << 20  # as fine as chances are drawn
_CALM: Final = 0.25  # when it plays on: what differences are divided by before they become chances


class _Tools(NamedTuple):
    """What a game's kernels need."""

    features: Features
    network: Network
    room: Room
    observation: Any
    out: Any  # legal moves
    rates: Any  # what they are worth


def network_file(setting: Setting) -> Path | None:
    """The file of a network for that setting, if there is one: for the variant, or for all."""
    names = (f"{setting.game}-{setting.variant}.npz", f"{setting.game}.npz")
    return next((_FOLDER / name for name in names if _is_for(_FOLDER / name, setting)), None)


def has_network(setting: Setting) -> bool:
    """Whether somebody has learned it."""
    return network_file(setting) is not None


@functools.cache
def _read(file: Path) -> tuple[Network, dict[str, Any]]:
    return read_network(file)


def _is_for(file: Path, setting: Setting) -> bool:
    if not file.exists():
        return False
    variants = {text.partition("/")[2] or "classic" for text in _read(file)[1]["settings"]}
    return setting.variant in variants


def _learning(game: AnyGame) -> Learning[Any, Any]:
    assert game.learning
    return game.learning


def _rating(game: AnyGame) -> Callable[..., Any]:
    """A rule that puts what the legal moves are worth into `rates`; how likely a win is."""
    encode, action_of = _learning(game).encode, _learning(game).action_of

    @rule
    def rate(d: Any, s: Any, tools: Any, count: int) -> Any:
        encode(d, s, tools.observation)
        chance = run_network(tools.observation, tools.features, tools.network, tools.room)
        for k in range(count):
            tools.rates[k] = tools.room.logits[action_of(d, s, tools.out[k])]
        return chance

    return rate


@functools.cache
def _look_kernel(game: AnyGame) -> Any:
    moves, encode_lasting, rate = game.rules.moves, _learning(game).encode_lasting, _rating(game)

    def look(deals: Any, states: Any, tools: Any) -> int:
        """Rate all moves; how many they are."""
        count = moves(deals[0], states[0], tools.out)
        encode_lasting(deals[0], states[0], tools.observation)
        rate(deals[0], states[0], tools, count)
        return count

    return compile_kernel(look)


@rule
def _pick(rates: Any, count: int, seed: int, number: int) -> int:
    """One of so many moves, by chances that its rates make."""
    best = 0
    highest = 0.0
    for k in range(count):
        drawn = (draw_at(seed, number * 1024 + k, _DRAWN) + 0.5) / _DRAWN
        height = rates[k] / _CALM - math.log(-math.log(drawn))
        if k == 0 or height > highest:
            best = k
            highest = height
    return best


@functools.cache
def _follow_kernel(game: AnyGame) -> Any:
    moves, play, won = game.rules.moves, game.rules.play, game.rules.won
    encode_lasting, rate = _learning(game).encode_lasting, _rating(game)

    def follow(deals: Any, states: Any, spare: Any, tried: Any, seeds: Any, tools: Any, worth: Any) -> None:
        """Make each of these moves in each world, play on, and add to `worth` how it ended."""
        for world in range(len(deals)):
            d = deals[world]
            encode_lasting(d, states[world], tools.observation)
            for k in range(len(tried)):
                spare[0] = states[world]
                s = spare[0]
                play(d, s, tried[k])
                number = 0
                while number >= 0:
                    count = 0 if won(d, s) else moves(d, s, tools.out)
                    if count == 0:
                        worth[k] += 1.0 if won(d, s) else 0.0
                        break
                    chance = rate(d, s, tools, count)
                    if number == _FURTHEST:
                        worth[k] += min(max(chance, 0.0), 1.0)
                        break
                    play(d, s, tools.out[_pick(tools.rates, count, seeds[world], number)])
                    number += 1

    return compile_kernel(follow)


class Learned:
    """A bot for one game after the other; with an effort it looks ahead."""

    def __init__(self, effort: Effort | None = None) -> None:
        self._effort = effort
        self._been: set[str] = set()
        self._tools: _Tools | None = None
        self._setting: Setting | None = None

    def __call__(self, game: AnyGame, deal: Deal, state: Struct, luck: Luck) -> Sequence[int]:
        """The next move."""
        tools = self._tools_for(game, deal.setting)
        deals, states = type(deal).rows([deal]), type(state).rows([state])
        count = _look_kernel(game)(deals, states, tools)
        rated = sorted(zip(tools.rates[:count].tolist(), tools.out[:count].tolist(), strict=True), reverse=True)
        fresh = self._fresh(game, deal, state, [(rate, int(move)) for rate, move in rated])
        if self._effort is None or len(fresh) == 1:
            return [fresh[0][1]]
        return [self._look_ahead(game, deal, state, luck, fresh)]

    def _tools_for(self, game: AnyGame, setting: Setting) -> _Tools:
        if self._tools is None or self._setting != setting:
            file = network_file(setting)
            if file is None:
                raise SettingError(f"no bot has learned {game.title}, {setting.variant}: choose another bot")
            network, _ = _read(file)
            learning = _learning(game)
            features = features_of(learning)
            self._setting = setting
            self._tools = _Tools(
                features=features,
                network=network,
                room=make_room(features, network, learning.size),
                observation=np.zeros(learning.size, np.int8),
                out=np.zeros(game.rules.most_moves, np.int64),
                rates=np.zeros(game.rules.most_moves, np.float32),
            )
        return self._tools

    def _fresh(
        self, game: AnyGame, deal: Deal, state: Struct, rated: list[tuple[float, int]]
    ) -> list[tuple[float, int]]:
        """The moves that lead to no position one has been in; if all do, all of them."""
        seen_deal, seen = game.knowledge.observe(deal, state)
        self._been.add(repr(seen))
        fresh = []
        for rate, move in rated:
            if repr(play_move(game, seen_deal, seen, move)) not in self._been:
                fresh.append((rate, move))
                if self._effort is None:
                    break
        return fresh or rated

    def _look_ahead(self, game: AnyGame, deal: Deal, state: Struct, luck: Luck, rated: list[tuple[float, int]]) -> int:
        """The move that wins in most worlds."""
        assert self._tools
        assert self._effort
        least = rated[0][0] + math.log(_SHARE)
        tried = [move for rate, move in rated[:_TRIED] if rate >= least]
        if len(tried) == 1:
            return tried[0]
        seen = game.knowledge.observe(deal, state)
        spare = type(state).rows([], spare=1)

        def sample(choices: Sequence[int], first: int, count: int) -> Sequence[float]:
            worlds = [game.knowledge.redraw(*seen, luck) for _ in range(count)]
            worth = np.zeros(len(choices))
            _follow_kernel(game)(
                type(deal).rows([world for world, _ in worlds]), type(state).rows([standing for _, standing in worlds]),
                spare, np.array([tried[choice] for choice in choices]),
                np.array([luck.below(1 << 31) for _ in range(count)]), self._tools, worth,
            )  # fmt: skip
            return [float(each) for each in worth]

        return tried[halve(len(tried), sample, self._effort)[0].choice]
