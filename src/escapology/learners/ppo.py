"""A reference trainer in one file: PPO with masks, on thousands of games at once.

    python -m escapology.learners.ppo devils-square --minutes 10 --to FOLDER
    python -m escapology.learners.ppo dont-let-them-get-you dont-let-them-get-you/even --minutes 10 --to FOLDER

Several settings of a game are learned by one network, each in a share of the rows. FOLDER gets

    curve.jsonl      a line each time: what was tried, won and lost
    checkpoint.pt    all it takes to go on: run the same command again
    network.npz      what was learned, for `escapology bots --bot learned` (see `solve/learned`)

Read it from the bottom: `main`, `train`, `collect`, `improve`. Every round the games go on for some steps (`collect`),
each action being drawn from the policy's shares of the legal ones; then the network is moved towards actions that
did better than it had expected, in small steps that don't lead too far from the policy that acted (`improve`).

Rewards are 1 for a win. To begin with, progress counts, too, if the command says what progress is: by
`--progress tasks=2:0.1` it is 0.1 for each number of the array `tasks` that is 2, by `--progress books:0.03` 0.03 times
the number. What is paid grows smaller until half of the time is over. The win rate is what is reported, never the sum
of rewards.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import torch
import torch._dynamo
from torch import Tensor, nn

from escapology.environments import Environments
from escapology.games import GAMES
from escapology.protocol import Learning
from escapology.setting import parse_setting
from escapology.solve.learned.features import AT_LEAST, IS, Features, features_of
from escapology.solve.learned.network import Network, write_network

__all__ = ["Games", "Learner", "main", "train"]

_EVALUATION_SEED: Final = 1_000_000_000_000  # of the deals that win rates are measured on; training draws from all 2^63
_NEVER: Final = -1e9  # what a network says of an action that is not legal


class Seen(NamedTuple):
    """What there is after a step, of each game."""

    observations: Tensor  # int8 [game, number]
    masks: Tensor  # int8 [game, action]
    rewards: Tensor
    over: Tensor  # bool: the next step begins a new game
    won: Tensor


class Games:
    """Games of one or several settings, on this machine's processor or on its GPU."""

    def __init__(
        self, settings: list[str], count: int, device: torch.device, *, on_gpu: bool, threads: int, limit: int | None
    ) -> None:
        self.device, self.on_gpu = device, on_gpu
        shares = [count * (k + 1) // len(settings) - count * k // len(settings) for k in range(len(settings))]
        make: Callable[..., Any] = Environments
        how: dict[str, Any] = {"copy": False, "threads": threads}
        if on_gpu:
            make, how = import_module("escapology.environments.gpu").GpuEnvironments, {}
        self.shares = shares
        self.parts = [
            make(share, setting=setting, max_episode_steps=limit, **how)
            for share, setting in zip(shares, settings, strict=True)
        ]
        learning = GAMES[parse_setting(settings[0], GAMES).game].learning
        self.size = learning.size if learning else 0

    def reset(self, seed: int) -> Seen:
        """Begin all of them."""
        nothing = [torch.zeros(share, device=self.device) for share in self.shares]
        found = []
        for k, part in enumerate(self.parts):
            _, info = part.reset(seed=seed + k * 1_000_003)
            found.append((part, nothing[k], nothing[k] > 0, nothing[k] > 0, info))
        return self._together(found)

    def step(self, actions: Tensor) -> Seen:
        """One action in each."""
        found = []
        for part, own in zip(self.parts, actions.split(self.shares), strict=True):
            _, rewards, terminated, truncated, info = part.step(own if self.on_gpu else own.cpu().numpy())
            found.append((part, *(self._tensor(x) for x in (rewards, terminated, truncated)), info))
        return self._together(found)

    def _together(self, found: list[Any]) -> Seen:
        join = torch.cat if len(found) > 1 else (lambda tensors: tensors[0])
        return Seen(
            join([self._tensor(part.observations)[:, : self.size] for part, *_ in found]),
            join([self._tensor(info["action_mask"]) for *_, info in found]),
            join([rewards.float() for _, rewards, *_ in found]),
            join([terminated | truncated for _, _, terminated, truncated, _ in found]),
            join([self._tensor(info["won"]) for *_, info in found]),
        )

    def _tensor(self, array: Any) -> Tensor:
        if isinstance(array, Tensor):
            return array
        if self.on_gpu:
            return torch.as_tensor(array, device=self.device)
        return torch.from_numpy(array).to(self.device, non_blocking=False)


class Eyes(nn.Module):
    """Features of observations, as `solve/learned/features.py` has them in its tables."""

    def __init__(self, features: Features) -> None:
        super().__init__()
        self.features = features
        near = features.nearby
        for name in ("first", "stride", "offset", "is_less"):
            self.register_buffer(f"near_{name}", torch.from_numpy(getattr(near, name)), persistent=False)
        tables = {
            "column": features.column, "value": features.value.astype(np.int16), "scale": features.scale,
            "is_equal": features.mode == IS, "is_level": features.mode == AT_LEAST,
        }  # fmt: skip
        for name, table in tables.items():
            self.register_buffer(name, torch.from_numpy(table), persistent=False)

    def forward(self, observations: Tensor) -> Tensor:
        """[game, feature], from numbers of a byte each."""
        seen = observations.to(torch.int16)
        if self.features.nearby.you >= 0:
            seen = torch.cat([seen, self._nearby(seen)], 1)
        numbers = seen[:, self.column]
        return torch.where(
            self.is_equal,
            numbers == self.value,
            torch.where(self.is_level, numbers >= self.value, (numbers - self.value) * self.scale),
        )

    def _nearby(self, seen: Tensor) -> Tensor:
        near = self.features.nearby
        you = seen[:, near.you : near.you + 1].long()
        you = torch.where((you >= 0) & (you < near.squares), you, 0)
        place = you % near.group
        square = you - place + self.near_offset
        inside = (square >= 0) & (square < near.squares)
        found = seen.gather(1, self.near_first + square.clamp(0, near.squares - 1) * self.near_stride)
        own = seen.gather(1, self.near_first + you * self.near_stride) * self.near_is_less
        return torch.cat([((found - own) * inside).to(torch.int16), place.to(torch.int16)], 1)


class Learner(nn.Module):
    """Policy and value: the network that `solve/learned/network.py` runs, with the same names of weights."""

    def __init__(self, learning: Learning[Any, Any], wide: int, blocks: int, each: int, layers: int) -> None:
        super().__init__()
        f = features_of(learning)
        self.f, self.eyes, self.actions = f, Eyes(f), learning.action_count
        if not f.spaces:
            each = layers = 0
        self.embed, self.embed_bias = _matrix(f.flat, wide, fan=60), _zeros(wide)
        self.space, self.position = _matrix(f.each, each, fan=12), _zeros(f.spaces, each)
        self.spread = _matrix(wide, each)
        self.layers = nn.Parameter(
            torch.randn(layers, 5, each, each) * math.sqrt(1 / (5 * max(each, 1) * max(layers, 1)))
        )
        self.layers_bias = _zeros(layers, each)
        self.join, self.join_bias = _matrix(wide + 3 * each, wide), _zeros(wide)
        self.blocks = nn.Parameter(torch.randn(blocks, wide, wide) * math.sqrt(1 / (wide * max(blocks, 1))))
        self.blocks_bias = _zeros(blocks, wide)
        self.policy, self.policy_bias = _matrix(wide, self.actions, gain=0.01), _zeros(self.actions)
        self.local, self.local_first = _zeros(each), _first_local(learning, f)
        self.value, self.value_bias = _matrix(wide, 1, gain=0.1), _zeros(1)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """What the actions are worth, and what is expected to be paid."""
        kind = torch.bfloat16 if observations.is_cuda else torch.float32  # what the large products are made in
        seen = self.eyes(observations).to(kind)
        wide = torch.relu(seen[:, : self.f.flat] @ self.embed.to(kind) + self.embed_bias.to(kind))
        here = None
        if self.f.spaces:
            here = self.look_over_board(observations, seen[:, self.f.flat :], wide)
            wide = torch.relu(self._joined(observations, here, wide) @ self.join.to(kind) + self.join_bias.to(kind))
        for block, bias in zip(self.blocks.to(kind), self.blocks_bias.to(kind), strict=True):
            wide = torch.relu(wide + wide @ block + bias)
        wide = wide.float()
        logits = wide @ self.policy + self.policy_bias
        if here is not None and self.local_first >= 0:
            logits = logits + _placed((here @ self.local.to(kind)).float(), self.local_first, self.actions)
        return logits.masked_fill(masks == 0, _NEVER), (wide @ self.value)[:, 0] + self.value_bias

    def look_over_board(self, observations: Tensor, seen: Tensor, wide: Tensor) -> Tensor:
        """What each space has found out in the end: [game, space, each]."""
        f, kind = self.f, seen.dtype
        told = self.position.to(kind) + (wide @ self.spread.to(kind))[:, None]
        here = torch.relu(seen.view(-1, f.spaces, f.each) @ self.space.to(kind) + told)
        ways = observations[:, f.ways : f.ways + 4 * f.spaces].view(-1, f.spaces, 4, 1).to(kind)
        for layer, bias in zip(self.layers.to(kind), self.layers_bias.to(kind), strict=True):
            around = [here, *(_shifted(here, f.wide, way) * ways[:, :, way] for way in range(4))]
            here = torch.relu(here + torch.cat(around, 2) @ layer.flatten(0, 1) + bias)
        return here

    def _joined(self, observations: Tensor, here: Tensor, wide: Tensor) -> Tensor:
        you = observations[:, self.f.you].long() - 1
        is_there = ((you >= 0) & (you < self.f.spaces))[:, None]
        index = you.clamp(0, self.f.spaces - 1)[:, None, None].expand(-1, 1, here.shape[2])
        return torch.cat([wide, here.gather(1, index)[:, 0] * is_there, here.mean(1), here.amax(1)], 1)

    def exported(self) -> Network:
        """The weights, for compiled code."""
        own = {name: weights.detach().float().cpu().numpy() for name, weights in self.named_parameters()}
        own["local_first"] = np.array([self.local_first], np.int64)
        own["value"] = own["value"][:, 0]
        return Network(**own)


def _matrix(rows: int, columns: int, gain: float = math.sqrt(2), fan: int = 0) -> nn.Parameter:
    return nn.Parameter(torch.randn(rows, columns) * gain / math.sqrt(max(fan or rows, 1)))


def _zeros(*shape: int) -> nn.Parameter:
    return nn.Parameter(torch.zeros(*shape))


def _first_local(learning: Learning[Any, Any], f: Features) -> int:
    """The first of the actions that name a space each, -1 if there are none."""
    first = 0
    for some in learning.actions:
        if f.spaces and some.count == f.spaces:
            return first
        first += some.count
    return -1


def _shifted(here: Tensor, wide: int, way: int) -> Tensor:
    """Of each space what lies n, e, s or w of it; nothing beyond the first and the last space."""
    by = (-wide, 1, wide, -1)[way]
    return nn.functional.pad(here, (0, 0, max(-by, 0), max(by, 0)))[:, max(by, 0) : max(by, 0) + here.shape[1]]


def _placed(numbers: Tensor, first: int, count: int) -> Tensor:
    """The numbers, in a row of so many, from the first on."""
    return nn.functional.pad(numbers, (first, count - first - numbers.shape[1]))


@dataclass(frozen=True)
class Progress:
    """What progress is: of an array, each number that is a value, or the number itself, times a weight."""

    first: int
    last: int
    value: int | None
    weight: float

    @classmethod
    def read(cls, text: str, learning: Learning[Any, Any]) -> Progress:
        """From `tasks=2:0.1` or `books:0.03`."""
        name, _, weight = text.partition(":")
        name, _, value = name.partition("=")
        first = 0
        for array in learning.arrays:
            if array.name == name:
                return cls(first, first + array.size, int(value) if value else None, float(weight))
            first += array.size
        raise SystemExit(f"--progress {text}: no array is called {name}")

    def of(self, observations: Tensor) -> Tensor:
        """How much of it there is."""
        numbers = observations[:, self.first : self.last]
        return self.weight * (numbers if self.value is None else numbers == self.value).sum(1, dtype=torch.float32)


class Batch(NamedTuple):
    """What was seen and done in a round: [step, game]."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    chances: Tensor  # logarithms
    values: Tensor
    rewards: Tensor
    over: Tensor
    counts: Tensor  # bool: whether it was a step of a game, not the beginning of one


@dataclass
class State:
    """Where training is."""

    learner: Learner
    optimiser: torch.optim.Optimizer
    seen: Seen
    begins: Tensor  # whether a game begins with the next step
    minutes: float = 0.0
    steps: int = 0
    rounds: int = 0
    trials: dict[str, Games] = field(default_factory=dict)  # games that the win rate is measured on


@dataclass
class Tally:
    """What came of the games that ended in some rounds."""

    games: Any = 0
    won: Any = 0
    steps: Any = 0


@torch.no_grad()
def collect(
    state: State, games: Games, options: argparse.Namespace, progress: list[Progress], paid: float
) -> tuple[Batch, Tensor, Tally]:
    """Let all games go on for a round; `paid` is how much of progress is paid. The last is what ended."""
    kept: list[list[Tensor]] = []
    tally = Tally()
    before = sum((each.of(state.seen.observations) for each in progress), torch.zeros((), device=games.device))
    for _ in range(options.round):
        now = state.seen
        observations, masks = now.observations.clone(), now.masks.clone()
        logits, values = state.learner(observations, masks)
        actions = (logits - torch.empty_like(logits).exponential_().log()).argmax(1)  # drawn by these shares
        chances = torch.log_softmax(logits, 1).gather(1, actions[:, None])[:, 0]
        state.seen = games.step(actions)
        after = sum((each.of(state.seen.observations) for each in progress), torch.zeros((), device=games.device))
        rewards = state.seen.rewards - options.cost * ~state.begins + paid * (after - before) * ~state.begins
        over = state.seen.over.clone()
        kept.append([observations, masks, actions, chances, values, rewards, over, ~state.begins])
        tally.games += over.sum()
        tally.won += (state.seen.won & over).sum()
        tally.steps += (~state.begins).sum()
        state.begins, before = over, after
    last = state.learner(state.seen.observations, state.seen.masks)[1]
    state.steps += options.round * len(last)
    return Batch(*map(torch.stack, zip(*kept, strict=True))), last, tally


def advantages(batch: Batch, last: Tensor, discount: float, trace: float) -> Tensor:
    """How much better than expected each action did, by generalised advantage estimation."""
    found = torch.zeros_like(batch.values)
    later = torch.zeros_like(last)
    ahead = last
    for step in reversed(range(len(found))):
        goes_on = (~batch.over[step]).float()
        surprise = batch.rewards[step] + discount * ahead * goes_on - batch.values[step]
        later = surprise + discount * trace * goes_on * later
        found[step] = later
        ahead = batch.values[step]
    return found


def improve(state: State, batch: Batch, last: Tensor, options: argparse.Namespace, left: float) -> dict[str, Any]:
    """Learn from a round; `left` is the share of all training that is still to come."""
    better = advantages(batch, last, options.discount, options.trace)
    flat = Batch(*(x.flatten(0, 1) for x in batch))
    better, aims = better.flatten(), (better + batch.values).flatten()
    better = (better - better[flat.counts].mean()) / (better[flat.counts].std() + 1e-6)
    for group in state.optimiser.param_groups:
        group["lr"] = options.rate * max(left, 0.02)
    entropy_weight = options.entropy * max(left, 0.1)
    sums = torch.zeros(4, device=better.device)
    pieces = 0
    for rows in _pieces(len(better), options.piece, options.epochs, better.device):
        part, gain, counts = Batch(*(x[rows] for x in flat)), better[rows], flat.counts[rows].float()
        logits, values = state.learner(part.observations, part.masks)
        shares = torch.log_softmax(logits, 1)
        ratio = (shares.gather(1, part.actions[:, None])[:, 0] - part.chances).exp()
        clipped = ratio.clamp(1 - options.clip, 1 + options.clip)
        weight = counts / counts.sum()
        policy_loss = -(torch.minimum(ratio * gain, clipped * gain) * weight).sum()
        value_loss = ((values - aims[rows]) ** 2 * weight).sum()
        entropy = -((shares.exp() * shares).sum(1) * weight).sum()
        loss = policy_loss + options.value * value_loss - entropy_weight * entropy
        state.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(state.learner.parameters(), 0.5)
        state.optimiser.step()
        with torch.no_grad():
            far = ((ratio - ratio.log() - 1) * weight).sum()
            sums += torch.stack([policy_loss.detach(), value_loss.detach(), entropy.detach(), far])
        pieces += 1
    names = ("policy_loss", "value_loss", "entropy", "change")
    return dict(zip(names, (sums / pieces).tolist(), strict=True))


def _pieces(count: int, size: int, epochs: int, device: torch.device) -> Iterator[Tensor]:
    for _ in range(epochs):
        yield from torch.randperm(count, device=device).split(size)


@torch.no_grad()
def evaluate(learner: Learner, games: Games) -> int:
    """How many deals, always the same ones, are won by taking the action that is worth most."""
    seen = games.reset(_EVALUATION_SEED)
    won = torch.zeros_like(seen.over)
    ended = torch.zeros_like(won)
    while not ended.all():
        logits, _ = learner(seen.observations, seen.masks)
        seen = games.step(logits.argmax(1))
        won |= seen.won & seen.over & ~ended
        ended |= seen.over
    return int(won.sum())


def train(options: argparse.Namespace) -> dict[str, Any]:
    """Train until the time is over or the steps are made; the last line of the curve."""
    begun = time.monotonic()
    torch.manual_seed(options.seed)
    torch.set_float32_matmul_precision("high")
    device = torch.device(options.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    learning = GAMES[parse_setting(options.settings[0], GAMES).game].learning
    assert learning
    folder = Path(options.to)
    folder.mkdir(parents=True, exist_ok=True)
    learner = Learner(learning, options.wide, options.blocks, options.each, options.layers).to(device)
    optimiser = torch.optim.Adam(learner.parameters(), lr=options.rate, eps=1e-5, fused=device.type == "cuda")
    how: dict[str, Any] = {"on_gpu": options.gpu_games, "threads": options.threads, "limit": options.limit}
    games = Games(options.settings, options.games, device, **how)
    state = State(learner, optimiser, None, torch.zeros(options.games, dtype=torch.bool, device=device))  # type: ignore[arg-type]
    _resume(state, folder / "checkpoint.pt", device)
    torch.manual_seed(options.seed + state.rounds)
    state.seen = games.reset(options.seed * 7_919 + state.rounds * 104_729)
    if options.compile:
        torch._dynamo.config.suppress_errors = True  # what can't be compiled runs as it is
        learner.look_over_board = torch.compile(learner.look_over_board, dynamic=False)
    return _rounds(begun, state, games, options, [Progress.read(text, learning) for text in options.progress], folder)


def _rounds(
    begun: float, state: State, games: Games, options: argparse.Namespace, progress: list[Progress], folder: Path
) -> dict[str, Any]:
    before = state.minutes
    end = min(options.plan or math.inf, before + options.minutes)
    told, line, tally, steps = begun, {}, Tally(), state.steps
    while state.minutes < end and state.steps < options.steps:
        done = max(state.minutes / (options.plan or end) if math.isfinite(end) else 0, state.steps / options.steps)
        batch, last, ended = collect(state, games, options, progress, max(0.0, 1 - 2 * done))
        losses = improve(state, batch, last, options, 1 - done)
        del batch
        state.rounds += 1
        state.minutes = before + (time.monotonic() - begun) / 60
        for name in ("games", "won", "steps"):
            setattr(tally, name, getattr(tally, name) + getattr(ended, name))
        now = time.monotonic()
        is_last = state.minutes >= end or state.steps >= options.steps
        if now - told >= options.every or is_last:
            line = _line(state, tally, losses, (state.steps - steps) / (now - told))
            line |= _measured(state, games, options)
            _keep(state, folder, options, line)
            told, tally, steps = time.monotonic(), Tally(), state.steps
    return line


def _line(state: State, tally: Tally, losses: dict[str, Any], speed: float) -> dict[str, Any]:
    played, won, steps = int(tally.games), int(tally.won), int(tally.steps)
    return {
        "minutes": round(state.minutes, 3), "rounds": state.rounds, "steps": state.steps, "games": played,
        "won": round(won / max(played, 1), 5), "length": round(steps / max(played, 1), 1),
        "steps_a_second": round(speed), **{name: round(value, 5) for name, value in losses.items()},
    }  # fmt: skip


def _measured(state: State, games: Games, options: argparse.Namespace) -> dict[str, Any]:
    for setting in options.settings:
        if setting not in state.trials:
            how: dict[str, Any] = {"on_gpu": options.gpu_games, "threads": options.threads, "limit": None}
            state.trials[setting] = Games([setting], options.deals, games.device, **how)
    won = {setting: evaluate(state.learner, trial) for setting, trial in state.trials.items()}
    return {"deals": options.deals, "won_of_deals": won}


def _keep(state: State, folder: Path, options: argparse.Namespace, line: dict[str, Any]) -> None:
    """Write down all there is, so that nothing is lost if this is the last thing it does."""
    with (folder / "curve.jsonl").open("a", encoding="utf-8") as curve:
        curve.write(json.dumps(line) + "\n")
    print(options.settings[0], json.dumps(line), flush=True)  # noqa: T201
    kept = {
        "learner": state.learner.state_dict(), "optimiser": state.optimiser.state_dict(),
        "minutes": state.minutes, "steps": state.steps, "rounds": state.rounds,
    }  # fmt: skip
    torch.save(kept, folder / "checkpoint.new")
    (folder / "checkpoint.new").replace(folder / "checkpoint.pt")
    about = {"settings": options.settings, "steps": state.steps, "features": len(state.learner.f.column)}
    write_network(folder / "network.npz", state.learner.exported(), about)


def _resume(state: State, file: Path, device: torch.device) -> None:
    if file.exists():
        kept = torch.load(file, map_location=device, weights_only=True)
        state.learner.load_state_dict(kept["learner"])
        state.optimiser.load_state_dict(kept["optimiser"])
        state.minutes, state.steps, state.rounds = kept["minutes"], kept["steps"], kept["rounds"]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m escapology.learners.ppo", description="Train a network to play.")
    add = parser.add_argument
    add("settings", nargs="+", metavar="GAME", help="as in lab-rats/hard; several settings of one game share a network")
    add("--to", required=True, metavar="FOLDER", help="for curve, checkpoint and network; goes on with what is there")
    add("--steps", type=float, default=math.inf, help="train for so many steps")
    add("--minutes", type=float, default=math.inf, help="or so long, this time")
    add("--plan", type=float, default=0, metavar="MINUTES", help="all of training, if it is done in several times")
    add("--games", type=int, default=1024, help="played at once")
    add("--round", type=int, default=32, help="steps of each game in a round")
    add("--piece", type=int, default=4096, help="steps that are learned from at once")
    add("--limit", type=int, help="steps after which a game is cut short; default: as the environment has it")
    add("--epochs", type=int, default=2, help="times that a round is learned from")
    add("--rate", type=float, default=7e-4, help="learning rate; it falls to nothing")
    add("--entropy", type=float, default=0.01, help="weight of entropy; it falls to a tenth")
    add("--clip", type=float, default=0.2, help="how far the chance of an action may move")
    add("--value", type=float, default=1.0, help="weight of the expected reward's error")
    add("--discount", type=float, default=0.999, help="what a reward is worth a step later")
    add("--trace", type=float, default=0.95, help="lambda of generalised advantage estimation")
    add("--cost", type=float, default=0.0, help="of each step")
    add(
        "--progress",
        action="append",
        default=[],
        metavar="ARRAY[=VALUE]:WEIGHT",
        help="what is paid for, to begin with",
    )
    add("--wide", type=int, default=256, help="size of layers")
    add("--blocks", type=int, default=2, help="layers behind the first")
    add("--each", type=int, default=48, help="size of a space's layers, in games with a board")
    add("--layers", type=int, default=8, help="their number")
    add("--every", type=float, default=30, help="seconds between lines of the curve")
    add("--deals", type=int, default=2000, help="on which the win rate is measured")
    add("--seed", type=int, default=1)
    add("--device", default="", help="cpu or cuda; default: a GPU if there is one")
    add("--gpu-games", action="store_true", help="play on the GPU, too (extra gpu)")
    add("--threads", type=int, default=0, help="that play; default: one for each core")
    add("--compile", action="store_true", help="compile the network, which takes a minute or two")
    return parser


def main() -> None:
    """Train, as the command line says."""
    options = _parser().parse_args()
    if math.isinf(options.steps) and math.isinf(options.minutes):
        raise SystemExit("say how long: --steps or --minutes")
    options.threads = options.threads or None
    train(options)


if __name__ == "__main__":
    main()
