"""The pages of the days: what they show, how a deal is begun once, and what is kept back."""

import html
import re
from datetime import date, timedelta
from itertools import product

from escapology.daily import first_seed
from escapology.games import GAMES, LISTED
from escapology.middle import deal_line, new_deal
from escapology.play import Play
from escapology.setting import make_setting
from tests.web.conftest import MOSTLY_ONE
from tests.web.daily.conftest import TODAY, make_known
from tests.web.forms import act

DATABASES = MOSTLY_ONE


def begin(client, day="today", game="blank"):
    make_known(client.app, game, TODAY if day == "today" else date.fromisoformat(day))
    answer = client.post(f"/daily/{day}/{game}")
    assert answer.status_code == 200, answer.text
    return answer.url.path


def climb_out(client, path):
    """Win Blank."""
    play = Play.of_line(client.get(f"{path}/deal.txt").text)
    ways = product(("climb", "skip"), repeat=6)
    for move in next(filter(None, (winning(play, way) for way in ways))):
        act(client, path, "move", move=move)
    assert "You won!" in client.get(path).text
    return path


def winning(play, way):
    """The first moves of a way up to a win; none if it does not lead to one."""
    play.restart()
    for number, move in enumerate(way, 1):
        if move not in play.legal():
            return ()
        play.do(move)
        if play.is_won:
            return way[:number]
    return ()


def result_of(page):
    found = re.search(r"<pre[^>]*>(.*?)</pre>", page, re.DOTALL)
    return html.unescape(found[1]) if found else ""


def saved_of(client, path):
    store = client.app.state.desk.table.store
    with store._engine.connect() as connection:
        owner = connection.exec_driver_sql(f"SELECT owner FROM plays WHERE id = '{path.rpartition('/')[2]}'").scalar()
    return store.get(path.rpartition("/")[2], owner)


def test_the_page_of_today_shows_every_game(client, clock):
    page = html.unescape(client.get("/daily").text)
    assert "19 November 2026" in page
    assert "midnight UTC, in 9 h 30 min" in page
    assert [name for name in LISTED if GAMES[name].title in page] == list(LISTED)
    assert page.index("Not Alone, After All") < page.index("Devil's Square"), "the game of the day comes first"
    assert page.count("Game of the day") == 1
    assert page.count('aria-label="19 November 2026: not played"') == 1
    assert "20 November 2026" not in page, "what is to come is not linked"


def test_home_offers_the_game_of_the_day(client, clock):
    page = html.unescape(client.get("/").text)
    assert "Game of the day · 19 November 2026" in page
    assert page.count('action="/daily/today/not-alone"') == 2


def test_a_deal_of_a_day_is_begun_once_and_taken_up_again(client, clock):
    path = begin(client)
    line = deal_line(GAMES["blank"], new_deal(make_setting(GAMES["blank"]), first_seed("blank", TODAY)))
    assert client.get(f"{path}/deal.txt").text == line + "\n"
    assert begin(client) == begin(client, "2026-11-19") == path
    act(client, path, "move", move="skip")
    assert begin(client) == path
    assert "Today’s deal, 19 November 2026" in client.get(path).text
    assert "today’s deal" in client.get("/").text, "beside the games that go on"


def test_a_win_counts_and_is_shared_without_spoilers(client, clock):
    path = begin(client)
    assert result_of(client.get(path).text) == ""
    climb_out(client, path)
    saved = saved_of(client, path)
    assert (saved.daily, saved.won_on, saved.won_helped) == ("2026-11-19", "2026-11-19", False)
    text = result_of(client.get(path).text)
    moves = saved.moves
    link = "http://testserver/daily/2026-11-19"
    assert text == f"Escapology, 19 November 2026\n● Blank: won in {moves} moves\nLast 7 days: ······●\n{link}\n"
    bare = text.replace(link, "")
    record = client.get(f"{path}/record.txt").text
    assert not any(move in bare for move in record.partition("\n")[2].split()), "no move is told"
    assert record.partition(":")[2].splitlines()[0].strip() not in bare, "and no card"
    assert str(first_seed("blank", TODAY)) not in text
    assert 'aria-label="19 November 2026: won on the day"' in client.get("/daily").text


def test_what_is_won_stays_won(client, clock):
    path = climb_out(client, begin(client))
    act(client, path, "undo")
    assert result_of(client.get(path).text) == "", "the game goes on"
    assert 'aria-label="19 November 2026: won on the day"' in client.get("/daily").text
    clock.go_to(2026, 11, 20, 0, 0, 1)
    act(client, path, "redo")
    assert saved_of(client, path).won_on == "2026-11-19"


