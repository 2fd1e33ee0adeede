"""Plays by the API: begun, looked at from all sides, and nobody else's."""

import pytest

from tests.web.api.caller import BLANK, ROOT, WIN
from tests.web.conftest import MOSTLY_ONE

DATABASES = MOSTLY_ONE


def test_a_play_of_a_deal_line(api):
    answer = api.call("POST", "/plays", {"record": BLANK}, 201)
    play = answer.json()
    assert answer.headers["location"] == f"{ROOT}/plays/{play['id']}"
    assert api.client.get(answer.headers["location"]).json() == play
    assert (play["version"], play["status"], play["deal"], play["record"]) == (1, "playing", BLANK, BLANK + "\n")
    assert [move["move"] for move in play["legal"]] == ["climb", "skip"]
    assert play["legal"][0]["words"] == "Climb onto the 3"
    assert not play["can_undo"]
    assert api.client.get(play["share"]).status_code == 200


def test_a_play_of_a_seed_and_of_a_record(api):
    play = api.post("/plays", {"game": "lab-rats", "variant": "hard", "seed": 5, "practice": True}, 201)
    assert play["deal"] == api.post("/deals", {"game": "lab-rats", "variant": "hard", "seed": 5})["deal"]
    assert play["practice"]
    won = api.begin(f"{BLANK}\n{WIN}")
    assert (won["status"], won["is_over"], won["is_won"], won["moves"], won["legal"]) == ("won", True, True, 6, [])
    assert won["ending"].startswith("You won!")


def test_what_can_not_be_begun(api):
    assert "give a record, or a setting" in api.post("/plays", {"record": BLANK, "seed": 3}, 422)["detail"]
    wrong = api.post("/plays", {"record": f"{BLANK}\nclimb climb"}, 422)
    assert wrong["type"] == "urn:escapology:record"
    assert wrong["detail"].startswith("line 2, column 7 (move 2): 'climb' is not legal here")
    assert api.get("/plays")["plays"] == []


def test_lists_are_paged(api):
    ids = [api.begin()["id"] for _ in range(5)]
    done = [api.begin(f"{BLANK}\n{WIN}")["id"] for _ in range(3)]
    seen, offset = [], 0
    while offset is not None:
        page = api.get(f"/plays?limit=2&offset={offset}")
        assert len(page["plays"]) <= 2
        seen += [play["id"] for play in page["plays"]]
        offset = page["next_offset"]
    assert sorted(seen) == sorted(ids)
    assert [play["id"] for play in api.get("/plays?which=finished")["plays"]] == done
    assert api.get("/plays?which=finished&offset=7") == {"plays": [], "next_offset": None}
    for query in ("limit=0", "limit=101", "offset=-1", "which=all", "limit=x"):
        api.get(f"/plays?{query}", 422)


def test_a_play_from_all_sides(api):
    play = api.begin(f"{BLANK}\nclimb skip")
    path = f"/plays/{play['id']}"
    record = api.call("GET", f"{path}/record")
    assert record.text == f"{BLANK}\nclimb skip\n"
    assert record.headers["content-type"].startswith("text/plain")
    board = api.call("GET", f"{path}/board.svg?palette=dark&deck=four")
    assert board.headers["content-type"] == "image/svg+xml"
    assert 'data-move="climb"' in board.text
    assert "data-move" not in api.call("GET", f"{path}/board.svg?targets=false").text
    api.get(f"{path}/board.svg?palette=pink", 422)
    assert api.get(f"{path}/log")["lines"][0] == {"number": 1, "move": "climb", "story": ["Climb onto the 3."]}
    tree = api.get(f"{path}/tree")
    assert (tree["here"], [node["parent"] for node in tree["nodes"]]) == (2, [None, 0, 1])
    assert api.get(f"{path}/why-not?move=fly")["words"] == "'fly' is not a move of Blank: write climb or skip."
    assert api.get(f"{path}/why-not?move=climb")["words"] == ""
    assert api.get(f"{path}/why-not?place=nowhere")["words"] == ""


def test_looks(api):
    play = api.post("/plays", {"game": "dont-let-them-get-you", "seed": 1}, 201)
    for _ in range(20):
        if play["looks"]:
            break
        api.move(play, play["legal"][0]["move"])
        play = api.get(f"/plays/{play['id']}")
    about = next(iter(play["looks"]))
    assert api.get(f"/plays/{play['id']}/looks")["looks"] == play["looks"]
    shown = api.get(f"/plays/{play['id']}/look", params={"about": about})
    assert shown["overlay"].startswith("<g")
    assert api.get(f"/plays/{play['id']}/look?about=nothing", 404)["type"] == "urn:escapology:not-found"
    api.get(f"/plays/{play['id']}/look", 422)


def test_a_play_is_thrown_away(api):
    play = api.begin()
    assert api.call("DELETE", f"/plays/{play['id']}", expect=204).content == b""
    api.get(f"/plays/{play['id']}", 404)
    api.call("DELETE", f"/plays/{play['id']}", expect=404)
    api.move(play, "climb", 404)


SIDES = ["", "/record", "/board.svg", "/tree", "/log", "/looks", "/look?about=x", "/why-not?move=climb"]


@pytest.mark.parametrize("side", SIDES)
def test_another_players_play_is_not_there(api, side):
    play = api.begin()
    problem = api.another().get(f"/plays/{play['id']}{side}", 404)
    assert problem["detail"] == "this game does not exist: it belongs to another player, or was deleted"


def test_another_players_play_is_not_changed(api):
    play = api.begin()
    other = api.another()
    other.move(play, "climb", 404)
    other.post(f"/plays/{play['id']}/moves", {"version": 99, "move": "climb"}, 404)
    for action in ("undo", "redo", "restart", "give-up"):
        other.act(play, action, 404)
    other.act(play, "goto", 404, node=0)
    other.act(play, "bookmarks", 404, name="mine")
    other.post(f"/plays/{play['id']}/questions", {"kind": "hint"}, 404)
    other.call("DELETE", f"/plays/{play['id']}", expect=404)
    assert other.get("/plays")["plays"] == []
    assert api.get(f"/plays/{play['id']}") == play
