"""Laying the maze: rules 1 to 5, LR1 to LR3 and LR6."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest

from escapology.games.lab_rats.rules import Deal
from escapology.games.lab_rats.rules.maze import DIE, FIRST, Tile, build, find_clash, fitting, place
from escapology.luck import Luck
from escapology.setting import make_setting
from tests.games.lab_rats.positions import GAME, STRAIGHT, position
from tests.typed import new_deal

TABLE = make_setting(GAME)
TURN = make_setting(GAME, "classic", {"diagram": "turn"})
CORNER = make_setting(GAME, "classic", {"touch": "corner"})
NORTH, EAST, SOUTH, WEST = range(4)


class Script(Luck):
    """Luck that rolls what is written."""

    def __init__(self, rolls: str) -> None:
        super().__init__(0)
        self.rolls = list(rolls)

    def choose(self, faces: Sequence[Any]) -> Any:
        roll = int(self.rolls.pop(0))
        assert roll in faces
        return roll


def built(setting, rolls: str) -> str:
    script = Script(rolls)
    results = build(setting, script)
    assert not script.rolls
    return "".join(map(str, results))


def lay(setting, rolls: str) -> list[Tile]:
    tiles = [FIRST]
    for roll in rolls:
        tiles.append(place(setting, tiles[-1], int(roll)))
    return tiles


@pytest.mark.rule("lab-rats", 1)
def test_rule_1_the_first_tile():
    assert FIRST.squares == ((0, 0), (1, 0), (0, 1), (1, 1))
    assert FIRST.heading == NORTH


@pytest.mark.rule("lab-rats", 2, "LR1")
@pytest.mark.parametrize(
    ("result", "tile"),
    [
        (3, Tile(0, 2, NORTH)),
        (2, Tile(-1, 2, NORTH)),
        (4, Tile(1, 2, NORTH)),
        (1, Tile(-2, 1, WEST)),
        (5, Tile(2, 1, EAST)),
    ],
)
def test_rule_2_and_lr1_where_the_die_places_a_tile(result, tile):
    assert place(TABLE, FIRST, result) == tile


@pytest.mark.rule("lab-rats", "LR1")
@pytest.mark.parametrize(("result", "tile"), [(1, Tile(0, 2, WEST)), (5, Tile(0, 2, EAST)), (4, Tile(1, 2, NORTH))])
def test_lr1_turn_an_ace_and_a_5_lie_straight_ahead(result, tile):
    assert place(TURN, FIRST, result) == tile


@pytest.mark.rule("lab-rats", 2)
@pytest.mark.parametrize(
    ("heading", "tile"),
    [(EAST, Tile(12, 9, EAST)), (SOUTH, Tile(9, 8, SOUTH)), (WEST, Tile(8, 11, WEST))],
)
def test_rule_2_right_and_left_go_by_the_heading(heading, tile):
    assert place(TABLE, Tile(10, 10, heading), 4) == tile


@pytest.mark.rule("lab-rats", 2)
def test_rule_2_the_blank_counts_as_a_3():
    assert Counter(DIE) == {3: 2, 1: 1, 2: 1, 4: 1, 5: 1}
    first = Counter(build(TABLE, Luck(seed))[0] for seed in range(600))
    assert 150 < first[3] < 250
    assert all(60 < first[result] < 140 for result in (1, 2, 4, 5))


@pytest.mark.rule("lab-rats", 3)
def test_rule_3_a_tile_may_touch_only_the_one_before():
    tiles = lay(TURN, "5355")  # round to the right: the next tile would come to lie beside the first
    assert tiles[-1] == Tile(4, 0, WEST)
    assert find_clash(TURN, tiles, Tile(2, 0, WEST)) == 0
    assert find_clash(TURN, tiles, Tile(2, -1, WEST)) == 0
    assert find_clash(TURN, tiles, Tile(2, -2, WEST)) is None
    assert fitting(TURN, tiles) == []


@pytest.mark.rule("lab-rats", 3)
def test_rule_3_a_tile_may_cover_no_other():
    assert find_clash(TABLE, [FIRST, Tile(5, 5, NORTH)], Tile(1, 1, NORTH)) == 0


@pytest.mark.rule("lab-rats", 3)
def test_rule_3_what_does_not_fit_is_rolled_again():
    tiles = lay(TABLE, "55")  # a third 5 would come to lie below the first tile
    assert find_clash(TABLE, tiles, place(TABLE, tiles[-1], 5)) == 0
    assert built(TABLE, "55" + "5" + "3" * 21) == "55" + "3" * 21


@pytest.mark.rule("lab-rats", 3, "LR2")
def test_lr2_corners_do_not_touch():
    tiles = [FIRST, Tile(9, 9, NORTH)]
    assert find_clash(TABLE, tiles, Tile(2, 2, NORTH)) is None
    assert find_clash(CORNER, tiles, Tile(2, 2, NORTH)) == 0
    assert find_clash(CORNER, tiles, Tile(3, 2, NORTH)) is None


@pytest.mark.rule("lab-rats", 4, "LR3", "LR6")
def test_lr3_each_time_one_tile_more_is_taken_back_and_lr6_never_the_first():
    # Stuck with 5 tiles after 5355; then back to 535, to 53, to 5, to the first tile alone, and to that again.
    assert built(TURN, "5355" + "5" + "55" + "355" + "5355" + STRAIGHT) == STRAIGHT


@pytest.mark.rule("lab-rats", 4, "LR3")
def test_lr3_two_tiles_are_taken_back_the_second_time():
    assert built(TURN, "5355" + "5" + "3" * 21) == "53" + "3" * 21


@pytest.mark.rule("lab-rats", "LR6")
def test_lr6_getting_further_starts_again_with_one():
    # Stuck with 5 tiles four times, which leaves the first tile; then stuck with 6: only one is taken back.
    assert built(TURN, "5355" + "5" + "55" + "355" + "35355" + "3" * 19) == "3535" + "3" * 19


@pytest.mark.rule("lab-rats", 5)
def test_rule_5_the_exit_is_the_leading_edge_of_the_last_tile():
    d, _ = position("", "", "")
    assert [(d.x[i], d.y[i]) for i in (96, 97)] == [(0, 48), (1, 48)]
    assert d.exit_way == NORTH
    assert [d.next[i][NORTH] for i in (94, 95)] == [96, 97]
    d, _ = position("", "", "", maze=STRAIGHT[:-1] + "1")  # the last tile lies to the left and heads west
    assert [(d.x[i], d.y[i]) for i in (96, 97)] == [(-3, 45), (-3, 46)]
    assert d.exit_way == WEST


@pytest.mark.rule("lab-rats", 2)
def test_narrow_passages():
    d, _ = position("", "", "", maze="2" + "3" * 22)  # the second tile covers -1,2 to 0,3
    assert [d.next[i][NORTH] for i in (2, 3)] == [5, -1]
    d, _ = position("", "", "", maze="1" + "3" * 22)  # the second tile covers -2,1 to -1,2
    assert [d.next[i][WEST] for i in (0, 2)] == [-1, 5]


SETTINGS = [
    make_setting(GAME, "classic", {"diagram": a, "touch": b}) for a in ("table", "turn") for b in ("edge", "corner")
]


@pytest.mark.rule("lab-rats", 3, 5)
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.text)
def test_built_mazes_keep_the_rules(setting):
    for seed in range(40):
        d = new_deal(Deal, setting, seed)
        squares = list(zip(d.x, d.y, strict=True))
        assert len(set(squares[:96])) == 96
        for i, j in combinations(range(96), 2):
            dx, dy = abs(d.x[i] - d.x[j]), abs(d.y[i] - d.y[j])
            touch = dx + dy == 1 or (setting["touch"] == "corner" and dx == dy == 1)
            assert not touch or abs(i // 4 - j // 4) <= 1
        assert not set(squares[96:]) & set(squares[:96])
        assert max(sum(d.reach[i]) for i in range(96)) <= 49  # what MOST_MOVES stands on
        assert sum(run > 0 for run in d.exit_run) >= 4
        for i in range(96):
            for way in range(4):
                assert d.next[i][way] < 96 or way == d.exit_way
