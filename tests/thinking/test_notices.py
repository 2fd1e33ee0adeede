"""What processes tell each other of their questions, and how much of it."""

import threading
from dataclasses import replace

import pytest

from escapology.answer import Failure, FoundDeal
from escapology.thinking.notices import Notices
from escapology.thinking.question import make_question
from escapology.thinking.task import Task
from escapology.web.store import StoreError
from tests.thinking.stub import ME, MemoryPinboard

FOUND = FoundDeal(seed=3, tried=2, proven=True, level=None)
TASK = Task("find", setting="blank")


class BrokenPinboard:
    """Its database is gone."""

    def __getattr__(self, name):
        def fail(*said, **more):
            raise StoreError("the database can't be reached")

        return fail


def ask(ticket="ticket"):
    return make_question(ticket, ME, "", "key", TASK)


@pytest.fixture
def board():
    return MemoryPinboard()


def test_a_question_is_known_to_whoever_knows_its_player(board):
    one, two = Notices(board), Notices(board)
    question = ask()
    one.post(question)
    heard = two.find("ticket", "me")
    assert (heard.notice.task, heard.notice.key, heard.answer) == (TASK, "key", None)
    assert two.find("ticket", "you") is None
    assert not {"ticket", "me"} & board.notices.keys()
    question.so_far, question.is_preparing = 7, True
    one.tell(question)
    posted = two.find("ticket", "me").posted
    assert (posted.so_far, posted.is_preparing) == (7, True)
    question.settle(FOUND)
    one.settle(question)
    assert two.find("ticket", "me").answer == FOUND


def test_what_is_no_news_is_not_told(board):
    notices, question = Notices(board), ask()
    notices.post(question)
    for _ in range(3):
        notices.tell(question)
    assert board.said == [("post", 1)]


def test_who_works_does_not_hear_itself(board):
    one, two = Notices(board), Notices(board)
    question = ask()
    one.post(question)
    one.tell(question)
    one.beat()
    assert one.hear([question]) == [(question, None, None)], "nobody has asked"
    two.ask([question])
    [(_, _, unasked)] = one.hear([question])
    assert 0 <= unasked < 60
    assert two.hear([question]) == []


def test_an_answer_that_comes_while_a_question_is_posted_is_told(board):
    one, two = Notices(board), Notices(board)
    question = ask()
    post = board.post

    def post_late(*said):
        question.settle(FOUND)
        one.settle(question)  # nobody knows of the question yet
        post(*said)

    board.post = post_late
    one.post(question)
    assert two.find("ticket", "me").answer == FOUND


def test_the_first_answer_stays_and_whoever_is_at_work_hears_it(board):
    one, two = Notices(board), Notices(board)
    question, other = ask(), ask()
    one.post(question)
    other.settle(Failure("cancelled"))
    two.settle(other)
    assert one.hear([question]) == [(question, Failure("cancelled"), None)]
    question.settle(FOUND)
    one.settle(question)
    assert two.find("ticket", "me").answer == Failure("cancelled")
    assert one.hear([question]) == [], "it is not at it any more"


def test_of_two_who_take_over_one_does(board):
    gone, *others = [Notices(board) for _ in range(6)]
    gone.post(ask())
    heard = [notices.find("ticket", "me") for notices in others]
    taken = []
    all_ = threading.Barrier(5)

    def take(notices, heard):
        all_.wait()
        taken.append(notices.take_over(ask(), heard))

    threads = [threading.Thread(target=take, args=both) for both in zip(others, heard, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == [False] * 4 + [True]
    assert gone.hear([ask()]) == []


def test_a_word_that_was_lost_does_not_leave_a_question_to_nobody(board):
    """The database is away just when a question is left: at the second beat after it is seen to stand there still."""
    one, two = Notices(board), Notices(board)
    one.post(ask())
    one._pinboard = BrokenPinboard()
    one.leave([ask()])
    one._pinboard = board
    one.hear([])
    assert two.find("ticket", "me").posted.process, "it may just be about to be begun"
    one.hear([])
    assert not two.find("ticket", "me").posted.process


def test_what_is_damaged_is_not_known(board):
    notices = Notices(board)
    notices.post(ask())
    [(key, posted)] = board.notices.items()
    for text in ("", "[]", "nonsense", "é", "eJyrBQAAAQAB"):
        board.notices[key] = replace(posted, text=text)
        assert notices.find("ticket", "me") is None
        board.notices[key] = replace(posted, answer=text)
        assert notices.find("ticket", "me").answer is None
        assert [answer for _, answer, _ in notices.hear([ask()])] == [None]


def test_a_store_that_fails_is_done_without():
    for notices in (Notices(BrokenPinboard()), Notices(None)):
        question = ask()
        notices.post(question)
        notices.beat()
        question.so_far = 3
        notices.tell(question)
        notices.ask([question])
        notices.leave([question])
        notices.leave_all()
        notices.sweep()
        assert notices.hear([question]) == []
        assert notices.find("ticket", "me") is None
