"""One test for each rule and ruling of Kidnap Machine, on positions small enough to check by hand."""

import pytest

from escapology.errors import IllegalMoveError
from escapology.games.kidnap_machine.rules import Deal
from escapology.games.kidnap_machine.rules.houses import house_of, turns_needed
from escapology.middle import parse_deal_line, play_move, read_move, start_state
from tests.games.kidnap_machine.positions import GAME, after, enemy_after, legal, position
from tests.typed import parse_deal


class TestSetUp:
    @pytest.mark.parametrize(
        ("enemy", "line"),
        [(1, "e2/w"), (2, "d3/e"), (3, "e3/s"), (4, "d4/w"), (5, "b6/w"), (6, "e4/n")],
    )
    @pytest.mark.rule("kidnap-machine", 1, 2, 3, 4)
    def test_set_up(self, enemy, line):
        game, d = parse_deal_line(f"kidnap-machine: house=manor enemy={enemy}")
        s = start_state(game, d)
        assert game.notation.state_text(d, s) == f"you=a1 enemy={line} next=1 squares=a1:3 turn=1 status=playing"


class TestWalk:
    @pytest.mark.rule("kidnap-machine", 5)
    def test_up_to_two_squares(self):
        d, s = position("you=a1 enemy=e5/n squares=a1:3,b1:2,c1:1,d1:1")
        assert {"wait", "b1", "b1 c1"} <= set(legal(d, s))
        assert "b1 c1 d1" not in legal(d, s)
        assert not any("d1" in move.split() for move in legal(d, s))

    @pytest.mark.rule("kidnap-machine", 5)
    def test_not_over_blanks(self):
        d, s = position("you=a1 enemy=e5/n squares=a1:3,c1:2")
        assert legal(d, s) == ["?a2", "?b1", "wait"]
        with pytest.raises(IllegalMoveError, match="b1 is blank: investigate it"):
            after(d, s, "b1 c1")

    @pytest.mark.rule("kidnap-machine", 5)
    def test_not_round_corners(self):
        d, s = position("you=a1 enemy=e5/n squares=a1:3,b2:2")
        with pytest.raises(IllegalMoveError, match="b2 is not next to a1"):
            after(d, s, "b2")

    @pytest.mark.rule("kidnap-machine", 5)
    def test_not_onto_the_enemy_nor_past_it(self):
        d, s = position("you=a1 enemy=b1/e squares=a1:3,b1:2,c1:2")
        assert legal(d, s) == ["?a2", "wait"]
        with pytest.raises(IllegalMoveError, match="the enemy stands on b1"):
            after(d, s, "b1")

    @pytest.mark.rule("kidnap-machine", 5)
    def test_over_the_edge(self):
        d, s = position("you=e1 enemy=e5/n squares=a1:3,e1:3")
        with pytest.raises(IllegalMoveError, match="f1 is off the board"):
            after(d, s, "f1")


class TestInvestigate:
    @pytest.mark.rule("kidnap-machine", 7)
    def test_a_lower_roll_fails(self):
        d, s = position("you=a1 enemy=e5/n squares=a1:3", dice="26")
        assert after(d, s, "?b1") == "you=a1 enemy=e3/n next=3 squares=a1:3 turn=2 status=playing"

    @pytest.mark.rule("kidnap-machine", 8)
    def test_a_higher_roll_gets_there_and_the_next_one_is_written(self):
        d, s = position("you=a1 enemy=e5/n squares=a1:3", dice="46")
        assert after(d, s, "?b1") == "you=b1 enemy=e3/n next=3 squares=a1:3,b1:6 turn=2 status=playing"

    @pytest.mark.rule("kidnap-machine", 6, 7)
    def test_the_number_is_that_of_the_square_one_has_walked_to(self):
        d, s = position("you=a1 enemy=e5/n squares=a1:6,b1:1", dice="14")
        assert after(d, s, "b1 ?b2").startswith("you=b2 ")

    @pytest.mark.rule("kidnap-machine", 6, 7)
    def test_who_fails_stays_where_the_walk_ended(self):
        d, s = position("you=a1 enemy=e5/n squares=a1:3,b1:6", dice="5")
        assert after(d, s, "b1 ?b2").startswith("you=b1 ")

    @pytest.mark.rule("kidnap-machine", 4, 6)
    def test_only_blanks(self):
        d, s = position("you=a1 enemy=e5/n squares=a1:3,b1:6")
        with pytest.raises(IllegalMoveError, match="b1 is not blank: walk there"):
            after(d, s, "?b1")

    @pytest.mark.rule("kidnap-machine", 4, 9)
    def test_the_goal_is_not_blank(self):
        d, s = position("you=e4 enemy=a1/n squares=e4:3")
        assert "?e5" not in legal(d, s)
        assert "e5" in legal(d, s)


