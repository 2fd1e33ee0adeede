"""Commands that solve, as real processes that are stopped, and what they say to bad input."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from escapology.errors import EscapologyError, SettingError
from escapology.waiting import in_processes
from tests.shell import Shell, hear_ctrl_c

BLANK = "blank: 3 1 5 2 6 4"
EASY, HOPELESS = "blank: 1 2 3 4 5 6", "blank: 6 5 4 3 2 1"
DONE = [
    "winnable",
    "unwinnable",
    "winnable",
]  # what comes of these deals, before one that takes for ever in plain Python
DEALS = f"{EASY}\n{HOPELESS}\n{EASY}\n" + "kidnap-machine: house=manor enemy=5\n" * 3


# Stopped in the middle


@contextmanager
def started(*args: str) -> Iterator[subprocess.Popen[str]]:
    """A command in a process group of its own, as a terminal starts it; nothing is compiled."""
    with subprocess.Popen(
        [sys.executable, "-m", "escapology", *args],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env={**os.environ, "ESCAPOLOGY_PLAIN": "1"},
        preexec_fn=hear_ctrl_c,  # noqa: PLW1509 (there are no other threads here)
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            process.kill()  # else a failure would wait for ever


def give(process: subprocess.Popen[str]) -> None:
    assert process.stdin
    process.stdin.write(DEALS)
    process.stdin.close()


def read_what_is_done(process: subprocess.Popen[str]) -> list[str]:
    """The verdicts before the deal that it will not be done with."""
    assert process.stdout
    return [process.stdout.readline().split()[0].strip(",") for _ in DONE]


def rest(process: subprocess.Popen[str]) -> tuple[str, str]:
    assert process.stdout
    assert process.stderr
    return process.stdout.read(), process.stderr.read()


def living(group: int) -> list[str]:
    """The processes of a group that are not over."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text().rpartition(")")
        except OSError:
            continue
        state, _, its_group = rest.split()[:3]
        if int(its_group) == group and state not in "ZX":
            found.append(name)
    return found


def wait_until_all_are_gone(group: int) -> None:
    end = time.monotonic() + 10
    while living(group) and time.monotonic() < end:
        time.sleep(0.02)
    assert living(group) == []


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("stop", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=str)
def test_stopped_in_the_middle(jobs: str, stop: signal.Signals, code: int) -> None:
    """Ctrl-C reaches all processes of the terminal, other signals just the one."""
    with started("solve", "--jobs", jobs, "-") as process:
        give(process)
        assert read_what_is_done(process) == DONE
        time.sleep(0.2)
        if stop == signal.SIGINT:
            os.killpg(process.pid, stop)
        else:
            process.send_signal(stop)
        assert process.wait(10) == code, "the deal would have taken for ever"
        assert rest(process) == ("", "")
        wait_until_all_are_gone(process.pid)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_stopped_while_the_processes_are_started(count: int) -> None:
    """As soon as there are so many of them: Python starts one more than we do."""
    with started("solve", "--jobs", "2", "-") as process:
        give(process)
        while len(living(process.pid)) < count and process.poll() is None:
            time.sleep(0.001)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(10) == 130
        assert rest(process)[1] == ""
        wait_until_all_are_gone(process.pid)


def test_processes_end_with_the_one_that_started_them_even_if_it_is_killed() -> None:
    with started("solve", "--jobs", "2", "-") as process:
        give(process)
        assert read_what_is_done(process) == DONE
        process.kill()
        process.wait(10)
        wait_until_all_are_gone(process.pid)


def test_ctrl_c_while_the_input_is_read() -> None:
    with started("solve", "-") as process:
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert rest(process) == ("", "")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_closed_pipe_ends_quietly(jobs: str) -> None:
    solving = shlex.join([sys.executable, "-m", "escapology", "solve", "--jobs", jobs, "-"])
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {solving} | head -1"], input=f"{EASY}\n" * 5_000,
        capture_output=True, text=True, timeout=100, check=False, env={**os.environ, "ESCAPOLOGY_PLAIN": "1"},
    )  # fmt: skip
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (141, 1, "")


# In processes


