"""One test for each rule of running the maze and each of its rulings, on positions small enough to check by hand."""

import pytest

from escapology.games.lab_rats.rules import Deal, score, won
from escapology.luck import draw_at
from escapology.middle import legal_texts, parse_deal_line
from escapology.perft import perft
from escapology.setting import make_setting
from tests.games.lab_rats.positions import GAME, after, legal, position, put_rat, shows
from tests.typed import new_deal


@pytest.mark.rule("lab-rats", 6)
def test_rule_6_three_stacks_of_eight_with_the_top_coin_up():
    d, s = position("5", "3", "0")
    assert s.height == [8, 8, 8]
    assert [shows(d, s, name)[0] for name in "ABC"] == ["5", "3", "0"]
    assert GAME.knowledge.hidden(d, s) == 21


@pytest.mark.rule("lab-rats", 6)
def test_rule_6_the_coin_below_is_turned_up():
    d, s = position("52", "3", "0")
    s = after(d, s, "start 0", "A:n5")
    assert shows(d, s, "A")[0] == "2"
    assert GAME.knowledge.hidden(d, s) == 20


@pytest.mark.rule("lab-rats", 6)
@pytest.mark.parametrize("variant", ["classic", "hard", "bag", "rebag"])
def test_rule_6_four_coins_of_each_value(variant):
    d = new_deal(Deal, make_setting(GAME, variant), 1)
    assert sorted(d.coins) == [value for value in range(6) for _ in range(4)]


@pytest.mark.rule("lab-rats", 7, "LR9")
def test_lr9_the_top_coins_are_seen_before_the_rat_starts():
    d, s = position("5", "3", "0")
    seen = GAME.knowledge.observe(d, s)
    assert [shows(*seen, name) for name in ("rat", "A", "B", "C")] == ["-", "5???????", "3???????", "0???????"]


@pytest.mark.rule("lab-rats", 7)
def test_rule_7_the_rat_starts_on_one_of_two_squares():
    d, s = position("1", "1", "1")
    assert legal(d, s) == ["start 0", "start 1"]
    assert shows(d, s, "rat") == "-"
    assert shows(d, after(d, s, "start 0"), "rat") == "0,0"
    assert shows(d, after(d, s, "start 1"), "rat") == "1,0"


@pytest.mark.rule("lab-rats", 8)
def test_rule_8_the_coin_is_laid_where_the_run_begins():
    d, s = position("5", "31", "0")
    s = after(d, s, "start 0", "A:n5", "B:n3", "B:e1")
    assert shows(d, s, "rat") == "1,8"
    assert shows(d, s, "trail") == "5@0,0;3@0,5;1@0,8"


@pytest.mark.rule("lab-rats", 8)
def test_rule_8_runs_are_straight_and_stay_in_the_maze():
    d, s = position("1", "2", "3")
    s = after(d, s, "start 0")
    assert legal(d, s, "A:") == ["A:n1", "A:e1"]
    assert legal(d, s, "B:") == ["B:n2"]
    assert legal(d, put_rat(d, s, 1, 2), "B:") == ["B:n2", "B:s2"]
    assert legal(d, put_rat(d, s, 1, 2), "C:") == ["C:n3"]


@pytest.mark.rule("lab-rats", 8)
def test_rule_8_coins_on_the_way_do_not_matter():
    d, s = position("1", "1", "2")
    s = after(d, s, "start 0", "A:n1", "B:n1", "C:s2")  # over the coin on 0,1 and onto the one on 0,0
    assert shows(d, s, "rat") == "0,0"
    assert shows(d, s, "trail") == "1@0,0;1@0,1;2@0,2"


@pytest.mark.rule("lab-rats", 8)
def test_rule_8_narrow_passages_let_one_line_through():
    d, s = position("2", "2", "2", maze="2" + "3" * 22)  # the second tile lies one square to the left
    s = after(d, s, "start 0")
    assert legal(d, s, "A:") == ["A:n2"]
    assert legal(d, put_rat(d, s, 1, 0), "A:") == []


