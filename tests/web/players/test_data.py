"""A player's data: moved by a link, taken along, deleted."""

import json
import re

import pytest
from starlette.testclient import TestClient

from escapology.play import Play
from escapology.web import Config, make_app
from tests.web.conftest import MOSTLY_ONE
from tests.web.forms import player_cookie

DATABASES = MOSTLY_ONE
BLANK = "blank: 3 1 5 2 6 4"


@pytest.fixture
def app(store):
    return make_app(store)


@pytest.fixture
def phone(app):
    with TestClient(app, base_url="http://testserver") as client:
        yield client


@pytest.fixture
def laptop(app):
    with TestClient(app, base_url="http://testserver") as client:
        yield client


def begin(client, text=BLANK):
    return client.post("/plays", data={"text": text}).url.path


def link_of(client):
    page = client.post("/me/link")
    assert page.status_code == 200
    return re.search(r'value="http://testserver(/recover/[^"]+)"', page.text)[1]


def test_the_page_is_linked(phone):
    assert 'href="/me"' in phone.get("/settings").text
    assert "recovery link" in phone.get("/me").text
    assert "/recover/" not in phone.get("/me").text


def test_a_link_moves_a_player(phone, laptop):
    game = begin(phone)
    link = link_of(phone)
    assert laptop.get(game).status_code == 404
    page = laptop.get(link)
    assert "brings one game to this browser" in page.text
    assert "added to" not in page.text
    assert laptop.get(game).status_code == 404, "looking at it changes nothing"
    assert laptop.post(link).status_code == 200
    assert laptop.get(game).status_code == 200
    assert phone.get(game).status_code == 200
    assert "They’re already here" in laptop.get(link).text


def test_games_of_the_device_are_joined(phone, laptop):
    game, other = begin(phone), begin(laptop)
    link = link_of(phone)
    assert "They are added to one game already in this browser" in laptop.get(link).text
    laptop.post(link)
    for client in (phone, laptop):
        assert {client.get(path).status_code for path in (game, other)} == {200}
    version = re.search(r'name="version" value="(\d+)"', laptop.get(other).text)[1]
    moved = laptop.post(other + "/move", data={"move": "climb", "version": version})
    assert moved.status_code == 200
    assert phone.get(other + "/record.txt").text.endswith("climb\n")


def test_a_new_link_voids_the_old_one(phone, laptop):
    old, new = link_of(phone), link_of(phone)
    for answer in (laptop.get(old), laptop.post(old)):
        assert answer.status_code == 404
        assert "a newer one was made" in answer.text
    assert laptop.get(new).status_code == 200


@pytest.mark.parametrize("text", ["x", "a.b", "é", "x" * 4000, "WyJhIiwxXQ.AAAA", "%00"])
def test_a_damaged_link_opens_nothing(phone, text):
    for answer in (phone.get(f"/recover/{text}"), phone.post(f"/recover/{text}")):
        assert answer.status_code == 404
        assert "damaged" in answer.text


def test_a_cookie_is_no_link_and_a_link_no_cookie(phone):
    link = link_of(phone)
    assert phone.get("/recover/" + player_cookie(phone)[1]).status_code == 404
    assert phone.get("/", headers={"cookie": f"{player_cookie(phone)[0]}={link.split('/')[-1]}"}).status_code == 400


def test_another_secret_makes_other_links(phone, store):
    link = link_of(phone)
    with TestClient(make_app(store, Config(secret=b"x" * 32))) as other:
        assert other.get(link).status_code == 404


