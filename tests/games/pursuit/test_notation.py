"""Deal lines, tokens, state lines, and what is said of bad input."""

import pytest

from escapology.errors import DealError, IllegalMoveError, MoveSyntaxError
from escapology.games.pursuit.rules.maze import space_of
from escapology.games.pursuit.rules.state import EJECT
from escapology.middle import deal_line, new_deal, parse_deal_line, read_move, start_state
from escapology.record import Record, read_record, record_text
from escapology.setting import make_setting
from tests.games.pursuit.dont_let_them_get_you.deals import TIE
from tests.games.pursuit.not_alone.stations import station
from tests.games.pursuit.positions import DL, NA, deal, dock_vessel, play, position

BODY = TIE.partition(": ")[2]


def test_a_deal_line_names_variant_and_options_that_are_not_the_default():
    d = new_deal(make_setting(NA, "even", {"vessel": "7", "drift": "no"}), 3)
    assert deal_line(NA, d).startswith("not-alone/even[vessel=7,drift=no]: ")
    d = new_deal(make_setting(DL, "bingo"), 3)
    assert deal_line(DL, d).startswith("dont-let-them-get-you/bingo: ")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("TS 2S", "1S 2S"), "'1S' is not a card: write rank and suit, like TS or 4H"),
        (("TS 2S 4C", "TS 2S"), "there are 2 task cards: there must be 3"),
        (("TS 2S 4C", "JS 2S 4C"), "task card JS is not a number from 2 to 10"),
        (("TS 2S 4C", "TS TH 4C"), "task card TH repeats another one: task cards must differ in number"),
        (("8D JC 3H", "8D JC JC"), "JC appears twice in deck one"),
        (("8D JC 3H", "8D JC"), "there are 48 maze cards: there must be 49"),
        (("| QD 2C", "| QD QD"), "QD appears twice in deck two"),
        (("| QD 2C", "| QD AS"), "AS is not a movement card: the aces are left out"),
        ((" | QD", " QD"), "there are 2 parts: write task cards | maze cards | movement cards"),
    ],
)
def test_bad_deals(change, words):
    with pytest.raises(DealError) as error:
        parse_deal_line(TIE.replace(*change))
    assert str(error.value) == f"dont-let-them-get-you: {words}"


def test_the_add_ons_tasks_differ_in_suit_too():
    with pytest.raises(DealError, match="task card 2S repeats another one: task cards must differ in number and suit"):
        parse_deal_line(f"not-alone: {BODY}")


@pytest.mark.parametrize("variant", ["even", "bingo"])
def test_the_number_stack_holds_only_numbers(variant):
    with pytest.raises(DealError, match=r"maze card 9 is KD: the number stack has only 2 to 10"):
        parse_deal_line(f"dont-let-them-get-you/{variant}: {BODY}")


@pytest.mark.parametrize(
    ("game", "token", "moves"),
    [
        (DL, "2:eenn", ("use 2", "e", "e", "n", "n", "stop?")),
        (DL, "rest", ("rest",)),
        (DL, "enter a7", ("enter a7",)),
        (NA, "2:een", ("use 2", "e", "e", "n", "stop?", "keep?")),
        (NA, "2:een!5D", ("use 2", "e", "e", "n", "stop?", "eject 5D")),
        (NA, "1:nn+", ("use 1", "n", "n", "board")),
        (NA, "1:+", ("use 1", "board")),
        (NA, "start QH", ("start QH",)),
    ],
)
def test_tokens(game, token, moves):
    assert game.notation.expand(token) == moves
    assert (game.notation.token_pattern.fullmatch(token) is not None) == (":" in token)
    assert (game.notation.move_pattern.fullmatch(token) is not None) == (":" not in token)


def test_moves_are_collected_into_one_token_a_turn():
    assert DL.notation.collect(["enter a7", "use 2", "e", "e", "stop", "rest", "use 1", "n", "out"]) == [
        "enter a7",
        "2:ee",
        "rest",
        "1:n",
        "out",
    ]
    moves = ["start QH", "use 2", "e", "eject 5D", "use 1", "n", "stop", "keep", "use 1", "board"]
    assert NA.notation.collect(moves) == ["start QH", "2:e!5D", "1:n", "1:+"]


def test_a_walk_that_may_go_on_is_written_move_by_move():
    assert DL.notation.collect(["use 1", "n"]) == ["use 1", "n"]
    assert DL.notation.collect(["use 1", "n", "stop"]) == ["1:n"]
    assert NA.notation.collect(["use 1", "n", "stop"]) == ["use 1", "n", "stop"]  # something may be ejected yet
    assert NA.notation.collect(["use 1"]) == ["use 1"]


def test_a_record_may_hold_tokens_and_atomic_moves():
    tokens = read_record(f"{TIE}\nenter a7\n1:n rest\n")
    atoms = read_record(f"{TIE}\nenter a7; use 1; n; {'stop; ' if 'stop' in tokens.moves else ''}rest\n")
    assert tokens.moves == atoms.moves
    assert record_text(atoms) == f"{TIE}\nenter a7 1:n rest\n"
    assert record_text(Record(DL, tokens.deal, tokens.moves[:2])) == f"{TIE}\nenter a7 use 1\n"


