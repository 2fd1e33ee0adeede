"""What is looked after again and again costs little, however many questions wait."""

from collections import Counter
from contextlib import closing

from escapology.thinking.question import Asker
from escapology.thinking.task import play_task
from escapology.thinking.thinker import Thinker
from escapology.thinking.times import Times
from tests.patience import LONGEST, wait_until
from tests.thinking.stub import COMMAND, MemoryShelf

TIMES = Times(beat=0.05, tick=0.01, abandoned=LONGEST)


def test_what_is_told_at_a_beat_does_not_grow_with_what_waits():
    shelf = MemoryShelf()
    with closing(Thinker(shelf, command=COMMAND, times=TIMES)) as thinker:
        for number in range(60):
            thinker.ask(play_task("show", f"count {number}"), Asker(f"player {number // 2}"))
        wait_until(lambda: thinker.stats()["running"] == 1)
        wait_until(lambda: ("tell", 1) in shelf.pinboard.said)
        before = len(shelf.pinboard.said)
        wait_until(lambda: len(shelf.pinboard.said) >= before + 10)
        said = Counter(shelf.pinboard.said[before:])
    assert said.keys() <= {("beat", 1), ("leave", 60)}, "that the process is there, until it is closed"


def test_what_is_told_of_questions_asked_about_elsewhere_is_told_at_once():
    shelf = MemoryShelf()
    with (
        closing(Thinker(shelf, command=COMMAND, times=TIMES)) as one,
        closing(Thinker(shelf, command=COMMAND, times=TIMES)) as two,
    ):
        askers = [Asker(f"player {number // 2}") for number in range(40)]
        tickets = [one.ask(play_task("show", f"count {number}"), asker) for number, asker in enumerate(askers)]
        before = len(shelf.pinboard.said)
        for _ in range(3):
            for ticket, asker in zip(tickets, askers, strict=True):
                assert two.answer(ticket, asker) is None
        wait_until(lambda: sum(count for what, count in shelf.pinboard.said[before:] if what == "ask") >= 40)
        asked = [count for what, count in shelf.pinboard.said[before:] if what == "ask"]
    assert max(asked) > 1, "in one statement"
