"""Turns of the base game, the exit, and the end: one test for each rule. How pursuers move is in `pursuit/rules`."""

import pytest

from escapology.games.pursuit.rules.cards import card_text
from escapology.games.pursuit.rules.maze import CORNERS, space_of, space_text
from escapology.games.pursuit.rules.state import EXIT
from escapology.middle import legal_texts, play_move
from tests.games.pursuit.dont_let_them_get_you.deals import dealt, distances
from tests.games.pursuit.positions import DL, EMPTY, deal, legal, play, position, who

# Your turn


@pytest.mark.rule("dont-let-them-get-you", 9)
def test_the_columns_of_a_pile():
    from escapology.games.pursuit.rules.turn import column_size, movement_card

    d = deal(cards="2S 3S 4S 5S 6S 7S 2H 3H 4H 5H 6H 7H")
    cards = {
        turn: [card_text(movement_card(d, turn, k)) for k in range(1, column_size(turn) + 1)] for turn in range(1, 7)
    }
    assert cards == {
        1: ["4S", "3S", "2S"],
        2: ["6S", "5S"],
        3: ["7S"],
        4: ["4H", "3H", "2H"],
        5: ["6H", "5H"],
        6: ["7H"],
    }


ROW = "2S- 3H- 4C- 5D- 6S- 7H- 8C-"


@pytest.mark.rule("dont-let-them-get-you", 11, 17)
def test_fatigue_in_the_sample_game():
    s = position(ROW, "a1")
    d = deal(cards="KS 2S 2H 9C 2C 2D")
    s = play(DL, d, s, "use 3", "e", "stop")
    assert (s.fatigue, s.turn) == (4, 2)
    s = play(DL, d, s, "use 1", "e")  # the four stops you
    assert (s.fatigue, s.turn) == (5, 3)
    s = play(DL, d, s, "rest")
    assert (s.fatigue, s.turn) == (4, 4)


@pytest.mark.rule("dont-let-them-get-you", 17)
def test_fatigue_does_not_fall_below_one():
    assert play(DL, deal(), position(ROW, "a1"), "rest").fatigue == 1


@pytest.mark.parametrize(
    ("fatigue", "moves"),
    [(3, "rest use 1 use 2 use 3"), (4, "rest use 1 use 2"), (5, "rest use 1"), (6, "rest")],
)
@pytest.mark.rule("dont-let-them-get-you", 11, "DL2")
def test_a_card_that_would_lift_fatigue_over_six_cannot_be_used(fatigue, moves):
    assert legal(DL, deal(), position(ROW, "a1", fatigue=fatigue)) == moves


@pytest.mark.parametrize(
    ("turn", "moves"), [(1, "use 1 use 2 use 3"), (2, "use 1 use 2"), (3, "use 1"), (4, "use 1 use 2 use 3")]
)
@pytest.mark.rule("dont-let-them-get-you", 10)
def test_a_column_has_three_two_and_one_cards(turn, moves):
    assert legal(DL, deal(), position(ROW, "a1", turn=turn)) == f"rest {moves}"


@pytest.mark.rule("dont-let-them-get-you", 12, 14)
def test_at_least_one_step_then_stop_anywhere():
    d = deal(cards="KS")
    s = play(DL, d, position(ROW, "c1"), "use 1")
    assert legal(DL, d, s) == "e w"
    s = play(DL, d, s, "e")
    assert legal(DL, d, s) == "e stop"
    assert play(DL, d, s, "stop").turn == 2


@pytest.mark.rule("dont-let-them-get-you", 12, "DL3")
def test_no_space_twice_in_one_move_the_start_included():
    maze = "2S- 3H|\n4D| 5C-"
    d = deal(cards="KS")
    s = play(DL, d, position(maze, "a1"), "use 1", "e", "s", "w")
    assert legal(DL, d, s) == "stop"


@pytest.mark.rule("dont-let-them-get-you", 12)
def test_never_onto_a_pursuers_space():
    d = deal(cards="KS")
    s = play(DL, d, position(ROW, "c1", "S@e1/e/p"), "use 1")
    assert legal(DL, d, s) == "e w"
    assert legal(DL, d, play(DL, d, s, "e")) == "stop"


