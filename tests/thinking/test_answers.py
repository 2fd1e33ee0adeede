"""What is known already, in memory and to all processes."""

import pytest

from escapology.thinking.answers import Answers, Shelf, is_final, key_of
from escapology.web.store import StoreError
from tests.thinking.stub import MemoryShelf


class BrokenShelf:
    """A store whose database is gone."""

    def answer(self, key):
        raise StoreError("the database can't be reached")

    def keep_answer(self, key, answer):
        raise StoreError("the database can't be reached")


def asked(kind="hint", record="blank: 1 2 3\nclimb\n", move="", seconds=2.0, **more):
    return {"kind": kind, "record": record, "move": move, "seconds": seconds, **more}


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
        ("show", {"verdict": "winnable", "moves": ["climb"]}, True),
        ("show", {"verdict": "unwinnable", "moves": []}, True),
        ("show", {"verdict": "undecided", "moves": []}, False),
        ("hint", {"move": "climb", "standing": "heuristic"}, True),
        ("peek", {"move": "climb", "standing": "proven"}, True),
        ("peek", {"move": "climb", "standing": "heuristic"}, False),
        ("outlook", {"standing": "lost"}, True),
        ("outlook", {"standing": "unknown"}, False),
        ("worth", {"loses": True}, True),
        ("worth", {"loses": False}, False),
        ("find", {"seed": 3}, True),
        ("find", {"error": "none"}, False),
        ("hint", {"error": "cancelled"}, False),
    ],
)
def test_only_what_more_time_would_not_change_is_kept(kind, answer, final):
    assert is_final(kind, answer) is final


def test_answers_are_known_to_all_who_share_a_store():
    shelf = MemoryShelf()
    assert isinstance(shelf, Shelf)
    one, two, alone = Answers(shelf), Answers(shelf), Answers()
    one.keep("key", {"seed": 3})
    assert one.find("key") == two.find("key") == {"seed": 3}
    assert alone.find("key") is None
    shelf.kept.clear()
    assert two.find("key") == {"seed": 3}, "it remembers"


def test_notices_are_for_the_player_alone():
    shelf = MemoryShelf()
    one, two = Answers(shelf), Answers(shelf)
    one.tell("ticket", "me", {"so_far": 7})
    assert two.notice("ticket", "me") == {"so_far": 7}
    assert two.notice("ticket", "you") is None
    one.tell("ticket", "me", {"so_far": 8})
    assert two.notice("ticket", "me") == {"so_far": 8}


def test_what_is_damaged_is_not_known():
    shelf = MemoryShelf()
    answers = Answers(shelf)
    answers.tell("ticket", "me", {})
    for text in ("", "[]", "nonsense", "é"):
        shelf.kept = dict.fromkeys([*shelf.kept, "key"], text)
        assert answers.notice("ticket", "me") is None
        assert Answers(shelf).find("key") is None


def test_a_store_that_fails_is_done_without():
    answers = Answers(BrokenShelf())
    answers.keep("key", {"seed": 3})
    answers.tell("ticket", "me", {})
    assert answers.find("key") == {"seed": 3}
    assert answers.find("other") is None
    assert answers.notice("ticket", "me") is None
