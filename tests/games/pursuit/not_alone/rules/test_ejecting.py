"""What can be ejected, and what follows: one test for each rule."""

import pytest

from escapology.games.pursuit.rules.maze import space_of
from escapology.games.pursuit.rules.state import EJECT
from escapology.middle import legal_texts, read_move
from tests.games.pursuit.not_alone.stations import cards_there, docks, station
from tests.games.pursuit.positions import NA, deal, legal, play, who

# What can be ejected


#  three modules: ♠5 ♥9, ♣5 ♥J, ♦5
SMALL = """
    5S- 9H- 5C|
    .   .   JH|
    .   .   5D-
"""


def at_switch(maze, step_from, step, **options):
    """Make one step and stop there."""
    d = deal(NA, options.pop("card", "2S"), **{k: v for k, v in options.items() if k not in STATION})
    s = station(maze, step_from, **{k: v for k, v in options.items() if k in STATION})
    s = play(NA, d, s, "use 1", step)
    return d, play(NA, d, s, "stop") if "stop" in legal(NA, d, s) else s


STATION = {"aliens", "research", "docks"}


@pytest.mark.rule("not-alone", 8)
def test_at_the_end_of_your_move_you_may_eject_another_module_with_a_card_of_the_same_rank():
    d, s = at_switch(SMALL, "b1", "w")
    assert (s.phase, s.using, s.steps, s.turn) == (EJECT, 0, 0, 1)
    assert legal(NA, d, s) == "eject 5C eject 5D keep"


@pytest.mark.rule("not-alone", 8)
def test_keep_ejects_nothing_and_is_asked_only_where_something_can_be_ejected():
    d, s = at_switch(SMALL, "b1", "w")
    kept = play(NA, d, s, "keep")
    assert (kept.turn, kept.there) == (2, s.there)
    _, s = at_switch(SMALL, "a1", "e")
    assert s.turn == 2  # no other nine


@pytest.mark.rule("not-alone", 8, "NA5")
def test_never_the_module_you_stand_in():
    d, s = at_switch("5S- 5H- 2D| 5C-", "c1", "w")
    assert legal(NA, d, s) == "eject 5C keep"  # NA5: not with ♠5 in your own room


def test_a_module_is_named_by_its_first_card_of_the_switchs_rank_and_any_of_its_cards_will_do():
    maze = """
        2S| 5S- 9H|
        .   .   5C|
        .   .   5D|
    """
    d, s = at_switch(maze, "a1", "e")
    assert legal(NA, d, s) == "eject 5C keep"
    for text in ("eject 9H", "eject 5C", "eject 5D"):
        assert read_move(NA, d, s, text) == legal_texts(NA, d, s)["eject 5C"]


@pytest.mark.rule("not-alone", 9)
def test_a_research_module_only_by_its_research_cards_rank():
    maze = "5S- 9H| 5C- 7C- 2D|"
    d, s = at_switch(maze, "b1", "w", research="d1 - -")
    assert s.phase != EJECT  # ♣5 is in it, but its research card is ♣7
    d, s = at_switch(maze.replace("5S", "7S"), "b1", "w", research="d1 - -")
    assert legal(NA, d, s) == "eject 7C keep"


def test_a_research_module_is_named_by_its_research_card():
    maze = "7S- 9H| 7D- 7C- 2D|"
    d, s = at_switch(maze, "b1", "w", research="d1 - -")
    assert legal(NA, d, s) == "eject 7C keep"
    assert read_move(NA, d, s, "eject 7D") == legal_texts(NA, d, s)["eject 7C"]


@pytest.mark.rule("not-alone", 10, "NA6")
def test_the_emergency_switch_is_the_ace_of_the_task_cards_suit_when_no_ordinary_one_is_left():
    # the task card is ♠7, its research card ♣7
    maze = "AS- 9H| 7D- 7C- 2D|"
    d, s = at_switch(maze, "b1", "w", research="d1 - -", tasks="7S 3H 4C")
    assert legal(NA, d, s) == "eject 7C keep"
    d, s = at_switch(maze.replace("AS", "AC"), "b1", "w", research="d1 - -", tasks="7S 3H 4C")
    assert s.phase != EJECT  # not the ace of the research card's suit


@pytest.mark.rule("not-alone", 10, "NA6")
def test_there_is_no_emergency_switch_while_an_ordinary_one_is_left():
    maze = "AS- 9H| 7D- 7C- 2D| 7H-"
    _, s = at_switch(maze, "b1", "w", research="d1 - -", tasks="7S 3H 4C")
    assert s.phase != EJECT  # NA6: ♥7 is outside