class TestOut:
    @pytest.mark.rule("kidnap-machine", 17)
    def test_one_step(self):
        d, s = position("you=e4 enemy=a5/n squares=e4:3 turn=2")
        line = after(d, s, "e5")
        assert line == "you=e5 enemy=a5/n next=1 squares=e4:3 turn=2 status=won"

    @pytest.mark.rule("kidnap-machine", 17)
    def test_two_steps(self):
        d, s = position("you=e3 enemy=a5/n squares=e3:1,e4:3")
        assert after(d, s, "e4 e5").endswith("status=won")

    @pytest.mark.rule("kidnap-machine", 17)
    def test_no_moves_after_it(self):
        d, s = position("you=e4 enemy=a5/n squares=e4:3")
        won = play_move(GAME, d, s, read_move(GAME, d, s, "e5"))
        assert legal(d, won) == []


class TestChase:
    @pytest.mark.rule("kidnap-machine", 12)
    def test_forward_off_the_route(self):
        assert enemy_after("b1", "c3/n") == "c1/n next=1 playing"

    @pytest.mark.rule("kidnap-machine", 12, 13)
    def test_first_nearer_then_facing_you(self):
        assert enemy_after("b2", "c3/n") == "c2/w next=1 playing"

    @pytest.mark.rule("kidnap-machine", 12, 14, 18)
    def test_two_squares_ahead_it_gets_you(self):
        assert enemy_after("c1", "c3/n") == "c1/n next=1 caught"

    @pytest.mark.rule("kidnap-machine", 11, 13, 14, 18)
    def test_beside_it_it_turns_and_gets_you(self):
        assert enemy_after("b3", "c3/n") == "b3/w next=1 caught"
        assert enemy_after("d3", "c3/n") == "d3/e next=1 caught"

    @pytest.mark.rule("kidnap-machine", 11)
    def test_it_does_not_see_behind(self):
        assert enemy_after("c4", "c3/n", next=4) == "c1/n next=4 playing"
        assert enemy_after("b4", "c3/n", next=4) == "c1/n next=4 playing"

    @pytest.mark.rule("kidnap-machine", 11)
    def test_not_in_view_three_squares_ahead(self):
        assert enemy_after("c1", "c4/n") == "d4/e next=1 playing"

    @pytest.mark.rule("kidnap-machine", 10)
    def test_the_view_is_looked_at_before_each_step(self):
        # on its route it comes up to e3, and sees you from there
        assert enemy_after("d2", "e4/n", next=2) == "e2/n next=4 playing"
        # it turns first, and then sees you
        assert enemy_after("c5", "e5/n", next=1, route="e5,d5,d4,d3,d2") == "d5/w next=2 playing"