def test_who_wins_after_midnight_is_late(client, clock):
    clock.go_to(2026, 11, 19, 23, 59, 59)
    path = begin(client)
    clock.go_to(2026, 11, 20, 0, 0, 0)
    climb_out(client, path)
    page = client.get("/daily").text
    assert 'aria-label="19 November 2026: won late"' in page
    assert "Win one of today’s deals to start one" in page
    assert "◐ Blank: won late" in result_of(client.get(path).text)
    assert "The deal of 19 November 2026" in client.get(path).text


def test_days_gone_by_can_be_played_but_make_no_streak(client, clock):
    path = climb_out(client, begin(client, "2026-11-18"))
    page = client.get("/daily/2026-11-18").text
    assert "The deals of 18 November 2026" in page
    assert 'aria-label="18 November 2026: won late"' in page
    assert "Your streak" in page
    assert "<dd>0</dd>" in page
    assert path != begin(client)


def test_help_is_told(client, clock):
    path = begin(client)
    saved = saved_of(client, path)
    table = client.app.state.desk.table
    seat = table.seat(saved.id, saved.owner)
    table.change(seat, seat.saved.version, lambda play: setattr(play, "helped", True))
    climb_out(client, path)
    assert "◉ Blank: won with help" in result_of(client.get(path).text)
    assert 'aria-label="19 November 2026: won with help"' in client.get("/daily").text


def test_a_new_day_brings_new_deals(client, clock):
    first = begin(client)
    clock.go_to(2026, 11, 20, 0, 0, 0)
    make_known(client.app, "blank", TODAY + timedelta(1))
    second = client.post("/daily/today/blank").url.path
    assert second != first
    assert saved_of(client, second).daily == "2026-11-20"
    assert saved_of(client, second).deal != saved_of(client, first).deal


NO_PAGES = [
    ("/daily/2026-11-20", "The deals of 20 November 2026 are still to come: by UTC, today is 19 November 2026"),
    ("/daily/2026-11-20/blank", "are still to come"),
    ("/daily/2025-12-31", "There was no deal of the day on 31 December 2025: the first one was on 2026-01-01"),
    ("/daily/2026-02-30", "'2026-02-30' is not a date: write it like 2026-01-01"),
    ("/daily/yesterday", "'yesterday' is not a date"),
    ("/daily/today/chess", "There is no game 'chess'"),
    ("/daily?month=2026-12", "The calendar goes from 1 January 2026 to today"),
    ("/daily?month=2025-12", "The calendar goes from 1 January 2026 to today"),
    ("/daily?month=2026-13", "There is no such month: write year and month, such as 2026-11"),
    ("/daily?month=november", "There is no such month"),
    ("/picture/lab-rats.svg?day=2026-11-20", "are still to come"),
]


def test_what_there_is_no_page_of(client, clock):
    for path, words in NO_PAGES:
        answer = client.get(path)
        assert answer.status_code == 404, path
        assert words in html.unescape(answer.text), path


def test_no_deal_of_the_future_can_be_begun(client, clock):
    make_known(client.app, "blank", TODAY + timedelta(1))
    answer = client.post("/daily/2026-11-20/blank")
    assert answer.status_code == 404
    assert "are still to come" in answer.text
    assert client.app.state.desk.table.store.running(saved_of(client, begin(client)).owner, 5)[0].daily == "2026-11-19"


def test_the_calendar_turns_its_pages(client, clock):
    page = client.get("/daily?month=2026-10").text
    assert "October 2026" in page
    assert 'href="/daily?month=2026-09"' in page
    assert 'href="/daily?month=2026-11"' in page
    assert 'href="/daily/2026-10-31"' in page
    first = client.get("/daily/2026-01-01").text
    assert "Previous month" not in first
    assert client.get("/daily/2026-01-01/blank").url.path == "/daily/2026-01-01", "an address alone begins nothing"


def test_boards_are_of_the_deal_of_the_day(client, clock):
    seeds = [make_known(client.app, "lab-rats", TODAY, first_seed("lab-rats", TODAY) + number) for number in (0, 5)]
    assert f"seed={seeds[1]}" in client.get("/").text
    assert f"seed={seeds[1]}" in client.get("/daily").text
    assert f"seed={seeds[1]}" in client.get("/rules").text
    assert client.get("/picture/lab-rats.svg").text == client.get("/picture/lab-rats.svg?day=2026-11-19").text


def test_players_have_calendars_of_their_own_and_take_them_along(client, clock):
    path = climb_out(client, begin(client))
    assert [play["daily"] for play in client.get("/me/export").json()["plays"]] == ["2026-11-19"]
    assert saved_of(client, path).daily == "2026-11-19"
    client.cookies.clear()
    assert 'aria-label="19 November 2026: not played"' in client.get("/daily").text
