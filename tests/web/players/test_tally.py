"""Statistics: what is counted and how, in words and numbers, hidden, and taken along."""

import csv
import io
import json
import re
import time
from dataclasses import asdict, replace

import pytest

from escapology.web.players.tally import tally_data, tally_games, variant_of
from escapology.web.store import Result, Saved
from tests.web.conftest import MOSTLY_ONE
from tests.web.forms import BLANK, act, begin, player_cookie

DATABASES = MOSTLY_ONE


def results(*marks, game="lab-rats", setting="lab-rats", moves=20, score=0):
    """W won, L lost, G given up; small letters: with help."""
    status = {"w": "won", "l": "lost", "g": "given up"}
    return [
        Result(game, setting, status[mark.lower()], moves + i, score, mark.islower(), f"2026-01-{i + 1:02}T00:00:00")
        for i, mark in enumerate(marks)
    ]


def the_one(found):
    [tally] = tally_games(found)
    [one] = tally.variants
    return one


@pytest.mark.parametrize(
    ("marks", "played", "won", "streak", "longest"),
    [
        ("W", 1, 1, 1, 1),
        ("WWLW", 4, 3, 1, 2),
        ("WWWG", 4, 3, 0, 3),
        ("LLL", 3, 0, 0, 0),
        ("WlwW", 2, 2, 2, 2),
        ("ww", 0, 0, 0, 0),
    ],
)
def test_counts_and_streaks(marks, played, won, streak, longest):
    one = the_one(results(*marks))
    assert (one.played, one.won, one.streak, one.longest) == (played, won, streak, longest)
    assert one.helped == sum(mark.islower() for mark in marks)
    assert one.last == f"2026-01-{len(marks):02}T00:00:00"


def test_the_best():
    assert the_one(results("L", "W", "W")).best == "21 moves"
    assert the_one(results("w", "L")).best == "", "a win with help is no best"
    assert the_one(results("L", game="devils-square", setting="devils-square", score=70)).best == "70 points"


def test_by_game_and_variant_in_the_order_of_the_menu():
    found = [
        *results("W", "L", setting="lab-rats/hard"),
        *results("W", setting="lab-rats[touch=corner]"),
        *results("L", game="devils-square", setting="devils-square"),
        *results("W", game="chess", setting="chess"),
    ]
    rows = [(row["game"], row["variant"], row["played"]) for row in tally_data(tally_games(found))]
    assert rows == [("devils-square", "classic", 1), ("lab-rats", "classic", 1), ("lab-rats", "hard", 2)]
    assert variant_of("lab-rats/of-old") == "lab-rats/of-old"


def test_the_page(client):
    assert "No games yet" in client.get("/statistics").text
    path = begin(client)
    assert "No games yet" in client.get("/statistics").text, "a game in progress is not counted"
    for move in ("climb", "skip", "climb", "skip", "climb"):
        act(client, path, "move", move=move)
    given_up = begin(client, text="blank: 1 2 3 4 5 6")
    act(client, given_up, "give-up")
    page = client.get("/statistics").text
    assert row_of(page, "short")[:4] == ["2", "1", "50%", "5"]
    assert "<table>" not in client.post("/statistics", data={"discreet": "yes"}).text
    assert "Show statistics" in client.get("/statistics").text
    assert 'name="discreet" value="yes" checked' in client.get("/settings").text
    assert "<table>" in client.post("/statistics", data={"discreet": "no"}).text


def row_of(page, name):
    """The cells of the row of that name."""
    row = page.partition(f'<tr><th scope="row">{name}</th>')[2].partition("</tr>")[0]
    return [" ".join(re.sub("<[^>]+>", "", cell).split()) for cell in re.findall("<td>(.*?)</td>", row, re.DOTALL)]


def test_they_are_the_players_own(client):
    path = begin(client)
    act(client, path, "give-up")
    client.cookies.clear()
    assert "No games yet" in client.get("/statistics").text


def test_taking_them_along(client):
    path = begin(client)
    act(client, path, "give-up")
    sheet = client.get("/statistics.csv")
    assert "attachment" in sheet.headers["content-disposition"]
    [row] = csv.DictReader(io.StringIO(sheet.text))
    assert (row["game"], row["status"], row["won"], row["record"]) == ("blank", "given up", "False", f"{BLANK}\n")
    data = client.get("/statistics.json").json()
    assert data["statistics"][0]["played"] == 1
    assert data["games"][0]["record"] == f"{BLANK}\n"


def test_quick_with_thousands_of_games(client, store):
    begin(client)
    owner = player_cookie(client)[1].partition(".")[0]
    path = begin(client, game="lab-rats", seed="1")
    saved = store.get(path.rpartition("/")[2], owner)
    many = [
        replace(saved, id=f"p{i}", finished=True, status="won" if i % 3 else "lost", changed=f"2026-01-01T{i:05}")
        for i in range(5_000)
    ]
    _add_all(store, many)
    begun = time.process_time()
    page = client.get("/statistics")
    assert time.process_time() - begun < 1.5, "some hundredths of a second of the processor"
    assert row_of(page.text, "classic")[0] == "5000"
    assert len(client.get("/statistics.csv").text.splitlines()) > 5_000


def _add_all(store, many: list[Saved]):
    from escapology.web.store.tables import PLAYS

    with store._engine.begin() as connection:
        connection.execute(PLAYS.insert(), [asdict(saved) for saved in many])


def test_in_a_browser(open_page):
    page = open_page("/new/devils-square")
    page.get_by_label("Paste a deal line").fill(BLANK)
    page.get_by_role("button", name="Play it").click()
    page.wait_for_url("**/play/*")
    page.locator("details.menu summary").click()
    page.get_by_role("button", name="Give up").click()
    page.wait_for_selector(".ending")
    page.get_by_role("link", name="Statistics").click()
    assert page.locator(".tally > .scroll tbody tr").inner_text().split()[:3] == ["short", "1", "0"]
    with page.expect_download() as waiting:
        page.get_by_role("link", name="All games as JSON").click()
    assert json.loads(waiting.value.path().read_text(encoding="utf-8"))["statistics"][0]["game"] == "blank"
    page.get_by_role("button", name="Hide statistics").click()
    assert page.locator("table").count() == 0
    page.get_by_role("button", name="Show statistics").click()
    assert page.locator(".tally > .scroll table").count() == 1