class TestRoute:
    @pytest.mark.rule("kidnap-machine", 10, 15)
    def test_two_squares(self):
        assert enemy_after("a1", "e5/n") == "e3/n next=3 playing"

    @pytest.mark.rule("kidnap-machine", 10, 15)
    def test_a_bend_costs_a_step(self):
        assert enemy_after("a1", "e5/n", route="e5,e4,d4,c4") == "e4/w next=2 playing"

    @pytest.mark.rule("kidnap-machine", 10, 15)
    def test_a_half_turn_costs_a_step(self):
        assert enemy_after("a1", "e4/n", next=2, route="e5,e4,e5,d5") == "e5/s next=3 playing"


class TestLate:
    @pytest.mark.rule("kidnap-machine", 19)
    def test_the_end_point(self):
        d, s = position("you=a1 enemy=e5/n squares=a1:3 turn=1", route="e5,e4,e3")
        assert after(d, s, "wait") == "you=a1 enemy=e3/n next=3 squares=a1:3 turn=1 status=late"

    @pytest.mark.rule("kidnap-machine", 19)
    def test_with_the_first_step_too(self):
        assert enemy_after("a1", "e4/n", next=2, route="e5,e4,e3") == "e3/n next=3 late"

    @pytest.mark.rule("kidnap-machine", 19, "KM9")
    def test_to_cross_the_end_point_before_does_not_count(self):
        d = parse_deal(Deal, "kidnap-machine: house=manor enemy=2")  # the Nurse: on d3 after turns 3, 6 and 9
        s = start_state(GAME, d)
        assert after(d, s, *["wait"] * 3) == "you=a1 enemy=d3/s next=5 squares=a1:3 turn=4 status=playing"
        assert after(d, s, *["wait"] * 6) == "you=a1 enemy=d3/w next=9 squares=a1:3 turn=7 status=playing"
        assert after(d, s, *["wait"] * 9) == "you=a1 enemy=d3/e next=13 squares=a1:3 turn=9 status=late"


