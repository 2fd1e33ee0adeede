"""Networks that were trained (`escapology.learners`), as compiled code runs them: no framework is needed to play.

The first layer adds up a row of weights for each feature that is not 0. In games with a board, each space then looks
at itself and at the neighbours a step leads to, layer after layer; what the player's space, the mean and the maximum
of all have found joins the rest. Out comes a number for each action, the larger the better, and how likely a win is.

All is written as sums of rows, because these become fast code without any change in the order of sums: the same file
gives the same moves, whichever processor it is compiled for.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from escapology.native import rule
from escapology.solve.learned.features import AT_LEAST, IS, Features

__all__ = ["Network", "Room", "make_room", "read_network", "run_network", "write_network"]

_MOST: Final = 127  # of a weight of a byte
_ABOUT: Final = "about"


class Network(NamedTuple):
    """Weights; in games without a board those of spaces are empty."""

    embed: Any  # [feature of no space, wide]
    embed_bias: Any
    space: Any  # [feature of a space, each]
    position: Any  # [space, each]
    spread: Any  # [wide, each]: what every space is told of the rest
    layers: Any  # [layer, itself n e s w, each, each]
    layers_bias: Any
    join: Any  # [wide + 3 each, wide]
    join_bias: Any
    blocks: Any  # [block, wide, wide]
    blocks_bias: Any
    policy: Any  # [wide, action]
    policy_bias: Any
    local: Any  # [each]: of the actions that name a space
    local_first: Any  # [1]: the first of them, -1 if there are none
    value: Any  # [wide]
    value_bias: Any  # [1]


class Room(NamedTuple):
    """What running a network writes to."""

    numbers: Any  # of the observation, and those nearby
    features: Any
    wide: Any  # [2, wide]
    joined: Any
    spaces: Any  # [2, space, each]
    logits: Any


def make_room(features: Features, network: Network, size: int) -> Room:
    """Room for one who runs it; observations have that size."""
    wide, each = network.embed.shape[1], network.space.shape[1]
    return Room(
        numbers=np.zeros(size + len(features.nearby.first) + 1, np.int64),
        features=np.zeros(len(features.column), np.float32),
        wide=np.zeros((2, wide), np.float32),
        joined=np.zeros(wide + 3 * each, np.float32),
        spaces=np.zeros((2, features.spaces, each), np.float32),
        logits=np.zeros(network.policy.shape[1], np.float32),
    )


@rule
def _empty(out: Any) -> None:
    for k in range(len(out)):
        out[k] = 0


@rule
def _copy(out: Any, numbers: Any) -> None:
    """Into the first of `out`."""
    for k in range(len(numbers)):
        out[k] = numbers[k]


@rule
def _add(out: Any, row: Any, times: Any) -> None:
    for k in range(len(out)):
        out[k] += row[k] * times


@rule
def _multiply(out: Any, numbers: Any, rows: Any) -> None:
    """Add to `out` the rows, each as often as its number says."""
    for i in range(len(numbers)):
        if numbers[i] != 0:
            _add(out, rows[i], numbers[i])


@rule
def _cut(numbers: Any) -> None:
    """Nothing stays below 0."""
    for k in range(len(numbers)):
        numbers[k] = max(numbers[k], 0)


@rule
def _look_nearby(seen: Any, size: int, near: Any) -> None:
    you = seen[near.you] if 0 <= seen[near.you] < near.squares else 0
    group = you - you % near.group
    for k in range(len(near.first)):
        square = group + near.offset[k]
        found = 0
        if 0 <= square < near.squares:
            found = seen[near.first[k] + square * near.stride[k]]
            if near.is_less[k]:
                found -= seen[near.first[k] + you * near.stride[k]]
        seen[size + k] = found
    seen[size + len(near.first)] = you % near.group


@rule
def _see(observation: Any, features: Any, room: Any) -> None:
    """Make the features of an observation."""
    seen, size = room.numbers, len(observation)
    for k in range(size):
        seen[k] = observation[k]
    if features.nearby.you >= 0:
        _look_nearby(seen, size, features.nearby)
    for k in range(len(features.column)):
        number = seen[features.column[k]]
        value = features.value[k]
        if features.mode[k] == IS:
            room.features[k] = 1 if number == value else 0
        elif features.mode[k] == AT_LEAST:
            room.features[k] = 1 if number >= value else 0
        else:
            room.features[k] = (number - value) * features.scale[k]


@rule
def _step(way: int, wide: int) -> int:
    """To the next space that way."""
    if way == 0:
        return -wide
    if way == 2:
        return wide
    return 1 if way == 1 else -1


@rule
def _look_around(here: Any, there: Any, ways: Any, rows: Any, bias: Any, wide: int) -> None:
    """One layer: each space sees itself and its neighbours n e s w."""
    for x in range(len(here)):
        out = there[x]
        for k in range(len(out)):
            out[k] = here[x][k] + bias[k]
        _multiply(out, here[x], rows[0])
        for way in range(4):
            if ways[4 * x + way]:
                _multiply(out, here[x + _step(way, wide)], rows[1 + way])
        _cut(out)


@rule
def run_network(observation: Any, features: Any, network: Any, room: Any) -> Any:
    """Put what each action is worth into `room.logits`; how likely a win is."""
    _see(observation, features, room)
    wide = room.wide[0]
    _copy(wide, network.embed_bias)
    _multiply(wide, room.features[: features.flat], network.embed)
    _cut(wide)
    here = room.spaces[0]
    if features.spaces > 0:
        here = _look_over_board(observation, features, network, room)
        _join(here, observation[features.you] - 1, network, room)
        wide = room.wide[1]
    other = room.wide[0] if features.spaces > 0 else room.wide[1]
    for block in range(len(network.blocks)):
        for k in range(len(wide)):
            other[k] = wide[k] + network.blocks_bias[block][k]
        _multiply(other, wide, network.blocks[block])
        _cut(other)
        wide, other = other, wide
    _copy(room.logits, network.policy_bias)
    _multiply(room.logits, wide, network.policy)
    first = network.local_first[0]
    if first >= 0:
        for x in range(len(here)):
            room.logits[first + x] += _dot(here[x], network.local)
    return _dot(wide, network.value) + network.value_bias[0]


@rule
def _dot(numbers: Any, others: Any) -> Any:
    total = 0.0
    for k in range(len(numbers)):
        total += numbers[k] * others[k]
    return total


@rule
def _look_over_board(observation: Any, features: Any, network: Any, room: Any) -> Any:
    """What each space has found out in the end."""
    told = room.joined[: network.space.shape[1]]
    _empty(told)
    _multiply(told, room.wide[0], network.spread)
    here, there = room.spaces[0], room.spaces[1]
    for x in range(features.spaces):
        first = features.flat + x * features.each
        out = here[x]
        for k in range(len(out)):
            out[k] = told[k] + network.position[x][k]
        _multiply(out, room.features[first : first + features.each], network.space)
        _cut(out)
    ways = observation[features.ways : features.ways + 4 * features.spaces]
    for layer in range(len(network.layers)):
        _look_around(here, there, ways, network.layers[layer], network.layers_bias[layer], features.wide)
        here, there = there, here
    return here


@rule
def _join(here: Any, you: int, network: Any, room: Any) -> None:
    """Put together what the player's space, the mean and the maximum of all, and the rest have found."""
    wide, each, joined = room.wide.shape[1], here.shape[1], room.joined
    _copy(joined, room.wide[0])
    _empty(joined[wide:])
    if 0 <= you < len(here):
        _copy(joined[wide:], here[you])
    for x in range(len(here)):
        for k in range(each):
            joined[wide + each + k] += here[x][k] / len(here)
            joined[wide + 2 * each + k] = max(joined[wide + 2 * each + k], here[x][k])
    _copy(room.wide[1], network.join_bias)
    _multiply(room.wide[1], joined, network.join)
    _cut(room.wide[1])


def write_network(file: Path, network: Network, about: dict[str, Any]) -> None:
    """Keep it in a file, matrices in bytes, each column with a scale: the same weights make the same file."""
    kept: dict[str, Any] = {_ABOUT: np.frombuffer(json.dumps(about, sort_keys=True).encode(), np.uint8)}
    for name, weights in network._asdict().items():
        if weights.ndim < 2 or not weights.size:
            kept[name] = weights
            continue
        scale = np.maximum(np.abs(weights).max(axis=-2, keepdims=True), 1e-12) / _MOST
        kept[name] = np.rint(weights / scale).astype(np.int8)
        kept[f"{name}_scale"] = scale.astype(np.float32)
    np.savez_compressed(file, **kept)


def read_network(file: Path) -> tuple[Network, dict[str, Any]]:
    """The network of a file, and what is said about it."""
    with np.load(file) as kept:
        about = json.loads(kept[_ABOUT].tobytes())
        found = {name: _weights(kept, name) for name in Network._fields}
    return Network(**found), about


def _weights(kept: Any, name: str) -> Any:
    scale = f"{name}_scale"
    return kept[name].astype(np.float32) * kept[scale] if scale in kept else kept[name]
