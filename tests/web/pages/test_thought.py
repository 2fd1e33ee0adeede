"""Hints and the like by pages: picked up from any process, and never in the way of a move."""

import re
import sys
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import cycle

from starlette.testclient import TestClient

from escapology.thinking.question import Asker
from escapology.thinking.task import play_task
from escapology.thinking.thinker import Thinker
from escapology.web import SqlStore, make_app
from tests.patience import wait_until
from tests.thinking.stub import COMMAND, MemoryShelf
from tests.web.forms import act, begin


def test_a_hint_by_pages(client):
    path = begin(client)
    page = look_at(client, path, "peek")
    assert "/thought/" in page.url.path
    assert "You can still win for certain after this." in page.text
    assert "with help" in client.get(path).text
    assert client.post(f"{path}/think", data={"kind": "wish"}).status_code == 422
    assert client.get(f"{path}/thought/nothing").status_code == 404


def look_at(client, path, kind):
    """The page with the answer."""
    page = client.post(f"{path}/think", data={"kind": kind})
    while "Check again" in page.text:
        page = client.get(re.search('href="([^"]+)">Check again', page.text)[1])
    return page


def test_the_way_back_by_pages(client):
    path = begin(client, text="blank: 1 2 3 4 5 6\nclimb skip skip skip skip")
    hint = look_at(client, path, "peek")
    assert "Where was it lost?" in hint.text
    page = look_at(client, path, "outlook")
    assert "It can no longer be won: move 5, skip, lost it." in page.text
    node = re.search('name="node" value="([0-9]+)">Go back before it was lost', page.text)[1]
    act(client, path, "goto", node=node)
    assert client.get(f"{path}/record.txt").text.split()[-4:] == ["climb", "skip", "skip", "skip"]
    page = look_at(client, path, "outlook")
    assert "It can still be won." in page.text
    assert "Go back before" not in page.text


def test_a_game_that_is_lost_and_over_offers_to_look_back(client):
    path = begin(client, text="blank: 1 2 3 4 5 6\nclimb skip skip skip skip skip")
    assert "Which move lost it?" in client.get(path).text
    assert "move 5, skip, lost it." in look_at(client, path, "outlook").text
    path = begin(client, text="blank: 1 2 3 4 5 6\nskip climb climb")
    act(client, path, "move", move="climb")
    page = client.get(path).text
    assert "Which move lost it?" not in page, "it is won"


def test_the_way_back_before_the_costliest_move_by_pages(client):
    line = "kidnap-machine: house=3x3 route=b3,c3,c2,b2,b3 dice=61"
    path = begin(client, text=f"{line}\nwait", practice="1")
    page = look_at(client, path, "outlook")
    assert "Move 1, wait, cost the most: " in page.text
    assert "before it was lost" not in page.text
    node = re.search('name="node" value="([0-9]+)">Go back before the costliest move', page.text)[1]
    act(client, path, "goto", node=node)
    assert "wait" not in client.get(f"{path}/record.txt").text


def test_how_near_a_win_came_to_the_shortest_way(client):
    path = begin(client, text="blank: 1 2 3 4 5 6\nskip climb climb")
    assert "How close was that" not in client.get(path).text
    act(client, path, "move", move="climb")
    assert "How close was that" in client.get(path).text
    assert "The shortest way takes 3 moves." in look_at(client, path, "near").text
    assert "with help" not in client.get(path).text
    lost = begin(client, text="blank: 1 2 3 4 5 6\nclimb")
    assert "only a win in a game without dice" in look_at(client, lost, "near").text


def test_the_way_out_says_whether_it_is_the_shortest(client):
    path = begin(client, text="blank: 1 2 3 4 5 6\nskip")
    assert "It can be won in 3 moves, and in no fewer." in look_at(client, path, "show").text


