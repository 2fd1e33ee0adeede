"""One test for each rule and ruling of Blank, on deals small enough to check by hand."""

import pytest

from escapology.errors import IllegalMoveError
from escapology.play import Play

DEAL = "blank: 3 1 5 2 6 4"


def after(*moves: str, deal: str = DEAL) -> Play:
    """Where these moves lead."""
    play = Play.of_line(deal)
    for move in moves:
        play.do(move)
    return play


def state(play: Play) -> str:
    """The state line."""
    return play.game.notation.state_text(play.deal, play.here.state)


@pytest.mark.rule("blank", 1)
def test_rule_1_the_pile_lies_before_you():
    assert state(after()) == "on=0 climbed=0 skipped=0 pile=315264 status=playing"


class TestRule2Turns:
    @pytest.mark.rule("blank", 2)
    def test_climb(self):
        assert state(after("climb")) == "on=3 climbed=1 skipped=0 pile=15264 status=playing"

    @pytest.mark.rule("blank", 2)
    def test_skip(self):
        assert state(after("skip")) == "on=0 climbed=0 skipped=1 pile=15264 status=playing"

    @pytest.mark.rule("blank", 2)
    def test_only_a_higher_card_can_be_climbed(self):
        play = after("climb")
        assert list(play.legal()) == ["skip"]
        with pytest.raises(IllegalMoveError, match="the 1 is lower than the 3 you stand on"):
            play.do("climb")


class TestRule3End:
    @pytest.mark.rule("blank", 3)
    def test_three_climbs_lead_out(self):
        play = after("climb", "skip", "climb", "skip", "climb")
        assert (play.status(), play.is_won, list(play.legal())) == ("won", True, [])

    @pytest.mark.rule("blank", 3)
    def test_it_is_over_when_no_card_is_left(self):
        play = after(*["skip"] * 6)
        assert (play.status(), play.is_won, list(play.legal())) == ("over", False, [])


def test_variant_long_takes_nine_cards_and_five_climbs():
    play = after(*["climb"] * 4, deal="blank/long: 1 2 3 4 5 6 7 8 9")
    assert not play.is_won
    play.do("climb")
    assert play.is_won


@pytest.mark.rule("blank", "BL1")
def test_bl1_two_skips():
    play = after("skip", "skip", deal="blank[skips=two]: 6 5 4 3 2 1")
    assert list(play.legal()) == ["climb"]
    play.do("climb")
    assert play.status() == "over"
