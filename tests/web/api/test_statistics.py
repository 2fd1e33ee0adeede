"""Statistics by the API, the same as on the page."""

from tests.web.api.caller import BLANK, WIN
from tests.web.conftest import BOTH

DATABASES = BOTH


def test_finished_games_are_counted(api):
    for _ in range(2):
        play = api.begin()
        api.act(play, "moves", moves=WIN.split())
    api.act(api.begin(), "give-up")
    api.begin()
    (row,) = api.get("/statistics")["statistics"]
    assert (row["game"], row["variant"], row["played"], row["won"], row["fewest_moves"]) == ("blank", "short", 3, 2, 6)
    export = api.get("/statistics/export")
    assert export["statistics"] == [row]
    assert [game["won"] for game in export["games"]] == [True, True, False]
    assert export["games"][0]["record"] == f"{BLANK}\n{WIN}\n"
    assert api.client.get("/statistics.json").json() == export
    table = api.call("GET", "/statistics/export.csv")
    assert table.headers["content-type"].startswith("text/csv")
    assert len(table.text.splitlines()) > 4
    assert api.another().get("/statistics") == {"statistics": []}
