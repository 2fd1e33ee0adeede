"""How pursuers move: stops, patrol, alert, teamwork, the order of things. One `rest` each."""

import pytest

from tests.games.pursuit.positions import DL, deal, play, position, who

CROSS = """
    .   3H| .
    5S- 9C| 6D-
    .   4C| .
"""


def after_rest(maze, pursuers, card="2S", you="g7", **options):
    return who(play(DL, deal(cards=card, **options), position(maze, you, pursuers), "rest"))


# Where he stops


@pytest.mark.parametrize(("card", "end"), [("7S", "c1/e"), ("8S", "b1/e"), ("9S", "b1/e")])
@pytest.mark.rule("dont-let-them-get-you", 19)
def test_a_space_stops_him_if_its_value_is_not_above_the_cards(card, end):
    assert after_rest("KS- 8H- 7C- KD- KH-", "S@a1/e/p", card) == f"S@{end}/p"


@pytest.mark.rule("dont-let-them-get-you", 19)
def test_an_ace_stops_him_whatever_the_card():
    assert after_rest("KS- AH- KC-", "S@a1/e/p", "2S") == "S@b1/e/p"


@pytest.mark.parametrize("card", ["JS", "QS", "KS"])
@pytest.mark.rule("dont-let-them-get-you", 19)
def test_a_king_as_movement_card_does_not_carry_him_beyond_a_queen(card):
    assert after_rest("2S- QH- KC-", "S@a1/e/p", card) == "S@b1/e/p"
    assert after_rest("2S- KH- KC-", "S@a1/e/p", card) == "S@b1/e/p"


def test_where_he_starts_does_not_stop_him_before_he_steps():
    assert after_rest("AS- KH- 2C- KD-", "S@a1/e/p") == "S@c1/e/p"


LOOP = "KS- KH|\nKD| KC-"


@pytest.mark.rule("dont-let-them-get-you", 19, "DL4")
def test_a_space_he_has_been_on_stops_him_and_the_start_counts():
    assert after_rest(LOOP, "S@a1/e/p") == "S@a1/e/p"  # all the way round, DL4


@pytest.mark.rule("dont-let-them-get-you", "DL4")
def test_start_counts_no_lets_him_pass_his_start_once():
    assert after_rest(LOOP, "S@a1/e/p", start_counts="no") == "S@b1/s/p"


@pytest.mark.rule("dont-let-them-get-you", 19)
def test_in_a_dead_end_he_stops_and_turns_round():
    assert after_rest("KS- KH- KC-", "S@a1/e/p") == "S@c1/w/p"


@pytest.mark.rule("dont-let-them-get-you", 20)
def test_pursuers_share_spaces_freely():
    assert after_rest("KS- KH- 2C- KD- KC-", "S@b1/e/p,H@d1/w/p") == "S@c1/e/p,H@c1/w/p"


@pytest.mark.rule("dont-let-them-get-you", 20, 39)
def test_one_who_steps_onto_you_has_caught_you():
    s = play(DL, deal(cards="2S"), position("KS- KH- KC-", "c1", "S@a1/e/a"), "rest")
    assert DL.notation.state_text(deal(), s).startswith(
        "you=c1 fatigue=1 turn=1 phase=end card=0 steps=0 pursuers=S@c1/e/a"
    )
    assert DL.notation.status(deal(), s) == "caught"


@pytest.mark.rule("dont-let-them-get-you", 39)
def test_once_you_are_caught_the_later_pursuers_do_not_move():
    assert after_rest("KS- KH- KC-\nQS- QH- QC-", "S@a1/e/a,H@a2/e/p", you="c1") == "S@c1/e/a,H@a2/e/p"


# Patrol


@pytest.mark.rule("dont-let-them-get-you", 23)
def test_the_first_step_is_straight_ahead_whatever_he_prefers():
    assert after_rest(CROSS, "S@b2/e/p", "2S") == "S@c2/w/p"


