"""Every answer has words, wherever it is told."""

from typing import get_args, get_type_hints

import pytest

from escapology.answer import Cost, Failure, Hint, Odds, Outlook, WayOut
from escapology.wording.answers import (
    failure_words,
    hint_remark,
    hint_words,
    outlook_remark,
    outlook_words,
    way_out_words,
)


def choices(type_, name):
    return get_args(get_type_hints(type_)[name])


@pytest.mark.parametrize("standing", choices(Hint, "standing"))
@pytest.mark.parametrize("worlds", [0, 1, 2])
def test_hints(standing, worlds):
    hint = Hint("climb", standing, 0.5, worlds)
    assert hint_words(hint).endswith(".")
    assert hint_remark(hint)[:1].islower()


def test_a_hint_that_wins_at_once_says_so():
    assert hint_words(Hint("climb", "proven", wins=True)) == "It wins the game."
    assert hint_remark(Hint("climb", "proven", wins=True)) == "proven: it wins the game"
    assert hint_words(Hint("climb", "proven")) == "You can still win for certain after this."


@pytest.mark.parametrize("standing", choices(Outlook, "standing"))
def test_outlooks(standing):
    outlook = Outlook(standing, 3, "climb", ("skip",))
    assert outlook_words(outlook).endswith(".")
    assert "skip" not in outlook_words(outlook), "a game in progress is not given away"
    assert outlook_remark(outlook)[:1].islower()


def test_words_name_the_losing_move_and_what_would_have_won():
    outlook = Outlook("lost", 3, "climb", ("skip", "climb"), 20)
    assert (
        outlook_words(outlook)
        == "It can no longer be won: move 3, climb, lost it. 20 points are the most you can still make."
    )
    assert outlook_remark(outlook) == "lost by move 3, climb; skip would have won"


COST = Cost(12, "use 7", 0.62, 0.4, ("rest", "skip"))


def test_the_move_that_cost_the_most_chance():
    told = "following the hints won about 62% of the time before it, and about 40% after it."
    costly = f"Move 12, use 7, cost the most: {told}"
    assert outlook_words(Outlook("winnable", costliest=COST)) == f"It can still be won. {costly}"
    lost = Outlook("lost", 20, "climb", ("skip",), costliest=COST)
    assert outlook_words(lost) == f"It can no longer be won: move 20, climb, lost it. {costly}"
    assert "rest" not in outlook_words(lost), "a game in progress is not given away"
    assert outlook_remark(lost) == (
        "lost by move 20, climb; skip would have won; "
        "move 12, use 7, cost the most, about 62% of games before and about 40% after it; rest looked best"
    )


def test_a_move_that_lost_and_cost_the_most_is_named_once():
    lost = Outlook("lost", 12, "use 7", ("skip",), 20, COST)
    assert outlook_words(lost) == (
        "It can no longer be won: move 12, use 7, lost it. 20 points are the most you can still make. "
        "That move cost the most: following the hints won about 62% of the time before it, and about 40% after it."
    )
    assert outlook_remark(lost) == (
        "lost by move 12, use 7; skip would have won; "
        "it cost the most, about 62% of games before and about 40% after it; rest looked best"
    )


def test_of_dice_the_chance_of_the_best_play_is_told():
    odds = Odds(0.25, costliest=COST)
    assert outlook_words(odds) == (
        "With best play, the chance of winning is 25.0%. "
        "Move 12, use 7, cost the most: best play won 62.0% of the time before it, and 40.0% after it."
    )
    assert outlook_remark(odds) == (
        "the best chance: 0.250000000; move 12, use 7, cost the most, 62.0% of games before and 40.0% after it; "
        "rest was best"
    )


def test_chances():
    assert outlook_words(Odds(0.25)) == "With best play, the chance of winning is 25.0%."
    assert outlook_words(Odds(0)) == "There is no chance left."
    assert hint_remark(Hint("roll", "chance", 0.25)) == "the best chance: 0.250000000"


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.97, "Your chances are very good"),
        (0.7, "Your chances are good"),
        (0.5, "It could go either way"),
        (0.2, "It will be hard"),
        (0.04, "There’s a slim chance"),
    ],
)
def test_a_chance_that_was_measured_is_told_in_figures_and_words(share, words):
    hint = Hint("climb", "likely", share, 40)
    assert hint_words(hint) == (
        "It looks best, judging by what you can see. "
        f"{words}: following the hints from here wins about {share:.0%} of the time."
    )


def test_a_chance_is_never_quite_nothing_or_everything():
    assert "wins more than 99% of games from here" in hint_remark(Hint("climb", "likely", 0.998, 40))
    assert "wins less than 1% of games from here" in hint_remark(Hint("climb", "likely", 0.002, 40))


def test_a_rating_is_not_told_as_if_it_were_a_chance():
    hint = Hint("climb", "likely", None, 40, rating=0.25)
    assert hint_words(hint) == "It looks best, judging by what you can see."
    assert hint_remark(hint) == "looks best, judging by 40 samples of what is hidden"


@pytest.mark.parametrize("verdict", choices(WayOut, "verdict"))
def test_ways_out(verdict):
    assert way_out_words(WayOut(verdict, ("climb",))).endswith(".")


def test_failures():
    assert failure_words(Failure("cancelled")) == "Sorry, no answer: cancelled."
