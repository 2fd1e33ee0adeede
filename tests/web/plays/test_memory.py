"""What is kept in memory is bounded by its weight, and nobody can push out what others need."""

import asyncio
import gc
import sys
import threading
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient
from starlette.testclient import TestClient

from escapology.errors import RecordError
from escapology.packing import packed
from escapology.play import Play
from escapology.web import Config, make_app, open_store
from escapology.web.players.preferences import Preferences
from escapology.web.plays import replay, saving, table
from escapology.web.plays.memory import InTurn, Memory
from escapology.web.plays.replay import replay_of
from escapology.web.plays.table import Seat, Shown, Table
from escapology.web.plays.view import view_of
from tests.loops import finish
from tests.patience import LONGEST
from tests.web.conftest import MOSTLY_ONE
from tests.web.plays.long import long_play, to_and_fro

DATABASES = MOSTLY_ONE
BLANK = "blank: 3 1 5 2 6 4"
GAMES = ("blank", "devils-square", "lab-rats", "kidnap-machine", "dont-let-them-get-you", "not-alone")


def kept(memory):
    return "".join(memory.things())


def test_those_used_last_are_kept():
    memory: Memory[Any] = Memory(most=30, share=100)
    for key in "abc":
        memory.keep(key, key, "here", 10)
    memory.keep("a", "a", "here", 10)
    memory.keep("d", "d", "here", 10)
    assert (kept(memory), memory.weight) == ("cad", 30)
    assert (memory.get("b"), memory.get("c")) == (None, "c")
    memory.keep("c", "c", "here", 25)
    assert (kept(memory), memory.weight) == ("c", 25)
    memory.drop("c")
    memory.drop("c")
    assert (kept(memory), memory.weight, len(memory)) == ("", 0, 0)


def test_what_is_used_now_stays_however_much_it_is():
    memory: Memory[Any] = Memory(most=30, share=10)
    memory.keep("a", "a", "here", 10)
    memory.keep("b", "b", "here", 1_000)
    assert kept(memory) == "b"
    memory.keep("c", "c", "there", 10)
    assert kept(memory) == "c"


def test_an_address_that_has_more_than_its_share_loses_first():
    memory: Memory[Any] = Memory(most=100, share=40)
    for key in "abc":
        memory.keep(key, key, f"somebody {key}", 10)
    for key in "defghijklmnop":
        memory.keep(key, key, "somebody else", 10)
        assert {"a", "b", "c"} <= set(kept(memory))
        assert memory.weight <= 100
    assert kept(memory) == "abcjklmnop", "their own, those used longest ago"
    memory.keep("q", "q", "newcomer", 30)
    assert kept(memory) == "abcmnopq"


def test_without_need_an_address_may_have_it_all():
    memory: Memory[Any] = Memory(most=100, share=40)
    for key in "abcdefghij":
        memory.keep(key, key, "the only one", 10)
    assert len(memory) == 10


def test_things_move_between_addresses():
    memory: Memory[Any] = Memory(most=100, share=40)
    for key in "abcde":
        memory.keep(key, key, "old", 10)
    memory.keep("a", "a", "new", 60)
    assert memory.weight == 100
    memory.keep("f", "f", "newest", 10)
    assert "a" not in kept(memory) or "b" not in kept(memory)
    assert memory.weight <= 100


def test_one_at_a_time_of_each_address():
    turns, inside, together = InTurn(), [], threading.Barrier(2, timeout=LONGEST)
    most = []

    def work(number):
        address = f"address {number % 2}"
        with turns.of(address):
            inside.append(address)
            most.append(inside.count(address))
            if number < 2:
                together.wait()  # with the one of the other address
            inside.remove(address)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(work, range(40)))
    assert max(most) == 1
    assert turns._turns == {}


@pytest.mark.parametrize("name", GAMES[1:])
def test_a_play_weighs_what_it_weighs(name):
    long_play(50, name)
    gc.collect()
    tracemalloc.start()
    try:
        play = long_play(500, name, branches=True)
        gc.collect()
        weight = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert 0.8 * weight < play.weight < 1.6 * weight


def test_a_picture_weighs_what_it_weighs(store):
    """At most: pictures of the same things share them."""
    seat = Table(store).sit_down(long_play(30, "not-alone"), "me")
    shown = Shown(1, Preferences(), view_of(seat, Preferences()).sheets)
    weight = sum(sys.getsizeof(child) for sheet in shown.sheets for child in sheet.children)
    assert weight < shown.weight < 1.3 * weight


def test_many_long_games_in_little_memory(tmp_path, monkeypatch):
    """Records are posted one after the other, and their pages and logs are read."""
    most = 400_000
    monkeypatch.setattr(table, "_MOST_BYTES", most)
    monkeypatch.setattr(replay, "_REPLAYS", Memory[Any](most=most, share=most))
    text = to_and_fro(120).record_text()
    with TestClient(make_app(open_store(tmp_path / "plays.sqlite")), base_url="http://testserver") as client:

        def read(number):
            path = client.post("/plays", data={"text": text}).url.path
            assert client.get(path + "/log").status_code == 200
            assert client.get(path + "/tree").status_code == 200
            assert client.get("/replay", params={"r": packed(text + " " * number)}).status_code == 200

        read(0)
        table_ = client.app.state.desk.table  # type: ignore[attr-defined]
        one = table_._seats.weight
        gc.collect()
        tracemalloc.start()
        try:
            for number in range(1, 13):
                read(number)
                assert table_._seats.weight <= most
            gc.collect()
            weight = tracemalloc.get_traced_memory()[0]
        finally:
            tracemalloc.stop()
    assert 12 * one > 2 * most, "there were more than there is room for"
    assert weight < 2 * (most + most)


