"""A play as plain data, and back."""

import json
import random

import pytest

from escapology.errors import RecordError
from escapology.games import GAMES
from escapology.middle import new_deal
from escapology.play import Play
from escapology.setting import make_setting
from escapology.tree import branches, read_tree, tree_data


def wander(name, seed):
    """A play with branches, bookmarks and all."""
    game, luck = GAMES[name], random.Random(seed)
    play = Play(game, new_deal(make_setting(game), seed))
    for step in range(30):
        legal = sorted(play.legal())
        if legal and luck.random() < 0.8:
            play.do(luck.choice(legal))
        elif play.here.parent is not None:
            play.undo()
        if step == 7:
            play.bookmark("hier, ♥")
    return play


@pytest.mark.parametrize("name", GAMES)
def test_round_trip(name):
    for seed in range(3):
        play = wander(name, seed)
        play.helped = seed == 1
        if seed == 2:
            play.give_up()
        data = json.loads(json.dumps(tree_data(play)))
        again = read_tree(data)
        assert tree_data(again) == data
        assert again.record_text() == play.record_text()
        assert again.here.state == play.here.state
        assert [node.reveals for node in again.nodes] == [node.reveals for node in play.nodes]
        assert again.has_peeked == play.has_peeked


@pytest.mark.parametrize(
    "change",
    [
        {"deal": "blank: 3 1"},
        {"deal": None},
        {"nodes": [[0, "climb"], [0, "climb"]]},
        {"nodes": [[0, "climb"], [7, "skip"]]},
        {"nodes": [[0, "fly"]]},
        {"nodes": [[0]]},
        {"nodes": [[-1, "climb"]]},
        {"redo": {"0": 2}},
        {"redo": {"x": 1}},
        {"here": 9},
        {"here": "0"},
        {"bookmarks": {"a": 44}},
        {"bookmarks": []},
        {"taken_back": [17]},
    ],
)
def test_damaged_data_is_refused(change):
    play = Play.of_line("blank: 1 2 3 4 5 6")
    play.do("climb")
    play.do("skip")
    data = tree_data(play)
    assert tree_data(read_tree(data)) == data
    with pytest.raises(RecordError, match="saved game is damaged"):
        read_tree({**data, **change})


def test_missing_data_is_refused():
    with pytest.raises(RecordError, match="damaged"):
        read_tree({"deal": "blank: 3 1 5 2 6 4"})


def test_rows_of_branches():
    play = Play.of_line("blank: 1 2 3 4 5 6")
    for move in ("climb", "skip", "skip"):
        play.do(move)
    play.go_to(play.nodes[1])
    play.do("climb")
    rows = [(depth, [node.number for node in row]) for depth, row in branches(play)]
    assert rows == [(0, [0, 1]), (1, [2, 3]), (1, [4])]
