"""Buckets that are emptied and fill again, and what each route takes out of them."""

import pytest
from fastapi.routing import APIRoute
from starlette.testclient import TestClient

from escapology.errors import sentence
from escapology.web import Config, api, make_app
from escapology.web.guard.rates import RATES, Rate, Rates, TooManyError, declares, rate_of
from escapology.web.pages import ROUTERS

PATIENT_SECONDS = 60.0  # in which nobody who plays uses a rate up


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def is_free(rates, what, player="a", address="192.0.2.1"):
    try:
        rates.take(what, RATES[what], player, address)
    except TooManyError:
        return False
    return True


def fill(rates, what="new games", player="a", address="192.0.2.1", most=100_000):
    """How many calls there are until one is refused."""
    return next(i for i in range(most) if not is_free(rates, what, player, address))


def routes():
    """All routes of pages and API, by method and path, and what each of them costs."""
    found = {}
    for prefix, routers in (("", (*ROUTERS, api.router)), (api.PATH, api._ROUTERS)):
        for router in routers:
            for route in router.routes:
                assert isinstance(route, APIRoute)
                for method in route.methods:
                    found[f"{method} {prefix}{route.path}"] = route.endpoint
    return found


ROUTES = routes()
WHAT = {name: rate_of(endpoint) and rate_of(endpoint)[0] for name, endpoint in ROUTES.items() if declares(endpoint)}


def test_a_burst_and_then_so_many_a_second():
    clock = Clock()
    rates = Rates(clock)
    assert fill(rates) == 60
    with pytest.raises(TooManyError) as caught:
        rates.take("new games", RATES["new games"], "a", "192.0.2.1")
    assert sentence(caught.value) == "Too many new games at once: try again in 1 second."
    assert caught.value.retry_after == 1
    clock.now += 5.0
    assert fill(rates) == 5
    clock.now += 1e6
    assert fill(rates) == 60


def test_players_are_apart_and_an_address_has_ten_times_as_much():
    rates = Rates(Clock())
    assert [fill(rates, player=f"player {i}") for i in range(9)] == [60] * 9
    assert sum(is_free(rates, "new games", f"other {i}") for i in range(200)) < 60
    assert fill(rates, player="somebody", address="192.0.2.2") == 60


def test_an_ipv6_network_is_one_address():
    rates = Rates(Clock())
    assert sum(is_free(rates, "new games", f"p{i}", f"2001:db8::{i:x}") for i in range(1000)) == 600


def test_the_number_of_buckets_is_bounded():
    rates = Rates(Clock(), most=10)
    for i in range(1000):
        is_free(rates, "new games", f"p{i}", f"192.0.2.{i % 250}")
    assert len(rates._buckets) == 10


def test_every_rate_lets_a_person_be():
    assert all(rate.burst >= 10 and rate.per_second >= 0.1 and rate.factor >= 5 for rate in RATES.values())


@pytest.mark.parametrize("what", ["changes of games", "looks at games"])
def test_a_script_makes_twenty_moves_a_second_and_a_class_plays_behind_one_address(what):
    clock = Clock()
    rates = Rates(clock)
    for _ in range(int(20 * PATIENT_SECONDS)):
        clock.now += 1 / 20
        assert is_free(rates, what)
    for i in range(int(30 * 3 * PATIENT_SECONDS)):
        clock.now += 1 / (30 * 3)
        assert is_free(rates, what, f"pupil {i % 30}", "192.0.2.2")


def test_changes_of_games_are_counted_all_the_same():
    """Twenty connections that fire as fast as they are answered."""
    clock = Clock()
    rates = Rates(clock)
    done = 0
    for _ in range(6000):
        clock.now += 1 / 600
        done += is_free(rates, "changes of games")
    assert 590 < done <= 300 + 10 * 30


def test_every_route_says_what_it_costs():
    """A named rate, or that it is cheap."""
    assert len(ROUTES) > 80
    assert [name for name, endpoint in ROUTES.items() if not declares(endpoint)] == []
    assert all(what is None or what in RATES for what in WHAT.values())
    assert set(WHAT.values()) - {None} == set(RATES), "and no rate is there for nothing"


