"""The captions of the rulebooks' figures say what is so."""

from typing import Any

import pytest

from escapology.figures import figures_of
from escapology.games.pursuit.rules.cards import card_words
from escapology.games.pursuit.rules.maze import CORNERS, is_door, space_text, walking_distance
from escapology.games.pursuit.rules.state import NOWHERE
from escapology.games.pursuit.rules.turn import column_size, lowest_card, movement_card
from escapology.record import read_record
from tests.games.pursuit.positions import DL, NA, legal, play, rooms


def shown(game: Any, name: str) -> tuple[Any, Any]:
    """The deal and the position that a figure shows."""
    figure = figures_of(game)[name]
    record = read_record(f"{figure.deal}\n{figure.moves}\n")
    return record.deal, record.last_state()


def space(s: Any, words: str) -> int:
    """Where that card lies."""
    return next(x for x in range(49) if card_words(s.card[x]) == words)


def neighbours(s: Any, words: str) -> set[str]:
    x = space(s, words)
    return {card_words(s.card[y]) for y in s.way[4 * x : 4 * x + 4] if y != NOWHERE}


def test_maze():
    _, s = shown(DL, "maze")
    lies = ["upright" if s.upright >> space(s, card) & 1 else "sideways" for card in ("♠Q", "♦J", "♦5")]
    assert lies == ["upright", "upright", "sideways"]
    assert {"a1 a2 a3", "c1 d1"} <= rooms(s)
    assert [card_words(s.card[x]) for x in (0, 7, 14, 2, 3)] == ["♠Q", "♦Q", "♠7", "♦5", "♠3"]
    assert is_door(s, space(s, "♦J"), space(s, "♦5"))
    assert "♦5" in neighbours(s, "♦J")
    assert "♦J" not in neighbours(s, "♠Q")


def test_entrance():
    d, s = shown(DL, "entrance")
    assert sorted(map(card_words, d.task)) == ["♠10", "♠8", "♠9"]
    far = {corner: [walking_distance(s, corner, space(s, card)) for card in ("♣8", "♣9", "♣10")] for corner in CORNERS}
    assert max(far, key=lambda corner: sum(far[corner])) == s.you == space(s, "♦8")
    assert far[s.you] == [11, 10, 11]
    assert s.at[0] == space(s, "♠K")


def test_columns_and_walk():
    d, s = shown(DL, "columns")
    assert [card_words(movement_card(d, 1, k)) for k in range(1, column_size(1) + 1)] == ["♦5", "♣K", "♥9"]
    assert card_words(lowest_card(d, 1)) == "♦5"
    d, s = shown(DL, "walk")
    titles = {line.title.split()[0] for line in DL.presentation.look(d, s, "use 1").items}
    assert titles == {space_text(space(s, card)) for card in ("♥A", "♥4", "♦7", "♥5", "♠J", "♠6")}
    for way, stops in (("n", False), ("ne", False), ("nn", True), ("nen", True), ("nee", True), ("e", True)):
        assert (play(DL, d, s, "use 1", *way).turn == 2) == stops


def test_patrol():
    d, s = shown(DL, "patrol")
    assert {"♠10", "♣9", "♦5"} < neighbours(s, "♠Q")
    assert {"♠9", "♠3"} < neighbours(s, "♠10")
    assert {"♠K", "♠A"} < neighbours(s, "♠9")
    assert neighbours(s, "♠K") == {"♠Q", "♦4", "♠9"}
    words = DL.presentation.look(d, s, "rest").words
    assert words == "♠ steps b4, turns south, steps b5, turns west, steps a5, turns north, steps a4, turns east."


