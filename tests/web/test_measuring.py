"""The measurements themselves: that they count what they say, and that they can fail."""

import asyncio
import math
import time

import pytest
from benchmarks.attacks.__main__ import Uses, judged
from benchmarks.attacks.bystanders import Noticed
from benchmarks.crowd import Kept, LostError, address_of
from benchmarks.frames import tasks_of
from benchmarks.load import Measured, Setting, Verdict, judge_attack
from benchmarks.pace import Done, keep_pace, schedule
from benchmarks.plan import Assumed, Costs, plan_text
from benchmarks.table import milliseconds, quantile, table

from tests.loops import finish


def test_what_waits_for_others_counts_as_waiting():
    """A server that stands still for a moment keeps all waiting who wanted something in that moment."""
    turns = iter([0.4, 0.0, 0.0, 0.0])

    async def act():
        await asyncio.sleep(next(turns))
        return "move"

    begin = time.monotonic()
    times = iter([begin, begin + 0.1, begin + 0.2, begin + 0.3])
    done = finish(keep_pace(act, times, math.inf))
    assert [one.what for one in done] == ["move"] * 4
    for one, least in zip(done, [0.4, 0.3, 0.2, 0.1], strict=True):
        assert one.seconds > least - 0.01


def test_what_is_too_late_is_not_begun():
    async def act():
        raise AssertionError("nobody is there any more")

    begin = time.monotonic()
    (done,) = finish(keep_pace(act, iter([begin]), begin - 1))
    assert done.what == ""


def test_a_schedule_keeps_its_rate_and_is_nobody_elses():
    times = list(schedule(100.0, 1100.0, 2.0, 1))
    assert len(times) == pytest.approx(500, rel=0.05)
    assert times == sorted(times)
    assert times == list(schedule(100.0, 1100.0, 2.0, 1)) != list(schedule(100.0, 1100.0, 2.0, 2))


def test_players_come_from_a_mix_of_addresses():
    found = [address_of(number) for number in range(60)]
    assert found.count("10.9.9.9") == 20
    assert sum(":" in address for address in found) == 10
    assert len(set(found)) == 41


def test_accounts_are_compared():
    kept = Kept("id", made=["a", "b"], doubtful=["c", "d"])
    for there in (["a", "b"], ["a", "b", "c"], ["a", "b", "d"]):
        assert kept.compared(there) == there
    for there in (["a"], ["a", "b", "b"], ["a", "b", "c", "d"], ["a", "b", "e"], ["b", "a"]):
        with pytest.raises(LostError, match="acknowledged were"):
            kept.compared(there)
    kept.made_for_certain("c")
    assert kept.compared(["a", "b", "c"])
    with pytest.raises(LostError):
        kept.compared(["a", "b", "c", "d"])


QUICK = [0.01] * 100
USES = Uses(before=100, peak=200, after=120, descriptors=30)


@pytest.mark.parametrize(
    ("noticed", "uses", "fault"),
    [
        (Noticed(QUICK), USES, ""),
        (Noticed([0.01] * 96 + [9.0] * 4), USES, ""),
        (Noticed([0.01] * 90 + [0.04] * 10), USES, "4.0 times as long"),
        (Noticed([0.01] * 90 + [math.inf] * 10), USES, "inf times as long"),
        (Noticed([]), USES, "nan times as long"),
        (Noticed(QUICK, [4.0, 4.0, 9.0]), USES, ""),
        (Noticed(QUICK, [4.0, math.inf, 9.0]), USES, "longer than 5 seconds"),
        (Noticed(QUICK, failures=["a hint came to nothing"]), USES, "a hint came to nothing"),
        (Noticed(QUICK), Uses(before=100, peak=401), "401 MB"),
    ],
)
def test_what_bystanders_may_not_notice(noticed, uses, fault):
    faults = judged(Noticed(QUICK), noticed, uses)
    assert len(faults) == bool(fault)
    assert fault in " ".join(faults)


