"""The end of a play on its page and by the API: who has played, how long it took, what it means, what one can do."""

import re
import threading
from datetime import datetime, timedelta

import pytest
import sqlalchemy as sql

from escapology.play import Play
from escapology.web.plays import saving
from escapology.web.plays.ending import ending_of
from escapology.web.plays.table import Table
from escapology.web.store.tables import PLAYS
from tests.web.conftest import MOSTLY_ONE
from tests.web.forms import BLANK, act, begin

DATABASES = MOSTLY_ONE
WIN = ("climb", "skip", "climb", "skip", "climb")
OTHERS = ("blank: 1 2 3 4 5 6", "blank: 1 2 3 4 6 5", "blank: 1 2 3 5 4 6")


class Watch:
    """A clock that goes on by hand."""

    def __init__(self, monkeypatch):
        self.time = datetime.fromisoformat("2026-05-01T12:00:00.000000+00:00")
        for module in ("escapology.web.plays.saving", "escapology.web.store.database"):
            monkeypatch.setattr(f"{module}.now", lambda: self.time.isoformat(timespec="microseconds"))

    def wait(self, seconds):
        self.time += timedelta(seconds=seconds)


@pytest.fixture
def watch(monkeypatch):
    return Watch(monkeypatch)


def play_on(table, seat, *moves, pause=10, watch=None):
    for move in moves:
        if watch:
            watch.wait(pause)
        table.change(seat, seat.saved.version, lambda play, move=move: play.do(move))


def test_time_counts_from_change_to_change_and_pauses_are_cut_short(store, watch):
    table = Table(store)
    seat = table.sit_down(Play.of_line(BLANK), "me")
    assert seat.saved.seconds == 0
    play_on(table, seat, "climb", pause=20, watch=watch)
    assert seat.saved.seconds == 20
    play_on(table, seat, "skip", pause=10_000, watch=watch)
    assert seat.saved.seconds == 20 + saving.LONGEST_PAUSE
    watch.wait(-50)
    play_on(table, seat, "climb", watch=watch, pause=0)
    assert seat.saved.seconds == 320, "another machine's clock may be behind"
    table.change(seat, seat.saved.version, Play.give_up)
    watch.wait(100)
    clock = saving.clock_of(seat.saved)
    assert (clock.seconds, clock.room, clock.words) == (320, 0, "5:20")
    table.change(seat, seat.saved.version, Play.undo)
    assert seat.saved.seconds == 320, "what is over takes no time"
    assert Table(store).seat(seat.saved.id, "me").saved == seat.saved


def test_of_older_plays_and_of_those_begun_elsewhere_no_time_is_told(store, client):
    table = Table(store)
    seat = table.sit_down(Play.of_line(BLANK), "me")
    with store._engine.begin() as connection:
        connection.execute(sql.update(PLAYS).values(seconds=None, hints=None, undone=None))
    seat = Table(store).seat(seat.saved.id, "me")
    play_on(table, seat, *WIN)
    assert (seat.saved.seconds, seat.saved.undone, saving.clock_of(seat.saved)) == (None, None, None)
    assert ending_of(seat, store).time == ""
    page = client.get(begin(client, text=f"{BLANK}\n{' '.join(WIN)}")).text
    assert "You won!" in page
    assert "0:00" not in page
    assert "had played this deal before" in page


def test_what_counts_is_stored_and_read_again(store):
    table = Table(store)
    seat = table.sit_down(Play.of_line(BLANK), "me")
    table.change(seat, seat.saved.version, lambda play: play.follow(play.steps("climb"), is_shown=True))
    play_on(table, seat, "skip", "climb")
    table.change(seat, seat.saved.version, Play.undo)
    table.change(seat, seat.saved.version, Play.ask)
    there = Table(store).seat(seat.saved.id, "me")
    assert (there.saved.shown, there.saved.hints, there.saved.undone) == (1, 1, 1)
    assert [node.shown for node in there.play.nodes] == [0, 1, 1, 1]
    table.change(there, there.saved.version, Play.give_up)
    table.change(there, there.saved.version, lambda play: play.ask(is_hint=False))
    again = Table(store).seat(seat.saved.id, "me")
    assert (again.play.is_told, again.saved.hints) == (True, 1)


def test_records_and_streaks(store, watch):
    def end(line, moves=WIN, pause=10, **marks):
        table = Table(store)
        seat = table.sit_down(Play.of_line(line), "me")
        play_on(table, seat, *moves, pause=pause, watch=watch)
        if not seat.saved.finished:
            watch.wait(1)
            table.change(seat, seat.saved.version, Play.give_up)
        if marks:
            watch.wait(1)
            table.change(seat, seat.saved.version, lambda play: [setattr(play, *mark) for mark in marks.items()])
        return ending_of(seat, store).news

    climbs = ("climb",) * 3
    assert end(BLANK) == ("Your first win without help here!",)
    assert end(BLANK) == ("You had played this deal before, so it sets no record.",)
    assert end(OTHERS[0], climbs, helped=True) == ("It counts with your games with help.",)
    assert end(OTHERS[1], climbs, pause=1) == (
        "A new record: your fewest moves and fastest win yet!", "2 wins in a row, your longest streak yet.",
    )  # fmt: skip
    assert end(OTHERS[2], ()) == ("That ends your streak of 2 wins.", "Your best: 3 moves, 0:03.")


