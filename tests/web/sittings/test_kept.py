"""Games at tables, as long as they may be: what they take in memory, and what it costs to look at them."""

import gc
import tracemalloc
from dataclasses import replace

import pytest

from escapology.sitting import MOST_TOLD, Sitting
from escapology.web.plays.memory import InTurn, Memory
from escapology.web.sittings import kept
from escapology.web.sittings.kept import Sittings, correction, undo
from escapology.web.sittings.view import told_list
from escapology.web.store import now
from tests.steps import steps_counted
from tests.table import Table
from tests.web.plays.long import to_and_fro

SEED = 7
LONG = 1_900  # moves


def told(moves):
    """A game at a table in which somebody goes to and fro so many times."""
    play = to_and_fro(moves + 1)
    table = Table(play.game, play.deal, [node.move for node in play.nodes[1:]])
    sitting = Sitting.begin(play.deal.setting, SEED)
    while text := table.tell(sitting):
        sitting = sitting.tell(text)
    return sitting


@pytest.fixture(scope="module")
def long():
    return told(LONG)


def test_it_is_as_long_as_it_may_be(long):
    assert MOST_TOLD > len(long.told) > 0.95 * MOST_TOLD


def test_it_weighs_what_it_weighs(long):
    for sitting in (long, told(300)):
        gc.collect()
        tracemalloc.start()
        try:
            again = Sitting.of_text(sitting.text(), SEED)
            weight = tracemalloc.get_traced_memory()[0]
        finally:
            tracemalloc.stop()
        assert 0.8 * weight < again.weight < 2 * weight


def test_however_many_there_are_they_take_little_memory(store, long):
    """Somebody brings one as long as it may be, again and again."""
    sittings = Sittings(store)
    ids = [sittings.add(long.with_seed(seed), "me", "here").kept.id for seed in range(6)]
    assert sittings._at_hand.weight <= 16_000_000
    assert len(sittings._at_hand) < 6
    for id_ in ids:
        sat = sittings.find(id_, "me", "here")
        assert sat is not None
        assert sat.sitting.told == long.told
        assert sittings._at_hand.weight <= 16_000_000


def test_one_address_does_not_push_out_the_games_of_another(store, long, monkeypatch):
    sittings = Sittings(store)
    monkeypatch.setattr(sittings, "_at_hand", Memory(3 * long.weight, long.weight))
    quiet = sittings.add(Sitting.of_text("on the table: blank\n= 3\n"), "me", "quiet")
    for seed in range(6):
        sittings.add(long.with_seed(seed), "you", "loud")
    assert sittings.find(quiet.kept.id, "me", "quiet") is quiet


def test_what_is_not_in_memory_is_made_once_at_a_time(store, long, monkeypatch):
    sittings = Sittings(store)
    sat = sittings.add(long, "me", "here")
    anew = Sittings(store)
    turns = []

    class Turns:
        def of(self, address):
            turns.append(address)
            return InTurn().of(address)

    monkeypatch.setattr(anew, "_reading", Turns())
    found = anew.find(sat.kept.id, "me", "here")
    assert found is not None
    assert anew.find(sat.kept.id, "me", "here") is found
    assert turns == ["here"]


def test_taking_a_move_back_costs_the_same_in_a_long_game(store, long):
    steps = []
    for sitting in (told(100), long):
        sat = Sittings(store).add(sitting, "me")
        undo(sat)
        with steps_counted() as counted:
            taken_back, _ = undo(sat)
        assert taken_back.told == sitting.told[:-1]
        steps.append(counted[0])
    assert steps[1] < 1.5 * steps[0]


def test_a_list_of_all_that_was_told_grows_with_it_and_not_faster(long):
    steps = []
    for sitting in (told(LONG // 10), long):
        with steps_counted() as counted:
            assert len(told_list(sitting)) == len(sitting.told)
        steps.append(counted[0])
    assert steps[1] < 13 * steps[0]


def test_home_reads_a_few_and_an_export_some_at_a_time(store, client, monkeypatch):
    client.get("/")
    client.post("/companions", data={"game": "blank"})
    first = next(iter(store.each_sitting(_owner(store))))
    for number in range(30):
        store.add_sitting(replace(first, id=f"copy-{number:02}", changed=now()))
    page = client.get("/").text
    assert page.count("On your own table") == 12
    assert "/companion/copy-29" in page
    monkeypatch.setattr("escapology.web.store.database._SITTINGS", 4)
    assert len(client.get("/me/export").json()["at_tables"]) == 31
    monkeypatch.setattr(store, "each", lambda *_: pytest.fail("games at tables come first"))
    some = store.each_sitting(first.owner)
    assert [next(some).id for _ in range(3)]


def _owner(store):
    with store._connection() as connection:
        return connection.exec_driver_sql("SELECT owner FROM sittings").scalar()


def test_moves_of_others_come_in_while_it_is_made(store, long, monkeypatch):
    """It is made again from what was told, in a thread that computes all the while."""
    rests = []
    monkeypatch.setattr(kept, "rest_in_time", lambda: rests.append(1))
    id_ = Sittings(store).add(long, "me").kept.id
    sat = Sittings(store).find(id_, "me")
    assert sat is not None
    assert len(rests) >= LONG
    del rests[:]
    correction(sat.sitting, 0, sat.sitting.told[0][1:])
    assert len(rests) >= LONG, "also when something is corrected"