def test_who_waits_for_the_solver_to_be_compiled_is_told(tmp_path, monkeypatch):
    code = """import time; print('{"is_preparing": true}', flush=True); time.sleep(600)"""
    monkeypatch.setattr("escapology.web.app.Thinker", partial(Thinker, command=[sys.executable, "-S", "-c", code]))
    with closing(SqlStore(tmp_path / "plays.sqlite")) as store, TestClient(make_app(store)) as client:
        path, data = begin(client), {"accept": "application/json"}
        ticket = client.post(f"{path}/think", data={"kind": "hint"}, headers=data).json()["ticket"]
        page = f"{path}/thought/{ticket}"
        wait_until(lambda: "Thinking" not in client.get(page, headers=data).json()["html"])
        assert "Preparing the solver…" in client.get(page, headers=data).text
        questions = f"/api/v1/plays/{path.rpartition('/')[2]}/questions/{ticket}"
        told = client.get(questions, params={"wait": 0}).json()
        assert told == {"ticket": ticket, "done": False, "tried": 0, "preparing": True}


def test_the_game_of_a_page_is_prepared_first(client):
    named: list[str] = []
    client.app.state.desk.thinker.put_first = named.append
    client.get("/new/lab-rats")
    path = begin(client, game="devils-square", seed="3")
    client.get(path)
    assert (named[0], set(named[1:])) == ("lab-rats", {"devils-square"})


def test_a_move_does_not_wait_for_a_hint(client):
    thinker = Thinker(command=[sys.executable, "-S", "-c", "import time; time.sleep(600)"])
    client.app.state.desk = replace(client.app.state.desk, thinker=thinker)
    path = begin(client, game="devils-square", seed="3")
    data = {"accept": "application/json"}
    ticket = client.post(f"{path}/think", data={"kind": "show"}, headers=data).json()["ticket"]
    version = client.get(path, headers=data).json()["version"]
    side = client.get(path, headers=data).json()["side"]
    move = re.search('name="move" value="([^"]+)"', side)[1].replace("&gt;", ">")
    assert client.post(f"{path}/move", data={"move": move, "version": version}, headers=data).status_code == 200
    assert client.post(f"{path}/thought/{ticket}/cancel", headers=data).json() == {"done": True}
    thinker.close()


def test_pages_of_two_processes_on_one_database(tmp_path):
    class SharedStore(SqlStore):
        shelf = MemoryShelf()
        answer, keep_answer = shelf.answer, shelf.keep_answer

        def __init__(self, where):
            super().__init__(where)
            self.pinboard = self.shelf.pinboard

    stores = [SharedStore(tmp_path / "plays.sqlite") for _ in range(2)]
    apps = [make_app(store) for store in stores]
    with TestClient(apps[0]) as one, TestClient(apps[1]) as two:
        path = begin(one)
        two.cookies = one.cookies
        data = {"accept": "application/json"}
        ticket = one.post(f"{path}/think", data={"kind": "peek"}, headers=data).json()["ticket"]
        answers = (client.get(f"{path}/thought/{ticket}", headers=data).json() for client in cycle((one, two)))
        answer = next(answer for answer in answers if answer["done"])
        assert "You can still win for certain after this." in answer["html"]
        assert two.get(f"{path}/thought/{ticket}", headers=data).json()["moves"] == answer["moves"]
        assert apps[1].state.desk.thinker.stats()["answered"] == 0
        two.cookies.clear()
        assert two.get(f"{path}/thought/{ticket}").status_code == 404
    for store in stores:
        store.close()


def test_a_busy_server_says_so(client):
    with closing(Thinker(command=COMMAND)) as thinker:
        client.app.state.desk = replace(client.app.state.desk, thinker=thinker)
        path = begin(client)
        [player] = {seat.saved.owner for seat in client.app.state.desk.table.seats()}
        for number in range(4):
            thinker.ask(play_task("show", f"count {number}"), Asker(player, "testclient"))
            wait_until(lambda: thinker.stats()["running"])
        page = client.post(f"{path}/think", data={"kind": "show"})
        assert page.status_code == 429
        assert int(page.headers["retry-after"]) > 0
        assert "You already have 3 questions waiting" in page.text
        told = client.post(f"{path}/think", data={"kind": "show"}, headers={"accept": "application/json"})
        assert (told.status_code, "3 questions waiting" in told.json()["error"]) == (429, True)