@pytest.mark.parametrize(("card", "end"), [("2H", "b1/s"), ("2C", "b3/n"), ("2D", "c2/w")])
@pytest.mark.rule("dont-let-them-get-you", 23)
def test_if_straight_ahead_is_closed_he_chooses_as_at_a_junction(card, end):
    maze = CROSS.replace("5S-", ".  ")
    assert after_rest(maze, "S@b2/w/p", card) == f"S@{end}/p"


@pytest.mark.parametrize(("card", "end"), [("2H", "b1/s"), ("2C", "b3/n"), ("2D", "c2/w"), ("2S", "b1/s")])
@pytest.mark.rule("dont-let-them-get-you", 24)
def test_at_a_junction_he_takes_the_neighbour_preferred_from_the_cards_suit_but_never_goes_back(card, end):
    assert after_rest(CROSS, "S@a2/e/p", card) == f"S@{end}/p"


@pytest.mark.rule("dont-let-them-get-you", 22, 24)
def test_of_one_suit_he_takes_the_highest_rank():
    maze = CROSS.replace("4C", "8H")
    assert after_rest(maze, "S@a2/e/p", "2H") == "S@b3/n/p"


@pytest.mark.rule("dont-let-them-get-you", 24)
def test_the_preference_is_the_movement_cards_not_his_own():
    assert after_rest(CROSS, "S@a2/e/p,H@a2/e/p", "2D") == "S@c2/w/p,H@c2/w/p"


@pytest.mark.rule("dont-let-them-get-you", 24)
def test_he_takes_the_only_way():
    assert after_rest("KS- KH|\n.   KC|\n.   2D-", "S@a1/e/p") == "S@b3/n/p"


@pytest.mark.parametrize(("card", "facing"), [("9H", "n"), ("9C", "s"), ("9D", "e"), ("9S", "n")])
@pytest.mark.rule("dont-let-them-get-you", 25)
def test_stopped_he_turns_to_the_preferred_neighbour_except_where_he_came_from(card, facing):
    assert after_rest(CROSS, "S@a2/e/p", card) == f"S@b2/{facing}/p"


@pytest.mark.rule("dont-let-them-get-you", 25)
def test_stopped_he_turns_to_the_only_neighbour_except_where_he_came_from():
    assert after_rest("KS- 2H|\n.   KC|", "S@a1/e/p") == "S@b1/s/p"


# Alert


@pytest.mark.rule("dont-let-them-get-you", 31)
def test_he_who_sees_you_steps_towards_you_until_he_must_stop():
    assert after_rest("KS- KH- 2C- KD- KC-", "S@a1/e/a", you="e1") == "S@c1/e/a"


@pytest.mark.rule("dont-let-them-get-you", 34)
def test_he_who_sees_you_does_not_turn_elsewhere_at_the_end():
    maze = CROSS + "\n"
    assert after_rest(maze, "S@b1/s/a", "9D", you="b3") == "S@b2/s/a"


CORNER = """
    .   AS| .   .
    KS- 2H- KC| .
    .   .   KD| 2D-
    .   .   .   KH|
"""


@pytest.mark.rule("dont-let-them-get-you", 32, 34, "DL13")
def test_he_who_lost_you_goes_to_the_remembered_space_and_faces_it_if_he_stops_before():
    # on patrol he would have turned to the ace of spades
    assert after_rest(CORNER, "S@a2/e/a:c2s", you="d4") == "S@b2/e/p"
    assert after_rest(CORNER, "S@a2/e/p", you="d4") == "S@b2/n/p"


@pytest.mark.rule("dont-let-them-get-you", "DL13")
def test_dl13_with_lost_direction_he_faces_the_way_you_vanished_wherever_he_stands():
    assert after_rest(CORNER, "S@a2/e/a:c2n", you="d4", lost="direction") == "S@b2/n/p"
    assert after_rest(CORNER, "S@a2/e/a:c2w", you="d4", lost="direction") == "S@b2/w/p"
    # south of b2 is no way: as a stopped patrol does
    assert after_rest(CORNER, "S@a2/e/a:c2s", you="d4", lost="direction") == "S@b2/n/p"
    assert after_rest(CORNER, "S@a2/e/a:c2n", you="d4", lost="place") == "S@b2/e/p"


