"""The deals of the days by the API."""

from datetime import timedelta

from escapology.daily import FIRST_DAY, first_seed, today
from escapology.games import LISTED
from tests.web.api.caller import Caller
from tests.web.daily.conftest import TODAY, make_known


def test_the_deal_of_a_day(client, clock):
    api = Caller(client)
    seed = make_known(client.app, "lab-rats", TODAY)
    told = api.get("/daily/today/lab-rats")
    assert told == api.get("/daily/2026-11-19/lab-rats") == api.get("/games/lab-rats/today")
    plain = api.post("/deals", {"game": "lab-rats", "seed": seed})
    assert told == plain | {"day": "2026-11-19", "proven": True}
    assert api.get("/games/not-alone")["today"] is None, "nobody has looked for it yet"


def test_a_seed_is_told_with_the_game_once_it_is_known(client, clock):
    make_known(client.app, "lab-rats", TODAY)
    client.get("/")
    assert Caller(client).get("/games/lab-rats")["today"] == first_seed("lab-rats", TODAY)


def test_a_deal_is_played_once(client, clock):
    api = Caller(client)
    make_known(client.app, "blank", TODAY)
    begun = api.call("POST", "/daily/today/blank", expect=201).json()
    assert begun["daily"] == "2026-11-19"
    again = api.call("POST", "/daily/2026-11-19/blank", expect=200).json()
    assert (again["id"], again["moves"]) == (begun["id"], 0)
    assert [play["daily"] for play in api.get("/plays")["plays"]] == ["2026-11-19"]
    assert api.begin()["daily"] is None


def test_the_calendar(client, clock):
    api = Caller(client)
    empty = api.get("/daily")
    assert empty["days"] == []
    assert (empty["today"], empty["seconds_left"], empty["first_day"]) == ("2026-11-19", 34_200, str(FIRST_DAY))
    assert (empty["game_of_the_day"], empty["streak"]["current"]) == ("not-alone", 0)
    make_known(client.app, "blank", TODAY)
    play = api.call("POST", "/daily/today/blank", expect=201).json()
    mark = {"game": "blank", "mark": "played", "play": play["id"]}
    assert api.get("/daily")["days"] == [{"day": "2026-11-19", "mark": "played", "deals": [mark]}]
    day = api.get("/daily/today")
    assert [deal["game"] for deal in day["deals"]] == list(LISTED)
    assert {deal["mark"] for deal in day["deals"]} == {""}


def test_what_is_kept_back_and_what_there_is_not(client, clock):
    api = Caller(client)
    tomorrow = TODAY + timedelta(1)
    make_known(client.app, "blank", tomorrow)
    for path in (f"/daily/{tomorrow}", f"/daily/{tomorrow}/blank"):
        assert "still to come" in api.get(path, 404)["detail"]
    assert "still to come" in api.call("POST", f"/daily/{tomorrow}/blank", expect=404).json()["detail"]
    assert "is not a date" in api.get("/daily/2026-02-30/blank", 404)["detail"]
    assert "there is no game" in api.get("/daily/today/chess", 404)["detail"]


def test_what_is_not_known_is_looked_for(client, clock):
    """By a worker, and in earnest."""
    told = Caller(client).get("/games/blank/today?wait=30")
    while "ticket" in told:
        told = Caller(client).get("/games/blank/today?wait=30")
    assert told["seed"] // 1_000 == first_seed("blank", today()) // 1_000
