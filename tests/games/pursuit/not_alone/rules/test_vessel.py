"""The add-on's docks and vessel: one test for each rule."""

import pytest

from escapology.games.pursuit.not_alone.rules.state import ADRIFT, AWAY
from escapology.games.pursuit.rules.maze import space_of
from escapology.games.pursuit.rules.state import EJECT, VESSEL
from tests.games.pursuit.not_alone.stations import docks, station
from tests.games.pursuit.positions import NA, deal, dock_vessel, legal, play, position, who, why_not

ROW = "2S- 3H- 4C- 5D- 6S-"


def vessel(d, s):
    return NA.notation.state_text(d, s).split("vessel=")[1].split()[0]


def at_dock(maze, dock, side, card="9C", you="a1", aliens="", **fields):
    return dock_vessel(position(maze, you, aliens, NA, **fields), dock, side, card)


# The task cards behind the piles


@pytest.mark.parametrize(("option", "turns"), [("6", (4, 10, 16)), ("7", (7, 13, 19))])
@pytest.mark.rule("not-alone", 3, 16, 17, "NA1")
def test_a_task_card_is_turned_over_with_every_second_pile(option, turns):
    d = deal(NA, tasks="2S 3H 4C", vessel=option)  # NA1
    s = station(ROW, "a1", docks="e1 b1 c1")
    seen: dict[tuple[str, str], int] = {}
    while s.turn < 24:
        s = play(NA, d, s, "rest")
        seen.setdefault((docks(s), vessel(d, s)), s.turn)
    assert seen == {
        ("e1 b1 c1", "no"): 2,
        ("x b1 c1", "no"): turns[0],
        ("x x c1", "no"): turns[1],
        ("x x c1", "c1n"): turns[2],
    }


@pytest.mark.parametrize(("option", "turn"), [("6", 16), ("7", 19)])
@pytest.mark.rule("not-alone", 17, 26)
def test_without_a_dock_the_vessel_goes_home(option, turn):
    d = deal(NA, vessel=option)
    s = play(NA, d, station(ROW, "a1", docks="x x -", turn=turn - 1), "rest")
    assert (s.turn, NA.notation.status(d, s), legal(NA, d, s)) == (turn, "stranded", "")
    assert " phase=end card=0 steps=0 " in NA.notation.state_text(d, s)


@pytest.mark.parametrize(
    ("maze", "side"),
    [
        ("2S|\n3H|\n4C|", "n"),  # at the upper edge
        (". 2S|\n. 3H|", "n"),
        ("2S| 3H-\n4C- 5D|", "n"),
    ],
)
@pytest.mark.rule("not-alone", 18)
def test_it_docks_on_the_first_free_side(maze, side):
    d = deal(NA)
    dock = "b1" if maze.startswith(".") else "a1"
    s = play(NA, d, station(maze, "a2" if dock == "a1" else "b2", docks=f"x x {dock}", turn=15), "rest")
    assert vessel(d, s) == dock + side


@pytest.mark.rule("not-alone", 18)
def test_the_order_of_sides_is_north_east_south_west():
    full = """
        2S| 3H- 4C|
        5S- 6H| 7C-
        8S| 9H- TC|
    """
    for gone, side in (("3H-", "n"), ("7C-", "e"), ("9H-", "s"), ("5S-", "w")):
        d = deal(NA)
        s = play(NA, d, station(full.replace(gone, ".  "), "a1", docks="x x b2", turn=15), "rest")
        assert vessel(d, s) == "b2" + side


# The vessel as a space


@pytest.mark.rule("not-alone", 18)
def test_aliens_walk_into_it_if_they_prefer_it_and_turn_round_there():
    d = deal(NA, "2C")
    s = at_dock("KS- KH- KD-\n.   JD| .\n.   QH- .", "b1", "n", "9C", "a3", "S@a1/e/p")
    assert who(play(NA, d, s, "rest")) == "S@ve/s/p"
    d = deal(NA, "2D")
    assert who(play(NA, d, s, "rest")).startswith("S@c1/")