@pytest.mark.rule("dont-let-them-get-you", 32, 34)
def test_on_the_remembered_space_he_turns_to_the_vanished_direction_and_keeps_it_if_he_stops_there():
    maze = """
        KS- KH- 2C| AS-
        .   .   KD| 2D-
        .   .   .   KH|
    """
    assert after_rest(maze, "S@a1/e/a:c1s", you="d3") == "S@c1/s/p"
    assert after_rest(maze, "S@a1/e/p", you="d3") == "S@c1/e/p"


@pytest.mark.rule("dont-let-them-get-you", 32, 34)
def test_from_there_he_goes_straight_ahead_and_keeps_that_direction_at_the_end():
    maze = """
        KS- KH- KC| .   .
        .   .   KD| AS- .
        .   .   2H| .   .
        .   .   KH| QD- 2D|
        .   .   .   .   3D|
    """
    # c3 stops him; from c2 patrol would have gone to the ace of spades
    assert after_rest(maze, "S@a1/e/a:c1s", you="e5") == "S@c3/s/p"


@pytest.mark.rule("dont-let-them-get-you", 33)
def test_if_he_cannot_go_straight_ahead_he_is_back_on_patrol_and_goes_on_in_the_same_turn():
    maze = """
        KS- KH- KC|
        .   .   KD| QH- 2D-
    """
    s = position(maze, "g7", "S@a1/e/a:c1s")
    assert who(play(DL, deal(cards="2S"), s, "rest")) == "S@e2/w/p"


@pytest.mark.rule("dont-let-them-get-you", 34)
def test_if_that_way_is_closed_at_the_end_he_turns_as_a_stopped_patrol():
    maze = """
        KS- KH- KC|
        .   .   2D| QH-
    """
    assert after_rest(maze, "S@a1/e/a:c1s") == "S@c2/e/p"


@pytest.mark.rule("dont-let-them-get-you", 31)
def test_he_who_finds_you_again_goes_on_for_you():
    maze = """
        KS- KH- KC|
        .   .   KD|
        .   .   2H|
        .   .   3H-
    """
    assert after_rest(maze, "S@a1/e/a:c1s", you="c4") == "S@c3/s/a"


@pytest.mark.rule("dont-let-them-get-you", 36)
def test_he_who_lost_you_looks_with_patrol_sight_at_the_end():
    maze = """
        KS- 2H- KC|
        .   KD| .
        .   3D- .
    """
    # from b1 you are on his right, behind a door and a second one: alert sight reaches you
    assert after_rest(maze, "S@a1/e/a:c1s", you="b3") == "S@b1/s/a"
    # with three doors it does not, nor does patrol sight
    maze = maze.replace("3D- .", "3D- .\n    .   4D| .")
    assert after_rest(maze, "S@a1/e/a:c1s", you="b4") == "S@b1/e/p"


# Teamwork


@pytest.mark.rule("dont-let-them-get-you", 35)
def test_one_on_patrol_who_faces_as_another_there_turns_clockwise():
    maze = CROSS.replace("9C", "2C")
    assert after_rest(maze, "S@a2/e/p,H@a2/e/p", "2D") == "S@b2/e/p,H@b2/s/p"
    assert after_rest(maze, "S@a2/e/p,H@a2/e/p,C@a2/e/p", "2D") == "S@b2/e/p,H@b2/s/p,C@b2/w/p"


@pytest.mark.rule("dont-let-them-get-you", 35)
def test_teamwork_skips_closed_directions():
    maze = CROSS.replace("9C", "2C").replace("4C|", ".  ")
    assert after_rest(maze, "S@a2/e/p,H@a2/e/p", "2D") == "S@b2/e/p,H@b2/w/p"


