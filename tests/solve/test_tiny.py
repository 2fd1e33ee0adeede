"""Tiny deals of every game: its solver, search with pruning and without it, and brute force by the twin agree."""

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from escapology.games import GAMES
from escapology.games.pursuit.dont_let_them_get_you.solver import insight as dl_insight
from escapology.games.pursuit.not_alone.solver import insight as na_insight
from escapology.games.pursuit.solver.turns import search_turns
from escapology.setting import Setting
from escapology.solve import Limits, solve
from escapology.solve.search import DEPTH, search
from tests.samples import in_full
from tests.settings import all_settings
from tests.solve.tiny import (
    HOOKED,
    Tiny,
    blank_deals,
    maze_ends,
    rats_with_few_coins,
    rats_with_two_coins,
    square_ends,
    square_lines,
    twin_wins,
)

Family = Callable[[Setting, random.Random, int], Iterator[Tiny]]
SEARCHES = {"dont-let-them-get-you": dl_insight.SEARCH, "not-alone": na_insight.SEARCH}

#: families of each game: how many in `make test`, how many in full (a fifth of that at length), how many of them the
#: twin gets (one in …, and the first of each verdict), and the positions after which it gives up
FAMILIES: dict[str, list[tuple[Family, int, int, int, int]]] = {
    "blank": [(blank_deals, 100, 5_000, 3, 2_000)],
    "devils-square": [(square_ends, 30, 3_000, 10, 60), (square_lines, 50, 3_000, 3, 100)],
    "lab-rats": [(rats_with_two_coins, 2, 96, 7, 500), (rats_with_few_coins, 30, 2_000, 4, 100)],
    "dont-let-them-get-you": [(maze_ends, 30, 3_000, 3, 60)],
    "not-alone": [(maze_ends, 45, 3_000, 4, 60)],
}
#: bingo begins with 48 cards to be laid, and rebag never ends
SETTINGS = [s for s in all_settings() if s.game in FAMILIES and s.variant not in ("bingo", "rebag")]
MOST_NODES = 50_000  # of a search; what takes more is not tiny


def verdict_of(setting: Setting, tiny: Tiny) -> str:
    """The verdict that all but the twin agree on; "" if there was too much to try."""
    game, d, s = GAMES[setting.game], tiny.deal, tiny.state
    plainly = search(HOOKED[setting.game], d, s, Limits(nodes=MOST_NODES), prunes=False)
    if plainly.verdict == "undecided":
        return ""
    pruned = search(HOOKED[setting.game], d, s, Limits(), prunes=True)
    own = solve(game, d, s)
    assert own.verdict == pruned.verdict == plainly.verdict, game.notation.state_text(d, s)
    may_begin_again = plainly.nodes > DEPTH  # with more room for long lines; the nodes of both times are counted
    assert pruned.nodes <= plainly.nodes or own.verdict == "winnable" or may_begin_again
    if setting.game in SEARCHES:
        blindly = search_turns(SEARCHES[setting.game], d, s, Limits(nodes=300), prunes=False)
        assert blindly.verdict in ("undecided", own.verdict)
    return own.verdict


def check_family(setting: Setting, family: Family, count: int, twin_each: int, most: int) -> Counter[str]:
    """Have all of them agree; what they said."""
    luck = random.Random(f"{setting.text} {family.__name__}")
    said: Counter[str] = Counter()
    for i, tiny in enumerate(family(setting, luck, count)):
        verdict = verdict_of(setting, tiny)
        said[verdict] += 1
        if verdict and (i % twin_each == 0 or not said[f"twin {verdict}"]):
            truth = twin_wins(tiny.twin(), most)
            if truth is not None:
                assert truth == (verdict == "winnable"), GAMES[setting.game].notation.state_text(tiny.deal, tiny.state)
                said[f"twin {verdict}"] += 1
    return said


def check_setting(setting: Setting, at_length: bool) -> None:
    said: Counter[str] = Counter()
    for family, count, many, twin_each, most in FAMILIES[setting.game]:
        said += check_family(setting, family, in_full(many // 5, many) if at_length else count, twin_each, most)
    for verdict in ("winnable", "unwinnable"):
        assert said[verdict] >= (5 if at_length else 1), said
        assert said[f"twin {verdict}"] >= 1, said
    assert said[""] < said["winnable"] + said["unwinnable"], "most of them must be tiny"


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.text)
def test_all_agree(setting: Setting) -> None:
    check_setting(setting, at_length=False)


@pytest.mark.long
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.text)
def test_all_agree_at_length(setting: Setting) -> None:
    check_setting(setting, at_length=True)