@pytest.mark.rule("not-alone", 18)
def test_its_rank_stops_aliens_who_then_turn_to_the_door():
    s = at_dock("KS- KH-", "b1", "e", "2C", "a7", "S@a1/e/p")
    assert who(play(NA, deal(NA, "2S"), s, "rest")) == "S@ve/w/p"


@pytest.mark.rule("not-alone", 18)
def test_from_it_an_alien_sees_through_its_door_and_straight_on():
    #   vessel | a1 b1 c1
    s = at_dock("KS- 3H| 4C-\n.   2D| .", "a1", "w", "9C", "b2", "S@ve/e/p")
    s = play(NA, deal(NA, "9S"), s, "use 1", "n")
    assert who(s) == "S@ve/e/a"
    assert who(play(NA, deal(NA, "2S"), s, "stop", "rest")) == "S@b1/e/a"


@pytest.mark.rule("not-alone", 18)
def test_it_has_one_door_and_walls_to_all_other_cards():
    #  the vessel lies in the gap b1 between a1 and c1, docked at a1
    s = at_dock("KS- . 4C-\n2S| 2H- 2C|", "a1", "e", "9C", "c1", "S@a1/e/p")
    assert [s.way[4 * VESSEL + direction] for direction in range(4)] == [-1, -1, -1, 0]
    assert s.way[4 * space_of("c1") + 3] == -1
    assert who(play(NA, deal(NA, "2S"), s, "rest")) == "S@ve/w/p"  # he did not see you through it


def test_you_do_not_step_into_it():
    d = deal(NA, "KS")
    s = play(NA, d, at_dock(ROW, "a1", "n", "2C"), "use 1")
    assert legal(NA, d, s) == "e"


@pytest.mark.rule("not-alone", 19)
def test_it_is_no_switch_and_no_module():
    d = deal(NA, "2S", tasks="2S 3H 5C")
    s = at_dock("5S- 9H| KC-", "c1", "e", "5C", "b1")
    s = play(NA, d, s, "use 1", "w")
    assert s.turn == 2  # ♣5 is the vessel: nothing to eject


@pytest.mark.rule("not-alone", 19)
def test_nobody_appears_in_it():
    d = deal(NA, "2S", tasks="2S 3H 9H")
    s = dock_vessel(position("5S- KC| 5H-\n.   4H|", "a1", "S@c1/w/p", NA, phase=EJECT), "b1", "n", "9H")
    assert who(play(NA, d, s, "eject 5H")).split(",")[1].startswith("H@b2/")  # ♥4 is lower, but of the station


@pytest.mark.rule("not-alone", 2, 19)
def test_it_is_no_neighbour_for_the_perimeter():
    maze = """
        .   2H| .   .
        KH- 9C- .   KC|
        .   4H| .   .
    """
    #  the vessel lies on c2, docked at ♣K; ♣9 has three neighbours besides
    d = deal(NA, "2S", tasks="2S 3H 4C")
    s = dock_vessel(position(maze, "a2", "", NA, phase=EJECT), "d2", "w", "4C")
    s = play(NA, d, s, "eject KC")
    assert (docks(s), vessel(d, s)) == ("x x b2", "b2e")


@pytest.mark.rule("not-alone", 19)
def test_it_keeps_its_side_while_its_dock_stays():
    maze = """
        .   5D| .
        5S- KC- 9H|
    """
    d = deal(NA, "2S", tasks="2S 3H 4C")
    s = dock_vessel(position(maze, "a2", "", NA, phase=EJECT), "b2", "s", "4C")
    s = play(NA, d, s, "eject 5D")
    assert vessel(d, s) == "b2s"  # north has become free, but it stays


@pytest.mark.rule("not-alone", 20, "NA9")
def test_it_goes_with_its_dock():
    maze = """
        KC| 9H- 5C|
        5S| .   .
    """
    d = deal(NA, "2S", tasks="2S 3H 4C")
    s = dock_vessel(position(maze, "a2", "", NA, phase=EJECT), "c1", "e", "4C")
    s.at[0], s.facing[0], s.pursuers = VESSEL, 3, 1
    s = play(NA, d, s, "eject 5C")
    assert vessel(d, s) == "a1n"
    assert who(s).startswith("S@ve/s/a")  # NA9: he stays in it, faces the door, and sees you