def test_what_is_cheap():
    """Nothing of it reads or writes a game, or draws a board."""
    assert sorted(name for name, what in WHAT.items() if what is None) == [
        "GET /api",
        "GET /api/v1/games",
        "GET /api/v1/games/{game}",
        "GET /healthz",
        "HEAD /healthz",
        "POST /settings",
        "POST /settings/sound",
        "POST /settings/theme",
        "POST /statistics",
        "PUT /api/v1/me/settings",
    ]


COSTLY = {
    "GET /statistics.csv": "exports",
    "GET /statistics.json": "exports",
    "GET /api/v1/statistics/export": "exports",
    "GET /api/v1/statistics/export.csv": "exports",
    "GET /me/export": "exports",
    "GET /api/v1/me": "looks at your data",
    "GET /me/delete": "looks at your data",
    "POST /me/delete": "deletions",
    "DELETE /api/v1/me": "deletions",
    "GET /": "lists of games",
    "GET /api/v1/plays": "lists of games",
    "GET /play/{id_}/tree": "logs and trees",
    "GET /play/{id_}/tree/{number}.svg": "small boards",
    "GET /api/v1/plays/{play}/log": "logs and trees",
    "GET /api/v1/plays/{play}/board.svg": "looks at games",
    "GET /replay/place": "replays",
    "POST /api/v1/replays": "records",
    "GET /recover/{text}": "looks at recovery links",
    "POST /recover/{text}": "recovery links",
    "POST /plays": "new games",
    "POST /play/{id_}/think": "questions",
    "POST /play/{id_}/{action}": "changes of games",
}


@pytest.mark.parametrize("name", COSTLY)
def test_what_is_costly(name):
    assert WHAT[name] == COSTLY[name]


@pytest.fixture
def counted(store, no_time_passes):
    with TestClient(make_app(store, Config(rates=True)), base_url="http://testserver") as client:
        yield client


@pytest.mark.parametrize("what", sorted(RATES))
def test_each_rate_is_taken_where_it_was_declared(counted, what, monkeypatch):
    """A route of each rate, asked once more than the rate allows."""
    name = next(name for name, its in WHAT.items() if its == what)  # the address's bucket: a deletion makes one anew
    monkeypatch.setattr(ROUTES[name], "rate", (what, Rate(2, 0.01, 1)))
    method, path = name.split()
    path = path.replace("{id_}", "x").replace("{name}", "blank").replace("{game}", "blank")
    answers = [counted.request(method, path, headers={"content-type": "application/json"}) for _ in range(3)]
    assert [answer.status_code == 429 for answer in answers] == [False, False, True]
    assert f"oo many {what} at once: try again in" in answers[2].text
    assert int(answers[2].headers["retry-after"]) > 0


def test_a_line_end_in_an_address_changes_nothing(counted):
    statuses = [counted.post("/recover/abc%0a").status_code for _ in range(11)]
    assert statuses[9:] == [404, 429]
    statuses = [counted.get(f"/recover/a%0ab{i}").status_code for i in range(21)]
    assert statuses[19:] == [404, 429]


@pytest.mark.parametrize("path", ["/statistics.csv", "/api/v1/statistics/export", "/me/export", "/api/v1/me/export"])
def test_exports_are_counted_whichever_they_are(counted, path):
    """They all empty one bucket."""
    for _ in range(19):
        assert counted.get("/statistics.json").status_code == 200
    assert [counted.get(path).status_code for _ in range(2)] == [200, 429]


@pytest.mark.parametrize("path", ["/api/v1/me", "/me/delete"])
def test_what_counts_all_games_is_counted(counted, path):
    assert [counted.get(path).status_code for _ in range(61)] == [200] * 60 + [429]


def test_a_head_counts_as_a_get(counted):
    """Wherever it is answered at all."""
    for name in WHAT:
        method, path = name.split()
        if method == "GET" and path != "/healthz":
            assert counted.head(path).status_code in (405, 429)
