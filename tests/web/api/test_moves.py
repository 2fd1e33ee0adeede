"""Changes of plays by the API: each for one version, all or nothing, and none is lost or made twice."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from escapology.web import SqlStore, make_app
from escapology.web.store import StoreError
from tests.web.api.caller import BLANK, ROOT, WIN, Caller
from tests.web.conftest import MOSTLY_ONE

DATABASES = MOSTLY_ONE


def test_a_move_tells_what_it_did(api):
    play = api.begin()
    told = api.move(play, " climb ")
    assert (told["version"], told["moves"], told["node"], told["can_undo"]) == (2, 1, 1, True)
    assert told["story"] == ["Climb onto the 3."]
    assert told["state"].startswith("on=3 climbed=1")
    assert api.get(f"/plays/{play['id']}")["version"] == 2


def test_events_of_a_move(api):
    play = api.post("/plays", {"game": "dont-let-them-get-you", "seed": 1}, 201)
    events: list[Any] = []
    while not events:
        play = api.move(play, play["legal"][0]["move"])
        events = play["events"]
    assert {"kind", "who", "where", "words"} == set(events[0])


def test_several_moves_are_all_made_or_none(api):
    play = api.begin()
    wrong = api.act(play, "moves", 422, moves=["climb", "skip", "fly", "climb"])
    assert wrong["detail"] == "move 3: 'fly' is not a move of Blank: write climb or skip"
    wrong = api.act(play, "moves", 422, moves=["climb", "climb"])
    assert wrong["type"] == "urn:escapology:illegal-move"
    assert api.get(f"/plays/{play['id']}") == play
    assert len(api.get(f"/plays/{play['id']}/tree")["nodes"]) == 1
    done = api.act(play, "moves", moves=WIN.split())
    assert (done["is_won"], done["version"], done["moves"], len(done["story"])) == (True, 2, 6, 6)


def test_a_move_or_moves_but_not_both(api):
    play = api.begin()
    for body in ({}, {"move": "climb", "moves": ["climb"]}):
        assert "give a move, or a list of moves" in api.act(play, "moves", 422, **body)["detail"]
    api.act(play, "moves", 422, moves=[])
    api.act(play, "moves", 422, moves=["skip"] * 1001)


def test_a_stale_version_is_a_conflict(api):
    play = api.begin()
    api.move(play, "climb")
    conflict = api.move(play, "climb", 409)
    assert (conflict["version"], conflict["type"]) == (2, "urn:escapology:stale-version")
    ahead = api.post(f"/plays/{play['id']}/undo", {"version": 3}, 409)
    assert ahead["version"] == 2
    assert api.get(f"/plays/{play['id']}")["moves"] == 1


def test_two_servers_of_one_store_never_lose_a_move(tmp_path):
    stores = [SqlStore(tmp_path / "plays.sqlite") for _ in range(2)]
    with TestClient(make_app(stores[0])) as one, TestClient(make_app(stores[1])) as two:
        here = Caller(one)
        play = here.begin()
        there = Caller(two)
        two.cookies = one.cookies
        there.get(f"/plays/{play['id']}")
        here.move(play, "climb")
        assert there.move(play, "skip", 409)["version"] == 2
        after = there.post(f"/plays/{play['id']}/moves", {"version": 2, "move": "skip"})
        assert here.post(f"/plays/{play['id']}/undo", {"version": 2}, 409)["version"] == 3
        assert here.get(f"/plays/{play['id']}")["record"] == f"{BLANK}\nclimb skip\n"
        assert after["version"] == 3
    for store in stores:
        store.close()


def test_of_many_at_once_one_gets_through(api):
    play = api.begin()

    def send(_):
        body = {"version": 1, "move": "skip"}
        return api.client.post(f"{ROOT}/plays/{play['id']}/moves", json=body).status_code

    with ThreadPoolExecutor(8) as threads:
        statuses = list(threads.map(send, range(16)))
    assert sorted(statuses) == [200] + 15 * [409]
    assert api.get(f"/plays/{play['id']}")["moves"] == 1


def test_undo_redo_restart_goto_and_bookmarks(api):
    play = api.begin(f"{BLANK}\nclimb skip")
    play = api.act(play, "undo")
    assert (play["node"], play["can_redo"], play["has_peeked"]) == (1, True, True)
    play = api.act(play, "redo")
    assert (play["node"], play["story"]) == (2, ["Skip the 1."])
    play = api.act(play, "bookmarks", name="  here  I am ")
    play = api.act(play, "restart")
    assert (play["node"], play["story"]) == (0, [])
    play = api.act(play, "moves", move="skip")
    assert play["node"] == 3
    play = api.act(play, "goto", node=2)
    assert play["node"] == 2
    tree = api.get(f"/plays/{play['id']}/tree")
    assert (len(tree["nodes"]), tree["bookmarks"]) == (4, {"here I am": 2})


def test_what_can_not_be_done(api):
    play = api.begin()
    for action, more, words in (
        ("undo", {}, "there is nothing to undo"),
        ("redo", {}, "there is nothing to redo"),
        ("goto", {"node": 7}, "there is no place '7': there are 0 to 0"),
        ("bookmarks", {"name": "  "}, "a bookmark needs a name"),
    ):
        assert words in api.act(play, action, 422, **more)["detail"]
    given_up = api.act(play, "give-up")
    assert (given_up["status"], given_up["is_over"], given_up["legal"]) == ("given up", True, [])
    assert api.act(given_up, "give-up", 422)["detail"] == "the game is already over"
    assert "you gave up" in api.move(given_up, "climb", 422)["detail"]
    assert "you gave up" in api.act(given_up, "moves", 422, moves=["climb", "skip"])["detail"]
    assert api.act(given_up, "undo")["status"] == "playing"


def test_rolled_dice_stay_rolled_but_in_practice(api):
    for practice in (False, True):
        play = api.post("/plays", {"game": "kidnap-machine", "seed": 1, "practice": practice}, 201)
        while not play["is_over"] and play["moves"] < 6:
            play = api.move(play, play["legal"][-1]["move"])
        if practice:
            assert api.act(play, "restart")["moves"] == 0
        else:
            assert "a rolled die can't be taken back" in api.act(play, "restart", 422)["detail"]


@pytest.mark.parametrize("remote", [False, True])
def test_what_is_not_stored_did_not_happen(api, store, monkeypatch, remote):
    monkeypatch.setattr(type(store), "is_remote", remote, raising=False)
    play = api.begin()
    assert api.move(play, "climb")["version"] == 2
    play = api.get(f"/plays/{play['id']}")
    with monkeypatch.context() as broken:
        broken.setattr(store, "put", lambda *_: (_ for _ in ()).throw(StoreError("the disk is full")))
        problem = api.move(play, "skip", 503)
        assert problem["detail"] == "the disk is full"
    assert api.get(f"/plays/{play['id']}") == play
    assert api.move(play, "skip")["moves"] == 2
