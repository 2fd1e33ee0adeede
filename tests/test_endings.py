"""What is said when a game is over."""

import re
from pathlib import Path

import pytest

from escapology.games import GAMES, LISTED
from escapology.middle import new_deal
from escapology.play import Play
from escapology.setting import make_setting
from escapology.wording.endings import duration_words, ending, fate, headline, help_words, measured_of, measured_words
from tests.kit import records

BLANK = "blank: 3 1 5 2 6 4"
WIN = ("climb", "skip", "climb", "skip", "climb")
RESULTS = Path(__file__).parent.parent / "docs" / "results"
ENDED = {
    name: play for name, play in ((name, Play.of_record(one)) for name, one in records().items()) if not play.legal()
}


def won(shown=(), **marks):
    play = Play.of_line(BLANK)
    for number, move in enumerate(WIN):
        play.follow(play.steps(move), is_shown=number in shown)
    for name, value in marks.items():
        setattr(play, name, value)
    return play


@pytest.mark.parametrize("name", ENDED)
def test_every_game_tells_how_it_ended(name):
    play = ENDED[name]
    assert re.fullmatch(r"\S.*[.!]", fate(play))
    assert headline(play) == "You won!" if play.is_won else headline(play).startswith("You ")


def test_who_caught_you():
    assert fate(ENDED["dont-let-them-get-you"]) == "♥ caught you on e2, in turn 17 of 24."
    assert fate(ENDED["kidnap-machine-caught"]) == "The Machine caught you on e3."
    assert fate(ENDED["not-alone-even"]) == "The vessel found no dock and went home without you."


def test_nobody_wins_what_the_computer_played():
    assert headline(won()) == "You won!"
    assert headline(won(shown=[4])) == "Solved with the computer."
    assert headline(won(shown=[0, 1, 2])) == "Solved by the computer."
    assert help_words(won(shown=range(5))) == "The computer played all 5 moves."
    first = won(shown=range(5))
    for _ in range(4):
        first.undo()
    assert help_words(first).startswith("The computer played the only move")
    assert help_words(won(shown=[2, 3], hints=1)) == "The computer played 2 of 5 moves, 1 hint."
    assert "You won" not in ending(won(shown=[4]))


def test_what_the_player_tries_after_the_computer_is_their_own():
    play = won(shown=range(5))
    play.restart()
    play.do("skip")
    assert (play.here.shown, play.nodes[1].is_shown, play.here.is_shown) == (0, True, False)
    play.restart()
    play.do("climb")
    assert play.here.shown == 1, "a place that the computer has shown"


@pytest.mark.parametrize(
    ("marks", "words"),
    [
        ({}, "Without help."),
        ({"undone": 2}, "Without hints, went back 2 times."),
        ({"helped": True, "hints": 3, "undone": 1}, "3 hints, went back once."),
        ({"helped": True, "hints": None, "undone": None}, "With help."),
        ({"hints": None, "undone": None}, "Without hints."),
    ],
)
def test_with_whose_help(marks, words):
    assert help_words(won(**marks)) == words


def test_giving_up_is_nobodys_doing():
    play = Play.of_line(BLANK)
    play.give_up()
    assert (headline(play), fate(play)) == ("You gave up.", "")


def test_going_back_and_hints_are_counted():
    play = Play.of_line(BLANK)
    play.do("climb")
    play.undo()
    play.redo()
    play.ask()
    play.ask(is_hint=False)
    play.restart()
    assert (play.undone, play.hints, play.helped) == (2, 1, True)
    play.revert()
    assert (play.undone, play.hints, play.helped) == (0, 0, False)


def test_who_is_told_after_the_end_is_helped_when_they_go_back():
    play = won()
    play.ask(is_hint=False)
    assert (play.helped, play.is_told) == (False, True), "what is over is over"
    play.undo()
    assert (play.helped, play.is_told, play.hints) == (True, False, 1)


def test_durations():
    assert [duration_words(s) for s in (0, 59.9, 61, 3_600, 3_725.2)] == ["0:00", "0:59", "1:01", "1:00:00", "1:02:05"]


def test_figures_are_those_that_were_measured():
    """What games know is what the results say, and nothing else."""
    fair = (RESULTS / "fair-play.md").read_text(encoding="utf-8").partition("## By samples")[0]
    levels = (RESULTS / "difficulty.md").read_text(encoding="utf-8")
    titles = {game.title: game.name for game in LISTED.values()}
    said: set[tuple[str, str, int | None, int, int]] = set()
    for title, variant, won_, deals in re.findall(
        r"^\| ([^|`]+?)(?:, `(\w+)`(?: \([^|]+\))?)? \| ([\d,]+) of ([\d,]+): [^|]+\|[^|]+\|[^|]+\|$",
        fair,
        re.MULTILINE,
    ):
        said.add((titles[title], variant or "classic", None, int(won_.replace(",", "")), int(deals.replace(",", ""))))
    for title, variant, cells in re.findall(
        r"^\| ([^|`]+?)(?:, `(\w+)`)? \|((?: \d+ of \d+ \|){5})$", levels, re.MULTILINE
    ):
        for level, (won_, deals) in enumerate(re.findall(r"(\d+) of (\d+)", cells), 1):
            said.add((titles[title], variant or "classic", level, int(won_), int(deals)))
    assert said == {(game.name, *one) for game in GAMES.values() for one in game.fair.measured}
    assert len(said) == 61


def test_where_nothing_was_measured_nothing_is_said():
    lab_rats = GAMES["lab-rats"]
    play = Play(lab_rats, new_deal(make_setting(lab_rats, "hard"), 1))
    assert measured_of(play) == ("hard", None, 550, 1000)
    assert measured_words(measured_of(play)) == (
        "A computer player who sees only what you see won 55% of deals like this (550 of 1,000)."
    )
    play.level = 5
    assert "won 12% of fiendish deals like this (9 of 76)" in measured_words(measured_of(play))
    option = lab_rats.facts.options[0]
    other = next(value for value in option.values if value != option.default)
    assert measured_of(Play(lab_rats, new_deal(make_setting(lab_rats, "hard", {option.name: other}), 1))) is None
    assert measured_of(won()) is None
