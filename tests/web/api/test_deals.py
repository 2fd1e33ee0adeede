"""Deals by the API."""

import dataclasses

import pytest

from escapology.games import GAMES
from escapology.luck import MAX_SEED
from escapology.middle import deal_line, new_deal
from escapology.setting import make_setting, parse_setting


@pytest.mark.parametrize("name", GAMES)
def test_a_seed_gives_the_deal_of_the_command_line(api, name):
    line = deal_line(GAMES[name], new_deal(make_setting(GAMES[name]), 7))
    told = api.post("/deals", {"game": name, "seed": 7})
    assert (told["deal"], told["seed"], told["setting"]) == (line, 7, name)
    assert api.post("/deals/check", {"deal": line})["deal"] == line


def test_settings_are_told_in_two_ways(api):
    one = api.post("/deals", {"setting": "blank/long[skips=two]", "seed": MAX_SEED})
    two = api.post("/deals", {"game": "blank", "variant": "long", "options": {"skips": "two"}, "seed": MAX_SEED})
    assert one == two
    assert one["options"] == {"skips": "two"}
    assert parse_setting(one["setting"], GAMES).variant == one["variant"] == "long"


def test_without_a_seed_one_is_drawn(api):
    told = api.post("/deals", {"game": "blank"})
    assert api.post("/deals", {"game": "blank", "seed": told["seed"]}) == told


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({}, "say what to play"),
        ({"game": "blank", "setting": "blank"}, "say what to play"),
        ({"setting": "blank", "variant": "long"}, "a setting holds the variant"),
        ({"setting": "chess"}, "there is no game 'chess': choose from devils-square"),
        ({"game": "blank", "variant": "wide"}, "blank has no variant 'wide': it has short, long"),
        ({"game": "blank", "options": {"skips": "no"}}, "blank has no option 'skips=no'"),
        ({"game": "blank", "seed": -1}, "body.seed"),
        ({"game": "blank", "seed": MAX_SEED + 1}, "body.seed"),
        ({"game": "blank", "seed": "7"}, "body.seed"),
        ({"game": "blank", "sead": 7}, "body.sead"),
    ],
)
def test_what_can_not_be_dealt(api, body, words):
    assert words in api.post("/deals", body, 422)["detail"]


def test_deal_lines_that_are_none(api):
    assert "there are 3 cards" in api.post("/deals/check", {"deal": "blank: 1 2 3"}, 422)["detail"]
    assert "remove the moves" in api.post("/deals/check", {"deal": "blank: 3 1 5 2 6 4\nclimb"}, 422)["detail"]
    secret = api.post("/deals/check", {"deal": "kidnap-machine: house=/etc/passwd enemy=1"}, 422)
    assert "names a file" in secret["detail"]


def test_a_deal_from_the_table(api):
    asked = api.post("/deals/entries", {"game": "devils-square"})
    assert asked["deal"] is None
    assert asked["missing"]
    part = asked["parts"][0]
    rows = dict.fromkeys(part["rows"], "")
    rows[next(iter(rows))] = part["pieces"][0]
    filled = api.post("/deals/entries", {"game": "devils-square", "rows": rows, "fill": True, "seed": 3})
    assert api.post("/deals/check", {"deal": filled["deal"]})["deal"] == filled["deal"]
    assert part["pieces"][0] in filled["deal"]
    wrong = api.post("/deals/entries", {"game": "devils-square", "rows": {next(iter(rows)): "zz"}, "fill": True})
    assert wrong["deal"] is None
    assert any("can’t lie here" in text for part in wrong["parts"] for text in part["wrong"])


def test_a_game_that_can_not_be_entered(api, monkeypatch):
    monkeypatch.setitem(GAMES, "blank", dataclasses.replace(GAMES["blank"], entry=None))
    assert "can't be entered by hand" in api.post("/deals/entries", {"game": "blank"}, 404)["detail"]
