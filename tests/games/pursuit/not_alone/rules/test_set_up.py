"""The add-on's set-up: one test for each rule."""

import pytest

from escapology.games.pursuit.rules.cards import card_text, rank_of, suit_of
from tests.games.pursuit.not_alone.stations import dealt, station
from tests.games.pursuit.positions import NA, deal, legal, play


@pytest.mark.parametrize("variant", ["classic", "even"])
@pytest.mark.rule("not-alone", 1)
def test_the_task_cards_differ_in_number_and_suit(variant):
    for seed in range(30):
        d, _ = dealt(seed, variant)
        assert len({rank_of(card) for card in d.task}) == len({suit_of(card) for card in d.task}) == 3


@pytest.mark.rule("not-alone", 2)
def test_a_dock_is_the_highest_perimeter_card_of_its_suit():
    for seed in range(30):
        d, s = dealt(seed)
        edge = [x for x in range(49) if x % 7 in (0, 6) or x // 7 in (0, 6)]
        for task in range(3):
            of_suit = [x for x in edge if s.card[x] // 13 == d.task[task] // 13]
            assert s.dock[task] == max(of_suit, key=lambda x: s.card[x], default=-1)


@pytest.mark.rule("not-alone", 4)
def test_you_wake_up_on_a_queen_of_your_choice_and_there_is_no_exit():
    d, s = dealt(4)
    assert legal(NA, d, s) == "start QC start QD start QH start QS"
    text = NA.notation.state_text(d, s)
    head = "you=- fatigue=1 turn=1 phase=start card=0 steps=0 pursuers=- done=000 station=1ffffffffffff docks="
    assert text.startswith(head)
    assert text.endswith(" vessel=no status=playing")
    s = play(NA, d, s, "start QH")
    assert card_text(s.card[s.you]) == "QH"
    assert s.fatigue == 1


@pytest.mark.parametrize("variant", ["classic", "even"])
@pytest.mark.rule("not-alone", 6, "NA10")
def test_the_first_alien_appears_on_the_king_of_spades_in_every_variant(variant):
    for seed in range(10):  # NA10
        d, s = dealt(seed, variant)
        s = play(NA, d, s, "start QS")
        assert card_text(s.card[s.at[0]]) == "KS"


@pytest.mark.rule("not-alone", 7, "NA3")
def test_stopping_on_a_research_card_fulfils_nothing_and_brings_nobody():
    s = station("2S- 3H- 4C- 5D-", "a1", "S@d1/w/p", "b1 - -")
    s = play(NA, deal(NA, "KS"), s, "use 1", "e")
    assert (s.turn, s.done, s.pursuers) == (2, 0, 1)  # it stops you all the same: NA3


@pytest.mark.rule("not-alone", "NA3")
def test_research_stops_no():
    s = station("2S- 3H- 4C- 5D-", "a1", "", "b1 - -")
    d = deal(NA, "KS", research_stops="no")
    s = play(NA, d, s, "use 1", "e")
    assert s.turn == 1
    assert legal(NA, d, s) == "e stop"