@pytest.mark.rule("lab-rats", 9)
@pytest.mark.parametrize("value", [1, 2, 3, 4, 5])
def test_rule_9_a_coin_runs_exactly_as_far_as_it_shows_and_an_ace_is_1(value):
    d, s = position(str(value), "0", "0")
    s = put_rat(d, after(d, s, "start 0"), 0, 20)
    assert legal(d, s, "A:n") == [f"A:n{value}"]
    assert legal(d, s, "A:s") == [f"A:s{value}"]
    assert legal(d, s, "A:e") == (["A:e1"] if value == 1 else [])  # the corridor is two squares wide
    assert shows(d, after(d, s, f"A:n{value}"), "rat") == f"0,{20 + value}"


@pytest.mark.rule("lab-rats", 9)
def test_rule_9_the_null_coin_runs_any_distance_but_none():
    d, s = position("0", "1", "1")
    s = put_rat(d, after(d, s, "start 0"), 0, 2)
    assert legal(d, s, "A:s") == ["A:s1", "A:s2"]
    assert legal(d, s, "A:e") == ["A:e1"]
    assert legal(d, s, "A:w") == []
    assert legal(d, s, "A:n") == [f"A:n{n}" for n in range(1, 47)]


@pytest.mark.rule("lab-rats", 10, 14, "LR10")
@pytest.mark.parametrize(("y", "run"), [(47, "A:n1"), (45, "A:n3"), (43, "A:n5")])
def test_rules_10_and_14_out_without_an_exact_count(y, run):
    d, s = position("5", "1", "0")
    s = put_rat(d, after(d, s, "start 1"), 1, y)
    assert legal(d, s, "A:n") == [run]
    s = after(d, s, run)
    assert shows(d, s, "rat") == "1,48"
    assert shows(d, s, "status") == "won"
    assert won(d, s)
    assert score(d, s) == 1
    assert legal(d, s) == []


@pytest.mark.rule("lab-rats", 10)
def test_rule_10_too_short_a_run_stays_inside():
    d, s = position("5", "4", "0")
    s = put_rat(d, after(d, s, "start 1"), 1, 43)
    assert legal(d, s, "B:n") == ["B:n4"]
    assert shows(d, after(d, s, "B:n4"), "status") == "playing"


@pytest.mark.rule("lab-rats", 10)
def test_rule_10_walls_that_are_no_exit_stop_the_rat():
    d, s = position("5", "2", "0")
    s = put_rat(d, after(d, s, "start 1"), 0, 3)
    assert legal(d, s, "A:s") == []
    s = put_rat(d, s, 0, 47)
    assert legal(d, s, "B:") == ["B:n1", "B:s2"]


@pytest.mark.rule("lab-rats", 10)
def test_rule_10_only_the_exit_edge_leads_out():
    d, s = position("5", "0", "1", maze="3" * 22 + "1")  # the last tile covers -2,45 to -1,46 and heads west
    s = put_rat(d, after(d, s, "start 0"), 1, 45)
    assert legal(d, s, "A:w") == ["A:w4"]
    assert legal(d, put_rat(d, s, 1, 44), "A:w") == []
    assert legal(d, put_rat(d, s, -2, 46), "B:") == ["B:e1", "B:s1", "B:w1"]
    assert shows(d, after(d, s, "A:w4"), "rat") == "-3,45"


@pytest.mark.rule("lab-rats", 11, "LR4")
def test_rule_11_a_dropped_coin_is_laid_under_the_rat_and_lost():
    d, s = position("52", "3", "0")
    s = after(d, s, "start 0", "drop A")
    assert shows(d, s, "rat") == "0,0"
    assert shows(d, s, "dropped") == "5@0,0"
    assert shows(d, s, "trail") == "-"
    assert shows(d, s, "A").startswith("2")
    assert legal(d, s, "drop") == ["drop A", "drop B", "drop C"]
    assert "back" not in legal(d, s)


