"""Fair play uses nothing that the player can't know; hints say how much they are worth."""

import pytest

from escapology.errors import IllegalMoveError
from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import parse_deal_line, play_move, start_state
from escapology.record import read_record
from escapology.solve.fair import judge_moves
from escapology.solve.hint import Blunder, find_blunder, give_hint


def position(line: str, moves: str = ""):
    record = read_record(f"{line}\n{moves}")
    return record.game, record.deal, record.last_state()


def test_a_move_is_worth_the_share_of_worlds_it_wins():
    # On the ground, a 4 up, 1 2 3 5 6 below. Climbing wins if 5 comes before 6. Skipping wins if three of the five
    # rise: 42 of the 120 orders (the fifth Catalan number) have no three that do.
    game, deal, state = position("blank: 4 1 2 3 5 6")
    judged = {j.move: j for j in judge_moves(game, deal, state, Luck(1), seconds=30, most_worlds=400)}
    assert judged["climb"].share == pytest.approx(0.5, abs=0.1)
    assert judged["skip"].share == pytest.approx(78 / 120, abs=0.15)


def test_redrawing_the_hidden_part_changes_no_judgement():
    game, deal, state = position("blank/long: 4 1 2 9 3 5 6 8 7", "skip")
    first = judge_moves(game, deal, state, Luck(3), seconds=30, most_worlds=40)
    for seed in range(10):
        world = game.redraw(deal, state, Luck(seed))
        assert judge_moves(game, *world, Luck(3), seconds=30, most_worlds=40) == first


def test_fair_hint_is_likely_and_says_how_likely():
    game, deal, state = position("blank: 4 6 5 3 2 1")
    hint = give_hint(game, deal, state, seconds=0.3)
    assert (hint.move, hint.standing) == ("skip", "likely")
    assert 0.5 < hint.share <= 1
    assert hint.worlds >= 4


def test_peeking_hint_is_proven():
    game, deal, state = position("blank: 4 1 2 3 5 6")
    assert give_hint(game, deal, state, peeks=True).standing == "proven"


def test_peeking_hint_knows_a_lost_game():
    game, deal, state = position("blank: 6 5 4 3 2 1")
    assert give_hint(game, deal, state, peeks=True).standing == "lost"


def test_with_nothing_hidden_a_fair_hint_is_proven():
    game, deal, state = position("blank: 1 2 4 3 5 6", "climb climb skip skip skip")
    hint = give_hint(game, deal, state)
    assert (hint.move, hint.standing) == ("climb", "proven")


def test_no_hint_at_the_end():
    game, deal, state = position("blank: 1 2 3 4 5 6", "climb climb climb")
    with pytest.raises(IllegalMoveError, match="the game is over"):
        give_hint(game, deal, state)


@pytest.mark.parametrize(
    ("moves", "blunder"),
    [
        ("climb climb climb", Blunder("won")),
        ("climb", Blunder("winnable")),
        ("climb skip skip skip skip", Blunder("lost", 5, "skip", ("climb", "climb"))),
    ],
)
def test_blunders(moves, blunder):
    found = find_blunder(read_record(f"blank: 1 2 3 4 5 6\n{moves}"))
    assert (found.standing, found.number, found.move) == (blunder.standing, blunder.number, blunder.move)
    if found.standing == "lost":
        game, deal, state = position("blank: 1 2 3 4 5 6", "climb skip skip skip")
        for text in found.better:
            legal = {game.move_text(deal, state, m): m for m in (0, 1)}
            state = play_move(game, deal, state, legal[text])
        assert game.won(deal, state)


def test_a_deal_that_never_had_a_win():
    assert find_blunder(read_record("blank: 6 5 4 3 2 1\nskip")).standing == "never"


def test_start_of_every_small_game_can_be_judged():
    game, deal = parse_deal_line("blank: 3 1 5 2 6 4")
    assert {j.move for j in judge_moves(game, deal, start_state(game, deal), Luck(1), most_worlds=8)} == {
        "climb",
        "skip",
    }
    assert "blank" in GAMES
