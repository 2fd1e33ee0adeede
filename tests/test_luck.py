"""Luck is pinned: if one of these numbers changes, every seed ever published gives another deal."""

from collections import Counter
from pathlib import Path

import pytest

from escapology.errors import SettingError
from escapology.luck import MAX_SEED, Luck, _mix, draw_at
from escapology.middle import deal_line, new_deal, parse_deal_line


def test_mixing_is_splitmix64():
    # the published first outputs of SplitMix64 from state 0
    gamma = 0x9E3779B97F4A7C15
    assert [_mix(gamma * i & 2**64 - 1) for i in (1, 2, 3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]


def test_stream_is_pinned():
    luck = Luck(7)
    assert [luck.next64() for _ in range(3)] == [0xB8B4C2977EABCE45, 0xA65305FD338EC8FE, 0x8CA3CBB6CA63129B]
    luck = Luck(7)
    assert [luck.below(10) for _ in range(20)] == [8, 9, 5, 2, 2, 6, 0, 3, 5, 5, 1, 6, 7, 4, 5, 9, 2, 9, 4, 9]
    things = list("abcdefghij")
    Luck(7).shuffle(things)
    assert "".join(things) == "cjeadhgbfi"
    assert [draw_at(7, i, 6) for i in range(20)] == [1, 4, 5, 3, 5, 5, 4, 4, 4, 5, 4, 5, 1, 5, 3, 4, 5, 5, 5, 0]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 64])
def test_bounded_draws_are_even(n):
    luck = Luck(1)
    for draw in (lambda i: luck.below(n), lambda i: draw_at(99, i, n)):
        counts = Counter(draw(i) for i in range(2000 * n))
        assert set(counts) == set(range(n))
        assert sum((c - 2000) ** 2 / 2000 for c in counts.values()) < n + 6 * (2 * n) ** 0.5 + 6  # chi-square


def test_shuffles_are_even():
    luck = Luck(3)
    counts: Counter[str] = Counter()
    for _ in range(24_000):
        things = list("abcd")
        luck.shuffle(things)
        counts["".join(things)] += 1
    assert len(counts) == 24
    assert sum((c - 1000) ** 2 / 1000 for c in counts.values()) < 60


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_seed_out_of_range(seed):
    with pytest.raises(SettingError, match="from 0 to 18446744073709551615"):
        Luck(seed)


PINNED = sorted((Path(__file__).parent / "deals").glob("*.txt"))


@pytest.mark.parametrize("line", [line for path in PINNED for line in path.read_text().splitlines()])
def test_deals_are_pinned(line):
    seed, deal = line.split(" ", 1)
    game, dealt = parse_deal_line(deal)
    assert deal_line(game, new_deal(dealt.setting, int(seed))) == deal