def adrift():
    d = deal(NA, "KS", tasks="2S 3H 4C")
    s = dock_vessel(position("5S- 9H- 5C|\nKH| .   .", "a1", "S@ve/w/a", NA, phase=EJECT), "c1", "e", "4C")
    return d, play(NA, d, s, "eject 5C")


@pytest.mark.rule("not-alone", 20)
def test_without_a_dock_it_is_adrift_and_cannot_be_boarded():
    d, s = adrift()
    assert (s.vessel, vessel(d, s), docks(s)) == (ADRIFT, "adrift", "x x -")
    s.done = 7
    assert legal(NA, d, s) == "rest use 1 use 2"


@pytest.mark.rule("not-alone", 20)
def test_in_it_while_adrift_an_alien_neither_moves_nor_sees_and_is_on_patrol_if_he_saw_you():
    d, s = adrift()
    assert who(s).split(",")[0] == "S@ve/w/p"
    s.pursuers = 1
    assert who(play(NA, d, s, "rest")) == "S@ve/w/p"


@pytest.mark.rule("not-alone", "NA13")
def test_in_it_while_adrift_an_alien_who_remembers_a_space_that_is_there_stays_alert():
    d = deal(NA, "KS", tasks="2S 3H 4C")
    maze = "5S- 9H- 5C|\nKH| .   ."
    s = dock_vessel(position(maze, "a1", "S@ve/w/a:b1n", NA, phase=EJECT), "c1", "e", "4C")
    s = play(NA, d, s, "eject 5C")
    assert who(s).split(",")[0] == "S@ve/w/a:b1n"
    s.pursuers = 1
    assert who(play(NA, d, s, "rest")) == "S@ve/w/a:b1n"


@pytest.mark.rule("not-alone", 20)
def test_docked_again_he_faces_the_door():
    d = deal(NA, "KS", tasks="2S 3H 4C")
    maze = """
        .   5H| .   .
        5S- KC- 9H- 2D|
        .   8D| .   .
    """
    s = position(maze, "a2", "S@ve/w/p", NA, phase=EJECT, vessel=ADRIFT)
    s.dock = [-2, -2, -1]
    s.card[VESSEL] = d.task[2]
    s = play(NA, d, s, "eject 5H")
    assert vessel(d, s) == "b2n"
    assert who(s).split(",")[0] == "S@ve/s/p"


@pytest.mark.rule("not-alone", 19)
def test_it_connects_nothing():
    #  the vessel fills the gap b1, docked at a1; without row 2 there is no way from a1 to c1
    d = deal(NA, "KS", tasks="2S 3H 4C")
    s = dock_vessel(position("KC- . 5D-\n5S| 5H- 8D|", "a2", "", NA, phase=EJECT), "a1", "e", "4C")
    assert f"{play(NA, d, s, 'eject 5H').there:x}" == "81"  # a1 and a2


# Boarding


@pytest.mark.rule("not-alone", 21, 22, 24)
def test_boarding_wins_and_you_are_on_the_dock_card():
    d = deal(NA, "9S", tasks="2S 3H 9C")
    s = at_dock(ROW, "c1", "n", "9C", "a1", done=7)
    s = play(NA, d, s, "use 1", "e", "e", "board")  # without having to stop on c1
    assert NA.notation.state_text(d, s).startswith("you=c1 fatigue=2 turn=1 phase=end card=0 steps=0 ")
    assert NA.notation.status(d, s) == "won"


@pytest.mark.rule("not-alone", 21, 24)
def test_boarding_without_a_step():
    d = deal(NA, "9S", tasks="2S 3H 9C")
    assert NA.notation.status(d, play(NA, d, at_dock(ROW, "a1", "n", "9C", done=7), "use 1", "board")) == "won"