class TestRulings:
    @pytest.mark.rule("kidnap-machine", 8, "KM1")
    def test_km1_a_roll_that_equals_the_number(self):
        line = "you=a1 enemy=e5/n squares=a1:3"
        assert after(*position(line, dice="35"), "?b1").startswith("you=b1 ")
        assert after(*position(line, dice="35", options="tie=fail"), "?b1").startswith("you=a1 ")
        assert after(*position(line, dice="45", options="tie=fail"), "?b1").startswith("you=b1 ")

    @pytest.mark.rule("kidnap-machine", "KM1")
    def test_km1_a_six_holds_for_ever_if_ties_fail(self):
        line = "you=a1 enemy=e5/n squares=a1:6"
        assert after(*position(line, dice="65", options="tie=fail"), "?b1").startswith("you=a1 ")

    @pytest.mark.rule("kidnap-machine", 14, 18, "KM2")
    def test_km2_it_faces_you_from_the_next_square(self):
        assert enemy_after("c2", "c3/n") == "c2/n next=1 caught"

    @pytest.mark.rule("kidnap-machine", 16, "KM3")
    def test_km3_straight_ahead_if_that_is_nearer(self):
        # from c3 to e5's next square e1: east and north both lead nearer
        assert enemy_after("a5", "c3/e", next=4) == "e3/e next=4 playing"
        assert enemy_after("a5", "c3/n", next=4) == "c1/n next=4 playing"

    @pytest.mark.rule("kidnap-machine", 16, "KM3")
    def test_km3_else_it_turns_up_or_down_first(self):
        assert enemy_after("e5", "c3/w", next=4) == "c2/n next=4 playing"
        assert enemy_after("a1", "c3/w", next=1) == "c4/s next=1 playing"

    @pytest.mark.rule("kidnap-machine", 10, "KM3")
    def test_km3_a_half_turn_is_one_step(self):
        assert enemy_after("a5", "c3/s", next=6) == "c2/n next=6 playing"
        assert enemy_after("a1", "d4/w", next=1) == "e4/e next=2 playing"

    @pytest.mark.rule("kidnap-machine", 16, "KM3")
    def test_km3_left_or_right_when_level(self):
        assert enemy_after("a5", "c1/n", next=4) == "d1/e next=4 playing"

    @pytest.mark.rule("kidnap-machine", "KM4")
    def test_km4_a_chase_onto_the_next_square(self):
        assert enemy_after("b1", "c3/n", next=2, route="c4,c3,c2,b2,b3") == "c1/n next=3 playing"

    @pytest.mark.rule("kidnap-machine", 19, "KM4")
    def test_km4_a_chase_onto_the_end_point(self):
        assert enemy_after("b1", "c3/n", next=2, route="c4,c3,c2") == "c2/n next=3 late"

    @pytest.mark.rule("kidnap-machine", 6, "KM5")
    def test_km5_walk_two_and_investigate(self):
        d, s = position("you=a1 enemy=e5/n squares=a1:3,b1:2,c1:1", dice="12")
        assert after(d, s, "b1 c1 ?d1").startswith("you=d1 ")

    @pytest.mark.rule("kidnap-machine", 11, "KM6")
    def test_km6_the_square_in_front_is_off_the_board(self):
        assert enemy_after("a2", "a3/w") == "a2/n next=1 caught"
        assert enemy_after("b2", "a3/w") == "a4/s next=1 playing"

    @pytest.mark.rule("kidnap-machine", 5, 6, "KM7")
    def test_km7_its_square_is_neither_entered_nor_investigated(self):
        assert legal(*position("you=a1 enemy=b1/e squares=a1:3")) == ["?a2", "wait"]
        with pytest.raises(IllegalMoveError, match="the enemy stands on b1"):
            after(*position("you=a1 enemy=b1/e squares=a1:3"), "?b1")

    @pytest.mark.rule("kidnap-machine", 20, "KM8")
    def test_km8_turns_of_the_manor(self):
        manor = house_of("manor")
        assert [turns_needed(6, enemy.route) for enemy in manor.enemies] == [11, 9, 10, 10, 10, 10]

    @pytest.mark.rule("kidnap-machine", 20, "KM8")
    def test_km8_without_a_clock_a_game_can_go_on_for_ever(self):
        line = "you=a2 enemy=b2/w next=1 squares=a1:3,b1:1,a2:1,b2:1"
        round_and_round = ["a1", "b1", "b2", "a2"] * 25
        d, s = position(line, options="clock=off")
        assert after(d, s, *round_and_round) == f"{line} turn=101 status=playing"
        with pytest.raises(IllegalMoveError):  # it is over after turn 4
            after(*position(line), *round_and_round)

    @pytest.mark.rule("kidnap-machine", 20, "KM8")
    def test_km8_a_chase_does_not_stop_the_clock(self):
        line = "you=b1 enemy=c3/n next=1 squares=b1:3 turn=4"  # e5 to c1 and a bend: seven steps, four turns
        assert after(*position(line), "wait") == "you=b1 enemy=c1/n next=1 squares=b1:3 turn=4 status=late"
        off = position(line, options="clock=off")
        assert after(*off, "wait") == "you=b1 enemy=c1/n next=1 squares=b1:3 turn=5 status=playing"

    @pytest.mark.rule("kidnap-machine", 19, "KM8")
    def test_km8_clock_off_ends_at_the_end_point(self):
        d, s = position("you=a5 enemy=d1/w next=6 squares=a5:3 turn=99", options="clock=off")
        assert after(d, s, "wait") == "you=a5 enemy=c1/w next=7 squares=a5:3 turn=99 status=late"

    @pytest.mark.rule("kidnap-machine", "KM9")
    def test_km9_only_the_next_index_counts(self):
        route = "c3,c2,c1,c2,c3,c4"  # a chase takes it over c3 to c4 while it still has to go to c1
        assert enemy_after("b4", "c2/s", next=2, route=route) == "c4/s next=2 playing"

    @pytest.mark.rule("kidnap-machine", "KM9")
    def test_km9_a_square_twice_is_reached_twice(self):
        assert enemy_after("a5", "c1/n", next=3, route="c3,c2,c1,c2,c3,c4") == "c2/s next=4 playing"

    @pytest.mark.rule("kidnap-machine", 9, "KM9")
    def test_km9_the_goal_is_shut_while_it_stands_there(self):
        d, s = position("you=e4 enemy=e5/w squares=e4:3")
        assert "e5" not in legal(d, s)

    @pytest.mark.rule("kidnap-machine", "KM10")
    def test_km10_dice_that_cant_matter_are_rolled(self):
        d, s = position("you=a1 enemy=e5/n squares=a1:1", dice="14" + "25")
        assert after(d, s, "?b1", "?c1") == (
            "you=b1 enemy=e1/n next=5 squares=a1:1,b1:4 turn=3 status=playing"
        )  # 1 can't fail, 4 is written, 2 fails

    @pytest.mark.rule("kidnap-machine", "KM10")
    def test_km10_a_failure_takes_one_die(self):
        d, s = position("you=a1 enemy=e5/n squares=a1:3", dice="2" + "64")
        assert "b1:4" in after(d, s, "?b1", "?b1")

    @pytest.mark.rule("kidnap-machine", "KM10")
    def test_km10_the_roll_for_the_enemy_is_not_among_the_dice(self):
        d = parse_deal(Deal, "kidnap-machine: house=manor enemy=3 dice=65")
        s = start_state(GAME, d)
        assert "b1:5" in after(d, s, "?b1")

    @pytest.mark.rule("kidnap-machine", "KM11")
    def test_km11_two_walks_to_the_same_square_are_one_move(self):
        d, s = position("you=b2 enemy=e5/n squares=a1:3,b1:2,a2:1,b2:4")
        assert [move for move in legal(d, s) if move.endswith("a1")] == ["b1 a1"]  # n before w
        assert after(d, s, "a2 a1") == after(d, s, "b1 a1")

    @pytest.mark.rule("kidnap-machine", "KM11")
    def test_km11_the_shorter_walk(self):
        d, s = position("you=a1 enemy=e5/n squares=a1:3,b1:2,a2:1,b2:4")
        assert [move for move in legal(d, s) if move.split()[-1] == "b2"] == ["b1 b2"]
        assert GAME.notation.tidy(d, s, "a2 b2 ?c2") == "b1 b2 ?c2"

    @pytest.mark.rule("kidnap-machine", "KM11")
    def test_km11_there_and_back_is_to_wait(self):
        d, s = position("you=a1 enemy=e5/n squares=a1:3,b1:2")
        assert GAME.notation.tidy(d, s, "b1 a1") == "wait"
        assert GAME.notation.tidy(d, s, "b1 a1 ?a2") == "?a2"
        assert GAME.notation.tidy(d, s, "c1 b1") == "c1 b1"

    @pytest.mark.rule("kidnap-machine", 17, "KM12")
    def test_km12_no_walk_leads_across_the_goal(self):
        d, s = position("you=e4 enemy=a5/n squares=e4:3,d5:2")
        assert "e5" in legal(d, s)
        assert not any("e5" in move.split()[:-1] for move in legal(d, s))
        with pytest.raises(IllegalMoveError, match="the game is won on e5, so the walk ends there"):
            after(d, s, "e5 d5")

    @pytest.mark.rule("kidnap-machine", "KM12")
    def test_km12_there_and_back_over_the_goal_neither(self):
        d, s = position("you=e4 enemy=a5/n squares=e4:3")
        with pytest.raises(IllegalMoveError):
            after(d, s, "e5 e4")

    @pytest.mark.rule("kidnap-machine", "KM13")
    def test_km13_the_turn_it_ended_in(self):
        d, s = position("you=c2 enemy=c3/n squares=c2:3 turn=3")
        assert after(d, s, "wait").endswith("turn=3 status=caught")