@pytest.mark.parametrize(
    ("name", "card", "before", "after"),
    [
        ("dead-end", "♥2", "S@e1/e/p", "S@g1/w/p"),
        ("patrol", "♠2", "S@a4/e/p", "S@a4/e/p"),
        ("hunt", "♠4", "S@b7/e/a", "S@e7/e/a"),
        ("lost", "♣3", "S@d6/e/a:g6n", "S@f6/e/p"),
        ("reached", "♦7", "S@e1/e/a:f1s", "S@f3/s/p"),
        ("team-before", "♦6", "S@b3/s/p,H@c4/w/p", "S@b4/s/p,H@b4/n/p"),
    ],
)
def test_they_move(name, card, before, after):
    d, s = shown(DL, name)
    assert card_words(lowest_card(d, s.turn)) == card
    assert f"pursuers={before} " in DL.notation.state_text(d, s)
    assert f"pursuers={after} " in DL.notation.state_text(d, play(DL, d, s, "rest"))


def test_where_they_stopped():
    _, s = shown(DL, "dead-end")
    assert neighbours(s, "♥9") == {"♠5"}
    _, s = shown(DL, "reached")
    assert (space_text(space(s, "♣6")), space_text(space(s, "♥8"))) == ("f3", space_text(s.you))
    assert "♥8" not in neighbours(s, "♣6")
    _, s = shown(DL, "team-after")
    assert neighbours(s, "♥2") == {"♥3", "♥9", "♥J"}


@pytest.mark.parametrize(
    ("name", "seen", "unseen"),
    [
        ("sight", {"♦2", "♣10", "♥7", "♦A"}, {"♥J", "♦J"}),
        ("sight-alert", {"♥2", "♠J", "♣2", "♣6"}, {"♦10", "♠A"}),
    ],
)
def test_sight(name, seen, unseen):
    d, s = shown(DL, name)
    furthest = {line.title.split()[-1] for line in DL.presentation.look(d, s, "pursuer ♠").items}
    assert furthest == {space_text(space(s, card)) for card in seen}
    for card in unseen:  # further on in the same line, and no wall is in between
        assert neighbours(s, card) & seen


def test_exit():
    d, s = shown(DL, "exit")
    assert (s.fatigue, s.you) == (5, s.exit)
    assert "out" in legal(DL, d, s)
    assert "H@d7/e/a" in DL.notation.state_text(d, s)


def test_docks_and_ejection():
    d, s = shown(NA, "docks")
    assert [card_words(s.card[x]) for x in s.dock] == ["♥K", "♠K", "♦K"]
    assert [card_words(s.card[x]) for x in s.location] == ["♦7", "♣2", "♥9"]
    assert [card_words(card) for card in d.task] == ["♥7", "♠2", "♦9"]
    d, before = shown(NA, "eject-before")
    assert card_words(before.card[before.you]) == "♦8"
    assert legal(NA, d, before) == "eject 8C eject 8H eject 8S keep"
    assert "e6 f6 g6" in rooms(before)
    assert [card_words(before.card[x]) for x in range(39, 42)] == ["♥8", "♣6", "♥4"]
    _, after = shown(NA, "eject-after")
    gone = [card_words(before.card[x]) for x in range(49) if (before.there & ~after.there) >> x & 1]
    assert sorted(gone) == sorted(["♥8", "♣6", "♥4", "♥9", "♠6", "♠K"])
    assert after.done == 4
    line = NA.notation.state_text(d, after)
    assert "pursuers=S@d7/n/a,H@g5/w/p" in line
    assert [card_words(after.card[x]) for x in after.dock] == ["♥K", "♠Q", "♦K"]
    assert space_text(space(after, "♠Q")) == "d7"


def test_task_cards_and_boarding():
    d, s = shown(NA, "tasks")
    assert s.turn == 4
    assert " docks=x," in NA.notation.state_text(d, s)
    assert [card_words(card) for card in d.task] == ["♥2", "♦5", "♠6"]
    d, s = shown(NA, "boarding")
    assert s.done == 7
    assert card_words(movement_card(d, s.turn, 2)) == "♦6"
    assert card_words(s.card[s.dock[2]]) == "♠10"
    on_dock = play(NA, d, s, "use 2", "w")
    assert legal(NA, d, on_dock) == "board stop"
    assert NA.notation.status(d, play(NA, d, on_dock, "board")) == "won"
