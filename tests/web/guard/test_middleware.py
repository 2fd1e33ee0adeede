"""What stands before every page: cookies, sizes, strangers, headers and rates."""

import re

import pytest
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from escapology.web import Config, make_app
from escapology.web.guard.signatures import Signatures
from tests.web.forms import player_cookie

BLANK = "blank: 3 1 5 2 6 4"
SECRET = b"s" * 32


def app_client(store, **config):
    return TestClient(make_app(store, Config(**config)), base_url="http://testserver")


def cookie_of(answer):
    return re.search(r"player-\w{8}=([^;]*)", answer.headers["set-cookie"])[1]


def name_of(store, **config):
    """The name of the cookie that says who somebody is."""
    with app_client(store, **config) as client:
        client.get("/")
        return player_cookie(client)[0]


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
        chosen = client.post("/settings", data={"scheme": "dark"}, follow_redirects=False)
    assert answer.headers["set-cookie"].endswith("; Secure")
    for cookie in chosen.headers.get_list("set-cookie"):
        assert cookie.endswith("; Secure")
    assert "look-" in chosen.headers["set-cookie"]
    assert answer.headers["strict-transport-security"].startswith("max-age=")


FORGED = ["x", "a" * 22, "a" * 22 + "." + "b" * 43, '""', "a.b.c", "é" * 30, "x" * 5000, "."]


@pytest.mark.parametrize("text", FORGED, ids=range(len(FORGED)))
def test_a_forged_cookie_is_refused_and_removed(client, store, text):
    name = name_of(store)
    headers = {"cookie": f"{name}={text}".encode()}
    page = client.get("/", headers=headers)
    assert page.status_code == 400
    assert "was not issued by this server" in page.text
    assert f"{name}=; Path=/; Max-Age=0" in page.headers["set-cookie"]
    problem = client.get("/api/v1/games", headers=headers)
    assert problem.status_code == 401
    assert problem.headers["content-type"] == "application/problem+json"
    assert problem.json()["status"] == 401
    assert "was not issued by this server" in problem.json()["detail"]
    assert client.get("/static/look.css", headers=headers).status_code == 200


def test_a_signature_is_good_for_one_player_only(client):
    client.get("/")
    name, mine = player_cookie(client)
    other = ("A" if mine[0] != "A" else "B") + mine[1:]
    assert client.get("/", headers={"cookie": f"{name}={other}"}).status_code == 400


def test_the_good_one_of_two_cookies_counts(client):
    """A browser may still have one from when the app stood at another path."""
    client.get("/")
    name, mine = player_cookie(client)
    for both in (f"{name}=x; {name}={mine}", f"{name}={mine}; {name}=x"):
        answer = client.get("/", headers={"cookie": both})
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers


def test_of_very_many_cookies_a_few_are_looked_at(client, monkeypatch):
    looked = []
    client.get("/")
    name, _ = player_cookie(client)
    monkeypatch.setattr(Signatures, "player_of", lambda _, text: looked.append(text))
    cookies = "; ".join(f"{name}=x{number}; player=y{number}" for number in range(50))
    answer = client.get("/", headers={"cookie": cookies})
    assert answer.status_code == 400
    assert 1 < len(looked) < 10


def test_old_secrets_are_still_good_and_new_ones_sign(store):
    with app_client(store, secret=SECRET) as client:
        path = client.post("/plays", data={"text": BLANK}).url.path
        name, old = player_cookie(client)
    with app_client(store, secret=b"t" * 32, old_secrets=(SECRET,)) as client:
        answer = client.get(path, headers={"cookie": f"{name}={old}"})
        assert answer.status_code == 200
        assert cookie_of(answer) != old
        assert cookie_of(answer)[:22] == old[:22]
        assert f"{name}=; Path=/; Max-Age=0" in answer.headers["set-cookie"]
        answer = client.get(path, headers={"cookie": "=".join(player_cookie(client))})
        assert (answer.status_code, answer.headers.get("set-cookie")) == (200, None)
    with app_client(store, secret=b"t" * 32) as client:
        assert client.get(path, headers={"cookie": f"{name}={old}"}).status_code == 404