@pytest.mark.rule("lab-rats", 12, 13)
def test_rules_12_and_13_back_to_the_last_coin_and_lift_it():
    d, s = position("5", "31", "0")
    s = after(d, s, "start 0", "A:n5", "B:n3")
    assert legal(d, s, "lift") == []
    s = after(d, s, "back")
    assert shows(d, s, "rat") == "0,5"
    assert "back" not in legal(d, s)
    assert legal(d, s, "lift") == ["lift A", "lift B"]  # C is full
    s = after(d, s, "lift A")
    assert shows(d, s, "A")[0] == "3"
    assert shows(d, s, "trail") == "5@0,0"
    assert shows(d, after(d, s, "back"), "rat") == "0,0"


@pytest.mark.rule("lab-rats", 12)
def test_rule_12_back_however_far():
    d, s = position("0", "1", "0")
    s = after(d, s, "start 0", "A:n40", "B:e1")
    s = after(d, s, "back", "lift B")  # the last coin is the null again, 40 squares away
    assert legal(d, s, "lift") == []
    assert shows(d, after(d, s, "back"), "rat") == "0,0"


@pytest.mark.rule("lab-rats", 13)
def test_rule_13_a_coin_put_back_stays_known():
    d, s = position("5", "3", "0")
    s = after(d, s, "start 0", "A:n5", "back", "lift A")
    assert GAME.knowledge.hidden(d, s) == 20
    assert (
        GAME.notation.state_text(*GAME.knowledge.observe(d, s)).split()[1].startswith("A=50")
    )  # the 5, and the coin that was below it
    assert shows(*GAME.knowledge.observe(d, s), "A") == "50??????"


@pytest.mark.rule("lab-rats", 13)
def test_rule_13_running_on_without_lifting():
    d, s = position("5", "3", "0")
    s = after(d, s, "start 0", "A:n5", "back", "B:n3")
    assert shows(d, s, "trail") == "5@0,0;3@0,0"
    s = after(d, s, "back", "lift B", "lift A")
    assert shows(d, s, "trail") == "-"


@pytest.mark.rule("lab-rats", 15)
def test_rule_15_lost_when_no_move_is_left():
    d, s = position("5", "3", "0")
    s = after(d, s, "start 0", *(f"drop {name}" for name in "ABC" for _ in range(8)))
    assert legal(d, s) == []
    assert shows(d, s, "status") == "lost"
    assert score(d, s) == 0


@pytest.mark.rule("lab-rats", 15)
def test_rule_15_with_a_coin_to_go_back_to_there_is_a_move():
    d, s = position("5", "3", "0")
    s = after(d, s, "start 0", "A:n5", *(f"drop {name}" for name in "ABC" for _ in range(8 - (name == "A"))))
    assert legal(d, s) == ["back"]
    assert shows(d, s, "A") == "-"


@pytest.mark.rule("lab-rats", 16)
def test_rule_16_hard_has_no_backing_up():
    d, s = position("5", "3", "0", head="lab-rats/hard")
    s = after(d, s, "start 0", "A:n5")
    assert "back" not in legal(d, s)
    s = put_rat(d, s, 0, 0)
    assert legal(d, s, "lift") == []
    for head in ("lab-rats/hard", "lab-rats/bag", "lab-rats/rebag"):
        assert not position("", "", "", head=head)[0].has_backing


@pytest.mark.rule("lab-rats", 17)
def test_rule_17_three_open_coins_filled_up_from_the_bag():
    d, s = position("53142", "", "", head="lab-rats/bag")
    assert [shows(d, s, name) for name in "ABC"] == ["5", "3", "1"]
    s = after(d, s, "start 0", "B:n3")
    assert [shows(d, s, name) for name in "ABC"] == ["5", "4", "1"]
    s = after(d, s, "drop A")
    assert [shows(d, s, name) for name in "ABC"] == ["2", "4", "1"]
    assert shows(d, s, "trail") == "3@0,0"
    assert shows(d, s, "dropped") == "5@0,3"
    assert GAME.knowledge.hidden(d, s) == 19


