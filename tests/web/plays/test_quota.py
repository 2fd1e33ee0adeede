"""How much may be stored, and what is stored no longer."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sql
from starlette.testclient import TestClient

from escapology.games import GAMES
from escapology.play import Play
from escapology.setting import make_setting
from escapology.sitting import Sitting
from escapology.web import Config, make_app
from escapology.web.players.files import json_answer
from escapology.web.plays import quota
from escapology.web.plays.expiry import Expiry
from escapology.web.plays.quota import FullError, HastyError, Quota
from escapology.web.plays.table import Table
from escapology.web.sittings.kept import Sittings
from escapology.web.store import StoreError, time_text
from escapology.web.store.tables import NODES, PLAYS
from tests.patience import wait_until
from tests.web.conftest import MOSTLY_ONE
from tests.web.plays.long import long_play

DATABASES = MOSTLY_ONE
BLANK = "blank: 3 1 5 2 6 4"
TOLD = "on the table: blank\n= 3\n"


def room(store):
    """Bytes that the plays take in the database."""
    with store._engine.connect() as connection:
        if store.is_remote:
            return connection.execute(
                sql.text("SELECT pg_total_relation_size('plays') + pg_total_relation_size('nodes')")
            ).scalar()
        connection.execute(sql.text("PRAGMA wal_checkpoint(TRUNCATE)"))
        return Path(store._engine.url.database).stat().st_size


@pytest.mark.parametrize("name", ["devils-square", "not-alone"])
def test_a_play_is_as_large_as_it_is_said_to_be(store, name):
    before, table_ = room(store), Table(store)
    seats = [table_.sit_down(long_play(2), "me") for _ in range(20)]
    seats += [table_.sit_down(long_play(3_000, name), "me")]
    taken = room(store) - before
    assert store.size("me") == sum(seat.saved.size for seat in seats)
    assert 0.4 * taken < store.size("me") < 3.5 * taken, "about: files need less than half of what PostgreSQL needs"
    assert store.size("you") == 0


def test_size_grows_with_what_is_added(store):
    seat = (table_ := Table(store)).sit_down(Play.of_line(BLANK), "me")
    sizes = [seat.saved.size]
    for action in (lambda play: play.do("climb"), lambda play: play.bookmark("here"), lambda play: play.undo()):
        table_.change(seat, seat.saved.version, action)
        sizes.append(store.get(seat.saved.id, "me").size)
    assert sizes == [sizes[0], sizes[0] + 100 + len("climb"), sizes[0] + 100 + len('climb"here":1'), sizes[2]]


def test_a_player_has_a_quota(store):
    size = Table(store).sit_down(Play.of_line(BLANK), "you").saved.size
    table_ = Table(store, Quota(store, of_player=3 * size))
    seats = [table_.sit_down(Play.of_line(BLANK), "me") for _ in range(3)]
    with pytest.raises(FullError, match=r"your games take .* the most one player may store.* My data"):
        table_.sit_down(Play.of_line(BLANK), "me")
    assert store.count("me") == 3
    table_.change(seats[0], 1, lambda play: play.do("climb"))
    table_.leave(seats[1].saved.id, "me")
    table_.leave(seats[2].saved.id, "me")
    table_.sit_down(Play.of_line(BLANK), "me")


def test_a_player_has_so_many_games_and_no_more(store):
    table_, sittings = Table(store, made := Quota(store, games=3)), Sittings(store, made)
    seat = table_.sit_down(Play.of_line(BLANK), "me")
    table_.sit_down(Play.of_line(BLANK), "me")
    sittings.begin(make_setting(GAMES["blank"]), "me")
    for begin in (
        lambda: table_.sit_down(Play.of_line(BLANK), "me"),
        lambda: sittings.add(Sitting.of_text(TOLD), "me"),
    ):
        with pytest.raises(FullError, match=r"you have 3 games, the most one player may have.* My data"):
            begin()
    table_.change(seat, 1, lambda play: play.do("climb"))
    table_.sit_down(Play.of_line(BLANK), "you")
    with pytest.raises(FullError, match="both devices together have more than 3 games"):
        made.check_both("me", "you")
    table_.leave(seat.saved.id, "me")
    made.check_both("me", "you")
    table_.sit_down(Play.of_line(BLANK), "me")


def test_a_play_that_grows_is_counted_now_and_then(store, monkeypatch):
    monkeypatch.setattr(quota, "_STRIDE", 100)
    seat = Table(store).sit_down(Play.of_line(BLANK), "me")
    table_ = Table(store, Quota(store, of_player=seat.saved.size + 200))
    seat = table_.seat(seat.saved.id, "me")
    table_.change(seat, seat.saved.version, lambda play: play.do("skip"))
    with pytest.raises(FullError):
        table_.change(seat, seat.saved.version, lambda play: play.do("climb"))
    assert len(seat.play.nodes) == len(Table(store).seat(seat.saved.id, "me").play.nodes) == 2
    table_.change(seat, seat.saved.version, lambda play: play.undo())


def test_an_address_may_add_so_much_in_a_while(store):
    clock = [0.0]
    size = Table(store).sit_down(Play.of_line(BLANK), "you").saved.size
    table_ = Table(store, Quota(store, at_once=2 * size, clock=lambda: clock[0]))
    table_.sit_down(Play.of_line(BLANK), "me", "a")
    seat = table_.sit_down(Play.of_line(BLANK), "you", "a")
    for owner in ("me", "they"):
        with pytest.raises(HastyError, match="try again in 30 minutes") as caught:
            table_.sit_down(Play.of_line(BLANK), owner, "a")
        assert caught.value.retry_after == 1_800
    with pytest.raises(HastyError):
        table_.change(seat, 1, lambda play: play.do("climb"))
    assert (len(seat.play.nodes), seat.saved.version) == (1, 1)
    table_.change(seat, 1, lambda play: play.give_up())
    table_.sit_down(Play.of_line(BLANK), "me", "b")
    clock[0] = 1_800
    table_.sit_down(Play.of_line(BLANK), "me", "a")


def test_refusals_by_pages_and_api(store, monkeypatch):
    with TestClient(make_app(store, Config(rates=True)), base_url="http://testserver") as client:
        desk = client.app.state.desk  # type: ignore[attr-defined]
        desk.table.quota = Quota(store, at_once=10)
        page = client.post("/plays", data={"text": BLANK})
        assert (page.status_code, page.headers["retry-after"].isdigit()) == (429, True)
        assert "Too much was stored for your network within the last hour" in page.text
        problem = client.post("/api/v1/plays", json={"record": BLANK})
        assert (problem.status_code, problem.headers["retry-after"].isdigit()) == (429, True)
        assert problem.json()["type"] == "urn:escapology:hasty"
        desk.table.quota = Quota(store, of_player=10)
        page = client.post("/plays", data={"text": BLANK})
        assert (page.status_code, "the most one player may store" in page.text) == (422, True)
        assert client.post("/api/v1/plays", json={"record": BLANK}).json()["type"] == "urn:escapology:full"


def test_a_recovery_link_joins_no_more_than_one_player_may_have(store):
    app = make_app(store, Config(rates=True))
    with (
        TestClient(app, base_url="http://testserver") as phone,
        TestClient(app, base_url="http://testserver") as laptop,
    ):
        desk = app.state.desk
        small = Quota(store, games=2)
        desk.table.quota = desk.players._quota = small
        for client, count in ((phone, 1), (laptop, 2)):
            for _ in range(count):
                assert client.post("/plays", data={"text": BLANK}).status_code == 200
        link = phone.post("/api/v1/me/recovery-link").json()["link"]
        refused = laptop.post("/api/v1/me/recovery", json={"link": link})
        assert (refused.status_code, refused.json()["type"]) == (422, "urn:escapology:full")
        assert [client.get("/api/v1/me").json()["plays"] for client in (phone, laptop)] == [1, 2]


def test_guided_games_count_for_their_address(store):
    """Whoever sends no cookie is a new player each time, of whom a row is kept."""
    with TestClient(make_app(store, Config(rates=True)), base_url="http://testserver") as client:
        client.app.state.desk.table.quota = Quota(store, at_once=400)  # type: ignore[attr-defined]
        statuses = []
        for _ in range(3):
            client.cookies.clear()
            statuses.append(client.post("/guide/blank/1", follow_redirects=False).status_code)
        assert statuses == [303, 303, 429]
        client.cookies.clear()
        assert client.get("/guide/blank/2").status_code == 200


def aged(store, owner, days, text=BLANK):
    """The id of a play that was changed so long ago."""
    saved = Table(store).sit_down(Play.of_line(text), owner).saved
    when = time_text(datetime.now(UTC) - timedelta(days=days))
    with store._engine.begin() as connection:
        connection.execute(PLAYS.update().where(PLAYS.c.id == saved.id).values(changed=when))
    return saved.id


def test_games_expire(store):
    gone = {aged(store, "gone", 401), aged(store, "gone", 700)}
    kept = {
        aged(store, "came back", 401), aged(store, "came back", 1), aged(store, "has a link", 5_000),
        aged(store, "here", 399),
    }  # fmt: skip
    store.renew_recovery("has a link")
    seat = Table(store).seat(next(iter(gone)), "gone")
    Table(store).change(seat, 1, lambda play: play.do("climb"))
    for id_ in gone:
        with store._engine.begin() as connection:
            when = time_text(datetime.now(UTC) - timedelta(days=402))
            connection.execute(PLAYS.update().where(PLAYS.c.id == id_).values(changed=when))
    last, looks = "", 0
    expiry = Expiry(store, 400, at_once=2)
    while last is not None:
        last = expiry.look(last)
        looks += 1
    assert looks >= 3
    owners = ("gone", "came back", "has a link", "here")
    assert {saved.id for owner in owners for saved in store.plays(owner)} == kept
    with store._engine.connect() as connection:
        assert connection.execute(sql.select(sql.func.count()).select_from(NODES)).scalar() == 0


def test_a_play_that_is_changed_meanwhile_stays(store):
    id_ = aged(store, "me", 500)
    old = time_text(datetime.now(UTC) - timedelta(days=400))
    Table(store).change(Table(store).seat(id_, "me"), 1, lambda play: play.do("climb"))
    assert store._expire([id_], old) == 0
    assert store.get(id_, "me").version == 2


def test_expiry_in_the_background(store, monkeypatch):
    ids = [aged(store, f"player {number}", 500) for number in range(7)]
    expire, failures = store.expire, [StoreError("gone"), ValueError("broken")]

    def expire_at_last(*asked):
        if failures:
            raise failures.pop()
        return expire(*asked)

    monkeypatch.setattr(store, "expire", expire_at_last)
    monkeypatch.setattr("escapology.web.plays.expiry._REST", 0.01)
    expiry = Expiry(store, 400, at_once=3, pause=0.01)
    expiry.start()
    wait_until(lambda: not any(store.get(id_, f"player {number}") for number, id_ in enumerate(ids)))
    expiry.stop()


@pytest.mark.parametrize(("days", "is_told"), [(400, True), (0, False)])
def test_players_are_told(store, days, is_told):
    with TestClient(make_app(store, Config(expire_days=days, rates=True)), base_url="http://testserver") as client:
        page = client.get("/me").text
    assert ("don’t play for 400 days" in page) is is_told
    assert "of 100 MB" in page


def test_nothing_expires_at_ones_own_machine(store):
    id_ = aged(store, "me", 5_000)
    with TestClient(make_app(store), base_url="http://testserver") as client:
        assert "days, your games" not in client.get("/me").text
        assert client.app.state.desk.table.quota is None  # type: ignore[attr-defined]
    assert store.get(id_, "me") is not None


def test_me_is_counted_by_the_database(client, store, monkeypatch):
    """Neither page nor API reads the games for it."""
    for _ in range(3):
        client.post("/plays", data={"text": BLANK})
    for name in ("each", "plays", "whole", "finished"):
        monkeypatch.setattr(store, name, None)
    assert client.get("/api/v1/me").json()["plays"] == 3
    assert "3 games" in client.get("/me/delete").text
    assert client.get("/me").status_code == 200


def test_an_export_is_never_whole_in_memory(store, monkeypatch):
    """However many games there are; and what is wrong at the beginning has an answer of its own."""
    made = []

    def rows():
        for number in range(3_000):
            made.append(number)
            yield {"text": "x" * 1_000}

    answer = json_answer({"a": 1}, {"rows": rows()})
    assert len(made) < 100
    assert answer.headers["cache-control"] == "no-store"

    def broken():
        raise StoreError("gone")
        yield {}

    with pytest.raises(StoreError):
        json_answer({}, {"rows": broken()})
    seats = [Table(store).sit_down(long_play(400), "me") for _ in range(6)]
    monkeypatch.setattr("escapology.web.store.database._TOGETHER", 60_000)
    read = []
    nodes = store._nodes
    monkeypatch.setattr(store, "_nodes", lambda ids: read.append(len(ids)) or nodes(ids))
    monkeypatch.setattr("escapology.web.store.database._IN_ONE", 4)
    assert [(saved.id, len(rows)) for saved, rows in store.each("me")] == [(seat.saved.id, 399) for seat in seats]
    assert max(read) == 1
    assert [saved for saved, _ in store.each("me", finished=True)] == []
    finished = replace(seats[0].saved, finished=True)
    store.put(finished)
    assert [saved.id for saved, _ in store.each("me", finished=True)] == [finished.id]
