"""A game in progress: a tree of moves in which nothing is lost."""

import pytest

from escapology.errors import IllegalMoveError, MoveError, MoveSyntaxError
from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import new_deal, parse_deal_line
from escapology.play import Play
from escapology.record import read_record
from escapology.setting import make_setting

DEAL = "blank: 3 1 5 2 6 4"


@pytest.fixture
def play():
    return Play.of_line(DEAL)


def moves(play):
    return [node.move for node in play.here.way()[1:]]


def test_do_undo_redo(play):
    play.do("climb")
    play.do("skip")
    assert moves(play) == ["climb", "skip"]
    play.undo()
    assert moves(play) == ["climb"]
    play.redo()
    assert moves(play) == ["climb", "skip"]
    assert play.record_text() == f"{DEAL}\nclimb skip\n"


def test_branches_stay(play):
    play.do("climb")
    play.undo()
    play.do("skip")
    play.undo()
    assert [child.move for child in play.nodes[0].children] == ["climb", "skip"]
    play.redo()
    assert moves(play) == ["skip"], "redo goes the way one came from last"
    play.go_to(play.nodes[1])
    play.undo()
    play.redo()
    assert moves(play) == ["climb"]


def test_the_same_move_leads_to_the_same_node(play):
    first = play.do("climb")
    play.undo()
    assert play.do("climb") is first
    assert len(play.nodes) == 2


def test_restart_keeps_the_tree(play):
    play.do("climb")
    play.do("skip")
    play.restart()
    assert play.here is play.nodes[0]
    play.redo()
    play.redo()
    assert moves(play) == ["climb", "skip"]


def test_bookmarks(play):
    play.do("climb")
    play.bookmark("ledge")
    play.do("skip")
    play.restart()
    play.go_to_bookmark("ledge")
    assert moves(play) == ["climb"]
    with pytest.raises(MoveError, match="there is no bookmark 'top': there are ledge"):
        play.go_to_bookmark("top")


def test_give_up_and_think_again(play):
    play.do("climb")
    play.give_up()
    assert play.status() == "given up"
    assert play.legal() == {}
    with pytest.raises(IllegalMoveError, match="you gave up; undo or restart to play on"):
        play.do("skip")
    play.undo()
    assert play.status() == "playing"
    assert moves(play) == ["climb"], "undo takes the giving up back, not the move"


def test_nothing_to_undo_or_redo(play):
    with pytest.raises(MoveError, match="nothing to undo"):
        play.undo()
    with pytest.raises(MoveError, match="nothing to redo"):
        play.redo()


def test_what_can_be_done(play):
    assert (play.can_undo, play.can_redo) == (False, False)
    play.do("climb")
    assert (play.can_undo, play.can_redo) == (True, False)
    play.undo()
    assert (play.can_undo, play.can_redo) == (False, True)
    play.give_up()
    assert (play.can_undo, play.can_redo) == (True, False), "the giving up can be taken back"


def test_whether_it_is_won():
    play = Play.of_line("blank: 1 2 3 4 5 6")
    while play.legal():
        assert not play.is_won
        play.do("climb")
    assert play.is_won
    play.give_up()
    assert not play.is_won


def test_undo_past_a_reveal_is_marked(play):
    node = play.do("climb")
    assert node.reveals
    assert not play.has_peeked
    play.undo()
    assert play.has_peeked
    assert play.taken_back == [node]
    play.do("skip")
    assert play.has_peeked, "what has been seen stays seen"


def test_undo_without_a_reveal_is_not():
    play = Play.of_record(read_record(f"{DEAL}\nskip skip skip skip skip"))
    last = play.do("skip")
    assert not last.reveals, "the last card was face up before"
    play.undo()
    assert not play.has_peeked
    assert play.hidden() == 0


def test_bad_moves_change_nothing(play):
    play.do("climb")
    before = play.here
    for text, error in (("climb", IllegalMoveError), ("jump", MoveSyntaxError), ("", MoveSyntaxError)):
        with pytest.raises(error):
            play.do(text)
    assert play.here is before
    assert before.children == ()
    assert len(play.nodes) == 2


def test_of_record(play):
    again = Play.of_record(read_record(f"{DEAL}\nclimb skip\nclimb"))
    assert moves(again) == ["climb", "skip", "climb"]
    assert again.deal_line() == play.deal_line() == DEAL