@pytest.mark.rule("lab-rats", 17)
def test_rule_17_an_empty_bag_fills_no_more():
    d, s = position("", "", "", head="lab-rats/bag")
    s = after(d, s, "start 0", *["drop A"] * 22)
    assert [shows(d, s, name) == "-" for name in "ABC"] == [True, False, False]
    assert legal(d, s, "drop") == ["drop B", "drop C"]


@pytest.mark.rule("lab-rats", 18)
def test_rule_18_a_dropped_coin_goes_back_into_the_bag_before_its_place_is_filled():
    d, s = position("53142", "", "", head="lab-rats/rebag")
    bag = list(d.coins[3:])
    bag.insert(draw_at(7, 0, 22), 5)
    s = after(d, s, "start 0", "drop A")
    assert shows(d, s, "A") == str(bag[0])
    assert [coin & 7 for coin in s.bag[: s.bag_count]] == bag[:0:-1]
    assert shows(d, s, "dropped") == "-"
    bag = bag[1:]
    bag.insert(draw_at(7, 1, 22), 3)
    s = after(d, s, "drop B")
    assert shows(d, s, "B") == str(bag[0])


@pytest.mark.rule("lab-rats", "LR12")
def test_lr12_with_an_empty_bag_a_dropped_coin_comes_back_at_once():
    d, s = position("", "", "", head="lab-rats/rebag")
    s = after(d, s, "start 0")
    s.bag, s.bag_count = [0] * 24, 0
    again = after(d, s, "drop A")
    assert again.stack == s.stack
    assert again.bag_count == 0


@pytest.mark.rule("lab-rats", "LR13")
def test_lr13_places_in_the_bag_that_the_deal_tells():
    d, s = position("53142", "", "", head="lab-rats/rebag")
    d.places[:3], d.place_count = [0, 2, 23], 3
    s = after(d, s, "start 0", "drop A")
    assert shows(d, s, "A") == "5"  # no coin was drawn before it
    s = after(d, s, "drop B")
    assert shows(d, s, "B") == "4"
    assert [coin & 7 for coin in s.bag[: s.bag_count]][::-1][:2] == [2, 3]  # the 4 and the 2, then the dropped 3
    s = after(d, s, "drop C")
    assert s.bag[0] & 7 == 1  # no more than 21 coins are there: it lies behind them all
    places = s.bag_count - draw_at(7, 3, s.bag_count + 1)
    assert after(d, s, "drop A").bag[places] & 7 == 5 or draw_at(7, 3, s.bag_count + 1) == 0


@pytest.mark.rule("lab-rats", "LR4")
def test_lr4_a_dropped_coin_cannot_be_lifted():
    d, s = position("5", "3", "0")
    s = after(d, s, "start 0", "drop A", "B:n3", "back")
    assert shows(d, s, "rat") == "0,0"
    s = after(d, s, "lift B")
    assert shows(d, s, "dropped") == "5@0,0"
    assert legal(d, s, "lift") == []
    assert "back" not in legal(d, s)


@pytest.mark.rule("lab-rats", "LR4")
def test_lr4_liftable_a_dropped_coin_is_a_movement_coin():
    d, s = position("5", "3", "0", head="lab-rats[dropped=liftable]")
    s = after(d, s, "start 0", "drop A")
    assert shows(d, s, "dropped") == "-"
    assert shows(d, s, "trail") == "5@0,0"
    assert legal(d, s, "lift") == ["lift A"]
    s = after(d, s, "B:n3")
    assert shows(d, after(d, s, "back", "lift A", "lift B"), "trail") == "-"


@pytest.mark.rule("lab-rats", "LR5")
def test_lr5_an_older_coin_under_the_rat_cannot_be_lifted():
    d, s = position("3", "3", "0")
    s = after(d, s, "start 0", "A:n3", "B:s3")  # it sits on the first coin; the last one lies on 0,3
    assert legal(d, s, "lift") == []
    assert shows(d, after(d, s, "back"), "rat") == "0,3"


