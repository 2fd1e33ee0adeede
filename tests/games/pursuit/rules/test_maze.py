"""How the maze lies: orientation, joins, doors, walls, rooms, split mazes."""

import itertools
import random

import pytest

from escapology.games.pursuit.rules.cards import card_text, distance_value, parse_card, preference
from escapology.games.pursuit.rules.maze import (
    connected,
    is_door,
    join_split_maze,
    lay_card,
    open_ways,
    space_of,
    space_text,
    walking_distance,
)
from escapology.games.pursuit.rules.state import NOWHERE
from tests.games.pursuit.positions import DL, position, rooms

ALL = (1 << 49) - 1


@pytest.mark.rule("dont-let-them-get-you", 18)
def test_rank_order_is_ace_low_king_high():
    ranks = [
        parse_card(text) % 13 for text in ["AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS"]
    ]
    assert ranks == sorted(ranks)


@pytest.mark.rule("dont-let-them-get-you", 13)
def test_distance_values_make_all_pictures_eleven():
    values = [distance_value(parse_card(text)) for text in ["AS", "2H", "TC", "JD", "QS", "KH"]]
    assert values == [1, 2, 10, 11, 11, 11]


@pytest.mark.parametrize(("first", "order"), [("S", "SHCD"), ("H", "HCDS"), ("C", "CDSH"), ("D", "DSHC")])
@pytest.mark.rule("dont-let-them-get-you", 22)
def test_a_preference_starts_at_one_suit_and_follows_the_circle(first, order):
    offered = [parse_card("2" + suit) for suit in "SHCD"]
    offered.sort(key=lambda card: -preference(card, "SHCD".index(first)))
    assert "".join(card_text(card)[1] for card in offered) == order


@pytest.mark.rule("dont-let-them-get-you", 22)
def test_in_the_preferred_suit_the_highest_rank_is_preferred():
    hearts = [parse_card(text) for text in ["AH", "9H", "KH", "QH"]]
    assert card_text(max(hearts, key=lambda card: preference(card, 0))) == "KH"
    assert preference(parse_card("AS"), 0) > preference(parse_card("KH"), 0)


def test_spaces_are_named_from_the_top_left():
    assert [space_text(x) for x in (0, 6, 7, 42, 48)] == ["a1", "g1", "a2", "a7", "g7"]
    assert all(space_of(space_text(x)) == x for x in range(49))


def laid(cards):
    s = DL.rules.state_type()
    for x, card in enumerate(cards):
        lay_card(s, x, card)
    return s


@pytest.mark.rule("dont-let-them-get-you", 2)
def test_the_first_card_is_upright_whatever_its_colour():
    assert laid([parse_card("2S")]).upright == 1
    assert laid([parse_card("2H")]).upright == 1


