"""The command line: what can be solved, and found by difficulty."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from escapology.cli import output
from escapology.cli.play import _run
from escapology.native.turns import announce
from escapology.play import Play
from escapology.text_play import Session, Terminal
from tests.cli.lines import BLANK, CELLAR, EASY, HOPELESS
from tests.shell import Shell


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
    assert err == f"proven winnable: 5 of {len(verdicts)} deals tried (skipped: {passed_over} unwinnable)\n"


def test_hint(shell: Shell) -> None:
    assert shell.good("hint", "--peek", EASY).endswith(" (proven: it keeps a win)\n")
    assert "the game can no longer be won" in shell.good("hint", "--peek", HOPELESS)
    found = json.loads(shell.good("hint", "--json", "--seconds", "0.2", EASY))
    assert (found["move"], found["standing"]) == ("climb", "likely")
    assert shell.good("hint", "--seconds", "0.2", EASY).startswith("climb (looks best, judging by ")
    assert "the best chance: 0.641975309" in shell.good("hint", CELLAR)


def test_check(shell: Shell) -> None:
    lost = shell.good("check", "-", given=f"{EASY}\nskip skip skip skip\n")
    assert lost == "lost by move 4, skip; climb would have won\n"
    assert shell.good("check", HOPELESS) == "could never be won\n"
    assert shell.good("check", EASY) == "can still be won\n"


def test_check_tells_which_move_cost_the_most_chance(shell: Shell) -> None:
    game = f"{CELLAR} dice=61\nwait\n"
    told = shell.good("check", "-", given=game)
    assert re.fullmatch(
        r"the best chance: 0\.\d{9}; move 1, wait, cost the most, 64\.2% of games before and \d+\.\d% after it; "
        r"\?a2 was best\n",
        told,
    )
    found = json.loads(shell.good("check", "--json", "-", given=game))
    assert list(found) == ["deal", "share", "standing", "costliest"]
    assert list(found["costliest"]) == ["number", "move", "before", "after", "better"]
    assert found["costliest"]["after"] == pytest.approx(found["share"])
    assert json.loads(shell.good("check", "--json", EASY))["costliest"] is None


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
        (["solve", "--limit-seconds", "0", BLANK], "'0' is not a number of seconds"),
        (["solve", "--limit-nodes", "0", BLANK], "not a whole number from 1"),
        (["solve", "--jobs", "none", BLANK], "not a whole number from 1"),
        (["deal", "kidnap-machine", "--winnable"], "is a game with dice"),
        (["hint", "-"], "contains no record"),
        (["solve", "kidnap-machine[clock=off]: house=manor enemy=1"], "can go on for ever"),
        (["study", "blank"], "blank has no study of its own; these have one: kidnap-machine"),
        (["study", "kidnap-machine", "--house", "villa"], "there is no house 'villa'"),
        (["study", "kidnap-machine", "--house", "none.json"], "house 'none.json' can't be read"),
        (["study", "kidnap-machine", "--enemy", "7"], "from 1 to 6"),
        (["study", "kidnap-machine", "--option", "clock=off"], "without a clock there is no exact chance"),
    ],
)
def test_what_cant_be_solved(shell: Shell, args: list[str], message: str) -> None:
    assert message in shell.bad(*args)


# deals of a difficulty


def test_deals_of_a_difficulty_are_proven(shell: Shell) -> None:
    code, out, err = shell.run("deal", "dont-let-them-get-you", "--difficulty", "4", "--seed", "1", "--json")
    assert code == 0
    found = json.loads(out)
    assert (found["difficulty"], found["proven"]) == (4, True)
    assert re.search(r"difficulty 4 \(hard\), proven winnable: 1 of \d+ deals? tried \(skipped: ", err)
    assert found["seed"] == int(re.search(r"of (\d+) deals", err)[1])


def test_no_such_difficulty(shell: Shell) -> None:
    assert "'6' is not a whole number from 1 to 5" in shell.run("deal", "dont-let-them-get-you", "--difficulty", "6")[2]
    assert "blank has no difficulty levels: leave" in shell.run("deal", "blank", "--difficulty", "2")[2]


# getting ready


class Screen(io.StringIO):
    """A terminal with a person before it."""

    def isatty(self) -> bool:
        return True


def test_a_person_is_told_why_it_takes_a_while(monkeypatch: pytest.MonkeyPatch, shell: Shell) -> None:
    shell.good("games")
    output._tell_once.cache_clear()
    monkeypatch.setattr(sys, "stderr", screen := Screen())
    announce()
    announce()
    assert screen.getvalue() == "Compiling the solver, once on this machine; this takes a few seconds…\n"


def test_a_pipe_is_told_nothing(monkeypatch: pytest.MonkeyPatch, shell: Shell) -> None:
    shell.good("games")
    output._tell_once.cache_clear()
    monkeypatch.setattr(sys, "stderr", pipe := io.StringIO())
    announce()
    assert pipe.getvalue() == ""


@pytest.mark.parametrize(("source", "prepared"), [(Screen("quit\n"), ["blank"]), (io.StringIO("quit\n"), [])])
def test_text_play_prepares_the_game_of_a_person(
    source: io.StringIO, prepared: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    named: list[str] = []
    monkeypatch.setenv("ESCAPOLOGY_WARM", "0")
    monkeypatch.setattr("escapology.thinking.warmer.Warmer.put_first", lambda self, game: named.append(game))
    session = Session(Play.of_line(BLANK), Terminal(source, io.StringIO()))
    assert list(_run(lambda: session)) == []
    assert named == prepared


def test_warm_compiles_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    script = [sys.executable, "-m", "escapology", "warm", "blank"]
    first = subprocess.run(script, capture_output=True, text=True, check=True).stdout
    assert re.fullmatch(r"blank: ready in \d+\.\d seconds, [1-9] kernels compiled\n", first)
    again = subprocess.run([*script, "--json"], capture_output=True, text=True, check=True).stdout
    assert json.loads(again) | {"seconds": 0} == {"game": "blank", "compiled": 0, "seconds": 0}


def test_warm_refuses_what_is_no_game(shell: Shell) -> None:
    code, out, err = shell.run("warm", "blank", "golf")
    assert (code, out) == (2, "")
    assert "there is no game 'golf': choose from devils-square" in err