@pytest.mark.rule("dont-let-them-get-you", 12)
def test_use_is_legal_only_if_a_step_is_possible():
    assert legal(DL, deal(), position("2S- 3H-", "a1", "S@b1/w/a")) == "rest"


@pytest.mark.parametrize(("card", "stop"), [("3S", "b1"), ("4S", "c1"), ("5S", "d1"), ("7S", "f1"), ("JS", None)])
@pytest.mark.rule("dont-let-them-get-you", 13)
def test_you_must_stop_on_a_space_of_at_least_the_cards_value(card, stop):
    d = deal(cards=card)
    s = play(DL, d, position(ROW, "a1"), "use 1")
    for space in ("b1", "c1", "d1", "e1", "f1", "g1"):
        s = play(DL, d, s, "e")
        assert space_text(s.you) == space
        assert (s.turn == 2) == (space == stop)
        if s.turn == 2:
            break


@pytest.mark.rule("dont-let-them-get-you", 13)
def test_pictures_stop_each_other():
    assert play(DL, deal(cards="KS"), position("2S- JH- 3C-", "a1"), "use 1", "e").turn == 2


@pytest.mark.rule("dont-let-them-get-you", 14, 15)
def test_you_must_stop_on_an_unfinished_tasks_location_and_fulfil_it():
    maze = ROW + "\nKH- ."
    d = deal(cards="KS")
    s = position(maze, "a1", "S@a2/e/p", location=[space_of("c1"), EMPTY, EMPTY])
    s = play(DL, d, s, "use 1", "e", "e")
    assert (s.turn, s.done) == (2, 1)
    assert who(s).split(",")[1].startswith("H@a2")
    s = play(DL, d, s, "use 1", "e", "stop", "use 1", "w")
    assert (s.phase, s.steps) == (4, 1)  # a finished one does not stop you


@pytest.mark.rule("dont-let-them-get-you", 7)
def test_a_location_that_is_the_entrance_is_not_fulfilled_until_you_stop_there_again():
    maze = ROW + "\nKH- ."
    d = deal(cards="KS")
    s = position(maze, "a1", "S@a2/e/p", location=[space_of("a1"), EMPTY, EMPTY])
    assert s.done == 0
    s = play(DL, d, s, "rest", "use 1", "e", "stop")
    assert s.done == 0
    assert play(DL, d, s, "use 1", "w").done == 1


# Exit


def third_task(seed):
    """A deal in which you stand beside the last location, with the pursuers far from it as they are dealt."""
    d, s = dealt(seed)
    if s.pursuers == 0:
        s = play(DL, d, s, min(legal_texts(DL, d, s)))
    last = s.location[2]
    s.done = 3
    s.pursuers = 3
    for p in range(3):
        s.at[p] = s.card.index(13 * p + 12)
        s.memory[p] = -1
    for direction in range(4):
        beside = s.way[4 * last + direction]
        if beside >= 0 and beside not in s.at[:3]:
            s.you = beside
            return d, s, "swne"[direction], last
    return None


@pytest.mark.rule("dont-let-them-get-you", 16, 37)
def test_the_exit_is_the_corner_furthest_from_the_last_location_on_a_tie_you_choose():
    chosen = 0
    for seed in range(40):
        found = third_task(seed)
        if found is None:
            continue
        d, s, step, last = found
        s = play(DL, d, s, "use 1", step)
        far = {c: distances(s, last)[c] for c in CORNERS}
        best = sorted(space_text(c) for c in CORNERS if far[c] == max(far.values()))
        assert (s.done, s.pursuers) == (7, 4)
        if len(best) > 1:
            chosen += 1
            assert (s.phase, s.turn, s.using, s.steps) == (EXIT, 1, 0, 0)
            assert legal(DL, d, s) == " ".join(f"exit {c}" for c in best)
            s = play(DL, d, s, f"exit {best[0]}")
        assert space_text(s.exit) == best[0]
        assert s.turn == 2
    assert chosen


