"""A player's data as a whole, by the API."""

from tests.web.api.caller import assert_problem
from tests.web.conftest import MOSTLY_ONE

DATABASES = MOSTLY_ONE


def test_what_is_stored(api):
    assert api.get("/me")["plays"] == 0
    play = api.begin()
    api.move(play, "climb")
    assert api.get("/me")["plays"] == 1
    exported = api.get("/me/export")
    assert [one["id"] for one in exported["plays"]] == [play["id"]]
    assert exported["plays"][0]["record"].endswith("climb\n")
    assert "owner" not in str(exported)


def test_settings_are_chosen(api):
    chosen = api.call("PUT", "/me/settings", {"scheme": "dark", "deck": "four", "left": True}).json()
    assert (chosen["scheme"], chosen["deck"], chosen["left"], chosen["warn"]) == ("dark", "four", True, False)
    assert api.get("/me")["settings"] == chosen
    assert "scheme-dark" in api.client.get("/").text
    api.call("PUT", "/me/settings", {"scheme": "purple"}, 422)
    api.call("PUT", "/me/settings", {"colour": "dark"}, 422)
    assert api.get("/me")["settings"] == chosen
    assert api.call("PUT", "/me/settings", {}).json()["scheme"] == "auto"


def test_a_link_moves_a_player_and_joins_their_plays(api):
    first, other = api.begin(), api.another()
    second = other.begin()
    link = api.call("POST", "/me/recovery-link").json()["link"]
    other.call("POST", "/me/recovery", {"link": link}, 204)
    assert {play["id"] for play in other.get("/plays")["plays"]} == {first["id"], second["id"]}
    assert {play["id"] for play in api.get("/plays")["plays"]} == {first["id"], second["id"]}


def test_an_older_link_is_void(api):
    link = api.call("POST", "/me/recovery-link").json()["link"]
    api.call("POST", "/me/recovery-link")
    problem = api.another().call("POST", "/me/recovery", {"link": link}, 404).json()
    assert "no longer valid" in problem["detail"]


def test_a_made_up_link_opens_nothing(api):
    problem = api.call("POST", "/me/recovery", {"link": "/recover/x.y.z"}, 404).json()
    assert "damaged" in problem["detail"]


def test_all_is_deleted(api):
    play = api.begin()
    api.call("DELETE", "/me", expect=204)
    assert api.get("/plays")["plays"] == []
    assert_problem(api.call("GET", f"/plays/{play['id']}", expect=404))
    assert api.get("/me")["plays"] == 0


def test_other_devices_are_signed_out(api):
    play, other = api.begin(), api.another()
    link = api.call("POST", "/me/recovery-link").json()["link"]
    other.call("POST", "/me/recovery", {"link": link}, 204)
    api.call("POST", "/me/sign-out-others", {"key": "short"}, 422)
    api.call("POST", "/me/sign-out-others", {"key": "a-key-made-at-random"}, 204)
    assert api.get("/me")["plays"] == 1
    api.move(play, "climb")
    problem = other.call("GET", f"/plays/{play['id']}", expect=401).json()
    assert problem["type"] == "urn:escapology:signed-out"
    assert other.get("/me")["plays"] == 0, "a new player"
    other.call("POST", "/me/recovery", {"link": link}, 404)
