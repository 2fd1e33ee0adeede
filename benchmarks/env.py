"""Steps of the vectorised environments per second of processor time, beside those of others; or per second on a GPU.

    python -m benchmarks.env                   all games
    python -m benchmarks.env --seconds 5       for longer
    python -m benchmarks.env lab-rats/hard     some of them
    python -m benchmarks.env --gpu             on a GPU of NVIDIA, with 2^20 games at once
    python -m benchmarks.env --gpu --rows 4096 --registers 64

Random legal actions, chosen by compiled code, are part of the time, and so are masks, observations, the deals of new
games and their set-up. Steps with which a new game begins are not counted, only those that play. The deals are new
ones all the time. The ratios are what can be compared: those with Blackjack are of one run on one machine. pgx and
OpenSpiel take part where they are installed (`rivals.py`). On a GPU the time is that by the clock on the wall: the
better and the worse of two parts, after 70 steps that don't count.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

import numpy as np

from benchmarks.rivals import RIVALS
from escapology.environments import Environments
from escapology.games import GAMES

GOALS: Final = {
    "devils-square/classic": 3.0,
    "lab-rats/classic": 3.0,
    "lab-rats/hard": 3.0,
    "dont-let-them-get-you/classic": 1.5,
    "not-alone/classic": 0.8,
}
"""Millions of steps a second, on one core of the machine this was made on."""
GPU_GOALS: Final = {
    "devils-square/classic": 800.0,
    "lab-rats/classic": 1500.0,
    "lab-rats/hard": 1500.0,
    "dont-let-them-get-you/classic": 300.0,
    "not-alone/classic": 100.0,
}
"""The same on an H200."""
GAMES_AT_ONCE: Final = 1024
_BATCH: Final = 50  # steps between two looks at the clock


class Speed(NamedTuple):
    """How fast it was."""

    steps: int
    cpu: float  # seconds of all threads
    wall: float

    @property
    def per_cpu_second(self) -> float:
        """Millions of steps."""
        return self.steps / self.cpu / 1e6

    @property
    def per_second(self) -> float:
        """The same, by the clock on the wall."""
        return self.steps / self.wall / 1e6


def measured(play: Callable[[], int], seconds: float, *, by_wall: bool = False) -> Speed:
    """Play for so long; the best of five parts, as others use the machine, too."""
    play()
    parts: list[Speed] = []
    for _ in range(5):
        steps, cpu, wall = 0, time.process_time(), time.perf_counter()
        while time.process_time() - cpu < seconds / 5:
            steps += play()
        parts.append(Speed(steps, time.process_time() - cpu, time.perf_counter() - wall))
    return max(parts, key=lambda part: part.per_second if by_wall else part.per_cpu_second)


def vector(setting: str, **options: Any) -> Callable[[], int]:
    """Random games of a setting, so many steps; how many they are, without those that begin a game."""
    env = Environments(GAMES_AT_ONCE, setting=setting, copy=False, **options)
    env.reset(seed=1)
    draws = 0

    def play() -> int:
        nonlocal draws
        begun = 0
        for _ in range(_BATCH):
            draws += 1
            _, _, terminated, truncated, _ = env.step(env.random_actions(draws))
            begun += int(np.count_nonzero(terminated) + np.count_nonzero(truncated))
        return _BATCH * GAMES_AT_ONCE - begun

    return play


def settings(chosen: list[str]) -> Iterator[str]:
    """Those to measure."""
    for game in GAMES.values():
        for variant in game.facts.variants:
            name = f"{game.name}/{variant.name}"
            if game.learning and (not chosen or name in chosen or game.name in chosen):
                yield name


def gpu_speeds(setting: str, rows: int, registers: int | None) -> tuple[float, float]:
    """Millions of steps a second on a GPU: the better and the worse of two parts."""
    from escapology.environments.gpu import GpuEnvironments, Tuning

    env = GpuEnvironments(rows, setting=setting, tuning=Tuning(registers=registers))
    env.reset(seed=11)
    draws = iter(range(10**9))

    def seconds(steps: int) -> float:
        env.synchronize()
        start = time.perf_counter()
        for _ in range(steps):
            env.step(env.random_actions(next(draws)))
        env.synchronize()
        return time.perf_counter() - start

    seconds(30)  # compiles
    steps = max(40, min(1000, int(0.25 * 40 / seconds(40))))
    parts = sorted(seconds(steps) for _ in range(2))
    env.reset(seed=11)
    begun = 0
    for _ in range(200):  # what begins is not counted: how many that is does not depend on the time
        _, _, terminated, truncated, _ = env.step(env.random_actions(next(draws)))
        begun += sum(int(np.count_nonzero(over.copy_to_host())) for over in (terminated, truncated))
    counted = steps * (rows - begun / 200) / 1e6
    return counted / parts[0], counted / parts[1]


def measure_gpu(chosen: list[str], rows: int, registers: int | None) -> None:
    """Print the speeds of all settings on a GPU."""
    if not find_spec("numba_cuda"):
        sys.exit("env: kernels for GPUs need a compiler: pip install 'escapology[gpu]'")
    from numba import cuda

    if not cuda.is_available():
        sys.exit("env: there is no GPU of NVIDIA here that could be used")
    print(f"{'':32} {'M steps / s':>12} {'worse part':>12} {'goal':>8}")
    for setting in settings(chosen):
        better, worse = gpu_speeds(setting, rows, registers)
        goal = f"{GPU_GOALS[setting]:8.0f}" if setting in GPU_GOALS else ""
        print(f"{setting:32} {better:12.1f} {worse:12.1f} {goal}", flush=True)
    print(f"{cuda.get_current_device().name}, {rows} games at once")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Steps of the vectorised environments per second of processor time.")
    parser.add_argument("settings", nargs="*", help="games, or game/variant; all of them if none is named")
    parser.add_argument("--seconds", type=float, default=2.0, help="of processor time for each (2)")
    parser.add_argument("--gpu", action="store_true", help="on a GPU of NVIDIA instead; needs the extra gpu")
    parser.add_argument("--rows", type=int, default=1 << 20, help="games at once on the GPU (2^20)")
    parser.add_argument("--registers", type=int, help="of each thread on the GPU at most")
    arguments = parser.parse_args()
    if arguments.gpu:
        measure_gpu(arguments.settings, arguments.rows, arguments.registers)
        return
    speeds = {rival: measured(rival.play(), arguments.seconds).per_cpu_second for rival in RIVALS if rival.is_here}
    beside = speeds[RIVALS[0]]
    print(f"{'':32} {'M steps / CPU s':>15} {'goal':>6} {'× Blackjack':>12} {'as features':>12} {'two threads':>12}")
    for rival in RIVALS:
        told = f"{speeds[rival]:15.3f} {'':6} {speeds[rival] / beside:12.1f}" if rival.is_here else "  not installed"
        print(f"{rival!s:32} {told}")
    for setting in settings(arguments.settings):
        one = measured(vector(setting, threads=1), arguments.seconds)
        flat = measured(vector(setting, threads=1, observations="flat"), arguments.seconds)
        alone, two = (measured(vector(setting, threads=n), arguments.seconds, by_wall=True) for n in (1, 2))
        goal = f"{GOALS[setting]:6.1f}" if setting in GOALS else " " * 6
        print(
            f"{setting:32} {one.per_cpu_second:15.2f} {goal} {one.per_cpu_second / beside:12.0f} "
            f"{flat.per_cpu_second:12.2f} {two.per_second / alone.per_second:12.2f}",
            flush=True,
        )
    print(f"{os.cpu_count()} cores; two threads: steps by the clock on the wall, against one thread")


if __name__ == "__main__":
    main()
