"""How large a play may become, and what is said to whoever gets there."""

import pytest

from escapology.web.plays import actions
from escapology.web.plays.start import MOST_MOVES
from tests.web.api.caller import Caller
from tests.web.plays.long import long_play, to_and_fro

BLANK = "blank: 3 1 5 2 6 4"


def begin(api, text=BLANK):
    return api.post("/plays", {"record": text, "practice": True}, 201)


@pytest.fixture
def api(client):
    return Caller(client)


def test_too_much_was_tried(api, monkeypatch):
    monkeypatch.setattr(actions, "MOST_NODES", 4)
    play = begin(api)
    for move in ("climb", "skip"):
        play |= api.move(play, move)
    play |= api.act(play, "restart")
    play |= api.move(play, "skip")
    problem = api.move(play, "skip", 422)
    assert problem["detail"] == (
        "too much was tried in this game: 4 positions are the most that are kept; go on along what was tried, or begin "
        "the deal anew"
    )
    play |= api.act(play, "restart")
    play |= api.act(play, "moves", moves=["climb", "skip"])
    assert play["moves"] == 2, "what was tried can be gone through"
    play |= api.act(play, "bookmarks", name="here")
    api.act(play, "give-up")


def test_a_way_that_is_too_long(api, client):
    play = begin(api, to_and_fro(MOST_MOVES + 1).record_text())
    assert play["moves"] == MOST_MOVES == 2_000
    there = next(move for move in ("c3:1>b3", "b3:1>c3") if move in {legal["move"] for legal in play["legal"]})
    problem = api.move(play, there, 422)
    assert problem["detail"] == (
        "this game is 2,000 moves long, which is the most that is kept: go back, or begin the deal anew"
    )
    page = client.post(f"/play/{play['id']}/move", data={"move": there, "version": play["version"]})
    assert (page.status_code, "This game is 2,000 moves long" in page.text) == (422, True)
    assert client.get(play["share"]).status_code == 200, "what can be played can be shared"
    play |= api.act(play, "undo")
    play |= api.act(play, "redo")
    assert len(api.get(f"/plays/{play['id']}/log")["lines"]) == 2_000


def test_a_play_from_before_that_is_larger(client):
    table = client.app.state.desk.table
    client.post("/plays", data={"text": BLANK})
    owner = table.seats()[0].saved.owner
    id_ = table.sit_down(long_play(5_000), owner).saved.id
    table._seats.drop(id_)
    path = f"/play/{id_}"
    for page in ("", "/tree", "/log", "/record.txt"):
        assert client.get(path + page).status_code == 200
    assert client.post(f"{path}/undo", data={"version": 1}).status_code == 200
    assert client.post(f"{path}/goto", data={"version": 2, "node": 7}).status_code == 200
    seat = table.seat(id_, owner)
    assert (seat.play.here.number, len(seat.play.nodes)) == (7, 5_000)
    legal = next(text for text in seat.play.legal() if seat.play.here.child(text) is None)
    refused = client.post(f"{path}/move", data={"version": 3, "move": legal})
    assert (refused.status_code, "4,000 positions are the most" in refused.text) == (422, True)
