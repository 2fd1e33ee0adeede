"""Whatever is sent, the answer is a clear problem, and nothing is changed."""

import json

import pytest

from tests.web.api.caller import BLANK, ROOT, assert_problem

STRANGE = "\u00fcn\u00ef\u202e\U0001f400"  # other letters, another direction, an animal
JSON = {"content-type": "application/json"}
PATHS = ["/deals", "/deals/check", "/deals/entries", "/deals/searches", "/plays", "/verdicts", "/hints", "/checks",
         "/replays", "/replays/board.svg", "/plays/PLAY/moves", "/plays/PLAY/undo", "/plays/PLAY/redo",
         "/plays/PLAY/restart", "/plays/PLAY/give-up", "/plays/PLAY/goto", "/plays/PLAY/bookmarks",
         "/plays/PLAY/questions"]  # fmt: skip
DEEP = 100_000
BODIES = {
    "nothing": b"",
    "half of it": b'{"game": ',
    "deep lists": b"[" * DEEP,
    "deep lists, closed": b"[" * DEEP + b"]" * DEEP,
    "deep objects": b'{"record":' * DEEP,
    "deep below a name": b'{"record":' + b"[" * DEEP + b"]" * DEEP + b"}",
    "not UTF-8": b'{"record": "\xff\xfe"}',
    "UTF-16": '{"record": "blank"}'.encode("utf-16"),
    "a huge number": b'{"version": 1' + b"0" * 5000 + b', "seed": 1' + b"0" * 5000 + b"}",
    "more than 64 bits": b'{"version": 18446744073709551616, "seed": 18446744073709551616}',
    "NaN": b'{"version": NaN, "seed": NaN, "wait": NaN}',
    "infinity": b'{"version": Infinity, "seed": -Infinity, "wait": 1e999}',
    "a list": b"[]",
    "a text": b'"blank"',
    "null": b"null",
    "a null byte": b'{"record": "bl\\u0000ank: 3 1 5 2 6 4", "deal": "\\u0000", "game": "\\u0000", "version": 1}',
    "a raw null byte": b'{"record": "bl\x00ank"}',
    "half a character": b'{"record": "\\ud800", "deal": "\\udfff", "game": "\\ud800", "name": "\\ud800", "version": 1}',
    "a name that is half a character": b'{"\\ud800": 1}',
    "strange names": b'{"__proto__": 1, "version": 1, "constructor": {}}',
    "wrong types": b'{"record": 7, "deal": [], "game": {}, "version": "1", "move": 1, "seed": 1.5, "name": 1}',
    "true for one": b'{"version": true, "seed": true, "wait": false}',
}


def path_of(api, path):
    return ROOT + path.replace("PLAY", api.begin()["id"] if "PLAY" in path else "")


@pytest.mark.parametrize("path", PATHS)
def test_bodies_that_are_none(api, path):
    path = path_of(api, path)
    for name, body in BODIES.items():
        response = api.client.post(path, content=body, headers=JSON)
        assert response.status_code in (400, 413, 422), (name, response.text)
        assert_problem(response)


@pytest.mark.parametrize("path", PATHS)
def test_ten_megabytes(api, path):
    path = path_of(api, path)
    body = json.dumps({"record": "x" * 10_000_000}).encode()
    response = api.client.post(path, content=body, headers=JSON)
    assert response.status_code == 413
    assert_problem(response)
    pieces = (body[at : at + 65536] for at in range(0, len(body), 65536))
    response = api.client.post(path, content=pieces, headers=JSON)
    assert response.status_code in (411, 413)
    assert_problem(response)


@pytest.mark.parametrize("path", PATHS)
def test_bodies_that_are_no_json(api, path):
    path = path_of(api, path)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "application/xml", "multipart/form-data", ""):
        response = api.client.post(path, content=b'{"game": "blank"}', headers={"content-type": kind})
        assert response.status_code == 415, (kind, response.text)
        assert_problem(response)