def test_over(play):
    for move in ("climb", "skip", "climb", "skip", "climb"):
        play.do(move)
    assert play.status() == "won"
    assert play.legal() == {}


KIDNAP = "kidnap-machine: house=manor enemy=6 dice=56546133161242363361"


def test_a_rolled_die_is_taken_back_only_in_practice():
    for practice in (False, True):
        play = Play(*parse_deal_line(KIDNAP), practice=practice)
        play.do(next(text for text in play.legal() if "?" in text))
        if practice:
            play.undo()
            assert play.has_peeked
            continue
        for way in (play.undo, play.restart, lambda play=play: play.go_to(play.nodes[0])):
            with pytest.raises(MoveError, match="a rolled die can't be taken back"):
                way()
        assert play.here is play.nodes[1]
        assert not play.has_peeked


def test_moves_without_dice_can_always_be_taken_back():
    play = Play(*parse_deal_line(KIDNAP), practice=False)
    play.do("wait")
    play.undo()
    assert play.here is play.nodes[0]


def picture_of(play):
    """All there is to know of a play, its states among it."""
    nodes = [
        (n.number, n.move, n.parent, n.children, n.next, n.reveals, n.visited, n.taken_back, n.depth, n.state)
        for n in play.nodes
    ]
    marks = (play.here, dict(play.bookmarks), play.given_up, play.practice, play.helped, list(play.taken_back))
    return nodes, marks, play.clock


@pytest.mark.parametrize("name", GAMES)
def test_what_was_not_saved_is_taken_back(name):
    luck = Luck(5)
    play = Play(GAMES[name], new_deal(make_setting(GAMES[name]), 5))
    for number in range(60):
        before = picture_of(play)
        for _ in range(luck.below(6)):
            legal = list(play.legal())
            if legal and luck.below(3):
                play.do(luck.choose(legal))
            elif play.can_undo:
                play.undo()
            else:
                play.give_up()
            if luck.below(4) == 0:
                play.bookmark(f"{luck.below(3)}")
        play.go_to(luck.choose(play.nodes))
        play.helped = not play.helped
        play.revert()
        assert picture_of(play) == before
        assert play.unsaved() == []
        for _ in range(luck.below(4)):
            legal = list(play.legal())
            if legal:
                play.do(luck.choose(legal))
        play.go_to(luck.choose(play.nodes))
        play.bookmark(f"{number % 4}")
        play.saved()
        assert play.unsaved() == []


def test_what_is_unsaved(play):
    first, second = play.do("climb"), play.do("skip")
    assert play.unsaved() == [first, second]
    play.saved()
    play.restart()
    assert play.unsaved() == [first, second], "both had shown something, and were undone"
    play.saved()
    third = play.do("skip")
    assert play.unsaved() == [third]
    play.saved()
    play.go_to(second)
    assert set(play.unsaved()) == {first, third}, "redo leads to one again, and the other is taken back"


@pytest.mark.parametrize("name", GAMES)
def test_states_are_the_same_wherever_the_play_stands(name):
    """Those of nodes where it does not stand are packed."""
    play = Play(GAMES[name], new_deal(make_setting(GAMES[name]), 4))
    luck, states = Luck(4), [play.here.state]
    for _ in range(80):
        legal = list(play.legal())
        if not legal:
            break
        play.do(luck.choose(legal))
        states.append(play.here.state)
    assert [node.state for node in play.nodes] == states[: len(play.nodes)]
    assert list(play.record().states()) == [node.state for node in play.here.way()]
    assert play.nodes[0].state.packed() == play.nodes[0].state.copy().packed()


def test_ways(play):
    one, two = play.do("skip"), play.do("climb")
    play.go_to(one)
    other = play.do("skip")
    assert two.meeting(other) is other.meeting(two) is one
    assert other.meeting(one) is one.meeting(other) is one
    assert other.way_from(play.nodes[0]) == [one, other]
    assert other.way_from(two) is None
    assert other.way_from(other) == []
    assert one.way_from(other) is None
    assert (other.last(1), other.last(9), play.nodes[0].last(3)) == ([other], [one, other], [])
    assert [node.depth for node in play.nodes] == [0, 1, 2, 2]
