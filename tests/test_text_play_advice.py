"""Text play gives advice: hints, how a game stands, the way back to a win, and chances."""

from __future__ import annotations

import pytest

from tests.test_text_play import answer


def test_hints_say_what_they_are_worth() -> None:
    assert "Hint: 2) skip, Skip the 4. You can still win for certain after this." in answer(
        "hint peek", deal="blank: 4 1 2 3 5 6"
    )
    assert "It looks best, judging by what you can see." in answer("hint", deal="blank: 4 6 5 3 2 1")
    assert "This game can no longer be won, though." in answer("h peek", deal="blank: 6 5 4 3 2 1")
    assert "There is no hint 'please': write hint, or hint peek" in answer("hint please")
    assert "There is no hint: the game is over." in answer(*["skip"] * 6, "hint")


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([], "It can still be won."),
        (["climb", "climb", "climb"], "You have won. No way out is shorter."),
        (
            ["climb", *["skip"] * 4],
            "It can no longer be won: move 5, skip, lost it. `rewind` takes you back to before move 5.",
        ),
    ],
)
def test_status_of_a_game_in_progress(moves: list[str], said: str) -> None:
    assert said in answer(*moves, "status", deal="blank: 1 2 3 4 5 6")


def test_the_way_back_to_a_win() -> None:
    deal = "blank: 1 2 3 4 5 6"
    said = answer("climb", *["skip"] * 5, "rewind", deal=deal)
    assert "It can no longer be won: move 5, skip, lost it." in said
    assert "Blank · 4 moves" in said
    assert answer("climb", "rewind", deal=deal) == "It can still be won.\n"
    assert answer("skip", "rewind", deal="blank: 6 5 4 3 2 1") == "This deal could never be won.\n"


def test_status_of_a_deal_that_never_had_a_win() -> None:
    assert "This deal could never be won." in answer("skip", "status", deal="blank: 6 5 4 3 2 1")


def test_a_game_of_dice_has_a_chance() -> None:
    deal = "kidnap-machine: house=3x3 route=b3,c3,c2,b2,b3"
    assert "With best play, the chance of winning is " in answer("status", deal=deal)
    assert "It has the best chance of winning: " in answer("hint", deal=deal)