@pytest.mark.rule("not-alone", "NA11")
def test_two_research_cards_in_one_module():
    maze = "7S- 9H| 8D- 7C- 2D| KS-"
    d, s = at_switch(maze, "b1", "w", research="d1 c1 -", tasks="7S 8H 4C")
    assert legal(NA, d, s) == "eject 7C keep"  # NA11
    assert play(NA, d, s, "eject 7C").done == 3
    d, s = at_switch(maze.replace("7S", "8S"), "b1", "w", research="d1 c1 -", tasks="7S 8H 4C")
    assert legal(NA, d, s) == "eject 8D keep"
    d, s = at_switch(maze.replace("7S", "AH"), "b1", "w", research="d1 c1 -", tasks="7S 8H 4C")
    assert legal(NA, d, s) == "eject 8D keep"  # the emergency switch of ♥8


# What follows


@pytest.mark.rule("not-alone", 11)
def test_the_module_leaves_and_everything_no_longer_connected_to_you():
    d, s = at_switch(SMALL, "b1", "w")
    assert cards_there(play(NA, d, s, "eject 5D")) == "5S 9H 5C JH"
    assert cards_there(play(NA, d, s, "eject 5C")) == "5S 9H"


@pytest.mark.rule("not-alone", 11, "NA4")
def test_a_research_module_that_leaves_either_way_is_done():
    d, s = at_switch(SMALL, "b1", "w", research="c1 c3 -")
    assert play(NA, d, s, "eject 5C").done == 3
    d, s = at_switch(SMALL, "b1", "w", research="c1 c3 -", drift="no")
    assert play(NA, d, s, "eject 5C").done == 1  # NA4


@pytest.mark.rule("not-alone", 5, 12, 13)
def test_aliens_on_what_left_appear_again_and_one_more_comes():
    d, s = at_switch(SMALL, "b1", "w", aliens="S@c3/n/p")
    s = play(NA, d, s, "eject 5C")
    # no other spade than the one you stand on: ♠ goes to the next suit, ♥; and ♥ comes there too
    assert who(s) == "S@b1/w/a,H@b1/w/a"


@pytest.mark.rule("not-alone", 5, 12, "NA17")
def test_aliens_appear_on_the_highest_card_of_their_suit_that_you_do_not_stand_on_in_order_of_appearance():
    maze = """
        KS| 9S- 3H- 9C|
        .   .   .   2D-
    """
    d, s = at_switch(maze, "b1", "w", aliens="S@b1/w/a")
    assert s.turn == 2  # there is no other king
    maze = """
        9S| 4S- 3H- 9C|
        5S- .   .   2D-
    """
    d, s = at_switch(maze, "b1", "w", aliens="S@d2/n/p")
    assert who(play(NA, d, s, "eject 9C")) == "S@a2/n/a,H@c1/w/a"


@pytest.mark.rule("not-alone", 12)
def test_an_alien_that_was_alert_appears_on_patrol():
    maze = """
        9S| 4S- 3H- 9C|
        .   5D| .   2D-
        .   8S- .   .
    """
    d, s = at_switch(maze, "b1", "w", aliens="S@d2/n/a:d1w")
    assert who(play(NA, d, s, "eject 9C")) == "S@b3/n/p,H@c1/w/a"  # ♠8, out of sight


@pytest.mark.rule("not-alone", 5, "NA8")
def test_an_alien_with_no_card_to_appear_on_is_out_of_the_game_for_good():
    d = deal(NA, "2S")
    s = station("5S| 5H-", "a1", "S@b1/w/a", phase=EJECT)
    s = play(NA, d, s, "eject 5H")
    assert who(s) == "S@x,H@x"  # NA8
    assert play(NA, d, s, "rest").turn == 3


@pytest.mark.rule("not-alone", 13)
def test_one_new_alien_for_each_eject_and_none_after_the_fourth():
    d, s = at_switch(SMALL, "b1", "w", aliens="S@b1/e/p,H@b1/e/p,C@b1/e/p")
    assert play(NA, d, s, "eject 5C").pursuers == 4
    d, s = at_switch(SMALL, "b1", "w", aliens="S@b1/e/p,H@b1/e/p,C@b1/e/p,D@b1/e/p")
    assert play(NA, d, s, "eject 5C").pursuers == 4


@pytest.mark.rule("not-alone", 14)
def test_a_dock_that_left_moves_to_the_highest_perimeter_card_of_its_suit_and_so_does_one_that_had_no_place():
    maze = """
        5S| 9H- 5C|
        KC| .   JH|
        .   .   TH-
    """
    d, s = at_switch(maze, "b1", "w", docks="c2 - a1", tasks="2H 3C 4S")
    s = play(NA, d, s, "eject 5C")
    assert docks(s) == "b1 a2 a1"  # ♥9 is the highest heart left; ♣K now has a dock; ♠5 stays