def test_cookies_from_before_they_had_names_of_their_own_are_taken_over(store):
    """Whoever came by before an upgrade is the same player after it."""
    with app_client(store, secret=SECRET) as client:
        path = client.post("/plays", data={"text": BLANK}).url.path
        name, mine = player_cookie(client)
        client.cookies.clear()
        before = {"cookie": f"player={mine}; look=dark-left"}
        answer = client.get(path, headers=before)
        assert answer.status_code == 200
        assert "scheme-dark" in answer.text
        told = answer.headers.get_list("set-cookie")
        assert [one.partition(";")[0] for one in told] == [f"{name}={mine}", f"look{name[6:]}=dark-left", "player="]
        after = {"cookie": f"player={mine}; look=light; {name}={mine}; look{name[6:]}=dark-left"}
        again = client.get(path, headers=after)
        assert "scheme-dark" in again.text
        assert "set-cookie" not in again.headers, "once is enough"


def test_several_servers_on_one_host_leave_each_others_cookies_alone(store):
    """A browser sends cookies to all ports of a host, also those that an older version has set for another one."""
    foreign = {"player": "a" * 22 + "." + "b" * 43, "look": "dark"}
    with app_client(store, secret=SECRET) as first, app_client(store, secret=b"t" * 32) as second:
        one = send(first, "/settings", foreign, deck="four")
        both = send(second, "/settings", one, deck="four")
        assert (len(one), len(both)) == (4, 6)
        assert send(first, "/plays", both, text=BLANK) == both, "who they are is known already"
        gone = {name: value for name, value in one.items() if name not in foreign}
        assert send(first, "/me/delete", both) == dict(both.items() - gone.items())


def send(client, path, jar, **form):
    """Send a form with the cookies of a jar; what is in the jar then."""
    client.cookies.clear()
    cookies = "; ".join(f"{name}={value}" for name, value in jar.items())
    answer = client.post(path, data=form, headers={"cookie": cookies}, follow_redirects=False)
    assert answer.status_code < 400
    told = [one.partition(";")[0].partition("=") for one in answer.headers.get_list("set-cookie")]
    return {name: value for name, value in (jar | {name: value for name, _, value in told}).items() if value}


def test_unsigned_cookies_are_taken_over_at_this_machine_only(store):
    old = {"cookie": f"player={'a' * 22}"}
    with app_client(store, takes_unsigned=True) as client:
        path = client.post("/plays", data={"text": BLANK}, headers=old, follow_redirects=False).headers["location"]
        answer = client.get(path, headers=old)
        assert answer.status_code == 200
        assert cookie_of(answer).startswith("a" * 22 + ".")
    with app_client(store) as client:
        assert client.get(path, headers=old).status_code == 404


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


def test_an_address_of_very_many_fields(client):
    assert client.get("/new/blank?" + "&".join(["a"] * 100)).status_code == 200
    page = client.get("/new/blank?" + "&".join(["a"] * 101))
    assert page.status_code == 400
    assert "too many fields: the limit is 100" in page.text


@pytest.mark.parametrize(
    "body",
    ["[" + "1," * 20_000 + "1]", "[" * 20_001, '{"a":1' + ',"a":1' * 20_000 + "}"],
    ids=["list", "deep", "object"],
)
def test_a_body_of_very_many_values_is_refused_before_it_is_read(client, body):
    answer = client.post("/api/v1/deals", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 413
    assert answer.json()["detail"] == "That is too much: at most 20,000 values can be sent at once."


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


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST:8000", 200),
        ("Games.Example", 200),
        ("[::1]:8000", 200),
        ("localhost:99@evil", 400),
        ("localhost:", 400),
        ("evil:localhost", 400),
        ("evil.localhost", 400),
        ("localhost\t", 400),
        ("", 400),
    ],
)
def test_names_that_are_answered_to(store, host, status):
    with app_client(store, hosts=("localhost", "games.example", "[::1]")) as client:
        assert client.get("/", headers={"host": host}).status_code == status


def test_health_asks_for_nobody(store):
    with app_client(store, hosts=("games.example",)) as client:
        answer = client.get("/healthz", headers={"cookie": f"{name_of(store)}=forged"})
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
        assert client.get("/").status_code == 400


# rates


def test_costly_calls_are_counted(store, no_time_passes):
    with app_client(store, rates=True) as client:
        for _ in range(60):
            assert client.post("/plays", data={"text": BLANK}, follow_redirects=False).status_code == 303
        answer = client.post("/plays", data={"text": BLANK}, follow_redirects=False)
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) >= 1
        assert "Too many new games at once" in answer.text
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
