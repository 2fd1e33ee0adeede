"""Guided games as pages: played by forms alone, left and taken up, and never counted."""

import html
import re

import pytest
from starlette.testclient import TestClient

from escapology.games import GAMES, LISTED
from escapology.guide import guide_of
from escapology.web import Config, make_app, open_store
from tests.web.conftest import MOSTLY_ONE

DATABASES = MOSTLY_ONE
CONFIG = Config(secret=b"s" * 32)
DATA = {"accept": "application/json"}


def said(page, kind):
    found = re.search(rf'<p class="{kind}"[^>]*>([^<]*)</p>', page.text)
    return html.unescape(found[1]) if found else ""


QUICK = ("blank", "kidnap-machine")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.long) for name in GAMES]
)
def test_played_by_forms_with_a_wrong_try_at_every_step(client, name):
    guide = guide_of(GAMES[name])
    page = client.get(f"/guide/{name}")
    for point in guide.points[:-1]:
        path = f"/guide/{name}/{point.number}"
        assert page.url.path == path
        assert said(page, "say") == point.step.say
        assert said(page, "ask") == point.step.ask
        assert said(page, "answer") == ""
        others = [text for text in guide.legal(point) if text != point.move]
        wrong = client.post(path, data={"move": others[-1] if others else "nonsense"})
        assert wrong.url.path == path
        assert said(wrong, "answer")
        assert len(re.findall('name="move"', page.text)) == len(guide.legal(point))
        page = client.post(path, data={"move": point.move} if point.move else {})
    assert page.url.path == f"/guide/{name}/{guide.last}"
    assert "Play on your own" in page.text
    assert 'name="move"' not in page.text
    assert client.get(f"/guide/{name}").url.path == f"/guide/{name}/1", "after the end it begins anew"


@pytest.mark.parametrize("name", LISTED)
def test_as_a_script_asks(client, name):
    guide = guide_of(LISTED[name])
    told = {}
    for point in guide.points[:-1]:
        path = f"/guide/{name}/{point.number}"
        assert client.post(path, data={"move": "nonsense"}, headers=DATA).json()["answer"]
        told = client.post(path, data={"move": point.move}, headers=DATA).json()
        assert told["number"] == point.number + 1
        assert told["board"].startswith("<svg")
        assert html.escape(guide.point(told["number"]).step.say, quote=False)[:20] in html.unescape(told["panel"])
    assert told["end"] == "won"


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("devils-square/4/why?source=B4C&place=d3", "The pile would have two coins."),
        ("devils-square/1/why?source=&place=a1", "Nothing to do on the board just yet: read this, then go on."),
        ("devils-square/2/why?source=&place=nowhere", ""),
        ("dont-let-them-get-you/3/why?source=&place=g7", "You go step by step: g7 is not next to a1."),
        ("lab-rats/4/why?source=rat&place=5,5", guide_of(GAMES["lab-rats"]).point(4).step.wrong),
    ],
)
def test_what_is_put_where_it_can_not_go(client, path, answer):
    assert client.get(f"/guide/{path}").json() == {"answer": answer}


def test_no_such_guide(client):
    for path in ("/guide/chess", "/guide/chess/1"):
        assert client.get(path).status_code == 404
    assert client.get("/guide/blank/nothing").status_code == 422
    assert client.get("/guide/blank/999").status_code == 200
    assert client.post("/guide/blank/2", data={"move": "x" * 10_000}).status_code == 422


def test_a_game_without_one(client, monkeypatch):
    monkeypatch.setattr("escapology.web.pages.guide.guide_of", lambda game: None)
    answer = client.get("/guide/blank")
    assert answer.status_code == 404
    assert "there is no guided game of Blank" in answer.text.replace("There", "there")


def test_it_is_offered_on_the_first_visit_and_never_counted(client, store):
    home = client.get("/")
    assert "New here?" in home.text
    assert home.text.count('href="/guide/lab-rats"') == 2
    assert "Play a guided game" in client.get("/new/lab-rats").text
    client.get("/guide/lab-rats/4")
    assert "New here?" in client.get("/").text, "to look is not to begin"
    client.post("/guide/lab-rats/1")
    client.post("/guide/lab-rats/2", data={"move": "start 0"})
    home = client.get("/")
    assert "New here?" not in home.text
    assert "Guided game · step 3 of 15" in home.text
    assert "Continue your guided game" in client.get("/new/lab-rats").text
    assert client.get("/guide/lab-rats").url.path == "/guide/lab-rats/3"
    client.post("/guide/lab-rats/16")
    home = client.get("/")
    assert "Guided game ·" not in home.text
    assert "New here?" not in home.text
    assert "Play the guided game again" in client.get("/new/lab-rats").text
    assert client.get("/api/v1/statistics").json() == {"statistics": []}
    assert client.get("/api/v1/plays").json()["plays"] == []


def test_who_has_played_is_not_new(client):
    client.post("/plays", data={"game": "blank"})
    assert "New here?" not in client.get("/").text


def test_it_goes_on_after_a_restart_and_on_another_device(database):
    store = open_store(database)
    with TestClient(make_app(store, CONFIG), base_url="http://testserver") as desk:
        desk.post("/guide/blank/1")
        desk.post("/guide/blank/2", data={"move": "skip"})
        cookies = dict(desk.cookies)
    store.close()
    store = open_store(database)
    app = make_app(store, CONFIG)
    with (
        TestClient(app, base_url="http://testserver", cookies=cookies) as desk,
        TestClient(app, base_url="http://testserver") as phone,
    ):
        assert desk.get("/guide/blank").url.path == "/guide/blank/3"
        assert desk.get("/me/export").json()["guides"] == {"blank": 3}
        phone.post("/guide/kidnap-machine/1")
        phone.post("/guide/blank/1")
        phone.post(re.search(r'value="http://testserver(/recover/[^"]+)"', desk.post("/me/link").text)[1])
        assert phone.get("/guide/blank").url.path == "/guide/blank/3"
        assert desk.get("/guide/kidnap-machine").url.path == "/guide/kidnap-machine/2"
        desk.post("/me/delete")
        assert phone.get("/guide/blank").url.path == "/guide/blank/1"
    store.close()