def test_the_export_holds_everything(phone, laptop):
    game = begin(phone)
    phone.post(game + "/move", data={"move": "climb", "version": "1"})
    phone.post("/settings", data={"scheme": "dark"})
    begin(laptop)
    answer = phone.get("/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    data = json.loads(answer.text)
    (play,) = data["plays"]
    assert play["record"] == BLANK + "\nclimb\n"
    assert play["deal"] == BLANK
    assert Play.of_line(play["deal"]).game.name == play["game"]
    assert play["status"] == "playing"
    assert {"tree", "created", "changed", "setting", "helped", "score", "moves"} <= play.keys()
    assert data["settings"]["scheme"] == "dark"
    assert player_cookie(phone)[1][:22] not in answer.text


def test_everything_is_deleted(phone, laptop, store):
    game, other = begin(phone), begin(laptop)
    owner, link = player_cookie(phone)[1][:22], link_of(phone)
    assert "One game" in phone.get("/me/delete").text
    assert phone.get(game).status_code == 200, "only the button deletes"
    page = phone.post("/me/delete")
    assert "Nothing of you is stored here any more" in page.text
    assert store.plays(owner) == []
    assert not phone.cookies
    assert laptop.get(link).status_code == 404
    assert phone.get(game).status_code == 404
    assert player_cookie(phone)[1][:22] != owner
    assert laptop.get(other).status_code == 200


def test_a_void_link_stays_void_after_everything_was_deleted(phone, laptop, app):
    """The laptop has the same player, and plays on."""
    begin(phone)
    old = link_of(phone)
    laptop.post(old)
    phone.post("/me/delete")
    begin(laptop)
    links = [link_of(laptop) for _ in range(3)]
    assert old not in links
    with TestClient(app, base_url="http://testserver") as stranger:
        assert stranger.get(old).status_code == 404
        assert stranger.post(old).status_code == 404
        assert stranger.get(links[-1]).status_code == 200


def test_a_link_says_who_else_has_the_games(phone, laptop):
    begin(phone)
    assert "Whoever sent you this link keeps these games too" in laptop.get(link_of(phone)).text


def key_of(client):
    return re.search(r'name="key" value="([^"]+)"', client.get("/me").text)[1]


@pytest.fixture
def shared(phone, laptop):
    """A game that both have, and the link that has brought it to the laptop."""
    game = begin(phone)
    link = link_of(phone)
    laptop.post(link)
    assert laptop.get(game).status_code == 200
    return game, link


def test_other_devices_are_signed_out(phone, laptop, store, shared):
    game, link = shared
    before = player_cookie(phone)[1][:22]
    page = phone.post("/me/sign-out", data={"key": key_of(phone)})
    assert "Your other devices are signed out" in page.text
    assert phone.get(game).status_code == 200
    assert player_cookie(phone)[1][:22] != before
    assert store.plays(before) == []
    gone = laptop.get(game)
    assert gone.status_code == 401
    assert "This device was signed out from another one" in gone.text
    assert not laptop.cookies
    assert laptop.get(link).status_code == 404
    assert laptop.get(game).status_code == 404
    begin(laptop)
    assert player_cookie(laptop)[1][:22] != before, "a new player, as any other"
    laptop.post(link_of(phone))
    assert laptop.get(game).status_code == 200, "a new link brings it back"


@pytest.mark.parametrize(
    ("method", "path", "form"),
    [
        ("GET", "/", {}),
        ("GET", "/me", {}),
        ("POST", "/me/link", {}),
        ("POST", "/me/sign-out", {"key": "k" * 20}),
        ("POST", "/plays", {"text": BLANK}),
        ("POST", "GAME/move", {"move": "climb", "version": "1"}),
    ],
)
def test_a_device_that_was_signed_out_is_told(phone, laptop, shared, method, path, form):
    phone.post("/me/sign-out", data={"key": key_of(phone)})
    path = path.replace("GAME", shared[0])
    answer = laptop.request(method, path, data=form, follow_redirects=True)
    if answer.status_code == 409:  # what moved on is looked at again
        answer = laptop.get(shared[0])
    assert answer.status_code == 401
    assert not laptop.cookies
    assert laptop.get("/").status_code == 200


def test_signing_out_is_done_once_however_often_it_is_asked(phone, laptop, shared):
    """A browser that never got the answer still has the old cookie."""
    key, before = key_of(phone), dict(phone.cookies)
    phone.post("/me/sign-out", data={"key": key})
    after = dict(phone.cookies)
    phone.cookies.clear()
    cookies = "; ".join(f"{name}={value}" for name, value in before.items())
    assert phone.post("/me/sign-out", data={"key": key}, headers={"cookie": cookies}).status_code == 200
    assert dict(phone.cookies) == after
    assert phone.get(shared[0]).status_code == 200
    assert laptop.post("/me/sign-out", data={"key": "another-key-of-somebody"}).status_code == 401


@pytest.mark.parametrize("key", ["", "short", "x" * 101, "\ud800" * 20, "é" * 20])
def test_a_damaged_key_signs_nobody_out(phone, laptop, shared, key):
    assert phone.post("/me/sign-out", data={"key": key.encode("utf-8", "surrogatepass")}).status_code == 422
    assert laptop.get(shared[0]).status_code == 200