def double(number: int) -> int:
    if number == 13:
        raise SettingError("13 is no number to double")
    if number == 14:
        os._exit(1)
    return 2 * number


def test_answers_come_in_order() -> None:
    assert list(in_processes(double, range(12), 3)) == list(range(0, 24, 2))


def test_an_error_comes_through() -> None:
    with pytest.raises(SettingError, match="13 is no number"):
        list(in_processes(double, [1, 2, 13], 2))


def test_a_process_that_dies_is_told_of() -> None:
    with pytest.raises(EscapologyError, match="a process that was at work has ended"):
        list(in_processes(double, [14, 1], 2))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_cant_be_solved_comes_after_what_can(shell: Shell, jobs: str) -> None:
    code, out, err = shell.run("solve", "--jobs", jobs, EASY, "kidnap-machine[clock=off]: house=manor enemy=1")
    assert code == 2
    assert out.startswith("winnable") or out == ""
    assert "can go on for ever" in err
    assert err.count("\n") == 1


# Bad input

SOLVING = [["solve"], ["solve", "--jobs", "2"], ["solve", "--json"], ["hint"], ["hint", "--peek"], ["check"]]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    for name, content in {
        "empty": b"",
        "blanks": b"\n  \n\n",
        "rubbish": bytes(range(255, 0, -1)) * 40,
        "zeros": bytes(5_000),
        "illegal": f"{BLANK}\nclimb climb\n".encode(),
        "no-move": f"{BLANK}\nclimb jump\n".encode(),
        "no-deal": b"hello\n",
        "good-then-bad": f"{BLANK}\nclimb\n\n{BLANK}\nclimb climb\n".encode(),
    }.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


@pytest.mark.parametrize("command", SOLVING, ids=" ".join)
@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("folder", "can't read 'folder': is a directory"),
        ("missing", "can't read 'missing': no such file"),
        ("empty/inside", "can't read 'empty/inside': not a directory"),
        ("x" * 5_000, "file name too long"),
        ("empty", "'empty' holds no record"),
        ("blanks", "'blanks' holds no record"),
        ("rubbish", "byte 0xff is not text"),
        ("zeros", "is no deal line"),
        ("illegal", "'illegal' line 2, column 7 (move 2): 'climb' is not legal here"),
        ("no-move", "'jump' is no move of Blank"),
        ("no-deal", "'hello' is no deal line"),
        ("good-then-bad", "line 5, column 7 (move 2)"),
        ("-", "standard input holds no record"),
        ("blank: 1 2", "there are 2 cards"),
        ("chess: e4", "there is no game 'chess'"),
        ("kidnap-machine: house=manor enemy=9", "enemy"),
    ],
)
def test_bad_files(shell: Shell, files: Path, command: list[str], file: str, said: str) -> None:
    assert said in shell.bad(*command, file)


@pytest.mark.parametrize("option", ["--limit-nodes", "--limit-memory", "--jobs"])
@pytest.mark.parametrize(
    "text", ["0", "-1", "-0", "1.5", "1e3", "nan", "inf", "", "x", "0x10", "1_0", "+1", " 1", "٣", "9" * 400]
)
def test_bad_whole_numbers(shell: Shell, option: str, text: str) -> None:
    assert "is no whole number from 1 to" in shell.bad("solve", option, text, BLANK)


@pytest.mark.parametrize("command", [["solve", "--limit-seconds"], ["hint", "--seconds"], ["check", "--seconds"]])
@pytest.mark.parametrize(
    "text",
    [
        "0",
        "-1",
        "-0",
        "0.0",
        "nan",
        "inf",
        "-inf",
        "1e400",
        "1e-400",
        "1e9",
        "",
        "x",
        "1_0",
        "+1",
        " 1",
        "٣",
        "9" * 400,
    ],
)
def test_bad_seconds(shell: Shell, command: list[str], text: str) -> None:
    assert "is no number of seconds: write one above 0" in shell.bad(*command, text, BLANK)


