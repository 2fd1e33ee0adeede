import itertools
import re
from xml.etree import ElementTree as ET

import pytest

from escapology.draw.cards import diagonals, draw_card, pattern
from escapology.draw.emblems import PATHS
from escapology.draw.palette import PALETTES, SUITS
from escapology.draw.scene import Card, Role
from tests.draw.scenes import EMBLEMS, ROLES

LIGHT, GREY = PALETTES["light"], PALETTES["grey"]


def drawn(card, palette=LIGHT, deck="two"):
    return ET.fromstring(f"<g>{draw_card(card, palette, deck)}</g>")


def writing(element):
    return [text.text for text in element.iter("text")]


def emblems(element):
    return [path.get("d") for path in element.iter("path") if path.get("d") in PATHS.values()]


@pytest.mark.parametrize("emblem", EMBLEMS)
@pytest.mark.parametrize("role", ROLES)
def test_every_emblem_in_every_role(emblem, role):
    card = drawn(Card(0, 0, 1, 1.4, "?", "2", emblem, role))
    assert writing(card) == ["2", "2"]
    assert set(emblems(card)) == {PATHS[emblem]}
    assert len(emblems(card)) >= 3  # both corners and the middle


def test_corner_stays_in_sight_when_three_tenths_are():
    card = drawn(Card(0, 0, 1, 1.4, "?", "10", "spade"))
    rank = card.find("text")
    assert float(rank.get("y")) < 0.3 * 140
    suit = next(path for path in card if path.get("d") == PATHS["spade"])
    y, scale = (
        float(re.search(rf"{word}\(([^)]*)\)", suit.get("transform"))[1].split()[-1]) for word in ("translate", "scale")
    )
    assert y + 50 * scale <= 0.305 * 140


@pytest.mark.parametrize("number", range(1, 5))
def test_coloured_card_shows_as_many_items_as_its_number_says(number):
    card = drawn(Card(0, 0, 1, 1.4, "?", str(number), "axe", "green"))
    assert len(emblems(card)) == number + 2


@pytest.mark.parametrize(("role", "other"), list(itertools.combinations(["yellow", "red", "green", "blue"], 2)))
def test_colours_differ_without_colour(role, other):
    def shapes(role):
        return re.sub("#[0-9a-f]{6}", "", pattern(role, 0, 0, 40, 27, GREY))

    assert shapes(role) != shapes(other)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_coloured_cards_of_different_colour_differ_in_shape(palette):
    cards = [
        draw_card(Card(0, 0, 1, 1.4, "?", "2", "key", role), palette, "two")
        for role in ("yellow", "red", "green", "blue")
    ]
    assert len({re.sub("#[0-9a-f]{6}", "", card) for card in cards}) == 4


def test_coloured_card_without_an_emblem_shows_its_corner():
    assert writing(drawn(Card(0, 0, 0.4, 0.6, "Y", "Y", role="yellow"))) == ["Y"]


@pytest.mark.parametrize("rank", ["J", "Q", "K"])
def test_court_cards_show_their_letter_large(rank):
    assert writing(drawn(Card(0, 0, 1, 1.4, "?", rank, "club"))) == [rank] * 3


@pytest.mark.parametrize("deck", ["two", "four"])
@pytest.mark.parametrize("suit", SUITS)
def test_suits_have_the_colours_of_the_deck(suit, deck):
    roles: dict[str, list[Role]] = {"two": ["black", "red", "black", "red"], "four": ["black", "red", "green", "blue"]}
    role = roles[deck][SUITS.index(suit)]
    card = drawn(Card(0, 0, 1, 1.4, "?", "7", suit), deck=deck)
    assert {text.get("fill") for text in card.iter("text")} == {LIGHT.prints[role]}


def test_a_back_says_nothing():
    card = Card(0, 0, 1, 1.4, "G3A", "3", "axe", "green", back=True)
    assert draw_card(card, LIGHT, "two") == draw_card(Card(5, 5, 1, 1.4, "", back=True), LIGHT, "two")
    assert writing(drawn(card)) == []


def test_a_sideways_card_is_drawn_upright_and_its_shadow_falls_down():
    upright, sideways = (
        drawn(Card(0, 0, 1, 1.4, "", "7", "club")),
        drawn(Card(0, 0, 1.4, 1, "", "7", "club", sideways=True)),
    )
    assert [(rect.get("width"), rect.get("height")) for rect in sideways.iter("rect")] == [("100", "140")] * 2
    # turned by 90°, to the right on the card is down on the table
    assert (upright[0].get("x"), upright[0].get("y")) == ("0", "2.5")
    assert (sideways[0].get("x"), sideways[0].get("y")) == ("2.5", "0")


@pytest.mark.parametrize("falling", [False, True])
def test_diagonals_stay_in_their_rectangle(falling):
    data = diagonals(10, 20, 30, 12, 5, falling=falling)
    lines = re.findall(r"M(\S+) (\S+)L(\S+) (\S+?)(?=M|$)", data)
    assert len(lines) == 8
    for x1, y1, x2, y2 in [map(float, line) for line in lines]:
        assert 10 <= x1 < x2 <= 40
        assert 20 <= min(y1, y2) < max(y1, y2) <= 32
        assert (y2 - y1) == pytest.approx((x2 - x1) * (1 if falling else -1))
