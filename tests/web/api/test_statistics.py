"""Statistics by the API, the same as on the page."""

from tests.web.api.caller import BLANK, WIN
from tests.web.conftest import MOSTLY_ONE

DATABASES = MOSTLY_ONE
OTHER = "blank: 1 2 3 4 5 6"


def test_finished_games_are_counted(api):
    for _ in range(2):
        play = api.begin()
        api.act(play, "moves", moves=WIN.split())
    api.act(api.begin(OTHER), "give-up")
    api.begin()
    (row,) = api.get("/statistics")["statistics"]
    assert (row["game"], row["variant"], row["played"], row["won"], row["fewest_moves"]) == ("blank", "short", 2, 1, 6)
    assert row["again"] == 1, "the same deal once more"
    assert 0 <= row["best_seconds"] < 300
    export = api.get("/statistics/export")
    assert export["statistics"] == [row]
    assert [game["won"] for game in export["games"]] == [True, True, False]
    assert [game["again"] for game in export["games"]] == [False, True, False]
    assert export["games"][0]["record"] == f"{BLANK}\n{WIN}\n"
    assert api.client.get("/statistics.json").json() == export
    table = api.call("GET", "/statistics/export.csv")
    assert table.headers["content-type"].startswith("text/csv")
    assert len(table.text.splitlines()) > 4
    assert api.another().get("/statistics") == {"statistics": []}