@pytest.mark.parametrize("text", ["1", "0.5", ".5", "1e-3", "5e1", "999999999"])
def test_good_seconds(shell: Shell, text: str) -> None:
    assert shell.good("solve", "--limit-seconds", text, EASY)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["solve", "--limit-nodes", BLANK], "is no whole number"),
        (["solve", "--limits", "3", BLANK], "no such option"),
        (["check", "--peek", BLANK], "no such option"),
        (["hint", f"{EASY}\nclimb climb climb"], "the game is over"),
        (["hint", "kidnap-machine[clock=off]: house=manor enemy=1"], "can go on for ever"),
        (["deal", "--winnable"], "missing argument"),
        (["deal", "chess", "--winnable"], "there is no game 'chess'"),
        (["deal", "blank", "--winnable", "--count", "0"], "no whole number"),
        (["deal", "blank", "--winnable", "--count", "nan"], "no whole number"),
        (["deal", "blank", "--winnable", "--seed", "-1"], "no whole number"),
        (["deal", "blank", "--winnable", "--seed", str(2**64)], "no whole number"),
        (["deal", "blank", "--winnable", "--seed", str(2**64 - 1), "--count", "2"], "the last seed is"),
    ],
)
def test_bad_arguments(shell: Shell, args: list[str], said: str) -> None:
    assert said in shell.bad(*args)


def test_the_last_seed_may_be_no_winner(shell: Shell) -> None:
    code, out, err = shell.run("deal", "blank/long", "--winnable", "--seed", str(2**64 - 3), "--count", "3")
    assert code == 2
    assert out.count("\n") == 2
    assert err.splitlines()[-1] == f"escapology: there are no more seeds: the last one is {2**64 - 1}"


# bots, and deals of a difficulty


def test_bots_tell_how_often_they_win(shell: Shell) -> None:
    lines = shell.good("bots", "blank", "--games", "60", "--seed", "1").splitlines()
    assert [line.split()[0] for line in lines] == ["random", "greedy", "fair"]
    assert all(
        re.search(r"\d+ of 60 won: +\d+\.\d\d% \(\d+\.\d\d% to \d+\.\d\d%\), mean score", line) for line in lines
    )


def test_bots_in_processes_play_the_same_games(shell: Shell) -> None:
    args = ("bots", "blank/long", "--games", "30", "--seed", "5", "--bot", "greedy", "--json")
    alone = json.loads(shell.good(*args))
    assert json.loads(shell.good(*args, "--jobs", "2")) == alone
    assert (alone["game"], alone["bot"], alone["games"], alone["seed"]) == ("blank/long", "greedy", 30, 5)
    assert alone["low"] <= alone["share"] <= alone["high"]
    assert alone["share"] == pytest.approx(alone["won"] / 30, abs=1e-6)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("blank", "--bot", "clever"), "there is no bot 'clever': there are random, greedy, fair"),
        (("blank", "--games", "0"), "'0' is no whole number from 1"),
        (("blank", "--seconds", "0"), "is no number of seconds"),
        (("nothing",), "there is no game 'nothing'"),
        (("blank", "--games", "9", "--seed", str(2**64 - 3)), "are too many"),
    ],
)
def test_bots_refuse_what_makes_no_sense(shell: Shell, args: tuple[str, ...], said: str) -> None:
    code, out, err = shell.run("bots", *args)
    assert (code, out) == (2, "")
    assert said in err


def test_deals_of_a_difficulty_are_proven(shell: Shell) -> None:
    code, out, err = shell.run("deal", "dont-let-them-get-you", "--difficulty", "4", "--seed", "1", "--json")
    assert code == 0
    found = json.loads(out)
    assert (found["difficulty"], found["proven"]) == (4, True)
    assert re.search(r"difficulty 4 \(hard\), proven winnable: 1 of \d+ deals? tried \(passed over: ", err)
    assert found["seed"] == int(re.search(r"of (\d+) deals", err)[1])


def test_no_such_difficulty(shell: Shell) -> None:
    assert "'6' is no whole number from 1 to 5" in shell.run("deal", "dont-let-them-get-you", "--difficulty", "6")[2]
    assert "blank has no levels of difficulty" in shell.run("deal", "blank", "--difficulty", "2")[2]
