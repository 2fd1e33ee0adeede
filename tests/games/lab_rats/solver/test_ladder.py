"""Players of Lab Rats who make mistakes: their wins are wins, and more mistakes win less."""

from math import sqrt

import pytest

from escapology.games import GAMES
from escapology.games.lab_rats.rules import Deal, State
from escapology.games.lab_rats.solver import solve
from escapology.games.lab_rats.solver.ladder import MISTAKES, lost, play_games
from escapology.middle import start_state
from escapology.setting import parse_setting
from escapology.verdict import Limits
from tests.games.lab_rats.solver.looked_up import chance_of
from tests.samples import sizes
from tests.typed import new_deal

GAME = GAMES["lab-rats"]
Dealt = list[tuple[Deal, State]]


@pytest.fixture(scope="module", params=["hard", "bag"])
def variant(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module", params=sizes(20, 60))
def dealt(variant: str, request: pytest.FixtureRequest) -> Dealt:
    setting = parse_setting(f"lab-rats/{variant}", GAMES)
    return [(d, start_state(GAME, d)) for d in (new_deal(Deal, setting, seed) for seed in range(request.param))]


def wins(d: Deal, mistakes: int, games: int = 20) -> int:
    return play_games(d, mistakes, games, 1)


def test_what_they_win_can_be_won(dealt: Dealt) -> None:
    won = [(d, s) for d, s in dealt if any(wins(d, mistakes) for mistakes in MISTAKES)]
    assert len(won) > len(dealt) / 4
    assert all(solve(d, s, Limits()).verdict == "winnable" for d, s in won)


def test_who_makes_no_mistakes_wins_as_often_as_the_table_says(dealt: Dealt) -> None:
    won = [wins(d, 0, games=2) for d, _ in dealt]
    assert set(won) == {0, 2}, "nothing is left to luck"
    chances = [chance_of(d, s) for d, s in dealt]
    spread = sqrt(sum(chance * (1 - chance) for chance in chances))
    assert sum(won) / 2 == pytest.approx(sum(chances), abs=3 * spread)


def test_more_mistakes_win_less(dealt: Dealt) -> None:
    steps = MISTAKES if len(dealt) > 20 else MISTAKES[::2]  # neighbours take many games to be told apart
    shares = [sum(wins(d, mistakes) for d, _ in dealt) for mistakes in steps]
    assert list(MISTAKES) == sorted(MISTAKES, reverse=True)
    assert shares == sorted(set(shares))


def test_the_share_lost(dealt: Dealt) -> None:
    shares = [lost(d, 0) for d, _ in dealt]
    assert shares == [lost(d, 0) for d, _ in dealt]
    assert all(0 <= share <= 1 for share in shares)
    assert len({share for share in shares if share < 1}) > len(dealt) / 4  # it tells deals apart
    assert all(lost(d, 0) == 1 for d, s in dealt if solve(d, s, Limits()).verdict == "unwinnable")


def test_backing_up_is_left_aside() -> None:
    hard = new_deal(Deal, parse_setting("lab-rats/hard", GAMES), 7)
    classic = new_deal(Deal, parse_setting("lab-rats/classic", GAMES), 7)
    assert list(hard.coins) == list(classic.coins)
    assert lost(hard, 0) == lost(classic, 0)