def test_very_many_fields_are_one_error(api):
    """Each would be an error of its own, and take its time."""
    problem = api.post("/deals", {"game": "blank", **{f"field{number}": 1 for number in range(60)}}, 422)
    assert problem["detail"] == "body: Value error, too many fields: there are 61, 50 at most"
    assert len(problem["errors"]) == 1
    problem = api.post("/deals", {"game": "blank", "field": 1}, 422)
    assert problem["errors"][0]["where"] == "body.field"


def test_json_may_say_its_characters(api):
    headers = {"content-type": "Application/JSON; charset=utf-8"}
    assert api.client.post(f"{ROOT}/deals", content=b'{"game": "blank"}', headers=headers).status_code == 200


@pytest.mark.parametrize("path", ["/plays", "/replays", "/verdicts", "/checks", "/hints"])
def test_ten_thousand_moves(api, path):
    deal = api.post("/deals", {"game": "lab-rats", "seed": 1})["deal"]
    problem = api.post(path, {"record": f"{deal}\n{'start 0 back ' * 2_000}"}, 422)
    assert problem["type"] == "urn:escapology:record"
    problem = api.post(path, {"record": f"{deal}\n{'a ' * 10_001}"}, 422)
    assert problem["detail"] == "the record is too long: it has at most 2,000 moves"
    problem = api.post(path, {"record": "x" * 200_001}, 422)
    assert "200000" in problem["detail"]


def test_ten_thousand_moves_at_once(api):
    play = api.begin()
    api.act(play, "moves", 422, moves=["skip"] * 10_000)
    api.act(play, "moves", 422, move="x" * 201)
    assert api.get(f"/plays/{play['id']}") == play


@pytest.mark.parametrize("id_", ["nothing", "x" * 40, "'; DROP TABLE plays; --", "..%2f..%2fetc", "%00", "ü", "x" * 41])
def test_ids_that_are_none(api, id_):
    for side in ("", "/tree", "/board.svg", "/record"):
        response = api.client.get(f"{ROOT}/plays/{id_}{side}")
        assert response.status_code in (404, 422), response.text
        assert_problem(response)
    response = api.client.post(f"{ROOT}/plays/{id_}/moves", json={"version": 1, "move": "climb"})
    assert response.status_code in (404, 422)
    assert_problem(response)


def test_queries_that_are_none(api):
    play = api.begin()
    for query in ("about=%00", f"about={'x' * 201}", "about=%ff%00", ""):
        response = api.client.get(f"{ROOT}/plays/{play['id']}/look?{query}")
        assert response.status_code in (404, 422)
        assert_problem(response)


def test_long_names(api):
    play = api.begin()
    api.act(play, "bookmarks", 422, name="x" * 61)
    api.act(play, "bookmarks", 422, name="")
    api.act(play, "bookmarks", 422, name="a\0b")
    assert api.act(play, "bookmarks", name=STRANGE)["version"] == 2
    assert api.get(f"/plays/{play['id']}")["bookmarks"] == {STRANGE: 0}


def test_paths_and_methods_that_are_none(api):
    for path in (
        "/",
        "",
        "/nothing",
        "/plays/",
        "/games//rules",
        "/openapi.yaml",
        "/plays/%0A",
        "/plays/x%0Ay/tree",
        "/%0A",
    ):
        response = api.client.get(ROOT + path)
        assert response.status_code in (404, 422), path
        assert_problem(response)
    response = api.client.put(f"{ROOT}/plays", json={})
    assert response.status_code == 405
    assert set(response.headers["allow"].split(", ")) <= {"GET", "POST"}
    assert_problem(response)


def test_another_site_may_not_send(api):
    headers = {"sec-fetch-site": "cross-site", "origin": "https://elsewhere.example"}
    problem = api.post("/plays", {"record": BLANK}, 403, headers=headers)
    assert problem["detail"]


def test_a_mistake_of_the_server_is_a_problem_too(store, monkeypatch):
    from starlette.testclient import TestClient

    from escapology.web import make_app

    monkeypatch.setattr(store, "running", lambda *_: 1 / 0)
    with TestClient(make_app(store), raise_server_exceptions=False) as client:
        response = client.get(f"{ROOT}/plays")
        assert response.status_code == 500
        assert_problem(response)
        assert "division" not in response.text
