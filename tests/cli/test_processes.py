"""The command line as real processes: errors, closed pipes, full disks, and being stopped in the middle."""

from __future__ import annotations

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

from escapology.background import in_processes
from escapology.errors import EscapologyError, SettingError
from tests.cli.lines import EASY, HOPELESS, SQUARE, WON
from tests.patience import LONGEST, wait_until
from tests.samples import thinned
from tests.shell import Shell, hear_ctrl_c, unmeasured

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


def reads_input(pid: int) -> bool:
    """Whether a process is waiting for something to read from its standard input."""
    return bool(re.match(r"(0|63) 0x0 ", Path(f"/proc/{pid}/syscall").read_text()))  # x86-64, AArch64


def wait_until_all_are_gone(group: int) -> None:
    wait_until(lambda: not living(group), lambda: living(group))


@pytest.mark.parametrize(
    ("stop", "code", "jobs"),
    [
        (signal.SIGINT, 130, "2"),
        (signal.SIGTERM, 143, "2"),
        pytest.param(signal.SIGINT, 130, "1", marks=pytest.mark.long),
        pytest.param(signal.SIGTERM, 143, "1", marks=pytest.mark.long),
    ],
    ids=str,
)
def test_stopped_in_the_middle(stop: signal.Signals, code: int, jobs: str) -> None:
    """Ctrl-C reaches all processes of the terminal, other signals just the one."""
    with started("solve", "--jobs", jobs, "-") as process:
        give(process)
        assert read_what_is_done(process) == DONE
        time.sleep(0.2)
        if stop == signal.SIGINT:
            os.killpg(process.pid, stop)
        else:
            process.send_signal(stop)
        assert process.wait(LONGEST) == code, "the deal would have taken for ever"
        assert rest(process) == ("", "")
        wait_until_all_are_gone(process.pid)


@pytest.mark.parametrize("count", thinned([4, 2, 3], 3))
def test_stopped_while_the_processes_are_started(count: int) -> None:
    """As soon as there are so many of them: Python starts one more than we do."""
    with started("solve", "--jobs", "2", "-") as process:
        give(process)
        while len(living(process.pid)) < count and process.poll() is None:
            time.sleep(0.001)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(LONGEST) == 130
        assert rest(process)[1] == ""
        wait_until_all_are_gone(process.pid)


def test_processes_end_with_the_one_that_started_them_even_if_it_is_killed() -> None:
    with started("solve", "--jobs", "2", "-") as process:
        give(process)
        assert read_what_is_done(process) == DONE
        process.kill()
        process.wait(LONGEST)
        wait_until_all_are_gone(process.pid)


def test_ctrl_c_while_the_input_is_read() -> None:
    with started("solve", "-") as process:
        wait_until(lambda: reads_input(process.pid))
        process.send_signal(signal.SIGINT)
        assert process.wait(LONGEST) == 130
        assert rest(process) == ("", "")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_closed_pipe_ends_solving_quietly(jobs: str) -> None:
    solving = shlex.join([sys.executable, "-m", "escapology", "solve", "--jobs", jobs, "-"])
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {solving} | head -1"], input=f"{EASY}\n" * 5_000,
        capture_output=True, text=True, timeout=LONGEST, check=False, env={**os.environ, "ESCAPOLOGY_PLAIN": "1"},
    )  # fmt: skip
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (141, 1, "")


# In processes


def double(number: int) -> int:
    if number == 13:
        raise SettingError("13 is not a number to double")
    if number == 14:
        os._exit(1)
    return 2 * number


def test_answers_come_in_order() -> None:
    assert list(in_processes(double, range(12), 3)) == list(range(0, 24, 2))


def test_an_error_comes_through() -> None:
    with pytest.raises(SettingError, match="13 is not a number"):
        list(in_processes(double, [1, 2, 13], 2))


def test_a_process_that_dies_is_told_of() -> None:
    with pytest.raises(EscapologyError, match="a worker process died"):
        list(in_processes(double, [14, 1], 2))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_cant_be_solved_comes_after_what_can(shell: Shell, jobs: str) -> None:
    code, out, err = shell.run("solve", "--jobs", jobs, EASY, "kidnap-machine[clock=off]: house=manor enemy=1")
    assert code == 2
    assert out.startswith("winnable") or out == ""
    assert "can go on for ever" in err
    assert err.count("\n") == 1


# Errors and Ctrl-C


def run(*args: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "escapology", *args],
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
        **more,
    )  # type: ignore[call-overload]


def test_a_real_process_fails_with_one_line() -> None:
    done = run("replay", "missing.txt")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("escapology: can't read 'missing.txt'")
    assert done.stderr.count("\n") == 1


def test_a_closed_pipe_ends_quietly() -> None:
    deals = shlex.join([sys.executable, "-m", "escapology", "deal", "blank", "--seed", "1", "--count", "1000000000"])
    done = subprocess.run(
        f"{deals} | head -1", shell=True, capture_output=True, text=True, timeout=LONGEST, check=False
    )
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_a_full_disk_is_told() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "escapology", "deal", "blank", "--seed", "1"],
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=LONGEST, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("args", [["play", "--text", "blank", "--seed", "7"], ["perft", "--depth", "90", "-", SQUARE]])
def test_ctrl_c_ends_with_130(args: list[str]) -> None:
    """In the middle of a play, and in the middle of a count that would take for ever."""
    with subprocess.Popen(
        [sys.executable, "-m", "escapology", *args],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "ESCAPOLOGY_PLAIN": "1"},
        preexec_fn=hear_ctrl_c,  # noqa: PLW1509 (there are no other threads here)
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stdout
        if args[0] == "perft":
            process.stdin.write(f"{WON}")
            process.stdin.close()
        process.stdout.readline()  # it is at work
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(LONGEST) == 130
        finally:
            process.kill()  # else a failure would wait for ever
        assert process.stderr
        assert process.stderr.read() == ""


def test_ctrl_c_while_it_is_still_being_loaded() -> None:
    code = """
import runpy, signal, sys
class Finder:
    def find_spec(self, name, *_):
        if name == "escapology.cli.inputs":
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Finder())
runpy.run_module("escapology", run_name="__main__")
"""
    done = subprocess.run(
        [sys.executable, "-c", code], input="", capture_output=True, text=True, timeout=LONGEST, check=False,
        preexec_fn=hear_ctrl_c,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_the_first_board_needs_neither_numpy_nor_numba_nor_rich() -> None:
    code = (
        "import sys; from escapology.cli import main;"
        "main(['play', '--text', 'devils-square', '--seed', '7']);"
        "print([name for name in ('numpy', 'numba', 'rich') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input="",
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=True,
        env=unmeasured(),
    )
    assert "Devil's Square · 0 moves" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"