@pytest.mark.rule("dont-let-them-get-you", 2)
def test_each_next_card_lies_like_the_one_before_if_the_colours_differ_else_the_other_way():
    deck = list(range(52))
    for seed in range(20):
        random.Random(seed).shuffle(deck)
        s = laid(deck[:49])
        for x in range(1, 49):  # reading order: a row's first card looks at the last one of the row above
            same_way = (s.upright >> x ^ s.upright >> x - 1) & 1 == 0
            colours_differ = (deck[x] // 13 ^ deck[x - 1] // 13) & 1 == 1
            assert same_way == colours_differ


@pytest.mark.rule("dont-let-them-get-you", 2)
def test_the_rule_holds_downwards_too_so_bingo_never_conflicts():
    deck = list(range(52))
    random.Random(1).shuffle(deck)
    s = laid(deck[:49])
    for x in range(42):
        same_way = (s.upright >> x ^ s.upright >> x + 7) & 1 == 0
        assert same_way == ((deck[x] // 13 ^ deck[x + 7] // 13) & 1 == 1)


@pytest.mark.parametrize(
    ("pair", "passable", "door"),
    [("2S- 3S-", True, False), ("2S| 3S|", False, None), ("2S- 3S|", True, True), ("2S| 3S-", True, True)],
)
@pytest.mark.rule("dont-let-them-get-you", 3)
def test_side_by_side(pair, passable, door):
    s = position(pair)
    assert (s.way[1] == 1) == passable == (s.way[4 + 3] == 0)
    if passable:
        assert is_door(s, 0, 1) == door


@pytest.mark.parametrize(
    ("pair", "passable", "door"),
    [("2S|\n3S|", True, False), ("2S-\n3S-", False, None), ("2S-\n3S|", True, True), ("2S|\n3S-", True, True)],
)
@pytest.mark.rule("dont-let-them-get-you", 3)
def test_one_above_the_other(pair, passable, door):
    s = position(pair)
    assert (s.way[2] == 7) == passable == (s.way[4 * 7] == 0)
    if passable:
        assert is_door(s, 0, 7) == door


def test_no_way_leads_over_the_edge():
    s = position("\n".join(["2S- 2S- 2S- 2S- 2S- 2S- 2S-"] * 2 + ["2S| 2S| 2S| 2S| 2S| 2S| 2S|"] * 5))
    for x in range(7):
        assert s.way[4 * x] == NOWHERE
        assert s.way[4 * (42 + x) + 2] == NOWHERE
        assert s.way[4 * (7 * x + 6) + 1] == NOWHERE
        assert s.way[4 * 7 * x + 3] == NOWHERE


@pytest.mark.rule("dont-let-them-get-you", 3)
def test_a_room_is_a_maximal_set_of_joined_cards_and_may_be_one_card():
    s = position("""
        2S- 3S- 4S|
        5S| 6S- 7S|
        8S| 9S- TS-
    """)
    assert rooms(s) == {"a1 b1", "c1 c2", "a2 a3", "b2", "b3 c3"}


@pytest.mark.rule("dont-let-them-get-you", 6, "DL1")
def test_walking_distance_counts_steps_through_joins_and_doors():
    s = position("""
        2S| 3S| 4S|
        5S| 6S- 7S|
    """)
    assert walking_distance(s, 0, 0) == 0
    assert walking_distance(s, 0, 1) == 3  # a wall between a1 and b1: down, across, up
    assert walking_distance(s, 0, 2) == 4


def grid(upright):
    s = DL.rules.state_type()
    s.there = ALL
    s.upright = upright
    open_ways(s)
    return s


def lines(rows=(), columns=()):
    """A chequered maze (which is connected) in which those rows lie sideways or those columns upright."""
    upright = sum(1 << x for x in range(0, 49, 2))
    for row in rows:
        upright &= ~(0x7F << 7 * row)
    for column in columns:
        for row in range(7):
            upright |= 1 << 7 * row + column
    return upright


def turned(upright):
    s = grid(upright)
    join_split_maze(s)
    open_ways(s)
    assert connected(s, 0) == ALL
    return [x for x in range(49) if (s.upright ^ upright) >> x & 1]


def is_connected(upright):
    return connected(grid(upright), 0) == ALL


def fewest_first(upright):
    """DL6 by trying: the smallest set, the first in reading order, that connects the maze."""
    for count in itertools.count():
        for cards in itertools.combinations(range(49), count):
            if is_connected(upright ^ sum(1 << x for x in cards)):
                return list(cards)
    return []


@pytest.mark.parametrize("run", [(0, 1), (3, 4), (5, 6), (1, 2, 3), (0, 1, 2, 3), (0, 1, 5, 6), (0, 1, 2, 3, 4)])
@pytest.mark.rule("dont-let-them-get-you", 4, "DL6")
def test_a_split_maze_is_joined_by_turning_the_fewest_cards_the_first_in_reading_order(run):
    rows, columns = lines(rows=run), lines(columns=run)
    assert turned(rows) == fewest_first(rows)
    assert turned(columns) == fewest_first(columns)


def test_longer_runs_of_seams():
    assert turned(lines(rows=range(6))) == [0, 14, 28]
    assert turned(0) == [7, 21, 35]
    assert turned(ALL) == [1, 3, 5]


@pytest.mark.rule("dont-let-them-get-you", 4, "DL6")
def test_a_connected_maze_is_left_as_it_is():
    luck = random.Random(5)
    for _ in range(300):
        upright = luck.getrandbits(49)
        assert bool(turned(upright)) != is_connected(upright)
