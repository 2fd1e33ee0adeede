"""The add-on's aliens move as pursuers do; and how it ends."""

import re

import pytest

from tests.games.pursuit.not_alone.stations import station
from tests.games.pursuit.positions import DL, NA, deal, legal, play, position, who
from tests.games.pursuit.rules.test_pursuers import CORNER, CROSS, LOOP


@pytest.mark.rule("not-alone", 23)
@pytest.mark.parametrize(
    ("maze", "alien", "card"),
    [
        ("KS- 8H- 7C- KD- KH-", "S@a1/e/p", "7S"),  # where he stops
        ("KS- KH- KC-", "S@a1/e/p", "2S"),  # a dead end
        (CROSS, "S@a2/e/p", "2C"),  # the preferred way
        (CROSS, "S@a2/e/p", "9D"),  # the final turn
        (CORNER, "S@a2/e/a:c2s", "2S"),  # to where he saw you last
        (CROSS.replace("9C", "2C"), "S@a2/e/p,H@a2/e/p", "2D"),  # teamwork
    ],
)
def test_aliens_move_as_pursuers_do(maze, alien, card):
    moved = who(play(NA, deal(NA, card), position(maze, "g7", alien, NA), "rest"))
    assert moved == who(play(DL, deal(DL, card), position(maze, "g7", alien), "rest")) != alien


@pytest.mark.rule("not-alone", "DL4")
@pytest.mark.parametrize(("counts", "end"), [("yes", "a1/e"), ("no", "b1/s")])
def test_dl4_an_aliens_start_counts_as_stepped_on_unless_the_option_says_no(counts, end):
    d = deal(NA, "2S", start_counts=counts)
    assert who(play(NA, d, position(LOOP, "g7", "S@a1/e/p", NA), "rest")) == f"S@{end}/p"


@pytest.mark.rule("not-alone", "DL13")
@pytest.mark.parametrize(("lost", "facing"), [("place", "e"), ("direction", "n")])
def test_dl13_an_alien_who_lost_you_faces_where_he_saw_you_last_or_the_way_you_vanished(lost, facing):
    d = deal(NA, "2S", lost=lost)
    assert who(play(NA, d, position(CORNER, "d4", "S@a2/e/a:c2n", NA), "rest")) == f"S@b2/{facing}/p"


@pytest.mark.rule("not-alone", 25)
def test_an_alien_who_steps_onto_you_has_caught_you():
    d = deal(NA, "2S")
    s = play(NA, d, position("KS- KH- KC-", "c1", "S@a1/e/a", NA), "rest")
    assert (NA.notation.status(d, s), legal(NA, d, s)) == ("caught", "")


@pytest.mark.rule("not-alone", 27)
def test_after_24_turns_it_is_too_late():
    d = deal(NA, "2S")
    s = play(NA, d, station("2S- 3H- 4C-", "a1", docks="x x c1", turn=24), "rest")
    assert (s.turn, NA.notation.status(d, s), legal(NA, d, s)) == (24, "late", "")


def test_references_to_the_base_rules_are_right():
    base = (DL.facts.folder / "RULES.md").read_text(encoding="utf-8")
    for start in (
        "26. **Entering.**",
        "1. **Tasks.**",
        "4. If the maze falls apart",
        "17. **Rest.**",
        "36. **A pursuer's step.**",
    ):
        assert f"\n{start}" in base
    ours = (NA.facts.folder / "RULES.md").read_text(encoding="utf-8")
    assert set(re.findall(r"base (\d+(?: to \d+)?)", ours)) == {"26", "1 to 4", "17 to 36"}
