"""Games by the API: all that one can choose, and the rules."""

from escapology.games import GAMES, LISTED


def test_all_games_are_listed(api):
    listed = api.get("/games")["games"]
    assert [game["name"] for game in listed] == list(LISTED)


def test_a_game_tells_all_that_can_be_chosen(api):
    for name, game in GAMES.items():
        told = api.get(f"/games/{name}")
        assert told["title"] == game.title
        assert [v["name"] for v in told["variants"]] == [variant.name for variant in game.facts.variants]
        assert {o["name"]: o["values"] for o in told["options"]} == {o.name: dict(o.values) for o in game.facts.options}
        assert told["is_dice"] == game.facts.has_dice
        assert bool(told["levels"]) == (game.fair.yardstick is not None)


def test_rules_are_markdown(api):
    answer = api.call("GET", "/games/lab-rats/rules")
    assert answer.headers["content-type"].startswith("text/markdown")
    assert answer.text.startswith("# Lab Rats")


def test_a_game_that_is_not_there(api):
    assert api.get("/games/chess", 404)["detail"] == "there is no game 'chess'"
    api.get("/games/CHESS", 422)
    api.get("/games/chess/rules", 404)
    api.get("/games/chess/today", 404)


def test_versions(client):
    found = client.get("/api").json()["versions"]
    assert [version["name"] for version in found] == ["v1"]
    assert client.get(found[0]["openapi"]).json()["openapi"].startswith("3.")
