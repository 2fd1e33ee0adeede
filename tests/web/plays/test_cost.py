"""What a change of a play costs must not grow with the play. Work is counted, not timed."""

from contextlib import contextmanager
from functools import partial

import pytest
import sqlalchemy as sql
from httpx2 import ASGITransport, AsyncClient

from escapology.luck import Luck
from escapology.tree import tree_data
from escapology.web import make_app, open_store
from escapology.web.plays.table import Table
from tests.loops import finish
from tests.steps import steps_counted
from tests.web.conftest import BOTH
from tests.web.plays.long import long_play, to_and_fro

DATABASES = BOTH
SHORT, LONG = (100, 0), (1_950, 1_900)  # nodes of the way, and beside it
AS_DATA = {"accept": "application/json"}


async def costs(store, play):
    """The steps that each change takes from the request to the answer, after it was done once before."""
    app = make_app(store)
    async with AsyncClient(transport=ASGITransport(app), base_url="http://testserver") as client:
        await client.post("/plays", data={"text": play.deal_line()})
        table = app.state.desk.table
        [owner] = {seat.saved.owner for seat in table.seats()}
        seat = table.sit_down(play, owner)
        here, (there, back) = play.here.number, two_moves(play)

        async def by_api(action, **fields):
            return await client.post(
                f"/api/v1/plays/{seat.saved.id}/{action}", json={"version": seat.saved.version, **fields}
            )

        async def by_page(action, **fields):
            data = {"version": seat.saved.version, **fields}
            return await client.post(f"/play/{seat.saved.id}/{action}", data=data, headers=AS_DATA)

        found: dict[str, int] = {}
        for _ in range(2):
            for change, action, fields in [
                (by_api, "moves", {"move": there}), (by_api, "bookmarks", {"name": "here"}), (by_api, "undo", {}),
                (by_api, "redo", {}), (by_page, "move", {"move": back}),
                (by_page, "move", {"move": there}), (by_page, "undo", {}), (by_page, "bookmark", {"name": "there"}),
                (by_page, "redo", {}), (by_page, "give-up", {}), (by_api, "restart", {}),
                (by_api, "goto", {"node": here}),
            ]:  # fmt: skip
                with steps_counted() as counted:
                    answer = await change(action, **fields)
                assert answer.status_code == 200, (action, answer.text)
                found[f"{change.__name__}: {action}"] = counted[0]
        return found


def two_moves(play):
    """From here to the other place, and back."""
    return ("c3:1>b3", "b3:1>c3") if "c3:1>b3" in play.legal() else ("b3:1>c3", "c3:1>b3")


def test_a_change_takes_as_many_steps_in_a_long_game_as_in_a_short_one(tmp_path):
    found = {}
    for size in (SHORT, LONG):
        store = open_store(tmp_path / f"{size[0]}.sqlite")
        found[size] = finish(costs(store, to_and_fro(*size)))
        store.close()
    jumps = {name: found[LONG].pop(name) - found[SHORT].pop(name) for name in ("by_api: restart", "by_api: goto")}
    assert {name: more for name, more in jumps.items() if more > 60 * (LONG[0] - SHORT[0])} == {}, (
        "only the way is walked"
    )
    ratios = {name: found[LONG][name] / found[SHORT][name] for name in found[SHORT]}
    assert {name: ratio for name, ratio in ratios.items() if ratio > 1.05} == {}


@contextmanager
def writes_counted(store):
    """Tells of each statement how many rows it was given."""
    told = []

    def tell(_connection, _cursor, statement, parameters, _context, is_many):
        rows = len(parameters) if is_many else len(parameters.get("node_number", [None])) if store.is_remote else 1
        told.append((statement.split("(")[0].split()[0], rows))

    sql.event.listen(store._engine, "before_cursor_execute", tell)
    yield told
    sql.event.remove(store._engine, "before_cursor_execute", tell)


@pytest.mark.parametrize("size", [SHORT, LONG])
def test_a_change_writes_what_it_changes(store, size):
    """On PostgreSQL in one statement; in a file in two of a transaction."""
    table = Table(store)
    seat = table.sit_down(to_and_fro(*size), "me")
    there, back = ("c3:1>b3", "b3:1>c3") if "c3:1>b3" in seat.play.legal() else ("b3:1>c3", "c3:1>b3")

    def written(action):
        with writes_counted(store) as told:
            table.change(seat, seat.saved.version, action)
        assert len(told) == 1 if store.is_remote else len(told) <= 2
        return 0 if not store.is_remote and len(told) == 1 else told[-1][1]

    nothing = 1 if store.is_remote else 0  # what a statement without rows of nodes counts as
    assert written(lambda play: play.do(there)) == 1
    assert written(lambda play: play.undo()) == nothing
    assert written(lambda play: play.redo()) == nothing
    assert written(lambda play: play.do(back)) == 1
    assert written(lambda play: play.bookmark("there")) == nothing
    assert written(lambda play: play.give_up()) == nothing
    revealed = sum(node.reveals and not node.taken_back for node in seat.play.here.way())
    assert written(lambda play: play.restart()) == max(revealed, nothing)
    end = seat.play.nodes[-1]
    led = sum(node.parent.next is not node for node in end.way()[1:])
    assert written(lambda play: play.go_to(end)) == max(led, nothing)
    assert written(lambda play: play.restart()) == nothing
    again = Table(store).seat(seat.saved.id, "me")
    assert (len(again.play.nodes), again.play.nodes[-1].depth) == (sum(size) + 2, size[0] + 1)


def test_going_to_and_fro_is_stored_as_it_is(store):
    """Of a play with many branches, after each of many changes."""
    luck, table = Luck(9), Table(store)
    seat = table.sit_down(long_play(300, "lab-rats", branches=True), "me")

    def anything(play, number):
        legal = list(play.legal())
        chance = luck.below(5)
        if chance == 0 and legal:
            play.do(luck.choose(legal))
        elif chance == 1:
            play.go_to(luck.choose(play.nodes))
        elif chance == 2 and play.can_undo:
            play.undo()
        elif chance == 3 and play.can_redo:
            play.redo()
        else:
            play.bookmark(f"{number % 7}")

    for number in range(120):
        table.change(seat, seat.saved.version, partial(anything, number=number))
        if number % 10 == 0:
            there = Table(store).seat(seat.saved.id, "me")
            assert tree_data(there.play) == tree_data(seat.play)
            assert (there.saved, there.play.here.state) == (seat.saved, seat.play.here.state)
