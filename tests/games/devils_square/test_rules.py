"""One test for each rule and ruling of Devil's Square, on positions small enough to check by hand."""

import pytest

from escapology.games.devils_square.rules import Deal, is_stuck
from escapology.middle import legal_texts, start_state
from escapology.setting import make_setting
from tests.games.devils_square.positions import GAME, after, field, position
from tests.typed import new_deal


def legal(d, s):
    return sorted(legal_texts(GAME, d, s))


@pytest.mark.rule("devils-square", 1, 2)
def test_set_up_fills_the_field_in_reading_order():
    d = new_deal(Deal, make_setting(GAME), 1)
    s = start_state(GAME, d)
    cards = GAME.notation.deal_text(d).split()
    assert field(d, s).split() == cards[:16]
    assert GAME.notation.state_text(d, s).startswith(
        f"books=0 drawn=0 a1={cards[0]} b1={cards[1]} c1={cards[2]} d1={cards[3]} a2="
    )
    assert d.deck[16:] == d.deck[-48:]


class TestPiles:
    @pytest.mark.rule("devils-square", 3, 5)
    def test_same_colour(self):
        assert legal(*position("Y1K R2A")) == []

    @pytest.mark.rule("devils-square", 3, 5)
    def test_numbers_rise_by_one(self):
        assert legal(*position("Y1K Y3A")) == []
        assert legal(*position("Y1K Y1A")) == []

    @pytest.mark.rule("devils-square", 3)
    def test_items_differ(self):
        assert legal(*position("Y1K Y2K")) == []

    @pytest.mark.rule("devils-square", 3)
    def test_may_start_at_any_number(self):
        assert legal(*position("Y3K Y4A")) == ["b1>a1"]

    @pytest.mark.rule("devils-square", 5)
    def test_a_one_lies_on_nothing(self):
        # red's number 1 follows yellow's number 4 in the encoding, and must not in play
        assert legal(*position("Y4K R1A")) == []


class TestMoves:
    @pytest.mark.rule("devils-square", 4)
    def test_a_card_onto_a_card(self):
        d, s = position("Y1K Y2A")
        assert legal(d, s) == ["b1>a1"]
        assert field(d, after(d, s, "b1>a1")) == "Y1K,Y2A"

    @pytest.mark.rule("devils-square", 4)
    def test_a_whole_pile_onto_a_card(self):
        d, s = position("Y1K Y2A,Y3S")
        assert field(d, after(d, s, "b1>a1")) == "Y1K,Y2A,Y3S"

    @pytest.mark.rule("devils-square", 4)
    def test_the_top_of_a_pile(self):
        d, s = position("Y1K,Y2A,Y3S Y2C")
        assert legal(d, s) == ["a1:1>b1"]
        assert field(d, after(d, s, "a1:1>b1")) == "Y1K,Y2A Y2C,Y3S"

    @pytest.mark.rule("devils-square", 4)
    def test_two_cards_off_a_pile_of_three(self):
        d, s = position("Y1K,Y2A,Y3S Y1C")
        assert legal(d, s) == ["a1:2>b1"]
        assert field(d, after(d, s, "a1:2>b1")) == "Y1K Y1C,Y2A,Y3S"

    @pytest.mark.rule("devils-square", 5)
    def test_never_from_the_middle(self):
        assert "a1:1>b1" not in legal(*position("Y1K,Y2A,Y3S Y1C"))

    @pytest.mark.rule("devils-square", 5)
    def test_no_item_twice_anywhere_in_the_result(self):
        assert legal(*position("Y1K,Y2A Y3K")) == []
        assert legal(*position("Y1K Y2A,Y3K")) == []

    @pytest.mark.rule("devils-square", 4)
    def test_a_card_that_two_piles_could_have(self):
        # a 3 leaves the 2 it lies on for another 2, of an item that differs as well
        d, s = position("G2C,G3A G1K,G2S")
        assert field(d, after(d, s, "a1:1>b1")) == "G2C G1K,G2S,G3A"

    @pytest.mark.rule("devils-square", 4)
    def test_each_fitting_pile_is_a_move_of_its_own(self):
        assert legal(*position("Y1K Y1A Y2S")) == ["c1>a1", "c1>b1"]


class TestBooks:
    @pytest.mark.rule("devils-square", 8, 11)
    def test_a_book_leaves_at_once_and_counts_ten(self):
        d, s = position("Y1K,Y2A,Y3S Y4C G1K")
        t = after(d, s, "b1>a1")
        assert field(d, t) == "- - G1K"
        assert t.books == 1
        assert GAME.rules.score(d, t) == 10

    def test_four_cards_that_do_not_start_with_one_do_not_exist(self):
        assert legal(*position("Y2A,Y3S,Y4C Y1K")) == ["a1>b1"]


