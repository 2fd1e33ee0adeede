"""The log tells all that a move sets off, in order."""

import pytest

from escapology.middle import legal_moves, new_deal, play_move, read_move, start_state
from escapology.setting import make_setting
from tests.games.kidnap_machine.positions import GAME, position


def told(line: str, move: str, **more: str) -> list[str]:
    d, s = position(line, **more)
    return [event.words for event in GAME.presentation.events(d, s, read_move(GAME, d, s, move))]


@pytest.mark.parametrize(
    ("line", "move", "dice", "story"),
    [
        (
            "you=a1 enemy=e5/n squares=a1:3,b1:2", "b1 ?c1", "54",
            ["You walk to b1.", "You roll a 5, get to c1, and write a 4 there.", "The enemy goes on to e4.",
             "The enemy goes on to e3."],
        ),
        (
            "you=a1 enemy=e5/w squares=a1:3", "?b1", "2",
            ["You roll a 2 against a 3, and stay on a1.", "The enemy turns north.", "The enemy goes on to e4."],
        ),
        (
            "you=b2 enemy=c3/n squares=b2:3", "wait", "",
            ["The enemy comes after you to c2.", "The enemy sees you and turns west."],
        ),
        ("you=c2 enemy=c3/n squares=c2:3", "wait", "", ["The enemy steps onto you: caught."]),
        ("you=e4 enemy=a5/n squares=e4:3", "e5", "", ["You walk to e5.", "You stand on the goal: out!"]),
        (
            "you=a5 enemy=d1/w next=6 squares=a5:3", "wait", "",
            ["The enemy goes on to c1.", "The enemy is at the end of its route: too late."],
        ),
        (
            "you=b1 enemy=c3/n squares=b1:3 turn=4", "wait", "",
            ["The enemy comes after you to c2.", "The enemy comes after you to c1.", "Time is up: too late."],
        ),
    ],
)  # fmt: skip
def test_stories(line, move, dice, story):
    assert told(line, move, dice=dice) == story


def test_events_agree_with_the_rules():
    for seed in range(60):
        d = new_deal(make_setting(GAME), seed)
        s = start_state(GAME, d)
        while moves := legal_moves(GAME, d, s):
            move = moves[(seed * 7 + s.turn) % len(moves)]
            happened = GAME.presentation.events(d, s, move)
            s = play_move(GAME, d, s, move)
            status = GAME.notation.status(d, s)
            assert (happened[-1].kind == status) == (status != "playing")
