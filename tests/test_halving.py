"""Sequential halving finds the best of several choices, and spends most on those that are hard to tell apart."""

from collections.abc import Sequence

import pytest

from escapology.halving import halve
from escapology.luck import Luck
from escapology.verdict import Effort


class Coins:
    """Choices that win with these chances."""

    def __init__(self, chances: Sequence[float]) -> None:
        self.chances, self.luck = chances, Luck(1)
        self.asked: list[tuple[tuple[int, ...], int, int]] = []

    def sample(self, alive: Sequence[int], first: int, count: int) -> list[float]:
        self.asked.append((tuple(alive), first, count))
        return [float(sum(self.luck.below(1000) < 1000 * self.chances[i] for _ in range(count))) for i in alive]


def test_the_best_comes_first_and_is_sampled_most() -> None:
    coins = Coins([0.2, 0.5, 0.3, 0.55, 0.1, 0.4, 0.8, 0.25])
    means = halve(8, coins.sample, Effort(worlds=400))
    assert means[0].choice == 6
    assert means[0].worth == pytest.approx(0.8, abs=0.15)
    assert means[0].samples == max(mean.samples for mean in means)
    assert [mean.samples for mean in means] == sorted((mean.samples for mean in means), reverse=True)


def test_samples_are_numbered_and_no_more_than_allowed() -> None:
    coins = Coins([0.5, 0.5, 0.5])
    means = halve(3, coins.sample, Effort(worlds=20))
    numbers = [first + i for _, first, count in coins.asked for i in range(count)]
    assert numbers == list(range(20))
    assert means[0].samples == 20


def test_a_clear_case_ends_early() -> None:
    coins = Coins([1.0, 0.0])
    assert halve(2, coins.sample, Effort(worlds=10_000))[0].samples < 100


def test_the_clock_ends_it_after_one_step() -> None:
    coins = Coins([0.5, 0.5])
    halve(2, coins.sample, Effort(seconds=0.0), step=3)
    assert coins.asked == [((0, 1), 0, 3)]


def test_two_always_go_on_and_one_alone_is_sampled() -> None:
    coins = Coins([0.5] * 5)
    halve(5, coins.sample, Effort(worlds=64))
    assert min(len(alive) for alive, _, _ in coins.asked) == 2
    assert halve(1, coins.sample, Effort(worlds=5))[0].samples == 5
    assert halve(0, coins.sample, Effort(worlds=5)) == []
