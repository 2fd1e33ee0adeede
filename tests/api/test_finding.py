"""One protocol for verdicts and chances; one deal, or many."""

import itertools
import json
import pickle
from collections.abc import Iterator
from typing import Any

import pytest

import escapology as esc
from tests.shell import Shell

HOUSE = "kidnap-machine: house=3x3 route=b3,a3,a2,b2"


def test_verdicts() -> None:
    won = esc.read_deal("blank: 3 1 5 2 6 4").solve(seconds=10)
    assert (won.verdict, won.chance, won.reason) == ("winnable", 1.0, "")
    assert won.position.play(*won.moves).is_won
    assert won.record is not None
    assert esc.read_record(won.record).is_won
    lost = esc.read_deal("blank: 6 5 4 3 2 1").solve()
    assert (lost.verdict, lost.chance, lost.moves, lost.record) == ("unwinnable", 0.0, (), None)
    open_ = esc.read_deal("blank: 6 5 4 3 2 1").solve(nodes=1)
    assert (open_.verdict, open_.chance, open_.reason) == ("undecided", None, "nodes")


def test_chances() -> None:
    start = esc.read_deal(HOUSE).start()
    found = start.solve()
    assert found.verdict is None
    assert found.chance == pytest.approx(14 / 36)
    assert set(found.chances) == set(start.legal)
    assert found.moves[0] == next(iter(found.chances))
    assert found.chance == max(found.chances.values())
    assert start.solve(nodes=1).verdict == "undecided"
    assert hash(found)
    assert pickle.loads(pickle.dumps(found)) == found


@pytest.mark.parametrize(
    ("record", "asked"),
    [
        ("blank: 3 1 5 2 6 4\nclimb", ()),
        ("blank: 3 1 5 2 6 4\nclimb", ("shortest",)),
        ("blank: 6 5 4 3 2 1", ()),
        ("blank: 6 5 4 3 2 1", ("points",)),
        ("blank: 6 5 4 3 2 1", ("points", "shortest")),
        (HOUSE, ()),
        (HOUSE, ("shortest",)),
        (f"{HOUSE} dice=61\n?b1", ("points",)),
    ],
)
def test_the_command_line_tells_the_same(record: str, asked: tuple[str, ...], shell: Shell) -> None:
    told = json.loads(shell.good("solve", "--json", *(f"--{name}" for name in asked), "-", given=record))
    ours = esc.read_record(record).solve(points="points" in asked, shortest="shortest" in asked).as_dict()
    assert list(ours) == list(told)
    assert {**ours, "seconds": 0} == {**told, "seconds": 0}


def deals(seeds: Iterator[int]) -> Iterator[esc.Deal]:
    return esc.game("blank").deals(seeds)


def test_many_are_solved_in_their_order() -> None:
    rows = list(esc.solve_many(deals(iter(range(12)))))
    assert [row["seed"] for row in rows] == list(range(12))
    assert {row["setting"] for row in rows} == {"blank"}
    assert {row["verdict"] for row in rows} == {"winnable", "unwinnable"}
    for row in rows:
        assert list(row) == ["seed", "setting", "deal", "verdict", "chance", "reason", "nodes", "seconds", "record"]
        assert esc.read_deal(row["deal"]).solve().verdict == row["verdict"]
    assert without_seconds(esc.solve_many(deals(iter(range(12))), jobs=2)) == without_seconds(rows)


def without_seconds(rows: Any) -> list[dict[str, Any]]:
    return [{**row, "seconds": 0} for row in rows]


def test_deals_are_made_as_they_are_needed() -> None:
    """Nobody waits for the end of a study, or for all of its deals."""
    endless = esc.solve_many(deals(itertools.count()), nodes=1, points=True)
    row = next(endless)
    assert (row["verdict"], row["reason"], row["points"]) == ("undecided", "nodes", None)


def test_nobody_does_the_work() -> None:
    with pytest.raises(esc.SettingError, match="jobs=0 is not possible"):
        list(esc.solve_many(deals(iter(range(3))), jobs=0))


def test_positions_are_solved_too() -> None:
    position = esc.read_record("blank: 3 1 5 2 6 4\nskip")
    (row,) = esc.solve_many([position])
    assert row["seed"] is None
    assert row["record"].startswith("blank: 3 1 5 2 6 4\nskip ")
