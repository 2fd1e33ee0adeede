"""Perft suites: counts of move sequences, made by the slow twins or given by others; on a miss the split tells where.

A suite is a text file: a deal line, then `= ` and the counts of depths 1, 2, 3 … `python -m tests.suites` makes them.
"""

from pathlib import Path

import pytest

from escapology.games import GAMES
from escapology.middle import deal_line, new_deal, parse_deal_line
from escapology.perft import perft, perft_split
from escapology.setting import make_setting
from tests.kit import read_perft

SUITES = sorted((Path(__file__).parent / "perft").glob("*.txt"))


@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
@pytest.mark.parametrize("path", SUITES, ids=lambda path: path.stem)
def test_suite(path, plain):
    for line, counts in read_perft(path):
        game, deal = parse_deal_line(line)
        found = perft(game, deal, len(counts), plain=plain)
        assert found == counts, f"{line}\nsplit at the last depth: {perft_split(game, deal, len(counts))}"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_split_adds_up(game):
    deal = new_deal(make_setting(game), 3)
    for depth in (1, 2, 3):
        assert sum(perft_split(game, deal, depth, plain=True).values()) == perft(game, deal, depth, plain=True)[-1]


def test_over_ends_a_sequence():
    game, deal = parse_deal_line("blank: 1 2 3 4 5 6")
    counts = perft(game, deal, 7)
    # choose three of six to climb: a sequence ends with its third climb, or with the pile
    assert counts == [2, 4, 8, 14, 22, 32, 0]
    assert deal_line(game, deal) == "blank: 1 2 3 4 5 6"
