"""What goes from process to process comes back as it was, or is refused."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from escapology.answer import BestChance, Cost, Decision, Failure, FoundDeal, Hint, Odds, Outlook, WayOut, Worth
from escapology.thinking.codec import (
    DamagedError,
    Notice,
    Report,
    answer_text,
    notice_text,
    parse_answer,
    parse_notice,
    parse_report,
    parse_task,
    report_text,
    task_text,
)
from escapology.thinking.task import Task

ANSWERS = [
    ("hint", Hint("climb", "likely", 0.5, 12, ("climb", "skip"))),
    ("peek", Hint("climb", "lost", points=20)),
    ("show", WayOut("winnable", ("climb", "skip"))),
    ("outlook", Outlook("lost", 3, "climb", ("skip",), 20)),
    ("outlook", Outlook("won", costliest=Cost(3, "climb", 0.75, 0.5, ("skip", "climb")))),
    ("outlook", Odds(0.5)),
    ("outlook", Odds(0.5, costliest=Cost(1, "?b1", 0.75, 0.5, ("wait",)))),
    ("worth", Worth(loses=True)),
    ("verdict", Decision("blank: 1 2", "winnable", "", 3, 0.25, "blank: 1 2\nclimb\n")),
    ("verdict", BestChance("kidnap-machine: …", 2, 0.5, "roll", {"roll": 0.5, "wait": 0.25}, 7, 1.5)),
    ("find", FoundDeal(3, 2, proven=True, level=None)),
    ("find", FoundDeal(3, 2, proven=False, level=4)),
    ("hint", Failure("cancelled")),
]
TASK = Task("find", setting="lab-rats/hard", seed=2**64 - 1, winnable=True, level=3)


@pytest.mark.parametrize(("kind", "answer"), ANSWERS)
def test_answers_come_back(kind, answer):
    assert parse_answer(kind, answer_text(answer)) == answer
    report = Report(answer, is_last=True)
    assert parse_report(kind, report_text(report)) == report


def test_tasks_and_progress_come_back():
    assert parse_task(task_text(TASK)) == TASK
    assert parse_report("find", report_text(Report(so_far=7))) == Report(so_far=7)
    notice = Notice(TASK, "key", "play")
    assert parse_notice(notice_text(notice)) == notice


@pytest.mark.parametrize(
    ("kind", "text"),
    [  # as they stand in databases of the first version that kept any
        ("hint", '{"move": "skip", "standing": "proven", "share": null, "worlds": 0, "row": ["skip"], "points": null}'),
        ("outlook", '{"standing": "never", "number": 0, "move": "", "better": [], "points": 10}'),
        ("outlook", '{"standing": "chance", "share": 0.25}'),
        ("show", '{"verdict": "chance", "moves": ["roll"]}'),
        ("worth", '{"loses": true}'),
        ("find", '{"seed": 0, "tried": 1, "proven": true, "level": null}'),
        (
            "verdict",
            '{"deal": "blank: 1", "verdict": "unwinnable", "reason": "exhausted", "nodes": 4, "seconds": 0.1, '
            '"record": null, "points": null}',
        ),
    ],
)
def test_answers_that_were_kept_before_are_read(kind, text):
    kept = json.loads(text)
    told = json.loads(answer_text(parse_answer(kind, text)))
    assert {name: told[name] for name in kept} == kept


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("hint", ""),
        ("hint", "[]"),
        ("hint", "{}"),
        ("hint", '{"move": "climb"}'),  # a field is missing
        ("hint", '{"move": "climb", "standing": "certain"}'),
        ("hint", '{"move": 3, "standing": "proven"}'),
        ("hint", '{"move": "climb", "standing": "proven", "worlds": true}'),
        ("hint", '{"move": "climb", "standing": "proven", "row": "climb"}'),
        ("hint", '{"move": "climb", "standing": "proven", "colour": "red"}'),
        ("show", '{"move": "climb", "standing": "proven"}'),  # the answer to another question
        ("verdict", '{"verdict": "winnable"}'),
        ("find", '{"seed": "3", "tried": 2, "proven": true, "level": null}'),
    ],
)
def test_what_is_damaged_is_refused(kind, text):
    with pytest.raises(DamagedError):
        parse_answer(kind, text)
    with pytest.raises(DamagedError):
        parse_report(kind, '{"answer": ' + text + "}")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["kind", "record", "answer"]), inner),
)


@given(JSON)
def test_any_json_is_read_or_refused(data):
    text = json.dumps(data)
    for parse in (parse_task, parse_notice, lambda text: parse_report("show", text)):
        with suppress(DamagedError):
            parse(text)
