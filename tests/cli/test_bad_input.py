"""The command line: what it says to bad input."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.cli.lines import BLANK, EASY, SQUARE, WON
from tests.shell import Shell

SETTINGS = {
    "no such game": (["deal", "chess"], "there is no game 'chess': choose from"),
    "no such variant": (["deal", "blank/odd"], "blank has no variant 'odd': it has short, long"),
    "no such variant option": (["deal", "blank", "--variant", "odd"], "blank has no variant 'odd'"),
    "no such option": (["deal", "blank", "--option", "skip=two"], "blank has no option 'skip'"),
    "no such value": (["deal", "blank", "--option", "skips=six"], "skips=any or skips=two"),
    "no option at all": (["deal", "blank", "--option", "skips"], "write name=value"),
    "no game": (["deal"], "missing argument 'GAME'"),
    "negative seed": (["deal", "blank", "--seed", "-1"], "from 0 to 18446744073709551615"),
    "huge seed": (["deal", "blank", "--seed", "9" * 5000], "from 0 to 18446744073709551615"),
    "seeds run out": (["deal", "blank", "--seed", str(2**64 - 1), "--count", "2"], "the last seed is"),
    "count 0": (["deal", "blank", "--count", "0"], "--count: '0' is not a whole number from 1"),
    "no such command": (["fly"], "no such command 'fly'"),
    "no such flag": (["deal", "blank", "--sead", "1"], "no such option: --sead"),
    "no depth": (["perft"], "missing option '--depth'"),
    "depth 0": (["perft", "--depth", "0", BLANK], "--depth: '0' is not a whole number from 1 to 99"),
    "depth -1": (["perft", "--depth", "-1", BLANK], "--depth: '-1' is not a whole number from 1 to 99"),
    "depth abc": (["perft", "--depth", "abc", BLANK], "--depth: 'abc' is not a whole number from 1 to 99"),
    "palette": (["draw", "--palette", "pink", BLANK], "'light', 'dark', 'grey'"),
    "rules of nothing": (["rules", "chess"], "there is no game 'chess'"),
    "two deals": (["play", "--text", "--deal", BLANK, "--seed", "1"], "but only one of these"),
    "a deal and a seed": (["play", "--text", BLANK, "--seed", "1"], "but only one of these"),
    "the same deal twice": (["play", "--text", BLANK, "--deal", BLANK], "the deal is given twice"),
    "a deal for the web app": (["play", BLANK], "deal lines need --text"),
    "another game": (["play", "--text", "devils-square", "--deal", BLANK], "that deal is of"),
    "variant of no game": (["play", "--text", "--variant", "long"], "need a game"),
    "play a bad deal": (["play", "--text", "--deal", "blank: 1 2"], "there are 2 cards"),
    "play a bad line": (["play", "--text", "blank: 1 2"], "there are 2 cards"),
    "load nothing": (["play", "--text", "--load", "missing.txt"], "no such file"),
}  # fmt: skip


@pytest.mark.parametrize(("args", "said"), SETTINGS.values(), ids=SETTINGS)
def test_bad_arguments(shell: Shell, args: list[str], said: str) -> None:
    assert said in shell.bad(*args)


RECORDS = {
    "card twice": (SQUARE.replace("B4S", "Y1K"), "line 1: devils-square: card 64: Y1K appears twice"),
    "63 cards": (SQUARE.removesuffix(" B4S"), "there are 63 cards: a deal has 64"),
    "no card": (SQUARE.replace("B4S", "B5S"), "'B5S' is not a card"),
    "no such game": ("chess: e4", "there is no game 'chess'"),
    "no such variant": ("blank/odd: 1 2 3", "it has short, long"),
    "no such option": ("blank[skip=two]: 1 2 3", "its options are skips"),
    "no deal line": ("hello", "'hello' is not a deal line"),
    "illegal move": (f"{WON}\n{BLANK}\nclimb climb skip\n", "line 5, column 7 (move 2): 'climb' is not legal here"),
    "no move": (f"{BLANK}\nclimb jump", "line 2, column 7: 'jump' is not a move of Blank: write climb or skip"),
    "after the end": (f"{WON}climb\n", "line 3, column 1 (move 6): 'climb' can't be played: the game is over"),
    "binary": (b"\x80\x81\xff\x00", "byte 0x80 is not text"),
    "zeros": (bytes(3_000_000), "line 1 is too long"),
    "blanks": (b"\n" * 3_000_000, "nothing but blanks"),
    "nothing": (b"", "standard input contains no record"),
}


@pytest.mark.parametrize("command", [["replay"], ["replay", "--states"], ["perft", "--depth", "1"], ["draw"]], ids=str)
@pytest.mark.parametrize(("given", "said"), RECORDS.values(), ids=RECORDS)
def test_bad_records(shell: Shell, command: list[str], given: str | bytes, said: str) -> None:
    message = shell.bad(*command, given=given)
    assert message.startswith("standard input ")
    assert said in message


def test_bad_pasted_deal_line(shell: Shell) -> None:
    assert shell.bad("perft", "--depth", "1", "blank: 1 2").startswith("argument line 1: blank: there are 2 cards")
    assert shell.bad("replay", "blank:").startswith("argument line 1: blank: there are 0 cards")


def test_good_input_before_the_bad_one_is_not_printed_either(shell: Shell, record: str) -> None:
    assert "missing" in shell.bad("replay", record, "missing.txt")


def test_files_that_cannot_be_read(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no such file" in shell.bad("replay", str(tmp_path / "missing"))
    assert "is a directory" in shell.bad("replay", str(tmp_path))

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)  # root may read everything, so a mode of 000 proves nothing
    assert "permission denied" in shell.bad("replay", str(tmp_path / "secret"))


@pytest.mark.parametrize("content", [b"\0", b"x\n", b"\n", b"blank: 3 1 5 2 6 4\nskip skip "], ids=str)
def test_a_file_of_100_megabytes_is_answered_at_once(shell: Shell, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "huge"
    with file.open("wb") as stream:
        stream.write(content * 20_000)
        stream.truncate(100_000_000)
    start = time.process_time()
    shell.bad("replay", str(file))
    assert time.process_time() - start < 2


# of commands that solve

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
        ("empty", "'empty' contains no record"),
        ("blanks", "'blanks' contains no record"),
        ("rubbish", "byte 0xff is not text"),
        ("zeros", "is not a deal line"),
        ("illegal", "'illegal' line 2, column 7 (move 2): 'climb' is not legal here"),
        ("no-move", "'jump' is not a move of Blank"),
        ("no-deal", "'hello' is not a deal line"),
        ("good-then-bad", "line 5, column 7 (move 2)"),
        ("-", "standard input contains no record"),
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
    assert "is not a whole number from 1 to" in shell.bad("solve", option, text, BLANK)


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
    assert "is not a number of seconds: write one above 0" in shell.bad(*command, text, BLANK)


@pytest.mark.parametrize("text", ["1", "0.5", ".5", "1e-3", "5e1", "999999999"])
def test_good_seconds(shell: Shell, text: str) -> None:
    assert shell.good("solve", "--limit-seconds", text, EASY)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["solve", "--limit-nodes", BLANK], "is not a whole number"),
        (["solve", "--limits", "3", BLANK], "no such option"),
        (["check", "--peek", BLANK], "no such option"),
        (["hint", f"{EASY}\nclimb climb climb"], "the game is over"),
        (["hint", "kidnap-machine[clock=off]: house=manor enemy=1"], "can go on for ever"),
        (["deal", "--winnable"], "missing argument"),
        (["deal", "chess", "--winnable"], "there is no game 'chess'"),
        (["deal", "blank", "--winnable", "--count", "0"], "not a whole number"),
        (["deal", "blank", "--winnable", "--count", "nan"], "not a whole number"),
        (["deal", "blank", "--winnable", "--seed", "-1"], "not a whole number"),
        (["deal", "blank", "--winnable", "--seed", str(2**64)], "not a whole number"),
        (["deal", "blank", "--winnable", "--seed", str(2**64 - 1), "--count", "2"], "the last seed is"),
    ],
)
def test_bad_arguments_of_commands_that_solve(shell: Shell, args: list[str], said: str) -> None:
    assert said in shell.bad(*args)


def test_the_last_seed_may_be_no_winner(shell: Shell) -> None:
    code, out, err = shell.run("deal", "blank/long", "--winnable", "--seed", str(2**64 - 3), "--count", "3")
    assert code == 2
    assert out.count("\n") == 2
    assert err.splitlines()[-1] == f"escapology: there are no more seeds: the last is {2**64 - 1}"
