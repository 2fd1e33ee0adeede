"""What is known already, in memory and to all processes."""

import pytest

from escapology.answer import Decision, Failure, FoundDeal, Hint, Odds, Outlook, WayOut, Worth
from escapology.thinking.answers import Answers, Shelf, is_final, key_of
from escapology.thinking.task import Task
from escapology.web.store import StoreError
from tests.thinking.stub import MemoryShelf

FOUND = FoundDeal(seed=3, tried=2, proven=True, level=None)


class BrokenShelf:
    """A store whose database is gone."""

    pinboard = None

    def answer(self, key):
        raise StoreError("the database can't be reached")

    def keep_answer(self, key, answer):
        raise StoreError("the database can't be reached")


def asked(kind="hint", record="blank: 1 2 3\nclimb\n", move="", seconds=2.0, **more):
    return Task(kind, record, move, seconds, **more)


def test_the_same_position_by_another_way_is_the_same_question():
    other = "blank: 1 2 3\nskip climb\n"
    assert key_of(asked(), "here") == key_of(asked(record=other), "here")
    assert key_of(asked(), "here") != key_of(asked(), "there")
    assert key_of(asked(), "here") != key_of(asked(record="blank: 3 2 1\nclimb\n"), "here")
    assert key_of(asked()) == key_of(asked())
    assert key_of(asked()) != key_of(asked(record=other)), "nobody has said that it is the same"


def test_since_when_it_is_lost_depends_on_the_way():
    other = "blank: 1 2 3\nskip climb\n"
    assert key_of(asked("outlook"), "here") != key_of(asked("outlook", other), "here")


def test_different_questions_have_different_keys():
    questions = [
        asked(), asked("peek"), asked(move="climb"), asked(seconds=3.0), asked(setting="blank"), asked(record="")
    ]  # fmt: skip
    assert len({key_of(question, "here") for question in questions}) == len(questions)


@pytest.mark.parametrize(
    ("kind", "answer", "final"),
    [
        ("show", WayOut("winnable", ("climb",)), True),
        ("show", WayOut("unwinnable"), True),
        ("show", WayOut("undecided"), False),
        ("hint", Hint("climb", "heuristic"), True),
        ("peek", Hint("climb", "proven"), True),
        ("peek", Hint("climb", "heuristic"), False),
        ("outlook", Outlook("lost"), True),
        ("outlook", Outlook("unknown"), False),
        ("worth", Worth(loses=True), True),
        ("worth", Worth(loses=False), False),
        ("outlook", Odds(0.5), True),
        ("verdict", Decision("blank: 1", "unwinnable", "exhausted", 3, 0.1, None), True),
        ("verdict", Decision("blank: 1", "undecided", "seconds", 3, 0.1, None), False),
        ("find", FOUND, True),
        ("find", Failure("none"), False),
        ("hint", Failure("cancelled"), False),
    ],
)
def test_only_what_more_time_would_not_change_is_kept(kind, answer, final):
    assert is_final(kind, answer) is final


def test_answers_are_known_to_all_who_share_a_store():
    shelf = MemoryShelf()
    assert isinstance(shelf, Shelf)
    one, two, alone = Answers(shelf), Answers(shelf), Answers()
    one.keep("key", FOUND)
    assert one.find("find", "key") == two.find("find", "key") == FOUND
    assert alone.find("find", "key") is None
    shelf.kept.clear()
    assert two.find("find", "key") == FOUND, "it remembers"


def test_what_is_damaged_is_not_known():
    shelf = MemoryShelf()
    answers = Answers(shelf)
    for text in ("", "[]", "nonsense", "é", '{"seed": "3"}'):
        shelf.kept = {"key": text}
        assert answers.find("find", "key") is None


def test_a_store_that_fails_is_done_without():
    answers = Answers(BrokenShelf())
    answers.keep("key", FOUND)
    assert answers.find("find", "key") == FOUND
    assert answers.find("find", "other") is None