@pytest.mark.rule("lab-rats", "LR5")
def test_lr5_any_the_top_coin_under_the_rat_can_be_lifted():
    d, s = position("3", "3", "0", head="lab-rats[lift=any]")
    s = after(d, s, "start 0", "A:n3", "B:s3")
    assert "back" not in legal(d, s)
    assert legal(d, s, "lift") == ["lift A", "lift B"]
    s = after(d, s, "lift A")
    assert shows(d, s, "trail") == "3@0,3"
    s = after(d, s, "back", "lift B")  # a move from 0,0 to 0,3 for nothing
    assert shows(d, s, "rat") == "0,3"
    assert shows(d, s, "trail") == "-"
    assert [shows(d, s, name)[0] for name in "AB"] == ["3", "3"]


@pytest.mark.rule("lab-rats", "LR5")
def test_lr5_any_takes_the_most_recent_coin_of_the_square_from_the_middle_of_the_trail():
    d, s = position("31", "35", "11", head="lab-rats[lift=any]")
    s = after(d, s, "start 0", "A:n3", "B:s3", "C:e1", "C:w1")
    assert shows(d, s, "trail") == "3@0,0;3@0,3;1@0,0;1@1,0"
    s = after(d, s, "lift C")
    assert shows(d, s, "trail") == "3@0,0;3@0,3;1@1,0"
    assert shows(d, s, "C")[0] == "1"


@pytest.mark.rule("lab-rats", "LR7")
def test_lr7_a_dropped_coin_on_top_does_not_hinder_lifting():
    d, s = position("5", "3", "0")
    s = after(d, s, "start 0", "A:n5", "back", "drop B")
    assert legal(d, s, "lift") == ["lift A", "lift B"]
    assert shows(d, after(d, s, "lift B"), "dropped") == "3@0,0"


@pytest.mark.rule("lab-rats", "LR8")
def test_lr8_equal_coins_are_moves_of_their_own():
    d, s = position("3", "3", "3")
    s = after(d, s, "start 0")
    assert [m for m in legal(d, s) if ":" in m] == ["A:n3", "B:n3", "C:n3"]
    assert legal(d, after(d, s, "A:n3", "B:s3", "C:n3", "back"), "lift") == ["lift A", "lift B", "lift C"]


@pytest.mark.rule("lab-rats", 9, 10, "LR10")
def test_lr10_a_null_coin_out_of_the_exit_is_one_move():
    d, s = position("0", "1", "1")
    s = put_rat(d, after(d, s, "start 0"), 0, 46)
    assert legal(d, s, "A:n") == ["A:n1", "A:n2"]
    assert shows(d, after(d, s, "A:n2"), "status") == "won"


@pytest.mark.rule("lab-rats", "LR11")
@pytest.mark.parametrize("head", ["lab-rats/hard", "lab-rats/bag"])
def test_lr11_without_backing_up_the_options_have_nothing_to_say(head):
    for option in ("dropped=liftable", "lift=any"):
        d, s = position("5", "3", "0", head=f"{head}[{option}]")
        s = after(d, s, "start 0", "drop A")
        assert shows(d, s, "dropped") != "-"
        assert legal(d, s, "lift") == []


def test_suits_come_when_a_coin_is_turned_up_and_stay():
    d, s = position("31", "3", "3")
    assert [s.stack[i][7] for i in range(3)] == [3 + 8, 3 + 16, 3 + 24]
    s = after(d, s, "start 0", "A:n3", "back", "lift A")
    assert s.stack[0][7] == 3 + 8


def test_moves_are_in_order_and_no_more_than_promised():
    d, s = position("0", "0", "0")
    s = put_rat(d, after(d, s, "start 0", "A:n1"), 0, 2)
    numbers = list(legal_texts(GAME, d, s).values())
    assert numbers == sorted(set(numbers))
    assert len(numbers) <= GAME.rules.most_moves


PERFT = {
    "lab-rats/hard[diagram=turn]": [2, 14, 98, 694, 5679],
    "lab-rats": [2, 10, 63, 448, 3659],
}


@pytest.mark.parametrize("head", PERFT)
def test_perft(head):
    game, d = parse_deal_line(f"{head}: 53334431342235143343443 53044042/41532310/01521523")
    assert perft(game, d, 5) == PERFT[head]
