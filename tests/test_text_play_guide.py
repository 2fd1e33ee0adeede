"""Guided games in the terminal: played to the end, with a wrong try at every step."""

import io

import pytest

from escapology.errors import EscapologyError
from escapology.games import GAMES
from escapology.guide import guide_of
from escapology.text_play import GuideSession, Terminal


def played(name, lines, step=1):
    out = io.StringIO()
    terminal = Terminal(io.StringIO("".join(f"{line}\n" for line in lines)), out, width=120)
    GuideSession(guide_of(GAMES[name]), terminal, step).run()
    return out.getvalue()


QUICK = ("blank", "kidnap-machine")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.long) for name in GAMES]
)
def test_from_the_first_step_to_the_last(name):
    guide = guide_of(GAMES[name])
    lines = [line for point in guide.points[:-1] for line in ("nonsense", point.move)]
    told = " ".join(played(name, lines).split())
    for step in guide.steps:
        assert " ".join(step.say.split()) in told
    assert told.count("is not a move of") == sum(bool(point.move) for point in guide.points)
    assert told.count("read this, then go on") == sum(not point.move for point in guide.points[:-1])


def test_it_can_be_left_and_taken_up():
    left = played("blank", ["", "2", "quit"])
    assert "Continue any time: escapology play blank --guide --step 3" in left
    assert "Step 3 of 6" in played("blank", [], step=3)
    assert "Step 1 of 6" not in played("blank", [], step=3)
    with pytest.raises(EscapologyError, match="there is no step 7: the guided game has steps 1 to 6"):
        played("blank", [], step=7)


def test_commands():
    told = played("blank", ["", "previous", "next", "help", "rules", "?", "climb", "next", "", "quit"])
    assert told.count("Step 1 of 6") == 2
    assert "You could climb here" in told
    assert "go back" in told
    assert "# Blank" in told
    assert told.count("Step 3 of 6") == 2, "an empty line shows the board again where a move is asked for"
