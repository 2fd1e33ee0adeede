"""Hints and the like: worked out elsewhere, cancelled at once, and never in the way of a move."""

import time

import pytest

from escapology.web.advice import hint_words, outlook_words
from escapology.web.desk import NotFoundError
from escapology.web.thinking import Thinker
from escapology.web.worker import think
from tests.web.test_pages import BLANK, begin

LOST = "blank: 6 5 4 3 2 1\nclimb\n"


@pytest.fixture
def thinker():
    made = Thinker()
    yield made
    made.close()


def wait(thinker, ticket, owner="me"):
    for _ in range(600):
        answer = thinker.answer(ticket, owner, 0.1)
        if answer is not None:
            return answer
    raise AssertionError("no answer")


def ask(kind, record, move="", seconds=1.0):
    return think({"kind": kind, "record": record, "move": move, "seconds": seconds})


def test_answers_of_the_worker():
    assert ask("hint", BLANK)["move"] in ("climb", "skip")
    assert ask("peek", BLANK)["standing"] == "proven"
    assert ask("show", BLANK)["verdict"] == "winnable"
    assert ask("show", LOST)["verdict"] == "unwinnable"
    assert ask("outlook", BLANK)["standing"] == "winnable"
    assert ask("outlook", LOST)["standing"] in ("never", "lost")
    assert "error" in ask("hint", "blank: 1")
    assert ask("worth", BLANK, "fly") == {"loses": False}
    assert ask("worth", "blank: 1 2 3 6 5 4", "climb")["loses"] in (True, False)


def test_every_standing_has_words():
    for standing in ("proven", "likely", "lost", "chance", "heuristic"):
        assert hint_words({"standing": standing, "share": 0.5, "worlds": 2}).endswith(".")
    for standing in ("won", "winnable", "never", "unknown", "lost", "chance"):
        assert outlook_words({"standing": standing, "number": 3, "move": "climb", "share": 0.5}).endswith(".")


def test_a_question_is_answered(thinker):
    ticket = thinker.ask("peek", BLANK, "me")
    assert wait(thinker, ticket)["standing"] == "proven"
    assert thinker.kind(ticket, "me") == "peek"
    with pytest.raises(NotFoundError):
        thinker.answer(ticket, "you")
    with pytest.raises(NotFoundError):
        thinker.cancel("nothing", "me")


def test_cancelling_ends_the_work_and_the_next_question_is_answered(thinker):
    first = thinker.ask("show", BLANK, "me")
    assert thinker.ask("show", BLANK, "me") == first, "it is thought about already"
    thinker.cancel(first, "me")
    assert wait(thinker, first) == {"error": "cancelled"}
    second = thinker.ask("show", BLANK, "me")
    assert second != first
    assert "moves" in wait(thinker, second)


def test_a_hint_by_pages(client):
    path = begin(client)
    page = client.post(f"{path}/think", data={"kind": "peek"})
    assert "/thought/" in page.url.path
    for _ in range(200):
        if "Thinking" not in page.text:
            break
        assert 'http-equiv="refresh"' in page.text
        page = client.get(page.url.path)
    assert "It keeps a win that is certain." in page.text
    assert "helped" in client.get(path).text
    assert client.post(f"{path}/think", data={"kind": "wish"}).status_code == 422
    assert client.get(f"{path}/thought/nothing").status_code == 404


def test_a_move_does_not_wait_for_a_hint(client):
    path = begin(client, game="devils-square", seed="3")
    data = {"accept": "application/json"}
    ticket = client.post(f"{path}/think", data={"kind": "show"}, headers=data).json()["ticket"]
    began = time.monotonic()
    version = client.get(path, headers=data).json()["version"]
    import re

    side = client.get(path, headers=data).json()["side"]
    move = re.search('name="move" value="([^"]+)"', side)[1].replace("&gt;", ">")
    assert client.post(f"{path}/move", data={"move": move, "version": version}, headers=data).status_code == 200
    took = time.monotonic() - began
    assert client.post(f"{path}/thought/{ticket}/cancel", headers=data).json() == {"done": True}
    assert took < 5
