"""What a move sets off, as the rules tell it."""

import random

import pytest

from escapology.games.pursuit.rules.maze import space_text
from escapology.games.pursuit.rules.state import EJECT
from escapology.games.pursuit.words.events import KINDS, SOUNDS, story
from escapology.middle import legal_texts, new_deal, play_move, start_state
from escapology.setting import make_setting
from tests.games.pursuit.not_alone.stations import station
from tests.games.pursuit.players import wary_turn
from tests.games.pursuit.positions import DL, EMPTY, NA, deal, position
from tests.kit import records


def told(game, d, s, move):
    return story(game.presentation.events(d, s, legal_texts(game, d, s)[move]))


def test_a_rest_tells_every_step_and_turn_of_the_head():
    maze = """
        KS- KH- KC|
        .   .   KD|
        .   .   2H|
        .   .   3H-
    """
    s = position(maze, "c4", "S@a1/e/a:c1s")
    assert told(DL, deal(cards="2S"), s, "rest") == [
        "You rest; they move by ♠2.",
        "♠ steps b1 c1, sees you and is alert, turns south, steps c2 c3.",
    ]


@pytest.mark.rule("dont-let-them-get-you", 37)
def test_losing_sight_and_a_task():
    maze = "KS- KH- 4C|\n.   .   2D|"
    s = position(maze, "c1", "S@a1/e/a", location=[9, EMPTY, EMPTY])
    s.card[7 * 6] = 12 + 13  # ♥K, far away
    d = deal(cards="9S", tasks="2H 3S 4C")
    s = play_move(DL, d, s, legal_texts(DL, d, s)["use 1"])
    assert told(DL, d, s, "s") == [
        "You step south to c2, ♦2.",
        "♠ loses sight of you; he saw you last on c1, going south.",
        "Task ♥2 is fulfilled on c2.",
        "♥ appears on b1, facing east.",
    ]


def test_an_ejection_tells_what_left_who_came_and_which_docks_moved():
    maze = """
        5S| 9H- 5C|
        KC| .   JH|
        .   .   TH-
    """
    d = deal(NA, tasks="5S 3C 4H")
    s = station(maze, "a1", "S@c3/n/p", "c1 - -", "- c1 c2", phase=EJECT)
    assert told(NA, d, s, "eject 5C") == [
        "♣5 is ejected.",
        "♥J is ejected.",
        "♥10 drifts off.",
        "Research module ♣5 is gone: task ♠5 is done.",
        "♠ appears again on b1, facing west, sees you and is alert.",
        "♥ appears on b1, facing west, sees you and is alert.",
        "The dock of ♠ is now a1, ♠5.",
        "The dock of ♥ is now b1, ♥9.",
        "The dock of ♣ is now a2, ♣K.",
    ]


def test_the_vessel_is_told():
    d = deal(NA, tasks="2S 3H 4C")
    s = station("2S- 3H- 4C- 5D-", "a1", docks="x x c1", turn=15)
    assert told(NA, d, s, "rest")[1:] == [
        "Pile 6 is dealt.",
        "The last task card is ♣4: the vessel comes.",
        "The vessel docks north of c1.",
    ]
    s = station("2S- 3H- 4C- 5D-", "a1", docks="a1 b1 c1", turn=3)
    assert told(NA, d, s, "rest")[2] == "A task card is turned over, ♠2: the vessel won't dock at ♠."


@pytest.mark.parametrize(
    "setting",
    [make_setting(DL), make_setting(DL, "bingo"), make_setting(NA), make_setting(NA, "even")],
    ids=lambda s: s.text,
)
def test_the_events_lead_to_the_state_that_the_move_leads_to(setting):
    game = DL if setting.game == DL.name else NA
    for seed in range(12):
        d = new_deal(setting, seed)
        s = start_state(game, d)
        luck = random.Random(seed)
        while legal_texts(game, d, s):
            for move in wary_turn(game, d, s, luck):
                before = s.copy()
                events = game.presentation.events(d, s, move)
                assert s == before, "to tell is not to play"
                s = play_move(game, d, s, move)
                assert all(event.words.endswith(".") for event in events)
                for event in reversed(events):
                    if event.who == "pawn" and event.kind in ("walked", "came in"):
                        assert event.where == space_text(s.you)
                        break
                for p in range(s.pursuers):
                    places = [e.where for e in events if e.who == f"pursuer {'♠♥♣♦'[p]}" and e.kind in MOVED]
                    expected = space_text(s.at[p])
                    old = space_text(before.at[p]) if p < before.pursuers else ""
                    assert (places[-1] if places else old) == expected or expected == "-"


MOVED = ("stepped", "appeared", "teleported")


def test_what_is_said_to_sound_can_happen():
    assert {kind for kind, _ in SOUNDS} <= set(KINDS.values())


@pytest.mark.parametrize("name", ["dont-let-them-get-you", "not-alone"])
def test_the_end_is_told_as_a_sentence(name):
    won, caught = records()[f"{name}-won"], records()[name]
    for record, words in ((won, "You got out: you have won."), (caught, "They caught you: you have lost.")):
        *_, before, _ = record.states()
        assert told(record.game, record.deal, before, record.moves[-1])[-1] == words
