"""What one process compiles, others wait for; and whoever compiles or waits can have it told."""

import subprocess
import sys

import pytest

from escapology.native import compile_kernel, on_compiling
from escapology.native.turns import Turn, _listeners

KERNEL = """
def slow(x):
    return x * 2 + 1
"""

# Compiles when it may, unless somebody else has done so, and tells what it does.
COMPILE = """
import sys
sys.path.insert(0, sys.argv[1])
from slow import slow
from escapology import native
from escapology.native import compile_kernel

kernel = compile_kernel(slow)
compile = kernel._compiler.compile
native.on_compiling(lambda: print("told", flush=True))
def compile_slowly(*kinds):
    print("compiling", flush=True)
    if sys.argv[2] == "wait":
        sys.stdin.readline()
    return compile(*kinds)
kernel._compiler.compile = compile_slowly
print("began", flush=True)
try:
    print(kernel(1))
except ValueError as error:
    print(error, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def process(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "slow.py").write_text(KERNEL)
    begun = []

    def begin(when: str = "at once") -> subprocess.Popen[str]:
        command = [sys.executable, "-c", COMPILE, str(tmp_path), when]
        begun.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
        return begun[-1]

    yield begin
    for one in begun:
        one.kill()
        with one:  # closes its pipes, and waits for it
            pass


def read_until(process: subprocess.Popen[str], line: str) -> None:
    while process.stdout.readline() != f"{line}\n":
        assert process.poll() is None


def test_one_compiles_and_the_others_wait_for_it(process):
    first = process("wait")
    read_until(first, "compiling")
    second = process()
    read_until(second, "told")
    assert first.communicate("go on\n")[0].split() == ["3"]
    assert second.communicate()[0].split() == ["3"]
    assert process().communicate()[0].split() == ["began", "3"]  # it is kept: nothing is compiled, nothing told


def test_who_is_ended_keeps_nobody_waiting(process):
    first = process("wait")
    read_until(first, "compiling")
    second = process()
    read_until(second, "told")
    first.kill()
    assert second.communicate()[0].split() == ["compiling", "3"]


def test_who_fails_keeps_nobody_waiting(process, tmp_path):
    (tmp_path / "slow.py").write_text(KERNEL.replace("* 2", "* 'no'"))
    for one in (process(), process()):  # both live on
        read_until(one, "compiling")
        assert one.stdout.readline().startswith("slow.slow ")


def test_turns_where_nothing_can_be_kept(tmp_path):
    (tmp_path / "file").write_text("")
    turn = Turn(tmp_path / "file" / "kernel.lock")
    assert not turn.take()
    turn.end()


def test_compiling_is_told_once(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    told = []
    on_compiling(lambda: told.append(1))
    try:
        kernel = compile_kernel(twice)
        assert not told
        assert [kernel(1), kernel(2)] == [2, 4]
        assert told == [1]
    finally:
        _listeners.pop()


def twice(x):
    return 2 * x
