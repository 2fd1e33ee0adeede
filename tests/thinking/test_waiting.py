"""Waiting for an answer costs the less the longer it takes."""

from escapology.thinking.question import Asker, make_question
from escapology.thinking.task import play_task
from escapology.thinking.thinker import Thinker
from tests.loops import finish


def test_whoever_waits_long_looks_seldom(monkeypatch):
    """An answer that comes soon is seen soon, and one that comes late a tenth later at most."""
    now, slept = [100.0], []

    async def sleep(seconds):
        slept.append(seconds)
        now[0] += seconds

    thinker = Thinker()
    question = make_question("ticket", Asker("me"), "", "key", play_task("hint", "blank: 3 1 5 2 6 4\n"))

    async def find_soon(*_):
        return question

    monkeypatch.setattr(thinker, "_find_soon", find_soon)
    monkeypatch.setattr("escapology.thinking.thinker.time.monotonic", lambda: now[0])
    monkeypatch.setattr("escapology.thinking.thinker.asyncio.sleep", sleep)
    assert finish(thinker.wait_for("ticket", Asker("me"), 30.0)) is None
    monkeypatch.undo()
    thinker.close()
    assert sum(slept) >= 29.9
    assert len(slept) < 60
    passed = 0.0
    for seconds in slept:
        assert seconds <= max(0.4, 0.11 * passed)
        passed += seconds