class TestFilling:
    @pytest.mark.rule("devils-square", 6, 9)
    def test_a_whole_pile_opens_a_space_which_is_filled(self):
        d, s = position("Y1K Y2A", "R3C B4S")
        t = after(d, s, "b1>a1")
        assert field(d, t) == "Y1K,Y2A R3C"
        assert t.drawn == s.drawn + 1

    @pytest.mark.rule("devils-square", 10)
    def test_empty_draw_pile_leaves_it_open(self):
        d, s = position("Y1K Y2A G1A")
        t = after(d, s, "b1>a1")
        assert field(d, t) == "Y1K,Y2A - G1A"
        assert t.drawn == 48

    @pytest.mark.rule("devils-square", 10)
    def test_nothing_moves_into_an_open_space(self):
        d, s = position("- Y1K,Y2A")
        assert legal(d, s) == []

    def test_an_open_space_does_not_look_like_a_pile(self):
        # NO_CARD is one less than the rank of the yellow ones
        assert legal(*position("- Y1K")) == []


class TestParts:
    @pytest.mark.rule("devils-square", 7)
    def test_a_part_deals_no_card(self):
        d, s = position("Y1K,Y2A Y1S", "R3C")
        t = after(d, s, "a1:1>b1")
        assert field(d, t) == "Y1K Y1S,Y2A"
        assert t.drawn == s.drawn

    @pytest.mark.rule("devils-square", 7, 8)
    def test_unless_it_completes_a_book(self):
        d, s = position("Y3K,Y4A Y1C,Y2S,Y3K", "R3C B1K")
        t = after(d, s, "a1:1>b1")
        assert field(d, t) == "Y3K R3C"
        assert (t.books, t.drawn) == (1, s.drawn + 1)


class TestTheEnd:
    @pytest.mark.rule("devils-square", 11)
    def test_won_with_all_books(self):
        d, s = position("Y1K,Y2A,Y3S Y4C")
        s.books = 15
        t = after(d, s, "b1>a1")
        assert GAME.rules.won(d, t)
        assert GAME.notation.status(d, t) == "won"
        assert GAME.rules.score(d, t) == 160
        assert legal(d, t) == []

    @pytest.mark.rule("devils-square", 12)
    def test_over_without_a_move(self):
        d, s = position("Y1K R2A")
        assert GAME.notation.status(d, s) == "over"
        assert GAME.presentation.fate(d, s).startswith("No card can be moved any more, and ")

    def test_playing_while_a_space_can_open(self):
        d, s = position("Y1K Y2A")
        assert GAME.notation.status(d, s) == "playing"

    @pytest.mark.rule("devils-square", 13)
    def test_stuck_when_parts_only_go_back_and_forth(self):
        d, s = position("Y1K,Y2A Y1S")
        assert legal(d, s) == ["a1:1>b1"]
        assert GAME.notation.status(d, s) == "stuck"
        assert GAME.notation.status(d, after(d, s, "a1:1>b1")) == "stuck"

    @pytest.mark.rule("devils-square", 13)
    def test_not_stuck_when_a_part_move_makes_an_opening_one_possible(self):
        # the 2 must go from its 1 to the other before the 3 (whose item is the first 1's) can follow
        d, s = position("Y1K,Y2A Y1S Y3K")
        assert legal(d, s) == ["a1:1>b1"]
        assert GAME.notation.status(d, s) == "playing"
        assert legal(d, after(d, s, "a1:1>b1")) == ["b1:1>a1", "c1>b1"]


@pytest.mark.rule("devils-square", 9, "DS1")
def test_ds1_source_space_is_filled_before_the_books():
    d, s = position("Y4C Y1K,Y2A,Y3S", "R3C B1K")
    assert field(d, after(d, s, "a1>b1")) == "R3C B1K"
    d, s = position("Y1K,Y2A,Y3S Y4C", "R3C B1K")
    assert field(d, after(d, s, "b1>a1")) == "B1K R3C"


@pytest.mark.rule("devils-square", "DS1")
def test_ds1_the_last_card_goes_to_the_source_space():
    d, s = position("Y1K,Y2A,Y3S Y4C", "R3C")
    assert field(d, after(d, s, "b1>a1")) == "- R3C"


@pytest.mark.rule("devils-square", "DS2")
def test_ds2_part_moves_may_go_back_and_forth_for_ever():
    d, s = position("Y1K,Y2A Y1S")
    assert field(d, after(d, s, *["a1:1>b1", "b1:1>a1"] * 50)) == field(d, s)
    assert is_stuck(d, s)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.rule("devils-square", 9)
def test_sixteen_piles_while_the_draw_pile_lasts(seed):
    d = new_deal(Deal, make_setting(GAME), seed)
    s = start_state(GAME, d)
    for _ in range(100):
        moves = legal(d, s)
        if not moves or s.drawn == 48:
            break
        assert all(s.height)
        s = after(d, s, moves[-1])