@pytest.mark.rule("dont-let-them-get-you", 37)
def test_in_turn_24_the_exit_is_still_chosen_and_only_then_it_is_too_late():
    for seed in range(40):
        found = third_task(seed)
        if found is None:
            continue
        d, s, step, _ = found
        s.turn = 24
        s = play(DL, d, s, "use 1", step)
        if s.phase == EXIT:
            assert (s.turn, DL.notation.status(d, s)) == (24, "playing")
            s = play(DL, d, s, min(legal_texts(DL, d, s)))
        assert s.exit >= 0
        assert (s.turn, DL.notation.status(d, s)) == (24, "late")


@pytest.mark.rule("dont-let-them-get-you", 14)
def test_you_must_stop_on_the_exit():
    s = play(DL, deal(cards="KS"), position(ROW, "a1", done=7, exit=space_of("c1")), "use 1", "e", "e")
    assert s.turn == 2


@pytest.mark.rule("dont-let-them-get-you", 38)
def test_out_from_the_exit_wins_and_costs_one_fatigue():
    d = deal(cards="KS")
    s = position(ROW, "a1", done=7, exit=0, fatigue=5, turn=3)
    assert legal(DL, d, s) == "out rest use 1"
    s = play(DL, d, s, "out")
    line = "you=a1 fatigue=6 turn=3 phase=end card=0 steps=0 pursuers=- done=111 exit=a1 status=won"
    assert DL.notation.state_text(d, s) == line
    assert DL.rules.won(d, s)
    assert DL.rules.score(d, s) == 1


@pytest.mark.rule("dont-let-them-get-you", 38)
def test_no_way_out_at_fatigue_six_or_from_elsewhere():
    assert legal(DL, deal(), position(ROW, "a1", done=7, exit=0, fatigue=6)) == "rest"
    assert "out" not in legal(DL, deal(), position(ROW, "b1", done=7, exit=0))


# They move, and time


@pytest.mark.rule("dont-let-them-get-you", 18)
def test_the_pursuers_use_the_columns_card_of_lowest_rank():
    maze = ".   3H| .\n5S- 9C| 6D-\n.   4C| ."
    # 9♣ is no stop for the lowest card, the two; its suit is preferred
    s = play(DL, deal(cards="9S KH 2D 2S 2S 2S"), position(maze, "g7", "S@a2/e/p"), "rest")
    assert who(s) == "S@c2/w/p"
    s = play(DL, deal(cards="QS KH JC 2S 2S 2S"), position(maze, "g7", "S@a2/e/p"), "rest")
    assert who(s) == "S@b2/s/p"  # the jack is lower than queen and king, though all count eleven


@pytest.mark.rule("dont-let-them-get-you", 18)
def test_of_equal_ranks_the_one_nearest_the_bottom():
    maze = ".   3H| .\n5S- 9C| 6D-\n.   4C| ."
    s = play(DL, deal(cards="2H 2C 9D 2S 2S 2S"), position(maze, "g7", "S@a2/e/p"), "rest")
    assert who(s) == "S@b3/n/p"


@pytest.mark.rule("dont-let-them-get-you", 17, "DL8")
def test_rest_is_always_allowed():
    for seed in range(10):
        d, s = dealt(seed)
        while texts := legal_texts(DL, d, s):
            assert ("rest" in texts) == (s.phase == 3)
            s = play_move(DL, d, s, texts.get("rest", next(iter(texts.values()))))


@pytest.mark.rule("dont-let-them-get-you", 10, 40)
def test_after_24_turns_it_is_too_late():
    d = deal()
    s = position(ROW, "a1", turn=23)
    s = play(DL, d, s, "rest")
    assert s.turn == 24
    s = play(DL, d, s, "use 1", "e")
    line = "you=b1 fatigue=2 turn=24 phase=end card=0 steps=0 pursuers=- done=000 exit=- status=late"
    assert DL.notation.state_text(d, s) == line
    assert legal(DL, d, s) == ""
