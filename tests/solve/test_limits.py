"""Limits, for every game in every setting: each is kept, or the answer is `undecided` and names it."""

import json
import os
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from escapology.errors import SettingError
from escapology.games import GAMES
from escapology.games.kidnap_machine.rules import Deal
from escapology.games.kidnap_machine.solver.optimum import _solvers, bits_within
from escapology.games.pursuit.solver import turns
from escapology.middle import deal_line, new_deal, parse_deal_line, start_state
from escapology.setting import Setting, parse_setting
from escapology.solve import Limits, Verdict, best_chance, best_play, solve, solver_of
from escapology.verdict import Solution, SpentError
from tests.settings import all_settings, options_at_length
from tests.shell import Shell
from tests.typed import parse_deal

SETTINGS = [setting for setting in all_settings() if "clock=off" not in setting.text]
#: deals that are far from easy, one for each solver
HARD = {
    "devils-square": 2515,
    "lab-rats/rebag": 0,
    "dont-let-them-get-you/even": 1986,
    "dont-let-them-get-you/bingo": 35,
    "not-alone": 478,
    "kidnap-machine": 0,
}
COMPLEX = "lab-rats: 15221132155443311435354 55433451/43032102/00451212"


@pytest.fixture(autouse=True)
def nothing_is_known_yet() -> None:
    """What the solver of Kidnap Machine remembers from other tests would be answered without looking."""
    _solvers.clear()


def answer(setting: Setting, seed: int, **limits: Any) -> Verdict | Solution:
    game = GAMES[setting.game]
    decide = best_chance if game.facts.has_dice else solve
    return decide(game, new_deal(setting, seed), None, Limits(**limits))


def of_solver(setting: Setting, seed: int, **limits: Any) -> Verdict | Solution:
    """What the game's solver says by itself."""
    game = GAMES[setting.game]
    deal = new_deal(setting, seed)
    state = start_state(game, deal)
    try:
        return (game.solving.optimum or solver_of(game))(deal, state, Limits(**limits))
    except SpentError as error:
        return Verdict("undecided", str(error), error.nodes, 0.0)


def limit_of(found: Verdict | Solution) -> str:
    """The limit that was reached, "" if there is an answer."""
    return found.reason if isinstance(found, Verdict) and found.verdict == "undecided" else ""


SMALL_THINGS = 300_000  # bytes: the moves, their texts and such are not counted


