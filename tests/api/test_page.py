"""`docs/python.md` says what is true, and the example that the interface was made for runs as it stands."""

import doctest
import re
from pathlib import Path

import pytest

import escapology as esc
from escapology.api import bots

PAGE = Path(__file__).parents[2] / "docs" / "python.md"


@pytest.fixture(autouse=True)
def _no_bots_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_registered", {})


def test_every_example_of_the_page() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert tried >= 35
    assert failed == 0


def test_the_page_names_all_that_is_stable() -> None:
    named = set(re.findall(r"\w+", PAGE.read_text(encoding="utf-8")))
    assert set(esc.__all__) <= named


@pytest.mark.parametrize("module", ["api.game", "api.bots"])
def test_examples_in_the_sources(module: str) -> None:
    failed, tried = doctest.testmod(__import__(f"escapology.{module}", fromlist=["_"]))
    assert tried
    assert failed == 0


@pytest.mark.parametrize(("deals", "played"), [(20, 5), pytest.param(2_000, 200, marks=pytest.mark.long)])
def test_the_example(deals: int, played: int) -> None:
    luck = esc.Luck(1)
    game = esc.game("lab-rats/hard", diagram="turn")
    deal = game.deal(seed=7)
    assert deal.line.startswith("lab-rats/hard[diagram=turn]: ")
    found = deal.solve(seconds=10)
    assert found.verdict == "winnable"
    position = deal.start().play("start 1")
    view = position.view()
    world = view.sample(luck)
    assert {world.view(), view} == {view}
    verdicts = [row["verdict"] for row in esc.solve_many(game.deals(range(deals)), jobs=2)]
    assert len(verdicts) == deals
    assert "undecided" not in verdicts

    @esc.bot("mine")
    def mine(view: esc.View, luck: esc.Luck) -> str:
        return luck.choose(view.legal)

    result = esc.play_many(game, ["greedy", mine], seeds=range(played))
    assert result.paired("mine", "greedy").difference < 0.1
