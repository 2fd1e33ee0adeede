"""The command line: every command, its JSON, its examples, and what it says to bad input."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from escapology.games import GAMES
from tests.shell import Shell, hear_ctrl_c

BLANK = "blank: 3 1 5 2 6 4"
WON = f"{BLANK}\nclimb skip climb skip climb\n"
SQUARE = (
    "devils-square: Y1K Y2A Y3S Y4C R1K R2A R3S R4C G1K G2A G3S G4C B1K B2A B3S B4C "
    "Y1A Y2S Y3C Y4K R1A R2S R3C R4K G1A G2S G3C G4K B1A B2S B3C B4K "
    "Y1S Y2C Y3K Y4A R1S R2C R3K R4A G1S G2C G3K G4A B1S B2C B3K B4A "
    "Y1C Y2K Y3A Y4S R1C R2K R3A R4S G1C G2K G3A G4S B1C B2K B3A B4S"
)
COMMANDS = ["play", "serve", "games", "rules", "deal", "replay", "perft", "draw", "solve", "hint", "check", "study"]


@pytest.fixture
def record(tmp_path: Path) -> str:
    file = tmp_path / "game.txt"
    file.write_text(WON)
    return str(file)


# deal


def test_deal_is_the_same_for_the_same_seed(shell: Shell) -> None:
    lines = shell.good("deal", "blank", "--seed", "1", "--count", "3").splitlines()
    assert len(lines) == 3
    assert shell.good("deal", "blank", "--seed", "3").splitlines() == lines[2:]


def test_deal_tells_the_seed_that_it_chose(shell: Shell) -> None:
    code, out, err = shell.run("deal", "devils-square")
    match = re.fullmatch(r"seed (\d+)\n", err)
    assert code == 0
    assert match
    assert shell.good("deal", "devils-square", "--seed", match[1]) == out


def test_deal_takes_settings_in_both_ways(shell: Shell) -> None:
    one = shell.good("deal", "blank/long[skips=two]", "--seed", "5")
    two = shell.good("deal", "blank", "--variant", "long", "--option", "skips=two", "--seed", "5")
    assert one == two
    assert one.startswith("blank/long[skips=two]: ")


def test_deal_json(shell: Shell) -> None:
    out = shell.good("deal", "blank/long", "--seed", "5", "--count", "2", "--json")
    first, second = (json.loads(line) for line in out.splitlines())
    assert list(first) == ["game", "variant", "options", "seed", "deal"]
    assert (first["game"], first["variant"], first["options"]) == ("blank", "long", {"skips": "any"})
    assert (first["seed"], second["seed"]) == (5, 6)
    assert first["deal"] + "\n" == shell.good("deal", "blank/long", "--seed", "5")


# replay


def test_replay_says_how_it_ended(shell: Shell, record: str) -> None:
    assert shell.good("replay", record) == "won, score 1, 5 moves\n"
    assert shell.good("replay", given=f"{BLANK}\nclimb\n") == "playing, score 0, 1 move\n"


def test_replay_takes_files_and_standard_input_together(shell: Shell, record: str) -> None:
    out = shell.good("replay", record, "-", BLANK, given=f"{BLANK}\nskip\n\n{BLANK}\nclimb skip\n")
    assert out.splitlines() == [
        "won, score 1, 5 moves", "playing, score 0, 1 move", "playing, score 0, 2 moves", "playing, score 0, 0 moves",
    ]  # fmt: skip


def test_replay_json(shell: Shell, record: str) -> None:
    assert json.loads(shell.good("replay", "--json", record)) == {
        "deal": BLANK, "outcome": "won", "score": 1, "moves": 5,
    }  # fmt: skip


def test_replay_states_are_plain_text_with_an_empty_line_between_records(shell: Shell) -> None:
    out = shell.good("replay", "--states", given=f"{BLANK}\nclimb\n\n{BLANK}\n")
    assert out.splitlines() == [
        "on=0 climbed=0 skipped=0 pile=315264 status=playing",
        "on=3 climbed=1 skipped=0 pile=15264 status=playing",
        "",
        "on=0 climbed=0 skipped=0 pile=315264 status=playing",
    ]


def test_replay_states_in_json(shell: Shell, record: str) -> None:
    ending = json.loads(shell.good("replay", "--states", "--json", record))
    assert len(ending["states"]) == 6
    assert "\n".join(ending["states"]) + "\n" == shell.good("replay", "--states", record)


# perft


@pytest.mark.parametrize("plain", [[], ["--plain"]])
def test_perft_json(shell: Shell, plain: list[str]) -> None:
    out = shell.good("perft", "--depth", "3", "--json", *plain, given=f"{BLANK}\n\n{BLANK}\nclimb\n")
    first, second = (json.loads(line) for line in out.splitlines())
    assert first == {"deal": BLANK, "counts": [2, 3, 6]}
    assert second == {"deal": BLANK, "counts": [1, 2, 2]}, "counted from where the record stands"


def test_perft_split_adds_up(shell: Shell) -> None:
    counted = json.loads(shell.good("perft", "--depth", "3", "--split", "--json", "--plain", SQUARE))
    assert sum(counted["split"].values()) == counted["counts"][-1]
    assert len(counted["split"]) == counted["counts"][0]


def test_perft_in_columns(shell: Shell) -> None:
    out = shell.good("perft", "--depth", "2", "--split", "--plain", f"{BLANK}\nclimb\n")
    assert out.splitlines() == [
        f"{BLANK} after 1 move", "  depth  sequences", "  1              1", "  2              2",
        "  move   sequences", "  skip           2",
    ]  # fmt: skip


def test_perft_of_a_game_that_is_over_has_nothing_to_split(shell: Shell, record: str) -> None:
    out = shell.good("perft", "--depth", "2", "--split", "--plain", "--json", record)
    assert json.loads(out) == {"deal": BLANK, "counts": [0, 0], "split": {}}
    assert "  move   sequences" in shell.good("perft", "--depth", "2", "--split", "--plain", record)


# games, rules, draw


def test_games_lists_all_but_the_example(shell: Shell) -> None:
    out = shell.good("games")
    for game in GAMES.values():
        assert (game.title in out) != game.is_example
    assert "as many as you like (default)" in shell.good("games", "--all")


def test_games_json(shell: Shell) -> None:
    listed = [json.loads(line) for line in shell.good("games", "--all", "--json").splitlines()]
    assert [game["game"] for game in listed] == list(GAMES)
    blank = next(game for game in listed if game["game"] == "blank")
    assert blank["variants"][0] == {"name": "short", "words": "six cards, three steps"}
    assert blank["options"][0]["ruling"] == "BL1"
    assert blank["options"][0]["default"] == "any"
    assert list(blank["options"][0]["values"]) == ["any", "two"]


def test_rules_are_raw_in_a_pipe(shell: Shell) -> None:
    assert shell.good("rules", "blank") == (GAMES["blank"].folder / "RULES.md").read_text()
    assert shell.good("rules", "blank/long", "--raw") == shell.good("rules", "blank")


def test_draw_as_text_and_svg(shell: Shell, record: str) -> None:
    text = shell.good("draw", record)
    assert "3 of 3 climbs" in text
    assert "\x1b" not in text
    svg = shell.good("draw", "--svg", "--palette", "grey", record)
    assert svg.startswith("<svg ")
    assert svg != shell.good("draw", "--svg", "--palette", "dark", record)


def test_draw_shows_nothing_that_is_hidden(shell: Shell) -> None:
    other = "blank: 3 4 6 2 5 1"
    assert shell.good("draw", BLANK) == shell.good("draw", other)
    assert shell.good("draw", "--svg", BLANK) == shell.good("draw", "--svg", other)


def test_draw_json(shell: Shell) -> None:
    picture = json.loads(shell.good("draw", "--json", BLANK))
    assert picture["deal"] == BLANK
    assert picture["picture"] + "\n" == shell.good("draw", BLANK)


# play


def test_play_starts_where_it_is_told_to(shell: Shell, record: str) -> None:
    assert "Deal 7 of blank/long." in shell.good("play", "--text", "blank", "--variant", "long", "--seed", "7")
    assert "You won!" in shell.good("play", "--text", "--load", record)
    assert "Climb onto the 3" in shell.good("play", "--text", "--deal", BLANK)
    assert "Climb onto the 3" in shell.good("play", "--text", "blank", "--deal", BLANK)


def test_play_without_text_is_the_web_app(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr("escapology.web.serve.serve", lambda say, **names: asked.append(names))
    shell.good("play")
    shell.good("play", "devils-square", "--port", "8123", "--no-browser")
    assert asked == [
        {"port": None, "browser": True, "path": "/"},
        {"port": 8123, "browser": False, "path": "/new/devils-square"},
    ]


def test_play_without_the_web_app_says_how_to_get_it(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    code, _, err = shell.run("play")
    assert code == 2
    assert "pip install 'escapology[web]'" in err


def test_choices_for_text_play_need_text(shell: Shell) -> None:
    code, _, err = shell.run("play", "blank", "--seed", "7")
    assert code == 2
    assert "go with --text" in err


# help


def test_no_command_is_a_call_for_help(shell: Shell) -> None:
    assert shell.good() == shell.good("--help")
    assert re.fullmatch(r"escapology \d+\.\d+\.\d+\n", shell.good("--version"))


def examples(text: str) -> list[str]:
    return re.findall(r"^ +(escapology .+)$", text.partition("Examples:")[2].partition("\n\n")[0], re.MULTILINE)


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)], ids=" ".join)
def test_every_help_has_examples_that_work(
    command: list[str], shell: Shell, record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(record).parent)
    monkeypatch.setattr("platformdirs.user_data_dir", lambda _: str(Path(record).parent / "data"))
    found = examples(shell.good(*command, "--help"))
    assert found
    for example in found:
        out = ""
        for part in example.split(" | "):
            code, out, err = shell.run(*shlex.split(part)[1:], given=out)
            assert code == 0
            assert not err or "proven winnable: " in err
        assert out


# solve and study

CELLAR = "kidnap-machine: house=3x3 route=b3,c3,c2,b2,b3"


def test_solve(shell: Shell) -> None:
    lines = shell.good("solve", CELLAR).splitlines()
    assert lines[:3] == [CELLAR, "  chance   0.641975309", "  best     ?a2"]
    assert [line.split()[0] for line in lines[3:]] == ["states", "seconds"]


def test_solve_where_a_record_stands(shell: Shell) -> None:
    found = json.loads(shell.good("solve", "--json", "-", given=f"{CELLAR} dice=61\n?b1\n"))
    assert found["moves"] == 1
    assert found["chance"] == max(found["chances"].values())
    assert found["move"] in found["chances"]
    lines = shell.good("solve", "-", given=f"{CELLAR} dice=11\nwait\n").splitlines()
    assert lines[0].endswith(" after move 1")


EASY, HOPELESS = "blank: 1 2 3 4 5 6", "blank: 6 5 4 3 2 1"


def test_solve_gives_verdicts_in_the_order_of_the_input(shell: Shell) -> None:
    lines = shell.good("solve", "-", given=f"{EASY}\n{HOPELESS}\n").splitlines()
    assert re.fullmatch(r"winnable, \d+ nodes, \d+\.\d{3} s: [a-z ]+", lines[0])
    assert re.fullmatch(r"unwinnable \(exhausted\), \d+ nodes, \d+\.\d{3} s", lines[1])


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_solve_as_json(shell: Shell, jobs: str) -> None:
    given = f"{EASY}\nskip\n\n{HOPELESS}\n"
    easy, hopeless = (
        json.loads(line) for line in shell.good("solve", "--json", "--jobs", jobs, given=given).splitlines()
    )
    assert list(easy) == ["deal", "verdict", "reason", "nodes", "seconds", "record"]
    assert (easy["deal"], easy["verdict"], easy["reason"]) == (EASY, "winnable", "")
    assert easy["record"].startswith(f"{EASY}\nskip ")
    assert json.loads(shell.good("replay", "--json", given=easy["record"]))["outcome"] == "won"
    assert (hopeless["verdict"], hopeless["reason"], hopeless["record"]) == ("unwinnable", "exhausted", None)


def test_solve_under_a_limit(shell: Shell) -> None:
    assert shell.good("solve", "--limit-nodes", "1", EASY).startswith("undecided (nodes), 1 nodes")


def test_deal_only_what_can_be_won(shell: Shell) -> None:
    code, out, err = shell.run("deal", "blank[skips=two]", "--winnable", "--json", "--seed", "0", "--count", "5")
    assert code == 0
    rows = [json.loads(line) for line in out.splitlines()]
    assert all(row["proven"] for row in rows)
    seeds = [row["seed"] for row in rows]
    assert len(seeds) == 5
    given = shell.good("deal", "blank[skips=two]", "--seed", "0", "--count", str(seeds[-1] + 1))
    verdicts = [json.loads(line)["verdict"] for line in shell.good("solve", "--json", given=given).splitlines()]
    assert [seed for seed, verdict in enumerate(verdicts) if verdict == "winnable"] == seeds
    passed_over = verdicts.count("unwinnable")
    assert passed_over
    assert err == f"proven winnable: 5 of {len(verdicts)} deals tried (passed over: {passed_over} unwinnable)\n"


def test_hint(shell: Shell) -> None:
    assert shell.good("hint", "--peek", EASY).endswith(" (proven: a win is left)\n")
    assert "nothing wins any more" in shell.good("hint", "--peek", HOPELESS)
    found = json.loads(shell.good("hint", "--json", "--seconds", "0.2", EASY))
    assert (found["move"], found["standing"]) == ("climb", "likely")
    assert "the best chance: 0.641975309" in shell.good("hint", CELLAR)


def test_check(shell: Shell) -> None:
    lost = shell.good("check", "-", given=f"{EASY}\nskip skip skip skip\n")
    assert lost == "lost by move 4, skip; climb would have won\n"
    assert shell.good("check", HOPELESS) == "could never be won\n"
    assert shell.good("check", EASY) == "can still be won\n"


def test_study_a_house_file(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "cellar.json"
    enemies = [{"name": f"Cook {i}", "route": ["b3", "c3", "c2", "b2", "b3"]} for i in range(6)]
    file.write_text(json.dumps({"name": "cellar", "width": 3, "height": 3, "enemies": enemies}))
    lines = shell.good("study", "kidnap-machine", "--house", str(file)).splitlines()
    assert lines[0] == "kidnap-machine: cellar, 3 × 3 squares"
    assert len(lines) == 9
    assert lines[2].split()[:4] == ["1", "Cook", "0", "4"]
    assert lines[2].split()[4:] == lines[8].split()[1:]
    found = [
        json.loads(line) for line in shell.good("study", "kidnap-machine", "--house", str(file), "--json").splitlines()
    ]
    assert [row["enemy"] for row in found] == [1, 2, 3, 4, 5, 6]
    assert all(row["perfect"] >= row["greedy"] >= row["random"] >= 0 for row in found)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["solve", "--limit-seconds", "0", BLANK], "'0' is no number of seconds"),
        (["solve", "--limit-nodes", "0", BLANK], "no whole number from 1"),
        (["solve", "--jobs", "none", BLANK], "no whole number from 1"),
        (["check", CELLAR], "is a game of dice"),
        (["deal", "kidnap-machine", "--winnable"], "is a game of dice"),
        (["hint", "-"], "holds no record"),
        (["solve", "kidnap-machine[clock=off]: house=manor enemy=1"], "can go on for ever"),
        (["study", "blank"], "blank has no houses: study kidnap-machine"),
        (["study", "kidnap-machine", "--house", "villa"], "there is no house 'villa'"),
        (["study", "kidnap-machine", "--house", "none.json"], "house 'none.json' can't be read"),
        (["study", "kidnap-machine", "--enemy", "7"], "from 1 to 6"),
        (["study", "kidnap-machine", "--option", "clock=off"], "without a clock there is no exact chance"),
    ],
)
def test_what_cant_be_solved(shell: Shell, args: list[str], message: str) -> None:
    assert message in shell.bad(*args)


# bad input


SETTINGS = {
    "no such game": (["deal", "chess"], "there is no game 'chess': there are"),
    "no such variant": (["deal", "blank/odd"], "blank has no variant 'odd': it has short, long"),
    "no such variant option": (["deal", "blank", "--variant", "odd"], "blank has no variant 'odd'"),
    "no such option": (["deal", "blank", "--option", "skip=two"], "blank has no option 'skip'"),
    "no such value": (["deal", "blank", "--option", "skips=six"], "skips=any or skips=two"),
    "no option at all": (["deal", "blank", "--option", "skips"], "write name=value"),
    "no game": (["deal"], "missing argument 'GAME'"),
    "negative seed": (["deal", "blank", "--seed", "-1"], "from 0 to 18446744073709551615"),
    "huge seed": (["deal", "blank", "--seed", "9" * 5000], "from 0 to 18446744073709551615"),
    "seeds run out": (["deal", "blank", "--seed", str(2**64 - 1), "--count", "2"], "the last seed is"),
    "count 0": (["deal", "blank", "--count", "0"], "--count: '0' is no whole number from 1"),
    "no such command": (["fly"], "no such command 'fly'"),
    "no such flag": (["deal", "blank", "--sead", "1"], "no such option: --sead"),
    "no depth": (["perft"], "missing option '--depth'"),
    "depth 0": (["perft", "--depth", "0", BLANK], "--depth: '0' is no whole number from 1 to 99"),
    "depth -1": (["perft", "--depth", "-1", BLANK], "--depth: '-1' is no whole number from 1 to 99"),
    "depth abc": (["perft", "--depth", "abc", BLANK], "--depth: 'abc' is no whole number from 1 to 99"),
    "palette": (["draw", "--palette", "pink", BLANK], "'light', 'dark', 'grey'"),
    "rules of nothing": (["rules", "chess"], "there is no game 'chess'"),
    "two deals": (["play", "--text", "--deal", BLANK, "--seed", "1"], "give only one of"),
    "another game": (["play", "--text", "devils-square", "--deal", BLANK], "is not the game of that deal"),
    "variant of no game": (["play", "--text", "--variant", "long"], "belong to a game"),
    "play a bad deal": (["play", "--text", "--deal", "blank: 1 2"], "there are 2 cards"),
    "load nothing": (["play", "--text", "--load", "missing.txt"], "no such file"),
}  # fmt: skip


@pytest.mark.parametrize(("args", "said"), SETTINGS.values(), ids=SETTINGS)
def test_bad_arguments(shell: Shell, args: list[str], said: str) -> None:
    assert said in shell.bad(*args)


RECORDS = {
    "card twice": (SQUARE.replace("B4S", "Y1K"), "line 1: devils-square: card 64: Y1K is there twice"),
    "63 cards": (SQUARE.removesuffix(" B4S"), "there are 63 cards: a deal has 64"),
    "no card": (SQUARE.replace("B4S", "B5S"), "'B5S' is no card"),
    "no such game": ("chess: e4", "there is no game 'chess'"),
    "no such variant": ("blank/odd: 1 2 3", "it has short, long"),
    "no such option": ("blank[skip=two]: 1 2 3", "its options are skips"),
    "no deal line": ("hello", "'hello' is no deal line"),
    "illegal move": (f"{WON}\n{BLANK}\nclimb climb skip\n", "line 5, column 7 (move 2): 'climb' is not legal here"),
    "no move": (f"{BLANK}\nclimb jump", "line 2, column 7: 'jump' is no move of Blank: write climb or skip"),
    "after the end": (f"{WON}climb\n", "line 3, column 1 (move 6): 'climb' can't be played: the game is over"),
    "binary": (b"\x80\x81\xff\x00", "byte 0x80 is not text"),
    "zeros": (bytes(3_000_000), "line 1 is too long"),
    "blanks": (b"\n" * 3_000_000, "nothing but blanks"),
    "nothing": (b"", "standard input holds no record"),
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


# real processes


def run(*args: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "escapology", *args], capture_output=True, text=True, timeout=60, check=False, **more
    )  # type: ignore[call-overload]


def test_a_real_process_fails_with_one_line() -> None:
    done = run("replay", "missing.txt")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("escapology: can't read 'missing.txt'")
    assert done.stderr.count("\n") == 1


def test_a_closed_pipe_ends_quietly() -> None:
    deals = shlex.join([sys.executable, "-m", "escapology", "deal", "blank", "--seed", "1", "--count", "1000000000"])
    done = subprocess.run(f"{deals} | head -1", shell=True, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def test_a_full_disk_is_told() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "escapology", "deal", "blank", "--seed", "1"],
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
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
            assert process.wait(20) == 130
        finally:
            process.kill()  # else a failure would wait for ever
        assert process.stderr
        assert process.stderr.read() == ""


def test_the_first_board_needs_neither_numpy_nor_numba_nor_rich() -> None:
    code = (
        "import sys; from escapology.cli import main;"
        "main(['play', '--text', 'devils-square', '--seed', '7']);"
        "print([name for name in ('numpy', 'numba', 'rich') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input="", capture_output=True, text=True, timeout=60, check=True
    )
    assert "Devil's Square · 0 moves" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]"