def test_one_address_does_not_push_out_the_games_of_another(store, monkeypatch):
    monkeypatch.setattr(table, "_MOST_BYTES", 1_000_000)
    monkeypatch.setattr(table, "_SHARE", 350_000)
    app = make_app(store, Config(hosts=()))
    text = to_and_fro(300).record_text()
    clients = [
        TestClient(app, base_url="http://testserver", client=(address, 5_000))
        for address in ("192.0.2.7", "2001:db8::1", "2001:db8::ffff:2")
    ]
    quiet, *loud = clients
    with clients[0], clients[1], clients[2]:
        path = quiet.post("/plays", data={"text": BLANK}).url.path
        seat = app.state.desk.table.seats()[0]
        for number in range(12):
            loud[number % 2].post("/plays", data={"text": text})
            assert seat in app.state.desk.table.seats()
        assert {seat.address for seat in app.state.desk.table.seats()} == {"192.0.2.7", "2001:db8::/64"}
        assert len(app.state.desk.table.seats()) < 8
        assert quiet.get(path).status_code == 200
        assert app.state.desk.table.seats()[-1] is seat


def test_a_picture_that_is_kept_counts(client):
    path = client.post("/plays", data={"game": "not-alone", "seed": "3"}).url.path
    [seat] = client.app.state.desk.table.seats()
    client.get(path)
    assert client.app.state.desk.table._seats.weight == seat.weight > 80_000


def test_what_is_read_again_and_again_is_read_once_at_a_time(store, monkeypatch):
    """By one address; others don't wait for it."""
    table_ = Table(store)
    ids = [table_.sit_down(long_play(300), "me").saved.id for _ in range(4)]
    reading, most, meet = [], [], threading.Barrier(2, timeout=LONGEST)
    read = saving.read_play

    def read_slowly(saved, nodes):
        reading.append(saved.id)
        most.append(len(reading))
        if saved.id in (ids[0], ids[3]):
            meet.wait()  # these two are read at the same time
        done = read(saved, nodes)
        reading.remove(saved.id)
        return done

    monkeypatch.setattr(table, "read_play", read_slowly)
    other = Table(store)
    with ThreadPoolExecutor(4) as threads:
        asked = [(ids[0], "a"), (ids[1], "a"), (ids[2], "a"), (ids[3], "b")]
        seats = list(threads.map(lambda one: other.seat(one[0], "me", one[1]), asked))
    assert [seat.saved.id for seat in seats] == ids
    assert max(most) == 2


def test_a_game_that_somebody_reads_holds_up_nobody_else(store):
    """The event loop never waits for a seat."""
    app = make_app(store)
    held, is_over = threading.Event(), threading.Event()

    def hold(seat):
        with seat.lock:
            held.set()
            is_over.wait(LONGEST)

    async def move(client, path):
        form = {"move": "climb", "version": "1"}
        return await client.post(f"{path}/move", data=form, headers={"accept": "application/json"})

    async def two_players():
        one, other = (
            AsyncClient(transport=ASGITransport(app, client=(address, 5_000)), base_url="http://testserver")
            for address in ("192.0.2.7", "192.0.2.8")
        )
        paths = [(await client.post("/plays", data={"text": BLANK})).headers["location"] for client in (one, other)]
        seat = next(seat for seat in app.state.desk.table.seats() if paths[0].endswith(seat.saved.id))
        with ThreadPoolExecutor(1) as threads:
            threads.submit(hold, seat)
            held.wait(LONGEST)
            try:
                waiting = asyncio.create_task(move(one, paths[0]))
                assert (await asyncio.wait_for(move(other, paths[1]), LONGEST)).status_code == 200
                assert not waiting.done()
            finally:
                is_over.set()
            assert (await waiting).json()["version"] == 2

    finish(two_players())


def test_replays_are_kept_by_weight(monkeypatch):
    memory: Memory[Any] = Memory(most=1_000_000, share=350_000)
    monkeypatch.setattr(replay, "_REPLAYS", memory)
    quiet = packed(f"{BLANK}\nclimb\n")
    replay_of(quiet, "quiet")
    text = to_and_fro(250).record_text()
    for number in range(12):
        replay_of(packed(text + "\n" * number), "loud")
        assert memory.weight <= 1_000_000
    assert memory.get(quiet) is replay_of(quiet)
    with pytest.raises(RecordError):
        replay_of(packed("blank: 1"), "loud")


def test_a_change_that_is_refused_half_way_changes_nothing(store):
    seat = Table(store).sit_down(Play.of_line(BLANK), "me")

    def half(play):
        play.do("climb")
        play.bookmark("half")
        raise RecordError("no further")

    with pytest.raises(RecordError):
        Table(store).change(seat, 1, half)
    assert (len(seat.play.nodes), seat.play.bookmarks, seat.saved.version) == (1, {}, 1)


def test_seats_remember_what_the_last_moves_set_off(store):
    seat = Seat(to_and_fro(200), Table(store).sit_down(Play.of_line(BLANK), "me").saved)
    assert all(seat.story(node) for node in seat.play.nodes[1:])
    assert len(seat._told) == 64
    node = seat.play.nodes[-1]
    assert seat.events(node) is seat.events(node)
