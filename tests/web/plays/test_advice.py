"""What was found out about a play, with the ways back."""

import pytest

from escapology.answer import Cost, Outlook
from escapology.play import Play
from escapology.record import read_record
from escapology.web.plays.advice import make_advice

LOST = Outlook("lost", 5, "skip", ("climb", "climb"))


def cost(number, move):
    return Cost(number, move, 0.75, 0.5, ("climb",))


@pytest.mark.parametrize(
    ("outlook", "back", "costly"),
    [
        (LOST, 4, None),
        (Outlook("winnable", costliest=cost(2, "skip")), None, 1),
        (Outlook("lost", 5, "skip", ("climb",), None, cost(3, "skip")), 4, 2),
        (Outlook("lost", 5, "skip", ("climb",), None, cost(5, "skip")), 4, None),  # it is the same move
        (Outlook("won", costliest=cost(2, "climb")), None, None),  # the play has gone elsewhere since
        (Outlook("won", costliest=cost(9, "skip")), None, None),
    ],
)
def test_ways_back(outlook, back, costly):
    play = Play.of_record(read_record("blank: 1 2 3 4 5 6\nclimb skip skip skip skip"))
    advice = make_advice(play, outlook)
    assert (advice.back, advice.costly) == (back, costly)
    named = costly if back is None else back
    assert advice.first == ("" if named is None else f"Move {named + 1}: Skip the {named + 1}")
