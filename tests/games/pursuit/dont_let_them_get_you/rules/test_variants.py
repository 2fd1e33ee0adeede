"""The variants of the base game: how their mazes are laid."""

import itertools

import pytest

from escapology.games.pursuit.dont_let_them_get_you.rules import Deal
from escapology.games.pursuit.rules.cards import card_text, is_number
from escapology.games.pursuit.rules.maze import space_text
from escapology.middle import legal_texts, play_move
from escapology.setting import make_setting
from tests.games.pursuit.dont_let_them_get_you.deals import dealt
from tests.games.pursuit.positions import DL, legal
from tests.typed import new_deal


@pytest.mark.parametrize("variant", ["even", "bingo"])
def test_even_and_bingo_take_cards_alternately_from_the_number_and_the_picture_stack(variant):
    for seed in range(20):
        d = new_deal(Deal, make_setting(DL, variant), seed)
        assert all(is_number(card) for card in d.maze[0::2])
        assert sum(not is_number(card) for card in d.maze[1::2]) == 16
        assert all(is_number(card) for card in d.task)


def test_bingo_begins_with_a_number_on_a1_and_shows_the_next_card():
    d, s = dealt(1, "bingo")
    first, second = card_text(d.maze[0]), card_text(d.maze[1])
    empty = ",".join("-" * 48)
    assert DL.notation.state_text(d, s) == f"phase=lay laid=1 next={second} grid={first},{empty} status=playing"
    assert legal(DL, d, s) == "place a2 place b1"


def test_bingo_places_a_number_next_to_any_laid_card_and_a_picture_where_it_touches_the_most_numbers():
    for seed in range(15):
        d, s = dealt(seed, "bingo")
        for step in range(48):
            beside = {x: [y for y in range(49) if abs(x % 7 - y % 7) + abs(x // 7 - y // 7) == 1] for x in range(49)}
            free = [x for x in range(49) if s.card[x] < 0 and any(s.card[y] >= 0 for y in beside[x])]
            touched = {x: sum(s.card[y] >= 0 and is_number(s.card[y]) for y in beside[x]) for x in free}
            if not is_number(d.maze[s.laid]):
                free = [x for x in free if touched[x] == max(touched.values())]
            texts = legal_texts(DL, d, s)
            assert list(texts) == [f"place {space_text(x)}" for x in free]
            assert s.laid == step + 1
            s = play_move(DL, d, s, list(texts.values())[(seed + step) % len(texts)])
        assert s.phase in (1, 3)
        assert sorted(s.card[:49]) == sorted(d.maze)


def test_bingo_orients_cards_by_colour_and_parity():
    d, s = dealt(3, "bingo")
    while s.phase == 0:
        s = play_move(DL, d, s, next(iter(legal_texts(DL, d, s).values())))
    for x, y in itertools.product(range(49), repeat=2):
        if y == x + 7 or (y == x + 1 and x % 7 < 6):
            same_way = (s.upright >> x ^ s.upright >> y) & 1 == 0
            assert same_way == ((s.card[x] // 13 ^ s.card[y] // 13) & 1 == 1)
