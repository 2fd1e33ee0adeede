"""Sight, spotting, vanishing."""

import pytest

from escapology.games.pursuit.rules.sight import sees
from tests.games.pursuit.positions import DL, deal, play, position, who

#        a1 and b1 are one room, then a door at every step
ROW = "KS- KH- KC| KD- QS| QH-"


def sees_from(pursuer, you, maze=ROW):
    return bool(sees(position(maze, you, f"S@{pursuer}"), 0))


@pytest.mark.rule("dont-let-them-get-you", 27)
def test_ahead_he_sees_through_any_number_of_doors():
    assert all(sees_from("a1/e/p", you) for you in ("b1", "c1", "d1", "e1", "f1"))


@pytest.mark.parametrize("facing", "ns")
@pytest.mark.rule("dont-let-them-get-you", 27)
def test_left_and_right_he_sees_through_one_door(facing):
    assert [you for you in ("b1", "c1", "d1", "e1") if sees_from(f"a1/{facing}/p", you)] == ["b1", "c1"]


@pytest.mark.parametrize("facing", "ns")
@pytest.mark.rule("dont-let-them-get-you", 27)
def test_left_and_right_an_alert_one_sees_through_two_doors(facing):
    assert [you for you in ("b1", "c1", "d1", "e1") if sees_from(f"a1/{facing}/a", you)] == ["b1", "c1", "d1"]


@pytest.mark.parametrize("mode", "pa")
@pytest.mark.rule("dont-let-them-get-you", 27)
def test_behind_he_sees_only_inside_his_own_room(mode):
    assert [you for you in ("b1", "c1", "d1") if sees_from(f"a1/w/{mode}", you)] == ["b1"]


@pytest.mark.rule("dont-let-them-get-you", 27)
def test_a_line_ends_at_a_wall():
    assert sees_from("a1/e/p", "b1", "KS- KH| KC| KD-")
    assert not sees_from("a1/e/p", "c1", "KS- KH| KC| KD-")
    assert not sees_from("a1/e/p", "d1", "KS- KH| KC| KD-")


def test_a_line_ends_where_no_card_lies():
    assert not sees_from("a1/e/p", "c1", "KS- . KC-")


@pytest.mark.rule("dont-let-them-get-you", 27, "DL5")
def test_sight_runs_along_straight_lines_only():
    maze = "KS- KH|\nKC| KD-"
    assert sees_from("a1/e/p", "b1", maze)
    assert not sees_from("a1/e/p", "b2", maze)  # DL5: not round the corner, though it is the next room


@pytest.mark.rule("dont-let-them-get-you", 27)
def test_he_sees_in_all_four_directions():
    maze = ". KS| .\nKH- KC| KD-\n. QS| ."
    assert all(sees_from("b2/n/p", you, maze) for you in ("b1", "a2", "c2", "b3"))  # b3 is behind, in his room


@pytest.mark.rule("dont-let-them-get-you", 27)
def test_other_pursuers_do_not_block_sight():
    s = position(ROW, "f1", "S@a1/e/p,H@c1/n/p,C@d1/w/p")
    assert sees(s, 0)


@pytest.mark.rule("dont-let-them-get-you", 29)
def test_whoever_sees_you_after_your_step_is_alert_and_faces_you_at_once():
    #  b1 and b2 are one room; c2 lies behind a door
    s = position("KS| KH|\n.   KC| QD-", "c2", "S@b1/n/p")
    s = play(DL, deal(cards="KS"), s, "use 1", "w")
    assert who(s) == "S@b1/s/a"  # behind, but in his room


@pytest.mark.rule("dont-let-them-get-you", 28, "DL3")
def test_sight_is_checked_after_each_step_of_yours_for_all_pursuers():
    maze = """
        2H| KS- KH- .
        2C| .   .   .
        2D| KC- KD- .
    """
    s = position(maze, "a2", "S@c1/w/p,H@c3/e/p")
    s = play(DL, deal(cards="9S"), s, "use 1", "n")
    assert who(s) == "S@c1/w/a,H@c3/e/p"


@pytest.mark.rule("dont-let-them-get-you", 30)
def test_one_who_no_longer_sees_you_remembers_the_space_and_the_direction_of_your_step():
    maze = """
        KS- KH- 2C|
        .   .   3D|
        .   .   4D|
    """
    s = position(maze, "c1", "S@a1/e/a")
    s = play(DL, deal(cards="9S"), s, "use 1", "s")
    assert who(s) == "S@a1/e/a:c1s"
    assert who(play(DL, deal(cards="9S"), s, "s")) == "S@a1/e/a:c1s"  # kept, however you go on


@pytest.mark.rule("dont-let-them-get-you", 29, 30, "DL3")
def test_seeing_you_again_wipes_the_memory_and_vanishing_again_writes_a_new_one():
    maze = """
        KS- 2H- 2C|
        .   3D| 4D-
    """
    d = deal(cards="9S")
    s = play(DL, d, position(maze, "c1", "S@a1/e/a"), "use 1", "s")
    assert who(s) == "S@a1/e/a:c1s"
    s = play(DL, d, s, "w", "n")  # b2, b1
    assert who(s) == "S@a1/e/a"
    s = play(DL, d, position(maze, "b1", "S@a1/e/a"), "use 1", "s")
    assert who(s) == "S@a1/e/a:b1s"


@pytest.mark.rule("dont-let-them-get-you", 30)
def test_one_on_patrol_who_does_not_see_you_remembers_nothing():
    s = play(DL, deal(cards="9S"), position(ROW, "d1", "S@b1/n/p"), "use 1", "e")
    assert who(s) == "S@b1/n/p"


def test_an_alert_one_keeps_facing_you_while_you_run_straight_away():
    s = play(DL, deal(cards="KS"), position("KS- 2H- 2C| 2D- 2S|", "b1", "S@a1/e/a"), "use 1", "e", "e", "e")
    assert who(s) == "S@a1/e/a"