ROW = "2S- 3H- 4C| 5D-"


@pytest.mark.parametrize(
    ("state", "move", "words"),
    [
        ({"turn": 3}, "use 2", "this column has only 1 card"),
        ({"fatigue": 6}, "use 1", "at fatigue 6 you can only rest"),
        ({"fatigue": 4}, "use 3", "♠9 would lift your fatigue from 4 over 6"),
        ({}, "e", "choose a movement card first"),
        ({}, "stop", "you are not walking"),
        ({}, "out", "there is no exit before all three tasks are fulfilled"),
        ({"exit": 3}, "out", "you are not on the exit, d1"),
        ({}, "enter a1", "there is no entrance to choose"),
        ({}, "exit a1", "there is no exit to choose"),
        ({}, "place a1", "the maze is already laid"),
    ],
)
def test_why_not(state, move, words):
    with pytest.raises(IllegalMoveError) as error:
        read_move(DL, deal(cards="9S"), position(ROW, "a1", **state), move)
    assert str(error.value) == f"'{move}' is not legal here: {words}"


@pytest.mark.parametrize(
    ("pursuers", "walk", "move", "words"),
    [
        ("", ["use 1"], "w", "there is nothing west of a1"),
        ("", ["use 1"], "s", "there is a wall between a1 and a2"),
        ("", ["use 1"], "stop", "you have not made a step"),
        ("", ["use 1", "e"], "w", "you have been on a1 in this walk"),
        ("S@c1/n/p", ["use 1", "e"], "e", "a pursuer stands on c1: ♠"),
        ("", ["use 1", "e"], "rest", "you are in the course of a walk"),
        ("", ["use 1", "e"], "use 1", "you already walk by a card"),
        ("S@b1/w/a", [], "use 1", "you can't make a step: every way is closed or a pursuer stands there"),
    ],
)
def test_why_no_step(pursuers, walk, move, words):
    d = deal(cards="9S")
    s = play(DL, d, position(ROW + "\n6S-", "a1", pursuers), *walk)
    with pytest.raises(IllegalMoveError) as error:
        read_move(DL, d, s, move)
    assert str(error.value) == f"'{move}' is not legal here: {words}"


def test_why_not_in_bingo():
    d = new_deal(make_setting(DL, "bingo"), 1)
    s = start_state(DL, d)
    with pytest.raises(IllegalMoveError, match="a card lies on a1"):
        read_move(DL, d, s, "place a1")
    with pytest.raises(IllegalMoveError, match=r"next to a laid card.*: b1 a2"):
        read_move(DL, d, s, "place c3")
    with pytest.raises(IllegalMoveError, match="the maze is not laid yet"):
        read_move(DL, d, s, "rest")


SMALL = "5S- 9H- 5C|\n.   .   JH|\n.   .   5D-"


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("rest", "eject a module or keep them all first"),
        ("start QH", "you are awake already"),
        ("eject 9H", "♥9 is in the module you stand in"),
        ("eject 2S", "♠2 is a task card, it never was in the station"),
        ("eject JH", "♣5 is not a switch"),
    ],
)
def test_why_not_eject(move, words):
    s = station(SMALL, "a1", research="c1 - -", phase=EJECT)
    s.card[space_of("c1")] = 13 * 2 + 6  # the research card is ♣7
    with pytest.raises(IllegalMoveError) as error:
        read_move(NA, deal(NA), s, move)
    expected = words if "switch" not in words else "♠5 is not a switch of the research module of ♣7"
    assert str(error.value) == f"'{move}' is not legal here: {expected}"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"vessel": 0}, "the vessel is not here yet"),
        ({"vessel": 2}, "the vessel is adrift"),
        ({"you": 1}, "the vessel is at a1"),
        ({"done": 3}, "not all research modules are ejected"),
        ({"at": [49, 0, 0, 0], "pursuers": 1}, "an alien is in the vessel: ♠"),
        ({}, "♠2 is not enough: its distance value must be at least that of the vessel, ♣9"),
    ],
)
def test_why_not_board(fields, words):
    d = deal(NA, "2S", tasks="2S 3H 9C")
    s = dock_vessel(position(ROW, "a1", "", NA, done=7), "a1", "n", "9C")
    s = play(NA, d, s, "use 1")
    for name, value in fields.items():
        setattr(s, name, value)
    with pytest.raises(IllegalMoveError) as error:
        read_move(NA, d, s, "board")
    assert str(error.value) == f"'board' is not legal here: {words}"


@pytest.mark.parametrize("text", ["", "use 4", "north", "enter h1", "place a8", "2:ee", "eject 5D", "board"])
def test_what_is_no_move_of_the_base_game(text):
    with pytest.raises(MoveSyntaxError, match="is not a move of Don't Let Them Get You: write use 1"):
        read_move(DL, deal(), position(ROW, "a1"), text)


@pytest.mark.parametrize("text", ["start KH", "eject 1D", "enter a1", "out", "exit g1"])
def test_what_is_no_move_of_the_add_on(text):
    with pytest.raises(MoveSyntaxError, match="is not a move of Not Alone, After All"):
        read_move(NA, deal(NA), position(ROW, "a1", "", NA), text)