@pytest.mark.rule("not-alone", 14)
def test_docks_that_are_still_there_stay_although_a_higher_card_is_now_on_the_perimeter():
    maze = """
        5S| 9H- KH- 5C|
        .   .   .   JH|
    """
    d, s = at_switch(maze, "b1", "w", docks="b1 x -", tasks="2H 3C 4D")
    assert docks(play(NA, d, s, "eject 5C")) == "b1 x -"


@pytest.mark.rule("not-alone", 15)
def test_an_alien_whose_way_ahead_is_gone_turns_as_in_entering():
    maze = """
        5S| 9H- 9D| KC- 5C|
        .   .   .   8S| .
    """
    d, s = at_switch(maze, "b1", "w", aliens="S@d1/e/p")
    assert who(s) == "S@d1/e/p"
    assert who(play(NA, d, s, "eject 5C")).startswith("S@d1/s/p")  # ♠8 before ♦9


@pytest.mark.rule("not-alone", 15)
def test_an_alien_that_remembers_a_space_that_is_gone_is_back_on_patrol():
    maze = """
        5S| 9H- KC- 8H- 5C|
        .   .   8S| .   .
    """
    d, s = at_switch(maze, "b1", "w", aliens="S@c1/e/a:e1s")
    s.alert[0], s.memory[0], s.vanished[0], s.facing[0] = 1, space_of("e1"), 2, 1
    assert who(play(NA, d, s, "eject 5C")).startswith("S@c1/e/p")


@pytest.mark.rule("not-alone", 15)
def test_an_alien_whose_line_to_you_was_cut_is_back_on_patrol():
    maze = """
        5S- 5C| 8D- KS-
        9H| .   .   7C|
        8H| 6H- 4C- 3C|
    """
    d, s = at_switch(maze, "a2", "n", aliens="S@d1/w/p")
    assert who(s) == "S@d1/w/a"
    assert who(play(NA, d, s, "eject 5C")).startswith("S@d1/w/p")


def after_his_way_was_cut(maze):
    """An alien on d1 remembers a1, and you eject what lies between."""
    d, s = at_switch(maze, "a3", "n", aliens="S@d1/w/p")
    s.alert[0], s.memory[0], s.vanished[0] = 1, space_of("a1"), 2
    return play(NA, d, s, "eject 5C")


@pytest.mark.rule("not-alone", 15)
def test_if_only_the_way_to_a_remembered_space_is_broken_he_stays_alert_and_gives_up_where_it_ends():
    s = after_his_way_was_cut("""
        9H- 5C| 8D- KS-
        5S| .   .   7C|
        8H| 6H- 4C- 3C|
    """)
    assert who(s).startswith("S@d1/w/a:a1s")
    after = play(NA, deal(NA, "2C"), s, "rest")
    # c1 is where the way ends: a dead end
    assert who(after).startswith("S@c1/e/p")


@pytest.mark.rule("not-alone", "NA14")
def test_an_alert_alien_whose_way_to_the_remembered_space_is_gone_at_once_goes_on_on_patrol_straight_ahead():
    s = after_his_way_was_cut("""
        9H- 8D- 5C| KS-
        5S| .   .   7C|
        8H| 6H- 4C- 3C|
    """)
    assert who(s).startswith("S@d1/s/a:a1s")  # turned as in entering, still alert
    after = play(NA, deal(NA, "3C"), s, "rest")
    assert who(after).startswith("S@d3/")  # 7♣ does not stop him, 3♣ does


@pytest.mark.rule("not-alone", 15)
def test_after_an_ejection_sight_is_checked_for_all():
    d, s = at_switch("9H| 5S- KS| 5C-", "a1", "e", aliens="S@c1/e/p")
    # he looks away from you through a door; the ejection takes his way ahead, he turns, and sees you
    assert who(s) == "S@c1/e/p"
    assert who(play(NA, d, s, "eject 5C")).startswith("S@c1/w/a")


@pytest.mark.rule("not-alone", "NA15")
def test_na15_with_drift_no_you_play_on_although_the_game_cannot_be_won():
    d, s = at_switch(SMALL, "b1", "w", research="- c3 -", drift="no")
    s = play(NA, d, s, "eject 5C")
    assert (s.done, s.there >> space_of("c3") & 1, NA.notation.status(d, s)) == (0, 0, "playing")
    assert legal(NA, d, s) == "rest"  # an alien came right beside you
