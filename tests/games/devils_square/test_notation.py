"""Devil's Square as text: what is read, what is refused and how it is explained, and what the player knows."""

from collections import Counter

import pytest

from escapology.errors import DealError, IllegalMoveError, MoveSyntaxError
from escapology.games.devils_square.notation import card_text, parse_card
from escapology.games.devils_square.rules import Deal
from escapology.games.devils_square.words import card_words
from escapology.luck import Luck
from escapology.middle import deal_line, parse_deal_line, read_move, start_state
from escapology.setting import make_setting
from tests.games.devils_square.positions import GAME, after, position
from tests.typed import new_deal

ALL = [c + n + i for c in "YRGB" for n in "1234" for i in "KASC"]
LINE = f"devils-square: {' '.join(ALL)}"


def test_cards_round_trip():
    assert [card_text(card) for card in range(64)] == ALL
    assert [parse_card(text) for text in ALL] == list(range(64))
    assert card_words(parse_card("G3A")) == "green 3 axe"


def test_deal_line_round_trip():
    game, deal = parse_deal_line(LINE)
    assert deal_line(game, deal) == LINE


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (LINE.removesuffix(" B4C"), "there are 63 cards: a deal has 64, each once"),
        (LINE.replace("B4C", "Y1K"), "card 64: Y1K appears twice (first as card 1)"),
        (LINE.replace("Y1A", "Y5A"), "card 2: 'Y5A' is not a card: a card is a colour"),
        (LINE.replace("Y1A", "y1a"), "card 2: 'y1a' is not a card"),
        (LINE + " Y1K", "card 65: Y1K appears twice"),
        ("devils-square:", "there are 0 cards"),
    ],
)
def test_bad_deals(line, message):
    with pytest.raises(DealError) as error:
        parse_deal_line(line)
    assert message in str(error.value)


def test_a_whole_pile_may_be_written_with_its_height():
    d, s = position("Y1K Y2A,Y3S")
    assert read_move(GAME, d, s, "b1:2>a1") == read_move(GAME, d, s, "b1>a1")


@pytest.mark.parametrize("text", ["", "b2", "b2>", "b2>e1", "b5>a1", "b2:0>a1", "b2:5>a1", "B2>a1", "b2-a1", "b2>a1 "])
def test_what_is_no_move(text):
    d, s = position("Y1K Y2A")
    with pytest.raises(MoveSyntaxError, match="is not a move of Devil's Square: write b2>a1"):
        read_move(GAME, d, s, text)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("d4>a1", "d4 is an open space"),
        ("a1>a1", "a pile can't go onto itself"),
        ("a1>d4", "d4 is an open space, and nothing may be moved into one"),
        ("a1:3>b1", "the pile on a1 has only 2 cards"),
        ("c1>b1", "the red 2 key and the yellow 1 shield differ in colour"),
        ("b1>a1", "a 1 lies on nothing"),
        ("d1>b1", "a 4 goes onto a 3, not onto a 1"),
        ("a2>a1", "the pile would have two keys"),
    ],
)
def test_refusals_say_why(move, reason):
    d, s = position("Y1K,Y2A Y1S R2K Y4C Y3K Y3S")
    before = s.copy()
    with pytest.raises(IllegalMoveError) as error:
        read_move(GAME, d, s, move)
    assert str(error.value) == f"'{move}' is not legal here: {reason}"
    assert s == before


def test_words():
    d, s = position("Y1K Y2A,Y3S Y4C")
    assert GAME.presentation.words(d, s, read_move(GAME, d, s, "b1>a1")) == (
        "Put the 2 cards from the yellow 2 axe up on the yellow 1 key"
    )
    t = after(d, s, "b1>a1")
    assert GAME.presentation.words(d, t, read_move(GAME, d, t, "c1>a1")) == (
        "Put the yellow 4 coin on the yellow 3 shield, which completes a book"
    )


def test_the_draw_pile_is_hidden():
    d = new_deal(Deal, make_setting(GAME), 5)
    s = start_state(GAME, d)
    seen, _ = GAME.knowledge.observe(d, s)
    assert seen.deck[:16] == d.deck[:16]
    assert set(seen.deck[16:]) == {-1}
    assert GAME.knowledge.hidden(d, s) == 48


def test_redrawing_is_even():
    d = new_deal(Deal, make_setting(GAME), 5)
    s = start_state(GAME, d)
    s.drawn = 45  # three cards are left
    luck = Luck(1)
    counts = Counter(tuple(GAME.knowledge.redraw(d, s, luck)[0].deck[-3:]) for _ in range(6000))
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())
