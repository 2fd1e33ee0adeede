"""What stands before every page: cookies, sizes, strangers, headers and rates."""

import re

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from escapology.web import Config, make_app

BLANK = "blank: 3 1 5 2 6 4"
SECRET = b"s" * 32


def app_client(store, **config):
    return TestClient(make_app(store, Config(**config)), base_url="http://testserver")


def cookie_of(answer):
    return re.search(r"player=([^;]*)", answer.headers["set-cookie"])[1]


# cookies


def test_a_player_is_known_by_a_signed_cookie(client):
    first = client.get("/")
    assert re.fullmatch(r"[\w-]{22}\.[\w-]{43}", cookie_of(first))
    assert "; HttpOnly; SameSite=Lax" in first.headers["set-cookie"]
    assert "; Path=/;" in first.headers["set-cookie"]
    assert "Secure" not in first.headers["set-cookie"]
    assert "set-cookie" not in client.get("/").headers


@pytest.mark.parametrize("config", [{"is_secure": True}, {}], ids=["told so", "by https"])
def test_secure_cookies(store, config):
    with TestClient(make_app(store, Config(**config)), base_url="http://a" if config else "https://a") as client:
        answer = client.get("/")
    assert answer.headers["set-cookie"].endswith("; Secure")
    assert answer.headers["strict-transport-security"].startswith("max-age=")


FORGED = ["x", "a" * 22, "a" * 22 + "." + "b" * 43, '""', "a.b.c", "é" * 30, "x" * 5000, "."]


@pytest.mark.parametrize("text", FORGED, ids=range(len(FORGED)))
def test_a_forged_cookie_is_refused_and_removed(client, text):
    headers = {"cookie": f"player={text}".encode()}
    page = client.get("/", headers=headers)
    assert page.status_code == 400
    assert "was not made here" in page.text
    assert "player=; Path=/; Max-Age=0" in page.headers["set-cookie"]
    problem = client.get("/api/v1/games", headers=headers)
    assert problem.status_code == 401
    assert problem.headers["content-type"] == "application/problem+json"
    assert problem.json()["status"] == 401
    assert "was not made here" in problem.json()["detail"]
    assert client.get("/static/look.css", headers=headers).status_code == 200


def test_a_signature_is_good_for_one_player_only(client):
    mine = cookie_of(client.get("/"))
    other = ("A" if mine[0] != "A" else "B") + mine[1:]
    assert client.get("/", headers={"cookie": f"player={other}"}).status_code == 400


def test_the_good_one_of_two_cookies_counts(client):
    """A browser may still have one from when the app stood at another path."""
    mine = cookie_of(client.get("/"))
    for both in (f"player=x; player={mine}", f"player={mine}; player=x"):
        answer = client.get("/", headers={"cookie": both})
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers


def test_old_secrets_are_still_good_and_new_ones_sign(store):
    with app_client(store, secret=SECRET) as client:
        path = client.post("/plays", data={"text": BLANK}).url.path
        old = client.cookies["player"]
    with app_client(store, secret=b"t" * 32, old_secrets=(SECRET,)) as client:
        answer = client.get(path, headers={"cookie": f"player={old}"})
        assert answer.status_code == 200
        assert cookie_of(answer) != old
        assert cookie_of(answer)[:22] == old[:22]
    with app_client(store, secret=b"t" * 32) as client:
        assert client.get(path, headers={"cookie": f"player={old}"}).status_code == 400


def test_unsigned_cookies_are_taken_over_at_this_machine_only(store):
    old = {"cookie": f"player={'a' * 22}"}
    with app_client(store, takes_unsigned=True) as client:
        path = client.post("/plays", data={"text": BLANK}, headers=old, follow_redirects=False).headers["location"]
        answer = client.get(path, headers=old)
        assert answer.status_code == 200
        assert cookie_of(answer).startswith("a" * 22 + ".")
    with app_client(store) as client:
        assert client.get(path, headers=old).status_code == 400


# sizes


def test_a_body_that_does_not_say_its_length_is_counted(client):
    def pieces():
        yield b"text="
        for _ in range(1_100):
            yield b"x" * 1_000

    answer = client.post("/plays", content=pieces(), headers={"content-type": "application/x-www-form-urlencoded"})
    assert answer.status_code == 413
    assert "too much" in answer.text


