"""The base game's set-up: one test for each rule."""

import pytest

from escapology.games.pursuit.dont_let_them_get_you.rules import Deal
from escapology.games.pursuit.rules.cards import card_text, is_number, parse_card
from escapology.games.pursuit.rules.maze import CORNERS, space_of, space_text
from escapology.middle import legal_texts, parse_deal_line, start_state
from escapology.perft import perft
from escapology.setting import make_setting
from tests.games.pursuit.dont_let_them_get_you.deals import TIE, dealt, distances
from tests.games.pursuit.positions import DL, EMPTY, deal, legal, play, position, who
from tests.typed import new_deal


def test_perft_of_a_known_deal():
    _, d = parse_deal_line(TIE)
    assert perft(DL, d, 6) == [4, 16, 33, 80, 185, 433]


@pytest.mark.rule("dont-let-them-get-you", 1)
@pytest.mark.parametrize("variant", ["classic", "even", "bingo"])
def test_the_tasks_are_three_different_numbers_and_all_other_cards_make_the_maze(variant):
    for seed in range(30):
        d = new_deal(Deal, make_setting(DL, variant), seed)
        assert all(is_number(card) for card in d.task)
        assert len({card % 13 for card in d.task}) == 3
        assert sorted([*d.task, *d.maze]) == list(range(52))


@pytest.mark.rule("dont-let-them-get-you", 6, 7)
def test_a_tie_lets_you_choose_the_entrance_and_nobody_is_there_yet():
    _, d = parse_deal_line(TIE)
    s = start_state(DL, d)
    assert legal(DL, d, s) == "enter a1 enter a7 enter g1 enter g7"
    line = "you=- fatigue=1 turn=1 phase=enter card=0 steps=0 pursuers=- done=000 exit=- status=playing"
    assert DL.notation.state_text(d, s) == line
    s = play(DL, d, s, "enter a7")
    line = "you=a7 fatigue=1 turn=1 phase=turn card=0 steps=0 pursuers=S@c7/e/p done=000 exit=- status=playing"
    assert DL.notation.state_text(d, s) == line


@pytest.mark.rule("dont-let-them-get-you", 5)
def test_a_tasks_location_is_the_card_of_the_same_number_and_colour():
    _, d = parse_deal_line(TIE)
    s = start_state(DL, d)
    assert [card_text(s.card[x]) for x in s.location] == ["TC", "2C", "4S"]


@pytest.mark.parametrize("variant", ["classic", "even"])
@pytest.mark.rule("dont-let-them-get-you", 6, "DL1")
def test_the_entrance_is_the_corner_with_the_largest_sum_of_walking_distances(variant):
    for seed in range(60):
        d, s = dealt(seed, variant)
        first = s.card.index(parse_card("KS" if variant == "classic" else "AS"))
        sums = {c: sum(distances(s, x)[c] for x in s.location) for c in CORNERS if c != first}  # DL9
        best = sorted(space_text(c) for c, far in sums.items() if far == max(sums.values()))
        if len(best) == 1:
            assert space_text(s.you) == best[0]
        else:
            assert legal(DL, d, s) == " ".join(f"enter {c}" for c in best)


@pytest.mark.rule("dont-let-them-get-you", 6, "DL9")
def test_a_corner_on_which_the_first_pursuer_starts_is_no_entrance():
    seen = 0
    for seed in range(300):
        d, s = dealt(seed)
        first = s.card.index(parse_card("KS"))
        if first in CORNERS:
            seen += 1
            assert s.you != first
            assert f"enter {space_text(first)}" not in legal_texts(DL, d, s)
    assert seen > 5


@pytest.mark.rule("dont-let-them-get-you", 8)
def test_the_first_pursuer_stands_on_the_king_of_spades_in_the_variants_on_the_ace():
    for variant, card in (("classic", "KS"), ("even", "AS")):
        for seed in range(20):
            _, s = dealt(seed, variant)
            if s.pursuers:
                assert card_text(s.card[s.at[0]]) == card


@pytest.mark.rule("dont-let-them-get-you", 21, 26)
def test_a_new_pursuer_faces_the_neighbour_preferred_from_his_own_suit():
    maze = """
        .   9H| .   .
        5S- KH| 6D- .
        .   TH| .   .
        .   .   2C| 8D-
    """
    d = deal(cards="2D", tasks="2S 3H 4C")
    s = position(maze, "d4", "S@a2/w/p", location=[space_of("c4"), EMPTY, EMPTY])
    assert who(play(DL, d, s, "use 1", "w")) == "S@a2/w/p,H@b2/s/p"  # the ten of hearts before the nine


@pytest.mark.rule("dont-let-them-get-you", 26, 28)
def test_a_pursuer_who_sees_you_from_where_he_enters_is_alert_at_once():
    maze = "KH- 9S- 2C- 8D-"
    s = position(maze, "d1", "S@a1/e/p", location=[space_of("c1"), EMPTY, EMPTY])
    s.at[0], s.facing[0] = space_of("g7"), 0
    assert who(play(DL, deal(cards="2D"), s, "use 1", "w")).endswith("H@a1/e/a")


@pytest.mark.rule("dont-let-them-get-you", 26)
def test_no_teamwork_on_entering():
    maze = "KH- 9S- 8D|\n.   .   2C-"
    s = position(maze, "c1", "S@a1/e/a:c1s", location=[space_of("c2"), EMPTY, EMPTY])
    assert who(play(DL, deal(cards="2D"), s, "use 1", "s")).endswith("H@a1/e/p")