@pytest.mark.rule("not-alone", 22, "NA16")
def test_na16_a_dock_card_that_stops_you_leaves_boarding_or_stopping():
    d = deal(NA, "4S", tasks="2S 3H 4H")
    s = play(NA, d, at_dock(ROW, "c1", "n", "4H", done=7), "use 1", "e", "e")
    assert (legal(NA, d, s), NA.notation.state_text(d, s).split()[3]) == ("board stop", "phase=walk")
    assert NA.notation.status(d, play(NA, d, s, "board")) == "won"
    assert play(NA, d, s, "stop").turn == 2
    assert why_not(NA, d, s, "e") == "♣4 ends your walk: board the vessel, or stop"
    assert "Board the vessel, or stop." in NA.presentation.scene(d, s).description


@pytest.mark.rule("not-alone", 22, "NA16")
def test_na16_where_you_can_not_board_the_dock_card_ends_your_walk_as_always():
    for fields in ({"done": 3}, {"done": 7, "aliens": "S@ve/s/p"}):
        d = deal(NA, "4S", tasks="2S 3H 4H")
        assert play(NA, d, at_dock(ROW, "c1", "n", "4H", **fields), "use 1", "e", "e").turn == 2
    weak = deal(NA, "4S", tasks="2S 3H 9C")  # the movement card is too low for the vessel
    assert play(NA, weak, at_dock(ROW, "c1", "n", "9C", done=7), "use 1", "e", "e").turn == 2


@pytest.mark.rule("not-alone", "NA16")
def test_na16_dock_stops_a_dock_card_that_stops_you_is_boarded_from_in_a_later_turn():
    d = deal(NA, "4S", tasks="2S 3H 4H", dock="stops")
    s = play(NA, d, at_dock(ROW, "c1", "n", "4H", done=7), "use 1", "e", "e")
    assert s.turn == 2
    assert NA.notation.status(d, play(NA, d, s, "use 1", "board")) == "won"


def test_na16_in_a_record():
    assert NA.notation.expand("1:ee+") == ("use 1", "e", "e", "board")
    assert NA.notation.collect(["use 1", "e", "e", "board"]) == ["1:ee+"]
    assert NA.notation.collect(["use 1", "e", "e", "stop", "rest"]) == ["1:ee", "rest"]


@pytest.mark.parametrize(
    ("card", "board", "can"),
    [
        ("8S", "atleast", False),
        ("9S", "atleast", True),
        ("KS", "atleast", True),
        ("9S", "exact", True),
        ("KS", "exact", False),
    ],
)
@pytest.mark.rule("not-alone", 21, "NA2")
def test_the_card_needs_at_least_the_vessels_distance_value(card, board, can):
    d = deal(NA, card, tasks="2S 3H 9C", board=board)  # NA2
    s = play(NA, d, at_dock(ROW, "a1", "n", "9C", done=7), "use 1")
    assert ("board" in legal(NA, d, s)) == can


@pytest.mark.rule("not-alone", 21, "NA7")
def test_not_before_all_research_modules_are_gone():
    d = deal(NA, "KS", tasks="2S 3H 9C")
    s = play(NA, d, at_dock(ROW, "a1", "n", "9C", done=5), "use 1")
    assert "board" not in legal(NA, d, s)  # NA7


@pytest.mark.rule("not-alone", 21)
def test_not_while_an_alien_is_in_it():
    d = deal(NA, "KS", tasks="2S 3H 9C")
    s = play(NA, d, at_dock(ROW, "a1", "n", "9C", done=7, aliens="S@ve/s/a"), "use 1")
    assert "board" not in legal(NA, d, s)


@pytest.mark.rule("not-alone", 21, "NA12")
def test_use_is_legal_when_only_boarding_is_possible():
    d = deal(NA, "2S 9S 3S", tasks="2S 3H 9C")
    s = at_dock("2S- 3H-", "a1", "n", "9C", done=7, aliens="S@b1/w/a")
    assert legal(NA, d, s) == "rest use 2"  # NA12: and only with a card that is good enough


def test_before_it_comes_there_is_nothing_to_board():
    d = deal(NA, "KS")
    s = position(ROW, "a1", "", NA, done=7)
    assert s.vessel == AWAY
    assert legal(NA, d, play(NA, d, s, "use 1")) == "e"