def test_moves_of_an_answer_are_not_the_players(client):
    path = begin(client)
    for move in WIN[:2]:
        act(client, path, "move", move=move)
    act(client, path, "moves", moves="\n".join(WIN[2:]), shown="yes")
    page = client.get(path).text
    assert "Solved by the computer." in page
    assert "You won" not in page
    assert "the computer played most of it" in page
    assert "No games yet" in client.get("/statistics").text
    told = client.get(f"/api/v1{path.replace('play', 'plays')}").json()
    assert told["counts"]["shown"] == 3
    assert told["ended"]["is_own"] is False
    assert told["is_won"]


def test_by_the_api(client):
    play = client.post("/api/v1/plays", json={"record": BLANK}).json()
    moves = f"/api/v1/plays/{play['id']}/moves"
    told = client.post(moves, json={"version": 1, "moves": list(WIN[:-1])}).json()
    assert told["ended"] is None
    told = client.post(moves, json={"version": told["version"], "move": "climb", "shown": True}).json()
    assert told["ended"]["headline"] == "Solved with the computer."
    assert told["ended"]["fate"] == "You climbed out of the hole."
    assert told["counts"] | {"seconds": 0} == {"seconds": 0, "hints": 0, "undone": 0, "shown": 1, "again": False}
    brief = client.get("/api/v1/plays", params={"which": "finished"}).json()
    assert brief["plays"][0]["counts"] == told["counts"]
    [exported] = client.get("/api/v1/me/export").json()["plays"]
    assert (exported["shown"], exported["tree"]["shown"], exported["seconds"] >= 0) == (1, [5], True)


def test_giving_up_can_be_taken_back_and_says_so(client):
    path = begin(client)
    act(client, path, "move", move="climb")
    page = act(client, path, "give-up").text
    assert "You can take that back" in page
    assert "Play on</button>" in page
    assert "You gave up" not in act(client, path, "undo").text


def test_the_same_deal_again(client):
    path = begin(client, game="kidnap-machine", seed="3", practice="yes")
    act(client, path, "give-up")
    again = client.post(f"{path}/again")
    assert again.url.path != path
    old, new = (client.get(f"/api/v1{one.replace('play', 'plays')}").json() for one in (path, again.url.path))
    assert (old["deal"], old["practice"]) == (new["deal"], new["practice"])
    assert (old["counts"]["again"], new["counts"]["again"], new["moves"]) == (False, True, 0)
    assert client.post("/play/nowhere/again").status_code == 404


def test_a_result_to_be_sent(client):
    path = begin(client)
    for move in WIN:
        act(client, path, "move", move=move)
    text = client.get(f"{path}/result.txt").text
    name, result, sums, link = text.splitlines()
    assert name == "Escapology: Blank, short"
    assert result == "I won! Without help."
    assert re.fullmatch(r"5 moves · 0:0\d", sums)
    assert "climb" not in text
    assert "3 1 5" not in text
    address = re.search(r"http://testserver(/replay\S+)", link)[1]
    assert "of 0" in client.get(address).text, "the deal alone, without the moves"


def test_time_can_be_hidden(client):
    path = begin(client)
    assert 'class="clock"' in client.get(path).text
    client.post("/settings", data={"untimed": "yes"})
    for move in WIN:
        act(client, path, "move", move=move)
    assert not re.search(
        r"\d:\d\d", re.sub(r"<svg.*?</svg>|value=\"[^\"]*\"", "", client.get(path).text, flags=re.DOTALL)
    )
    assert "Best time" not in client.get("/statistics").text
    assert ":" not in client.get(f"{path}/result.txt").text.splitlines()[2]


def test_charts_say_what_their_tables_say(client):
    path = begin(client)
    for move in WIN:
        act(client, path, "move", move=move)
    page = client.get("/statistics").text
    assert 'role="img"' in page
    assert '<title id="blank-weeks-t">Games a week</title>' in page
    assert "1 won, 0 lost, 0 with help in the last 12 weeks." in page
    rows = re.findall(r"<tr><th scope=\"row\">\d+ \w+</th>(.*?)</tr>", page)
    assert len(rows) == 12
    assert rows[-1] == "<td>1</td><td>0</td><td>0</td>"


def test_what_an_end_means_is_found_out_where_it_holds_nobody_up(client, store, monkeypatch):
    """All games that a player has finished are looked at: that is not done on the event loop."""
    threads = []
    results = type(store).results

    def noted(self, *asked):
        threads.append(threading.current_thread().name)
        return results(self, *asked)

    monkeypatch.setattr(type(store), "results", noted)
    page = begin(client)
    for move in WIN:
        act(client, page, "move", move=move)
    act(client, page, "move", move="climb")
    play = client.post("/api/v1/plays", json={"record": BLANK}).json()
    path = f"/api/v1/plays/{play['id']}"
    for action, fields in (
        ("give-up", {}),
        ("undo", {}),
        ("give-up", {}),
        ("give-up", {}),
        ("bookmarks", {"name": "end"}),
    ):
        client.post(f"{path}/{action}", json={"version": client.get(path).json()["version"], **fields})
    assert len(threads) > 5
    assert [name for name in threads if "worker" not in name.lower()] == []