@pytest.mark.parametrize("length", ["1000001", "-1", "٣", "9" * 5000])
def test_a_length_that_is_too_much_or_none(client, length):
    answer = client.post("/api/v1/plays", content=b"", headers={"content-length": length.encode()})
    assert answer.status_code == 413
    assert answer.json()["title"] == "Content Too Large" or answer.json()["title"] == "Request Entity Too Large"


def test_long_addresses(client):
    assert client.get("/new/" + "x" * 9_000).status_code == 414
    assert client.get("/new/blank?seed=" + "x" * 9_000).status_code == 414
    assert client.get("/api/v1/games?x=" + "x" * 9_000).json()["status"] == 414
    assert client.get("/replay?r=" + "x" * 9_000).status_code == 422
    assert client.get("/replay?r=" + "x" * 61_000).status_code == 414


# strangers


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),
        ({"sec-fetch-site": "same-origin"}, 303),
        ({"sec-fetch-site": "none"}, 303),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "http://testserver"}, 303),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://[evil"}, 403),
        ({"origin": "http://evil.example", "sec-fetch-site": "same-origin"}, 303),
    ],
)
def test_only_our_own_pages_may_send(client, headers, status):
    answer = client.post("/plays", data={"text": BLANK}, headers=headers, follow_redirects=False)
    assert answer.status_code == status
    if status == 403:
        assert client.delete("/api/v1/me", headers=headers).json()["status"] == 403


def test_every_answer_keeps_to_itself(client):
    for answer in (client.get("/"), client.get("/nothing"), client.get("/static/look.css"), client.get("/healthz")):
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "camera=()" in answer.headers["permissions-policy"]
        assert "strict-transport-security" not in answer.headers
    assert client.get("/static/look.css").headers["cache-control"] == "no-cache"
    path = client.post("/plays", data={"text": BLANK}).url.path
    for page in ("", "/record.txt", "/log", "/share"):
        assert client.get(path + page, follow_redirects=False).headers["cache-control"] == "no-store"


def test_health_asks_for_nobody(store):
    with app_client(store, hosts=("games.example",)) as client:
        answer = client.get("/healthz", headers={"cookie": "player=forged"})
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
        assert client.get("/").status_code == 400


def test_health_looks_at_the_store(client, store, monkeypatch):
    from escapology.web.store import StoreError

    def fail():
        raise StoreError("the database can't be reached")

    monkeypatch.setattr(store, "check", fail)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.text) == (503, "the database can't be reached\n")


# rates


def test_costly_calls_are_counted(store):
    with app_client(store, rates=True) as client:
        for _ in range(60):
            assert client.post("/plays", data={"text": BLANK}, follow_redirects=False).status_code == 303
        for _ in range(5):
            answer = client.post("/plays", data={"text": BLANK}, follow_redirects=False)
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) >= 1
        assert "too many new games" in answer.text
        assert client.get("/").status_code == 200


def test_at_this_machine_nothing_is_counted(client):
    for _ in range(80):
        assert client.post("/plays", data={"text": BLANK}, follow_redirects=False).status_code == 303


# what is noted


def test_routes_are_noted_as_they_are_written(store, caplog):
    from starlette.responses import PlainTextResponse

    def thing(request):
        return PlainTextResponse("here", headers={"location": request.scope["root_path"] + "/things/other"})

    below = Starlette(routes=[Route("/things/{name}", thing)])
    app = make_app(store, Config(root_path="/games"))
    app.mount("/api/v0", below)
    with caplog.at_level("INFO", logger="escapology.web"), TestClient(app, base_url="http://testserver") as client:
        for path in ("/", "/rules/blank", "/static/look.css", "/nothing", "/api/v0/things/mine", "/api/v0/x"):
            answer = client.get("/games" + path)
            assert answer.headers.get("location") in (None, "/games/api/v0/things/other")
    noted = [record.facts["route"] for record in caplog.records if record.name == "escapology.web"]
    assert noted == ["/", "/rules/{name}", "/static", "none", "/api/v0/things/{name}", "/api/v0"]