@pytest.mark.rule("dont-let-them-get-you", 35)
def test_teamwork_without_a_free_direction_changes_nothing():
    assert after_rest("KS- 2H-", "S@a1/e/p,H@a1/e/p") == "S@b1/w/p,H@b1/w/p"


@pytest.mark.rule("dont-let-them-get-you", 35, "DL7")
def test_teamwork_is_not_for_alert_pursuers():
    maze = "KS- 2H- KD| KC-"
    assert after_rest(maze, "S@a1/e/a,H@a1/e/a", you="d1") == "S@b1/e/a,H@b1/e/a"


@pytest.mark.rule("dont-let-them-get-you", "DL11")
def test_dl11_teamwork_turns_one_who_lost_you_in_this_move():
    maze = CROSS.replace("9C", "2C")
    # he faces c2, where he last saw you, as ♠ does
    assert after_rest(maze, "S@a2/e/p,H@a2/e/a:c2s", "2D") == "S@b2/e/p,H@b2/s/p"


@pytest.mark.rule("dont-let-them-get-you", "DL12")
def test_dl12_alert_pursuers_count_for_teamwork():
    maze = CROSS.replace("9C", "2C")
    # ♥, who remembers c2, faces east when ♠ comes; then he goes there, into a dead end
    assert after_rest(maze, "S@a2/e/p,H@b2/e/a:c2s", "2D") == "S@b2/s/p,H@c2/w/p"


@pytest.mark.rule("dont-let-them-get-you", 35)
def test_one_who_faces_differently_stays_as_he_is():
    maze = CROSS.replace("9C", "2C")
    assert after_rest(maze, "S@a2/e/p,H@c2/w/p", "2D") == "S@b2/e/p,H@b2/w/p"


@pytest.mark.rule("dont-let-them-get-you", 28, 36)
def test_after_teamwork_sight_is_checked():
    maze = """
        5S- 2C| 6D-
        .   4C| .
        .   5C- .
        .   6C| .
    """
    # ♠ faces ♦6 and sees only one door to his right; ♥ turns south and sees all the way
    assert after_rest(maze, "S@a1/e/p,H@a1/e/p", "2D", you="b4") == "S@b1/e/p,H@b1/s/a"


# The order of things


@pytest.mark.rule("dont-let-them-get-you", 28, 36)
def test_he_turns_looks_and_goes_for_you_instead():
    maze = """
        .   .   KD|
        5H| KS- KC-
    """
    # he comes to c2 and turns north: now you are on his left, behind one door
    assert after_rest(maze, "S@b2/e/p", you="a2") == "S@b2/w/a"
    assert after_rest(maze, "S@b2/e/p", you="a2", start_counts="no") == "S@a2/w/a"


@pytest.mark.rule("dont-let-them-get-you", 28, 36)
def test_he_looks_after_each_step():
    maze = """
        KS- KH- KC-
        .   2D| .
    """
    assert after_rest(maze, "S@a1/e/p", you="b2") == "S@b2/s/a"


@pytest.mark.rule("dont-let-them-get-you", 28, 36)
def test_he_looks_after_his_final_turn():
    maze = """
        KS- 2H- .
        .   KD| .
        .   3D- .
        .   4D| .
    """
    assert after_rest(maze, "S@a1/e/p", you="b4") == "S@b1/s/a"


@pytest.mark.rule("dont-let-them-get-you", 18)
def test_pursuers_move_in_order_of_appearance():
    maze = CROSS.replace("9C", "2C")
    assert after_rest(maze, "S@a2/e/p,H@a2/e/p", "2D") == "S@b2/e/p,H@b2/s/p"
    assert after_rest(maze, "S@a2/e/p,H@b1/s/p", "2D") == "S@b2/e/p,H@b2/s/p"