@pytest.mark.parametrize(
    ("seconds", "answers", "fault"),
    [
        (0.02, {"200": 3, "429": 90}, ""),
        (0.04, {"200": 3, "429": 90}, "4.0 times those without the attack"),
        (0.01, {}, "nobody attacked"),
    ],
)
def test_what_an_attacker_may_not_bring_about(seconds, answers, fault):
    def measured(taken, told):
        return Measured([Done("move", 0.0, taken)] * 20, 20, [0.001], asked=None, memory=100.0, answers=told)

    verdict = Verdict()
    judge_attack("here", measured(0.01, {}), measured(seconds, answers), 3.0, verdict)
    assert len(verdict.faults) == bool(fault)
    assert fault in " ".join(verdict.faults)


def test_what_goes_on_beside_the_players_is_told():
    assert [str(Setting(0)), str(Setting(4, "mixed"))] == ["solver idle", "solver busy, under attack"]


def test_numbers_are_told_with_as_many_digits_as_mean_something():
    assert [milliseconds(one) for one in (0.0012345, 0.012345, 1.2345, math.inf)] == ["1.2", "12", "1,234", "∞"]
    assert quantile([3.0, 1.0, 2.0, 4.0], 0.5) == 3.0
    assert math.isnan(quantile([], 0.5))
    assert table(("a", "b"), [(1, "x")]) == "| a | b |\n|---|---|\n| 1 | x |"


def test_the_plan_is_worked_out_from_what_was_measured():
    costs = Costs(
        answering={"move": 0.002, "page": 0.004, "hint": 0.001},
        solving={"move": 0.0, "page": 0.0, "hint": 0.5},
        storing={"move": 0.001, "page": 0.0, "hint": 0.0},
        sizes={"move": 10_000, "page": 20_000, "hint": 1_000},
        stored=50,
        process=150,
        solver=500,
    )
    assumed = Assumed(players=36_000, games=1, moves=100, pages=10, hints=1, peak=0.1, load=0.5, kept=100, leaving=0.5)
    told = dict(line.strip("| ").split(" | ") for line in plan_text(costs, assumed).splitlines() if " | " in line)
    assert told["players a day"] == "36,000"
    assert told["moves a second, in the busiest hour"] == "100"
    assert told["pages a second, in the busiest hour"] == "10"
    assert told["hints a second, in the busiest hour"] == "1"
    assert told["games being played at the same time"] == "900"
    assert told["cores for web processes"] == "0.48", "(100 × 2 + 10 × 4 + 1 × 1) ms, at half load"
    assert told["cores for solvers"] == "1"
    assert told["cores for the database"] == "0.2"
    assert told["memory of the web processes, one for each core"] == "0.1 GB"
    assert told["added to the database in a day"] == "0.2 GB"
    assert told["stored at any time, of games that will be deleted"] == "0.01 TB"
    assert told["answers sent, in the busiest hour"] == "10 Mbit a second"


def test_tasks_of_a_page_are_counted_once_with_their_parts():
    """The page's own thread, no more time than the clock let pass, and each part without what lies in it."""

    def event(name, start, end, worked, thread=1, **args):
        return {
            "name": name, "ph": "X", "pid": 1, "tid": thread,
            "ts": start, "dur": end - start, "tdur": worked, "args": args,
        }  # fmt: skip

    about = [
        {"name": "thread_name", "ph": "M", "pid": 1, "tid": thread, "args": {"name": name}}
        for thread, name in ((1, "CrRendererMain"), (2, "Compositor"))
    ]
    trace = [
        event("RunTask", 0, 90_000, 60_000),
        event("FunctionCall", 10_000, 60_000, 45_000),
        event("Layout", 20_000, 50_000, 30_000, beginData={"url": "http://127.0.0.1/play/abc"}),
        event("RunTask", 100_000, 101_000, 42_000),
        event("RunTask", 0, 90_000, 80_000, thread=2),
    ]
    first, second = tasks_of([*about, *trace])
    assert first.seconds == pytest.approx(0.06)
    assert first.clock == pytest.approx(0.09)
    assert first.parts == pytest.approx({"Layout": 0.03, "FunctionCall": 0.015, "RunTask": 0.015})
    assert second.seconds == pytest.approx(0.001), "a thread works no longer than the clock runs"