def peak_of(work: Callable[[], object]) -> int:
    """The most bytes that Python and NumPy had laid out; what compiled code lays out by itself is not seen here."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def count_of(found: Verdict | Solution) -> int:
    return found.nodes if isinstance(found, Verdict) else found.states


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.text)
@pytest.mark.parametrize(
    ("limits", "reason"), [({"nodes": 1}, "nodes"), ({"seconds": 0.001}, "seconds"), ({"memory": 1_000_000}, "memory")]
)
def test_every_answer_counts_for_one_of_each(setting, limits, reason):
    for seed in range(12):
        found = answer(setting, seed, **limits)
        assert isinstance(found, Verdict)
        assert (found.verdict, found.reason, found.nodes, found.moves) == ("undecided", reason, 1, ())


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.text)
def test_two_nodes(setting):
    found = [answer(setting, seed, nodes=2) for seed in range(12)]
    assert all(limit_of(one) == "nodes" or count_of(one) < 2 for one in found)
    assert sum(limit_of(one) == "nodes" for one in found) >= 6, "few deals are decided by their first position"
    assert {one.verdict for one in found if isinstance(one, Verdict) and not limit_of(one)} <= {"unwinnable"}


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.text)
def test_a_little_more_than_a_millisecond(setting):
    for seed in range(12):
        found = answer(setting, seed, seconds=0.0011)
        assert limit_of(found) == ("seconds" if found.seconds >= 0.0011 else "")


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.text)
def test_solvers_know_no_least(setting):
    """What is asked of them directly may be as little as one likes: they count for themselves."""
    assert limit_of(of_solver(setting, 1, seconds=1e-9)) == "seconds"
    assert limit_of(of_solver(setting, 1, memory=1)) == "memory"
    assert limit_of(of_solver(setting, 1, memory=20_000)) == "memory"


@pytest.mark.parametrize("setting", options_at_length(SETTINGS), ids=lambda s: s.text)
@pytest.mark.parametrize("memory", [1_200_000, 4_000_000])
def test_no_more_memory_is_used_than_allowed(setting, memory):
    answer(setting, 0, nodes=2)  # compiled, and what every deal shares is there
    for seed in range(6):
        peak = peak_of(partial(answer, setting, seed, memory=memory, nodes=20_000))
        assert peak < memory + SMALL_THINGS


@pytest.mark.parametrize(("text", "memory"), [("dont-let-them-get-you/even", 900_000), ("not-alone", 300_000)])
def test_memory_of_a_search_that_grows(text, memory, monkeypatch):
    """Queue, stack and table of the maze games begin small here, so that they grow until there is no more room."""

    for name in ("FIRST_QUEUE", "FIRST_ARENA", "FIRST_SEEN"):
        monkeypatch.setattr(turns, name, 8)
    setting = parse_setting(text, GAMES)
    answer(setting, HARD[text], nodes=2)
    found: list[Verdict | Solution] = []
    peak = peak_of(lambda: found.append(of_solver(setting, HARD[text], memory=memory)))
    assert limit_of(found[0]) == "memory"
    assert count_of(found[0]) > 1
    assert memory / 5 < peak < memory + SMALL_THINGS


def test_memory_of_homes():
    """Lab Rats: the search that grows, and the tables before it."""
    game, deal = parse_deal_line(COMPLEX)
    solve(game, deal, None, Limits(nodes=2))
    for memory in (2_000_000, 8_000_000):
        assert peak_of(partial(solve, game, deal, None, Limits(memory=memory))) < memory + SMALL_THINGS


def test_memory_of_positions_kept_one_by_one():
    """Lab Rats, `lift=any`: without two nulls there is a search in plain Python."""
    game, deal = parse_deal_line(COMPLEX.replace("lab-rats", "lab-rats[lift=any]"))
    state = start_state(game, deal)
    game.rules.play(deal, state, 0)
    state.height = [2, 2, 2]
    state.stack = [[9, 10] + [0] * 6, [17, 18] + [0] * 6, [25, 26] + [0] * 6]  # each a two on an ace
    found = []
    limits = Limits(memory=3_000_000)
    solve(game, deal, state, Limits(nodes=2))
    peak = peak_of(lambda: found.append(solve(game, deal, state, limits)))
    assert limit_of(found[0]) == "memory"
    assert limits.memory / 3 < peak < limits.memory + SMALL_THINGS


@pytest.mark.parametrize("text", HARD)
@pytest.mark.parametrize(
    ("limits", "reason"), [({"nodes": 2}, "nodes"), ({"seconds": 0.0011}, "seconds"), ({"memory": 300_000}, "memory")]
)
def test_hard_deals(text, limits, reason):
    ask = of_solver if reason == "memory" else answer
    found = ask(parse_setting(text, GAMES), HARD[text], **limits)
    assert limit_of(found) == reason
    assert isinstance(found, Verdict)
    assert found.verdict == "undecided"
    assert found.moves == ()


class Clock:
    """It goes on only when it is told to."""

    now = 1000.0

    def monotonic(self):
        return self.now


def stopped_clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr("escapology.verdict.time", clock)
    return clock


def test_the_first_search_of_a_process_is_not_late_because_it_compiles(monkeypatch):
    monkeypatch.setattr("escapology.solve._ready", set())
    clock = stopped_clock(monkeypatch)
    calls: list[int | None] = []

    def slow_at_first(d, s, limits):
        if not calls:
            clock.now += 0.2
        calls.append(limits.nodes)
        return Verdict("unwinnable", "exhausted", 1, 0.0)

    game, deal = parse_deal_line("blank: 1 2 3 4 5 6")
    slow = replace(game, solving=replace(game.solving, solve=slow_at_first))
    assert solve(slow, deal, None, Limits(seconds=0.1)).verdict == "unwinnable"
    assert calls == [1, None]


def test_a_position_that_is_won_makes_nothing_ready(monkeypatch):
    """Nothing was compiled for it, so the next one is to be compiled for before its clock runs."""
    monkeypatch.setattr("escapology.solve._ready", set())
    game, deal = parse_deal_line("blank: 1 2 3 4 5 6")
    state = start_state(game, deal)
    for _ in range(3):
        game.rules.play(deal, state, 0)
    nodes = []

    def count(d, s, limits):
        nodes.append(limits.nodes)
        return Verdict("winnable", "", 0, 0.0)

    for _ in range(2):
        solve(replace(game, solving=replace(game.solving, solve=count)), deal, state)
    assert nodes == [1, None] * 2


@pytest.mark.long
def test_compiling_is_not_counted_in_a_fresh_process_without_a_cache(tmp_path):
    deals = [("devils-square", 523), ("lab-rats/hard", 0), ("lab-rats", 0), ("blank", 0), ("dont-let-them-get-you", 0)]
    lines = [deal_line(GAMES[s.game], new_deal(s, seed)) for text, seed in deals if (s := parse_setting(text, GAMES))]
    done = subprocess.run(
        [sys.executable, "-m", "escapology", "solve", "--limit-seconds", "2", "-"], input="\n".join(lines),
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "undecided" not in done.stdout
    assert done.stdout.count("\n") == len(deals)


@pytest.mark.parametrize("verdict", ["winnable", "unwinnable"])
def test_an_answer_that_comes_too_late_is_none(verdict):
    game, deal = parse_deal_line("blank: 1 2 3 4 5 6")
    solve(game, deal)
    moves = ("climb",) * 3 if verdict == "winnable" else ()

    def slow(d, s, limits):
        time.sleep(0.02)
        return Verdict(verdict, "", 7, 0.0, moves)

    late = replace(game, solving=replace(game.solving, solve=slow))
    found = solve(late, deal, None, Limits(seconds=0.01))
    assert (found.verdict, found.reason, found.moves) == ("undecided", "seconds", ())
    assert found.seconds > 0.02
    assert solve(late, deal, None, Limits(nodes=7)).reason == "nodes"
    assert solve(late, deal, None, Limits(nodes=8, seconds=9)).verdict == verdict


def test_a_chance_that_comes_too_late_is_none():
    game, deal = parse_deal_line("kidnap-machine: house=3x3 route=c3,c2,b2,b3")
    best_chance(game, deal)

    def slow(d, s, limits):
        time.sleep(0.02)
        return Solution(1.0, "wait", {"wait": 1.0}, 7, 0.0)

    late = replace(game, solving=replace(game.solving, optimum=slow))
    assert limit_of(best_chance(late, deal, None, Limits(seconds=0.01))) == "seconds"
    assert limit_of(best_chance(late, deal, None, Limits(nodes=7))) == "nodes"
    found = best_chance(late, deal, None, Limits(nodes=8))
    assert isinstance(found, Solution)
    assert found.chance == 1.0


def test_the_clock_starts_with_the_call(monkeypatch):
    clock = stopped_clock(monkeypatch)
    limits = Limits(seconds=0.5, started=clock.now)
    clock.now += 0.6
    game, deal = parse_deal_line("blank: 1 2 3 4 5 6")
    assert solve(game, deal, None, limits).verdict == "winnable"


def test_chances_in_slices_are_the_same(monkeypatch):
    from escapology.games.kidnap_machine.solver import optimum

    deal = parse_deal(Deal, "kidnap-machine: house=manor enemy=3")
    whole = optimum.Solver(deal, turns=7, bits=12)
    state = start_state(GAMES["kidnap-machine"], deal)
    chances = whole.chances(state)
    assert whole.states > 50
    monkeypatch.setattr(optimum, "_SLICE", 1)
    monkeypatch.setattr(optimum, "_STEPS", 1)
    parts = optimum.Solver(deal, turns=7, bits=12)
    assert parts.chances(state, Limits()) == chances
    assert parts.states == whole.states


def test_chances_after_a_search_that_was_given_up_are_the_same():
    from escapology.games.kidnap_machine.solver import optimum

    deal = parse_deal(Deal, "kidnap-machine: house=manor enemy=3")
    state = start_state(GAMES["kidnap-machine"], deal)
    chances = optimum.Solver(deal, turns=6, bits=12).chances(state)
    again = optimum.Solver(deal, turns=6, bits=12)
    for nodes in (1, 5, 20, 21):
        with pytest.raises(SpentError, match="nodes"):
            again.chances(state, Limits(nodes=nodes))
        assert again.states == nodes
    assert again.chances(state) == chances


def test_chances_after_a_survey_that_was_given_up_are_the_same(monkeypatch):
    from escapology.games.kidnap_machine.solver import optimum

    deal = parse_deal(Deal, "kidnap-machine: house=manor enemy=3")
    state = start_state(GAMES["kidnap-machine"], deal)
    chances = optimum.Solver(deal, turns=6, bits=12).chances(state)
    monkeypatch.setattr(optimum, "_STEPS", 7)
    again = optimum.Solver(deal, turns=6, bits=12)
    stopped = threading.Event()
    stopped.set()
    for _ in range(5):
        with pytest.raises(SpentError, match="stopped"):
            again.chances(state, Limits(stop=stopped))
    assert again.states == 0
    assert again.chances(state) == chances


def test_little_memory_means_a_small_memory():
    assert bits_within(None) == bits_within(10**9) > bits_within(10_000_000) > 10
    assert bits_within(1_000_000) == 0


def test_without_a_clock_no_limit_helps():
    game, deal = parse_deal_line("kidnap-machine[clock=off]: house=manor enemy=3")
    with pytest.raises(SettingError, match="can go on for ever"):
        best_chance(game, deal, None, Limits(seconds=0.01))


LINES = {s.text: deal_line(GAMES[s.game], new_deal(s, 0)) for s in SETTINGS if "[" not in s.text}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [("nodes", "1", "nodes"), ("seconds", "0.001", "seconds"), ("memory", "1", "memory")],
)
def test_on_the_command_line(shell: Shell, line, option, value, reason):
    args = ["solve", f"--limit-{option}", value, line]
    assert shell.good(*args).startswith(f"undecided ({reason}), ")
    found = json.loads(shell.good(*args, "--json"))
    assert list(found) == ["deal", "verdict", "reason", "nodes", "seconds", "record"]
    assert (found["deal"], found["verdict"], found["reason"], found["record"]) == (line, "undecided", reason, None)


def test_a_tiny_house_counts_for_one_state(shell: Shell) -> None:
    """As every answer does, though nothing has to be searched there, or nothing again."""
    tiny = "kidnap-machine: house=2x2 route=b2,a2,a1"
    game, deal = parse_deal_line(tiny)
    for _ in range(2):
        found = best_chance(game, deal)
        assert isinstance(found, Solution)
        assert (found.states, best_play(game, deal, start_state(game, deal)).states) == (1, 1)
    assert json.loads(shell.good("solve", "--json", tiny))["states"] == 1
