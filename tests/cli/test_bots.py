"""The command line: bots that play, on which deals, within which limits, and what is told of it."""

from __future__ import annotations

import json
import math
import re
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import escapology as esc
from tests.cli.lines import BLANK, EASY, HOPELESS, WON
from tests.shell import Shell

COUNTED = ("--worlds", "3", "--seed", "5", "--games")  # nothing in it depends on the clock
MAZE = "kidnap-machine: house=3x3 route=b3,a3,a2,b2"


def told(text: str, kind: str) -> list[dict[str, Any]]:
    """The lines of that kind."""
    return [line for line in map(json.loads, text.splitlines()) if line["kind"] == kind]


def test_bots_tell_how_often_they_win(shell: Shell) -> None:
    lines = shell.good("bots", "blank", "--games", "20", "--seed", "1").splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["random", "greedy", "fair"]
    assert all(
        re.search(r"\d+ of 20 won: +\d+\.\d\d% \(\d+\.\d\d% to \d+\.\d\d%\), mean score", line) for line in lines[:3]
    )
    assert [line.split(":")[0] for line in lines[3:]] == ["greedy − random", "fair − random", "fair − greedy"]


def test_one_json_line_a_game(shell: Shell, tmp_path: Path) -> None:
    out = shell.good(
        "bots", "blank/long", "--games", "30", "--seed", "5", "--bot", "greedy", "--bot", "random", "--json"
    )
    games = told(out, "game")
    assert [(game["seed"], game["bot"]) for game in games] == [
        (s, b) for s in range(5, 35) for b in ("greedy", "random")
    ]
    for game in games:
        assert list(game) == ["kind", "seed", "setting", "deal", "bot", "luck", "won", "score", "moves", "record"]
        end = esc.read_record(game["record"])
        assert end.deal == esc.game("blank/long").deal(game["seed"]) == esc.read_deal(game["deal"])
        assert (end.is_won, end.score, len(end.moves)) == (game["won"], game["score"], game["moves"])
    greedy, random = told(out, "summary")
    assert (greedy["game"], greedy["bot"], greedy["games"], greedy["seed"]) == ("blank/long", "greedy", 30, 5)
    assert greedy["won"] == sum(game["won"] for game in games if game["bot"] == "greedy")
    assert greedy["share"] == pytest.approx(greedy["won"] / 30, abs=1e-6)
    assert greedy["low"] <= greedy["share"] <= greedy["high"]
    (pair,) = told(out, "pair")
    assert (pair["first"], pair["second"]) == ("random", "greedy")
    assert pair["both"] + pair["only_first"] == random["won"]
    assert pair["both"] + pair["only_second"] == greedy["won"]
    assert pair["both"] + pair["only_first"] + pair["only_second"] + pair["neither"] == 30
    records = tmp_path / "records.txt"
    records.write_text("\n".join(game["record"] for game in games))
    replayed = shell.good("replay", str(records), "--json").splitlines()
    assert [json.loads(line)["score"] for line in replayed] == [game["score"] for game in games]
    assert len(shell.good("check", str(records)).splitlines()) == 60


def test_pairs_are_of_the_same_deals(shell: Shell) -> None:
    args = ("blank", "--games", "40", "--seed", "1", "--bot", "random", "--bot", "greedy")
    won = {
        bot: [game["won"] for game in told(shell.good("bots", *args, "--json"), "game") if game["bot"] == bot]
        for bot in ("random", "greedy")
    }
    pairs = list(zip(won["random"], won["greedy"], strict=True))
    both, only_greedy, only_random, neither = (
        pairs.count(pair) for pair in ((True, True), (False, True), (True, False), (False, False))
    )
    thrown = only_greedy + only_random
    tail = sum(math.comb(thrown, heads) for heads in range(min(only_greedy, only_random) + 1))
    p = min(1.0, 2 * tail / 2**thrown)
    line = shell.good("bots", *args).splitlines()[-1]
    assert line.startswith("greedy − random: +")
    words = f"both won {both} of the deals, only greedy {only_greedy}, only random {only_random}, neither {neither}"
    assert line.endswith(f"p = {p:.3g} (McNemar): {words}")


# limits


@pytest.mark.parametrize(
    ("game", "games"),
    [
        ("blank/long", 10),
        ("not-alone", 2),
        *(pytest.param(name, 2, marks=pytest.mark.long) for name in ("lab-rats/hard", "devils-square")),
    ],
)
def test_with_worlds_alone_games_repeat(shell: Shell, game: str, games: int) -> None:
    args = ("bots", game, *COUNTED, str(games), "--bot", "fair", "--json")
    once = shell.good(*args)
    assert shell.good(*args) == once
    assert shell.good(*args, "--jobs", "2") == once
    *_, last = told(once, "game")
    only = ("--worlds", "3", "--seed", str(last["seed"]), "--games", "1", "--bot", "fair", "--json")
    assert told(shell.good("bots", game, *only), "game") == [last], "whatever was played before it"
    (summary,) = told(once, "summary")
    assert (summary["worlds"], summary["seconds"]) == (3, None)


def test_limits_may_be_one_or_both(shell: Shell) -> None:
    def limits(*args: str) -> tuple[int | None, float | None, int | None]:
        (summary,) = told(shell.good("bots", EASY, "--bot", "fair", "--json", *args), "summary")
        return summary["worlds"], summary["seconds"], summary["nodes"]

    assert limits() == (200, 0.2, None)
    assert limits("--seconds", "0.1") == (None, 0.1, None)
    assert limits("--worlds", "9", "--nodes", "7") == (9, None, 7)
    assert limits("--worlds", "9", "--seconds", "0.1") == (9, 0.1, None)


# luck


def moves(shell: Shell, *args: str) -> list[str]:
    return [game["record"] for game in told(shell.good("bots", *args, "--bot", "random", "--json"), "game")]


def test_luck_is_chosen(shell: Shell) -> None:
    args = ("blank/long", "--games", "20", "--seed", "1")
    usual = moves(shell, *args)
    assert moves(shell, *args, "--luck", "0") == usual
    other = moves(shell, *args, "--luck", "1")
    assert moves(shell, *args, "--luck", "1") == other != usual
    assert [game.split("\n")[0] for game in other] == [game.split("\n")[0] for game in usual], "the same deals"
    rows = esc.play_many(esc.game("blank/long"), ["random"], range(1, 21), luck=1).rows
    assert [row["record"] for row in rows] == other


def test_luck_of_deals_without_a_seed(shell: Shell) -> None:
    """It goes with the deal, wherever it stands; copies of a deal have luck of their own."""
    first, second, *copies = moves(shell, BLANK, EASY, *[BLANK] * 20)
    assert moves(shell, EASY, BLANK) == [second, first]
    assert len({first, *copies}) > 5
    assert moves(shell, BLANK, "--luck", "3") != [first] or moves(shell, BLANK, "--luck", "4") != [first]


worlds_seen: list[esc.Position] = []


def guesser(view: esc.View, luck: esc.Luck) -> str:
    """Guesses what is hidden, and gives up."""
    worlds_seen.append(view.sample(luck))
    return ""


@pytest.mark.parametrize("luck", ["0", "1", "12345"])
@pytest.mark.parametrize("has_seeds", [True, False], ids=["seeds", "files"])
def test_a_bots_luck_tells_nothing_of_the_deal(shell: Shell, luck: str, has_seeds: bool) -> None:
    """Of 48 hidden cards of Devil's Square one is guessed right, on average, as of any two shuffled piles."""
    worlds_seen.clear()
    deals = 700
    given = "" if has_seeds else shell.good("deal", "devils-square", "--seed", "1", "--count", str(deals))
    what = ("devils-square", "--seed", "1", "--games", str(deals)) if has_seeds else ("-",)
    bot = f"{__name__}:guesser"
    out = shell.good("bots", *what, "--luck", luck, "--bot", bot, "--json", given=given)
    true = [game["deal"].split()[1:] for game in told(out, "game")]
    guessed = [world.deal.line.split()[1:] for world in worlds_seen]
    assert len(true) == len(guessed) == deals
    right = [sum(a == b for a, b in zip(*both, strict=True)) - 16 for both in zip(true, guessed, strict=True)]
    assert abs(statistics.fmean(right) - 1) < 4 / math.sqrt(deals), "it was 1.27 with the luck of the seed itself"


# deals


def test_deals_from_files(shell: Shell, tmp_path: Path) -> None:
    """Of several games and settings; of a record, the deal."""
    file = tmp_path / "deals.txt"
    file.write_text(f"blank/long: 3 5 4 7 9 2 1 8 6\n\n{WON}\n{HOPELESS}\n{MAZE}\n")
    out = shell.good("bots", "--bot", "greedy", "--bot", "random", "--json", str(file), EASY)
    assert [game["deal"] for game in told(out, "game")][::2] == [
        "blank/long: 3 5 4 7 9 2 1 8 6", BLANK, HOPELESS, MAZE, EASY,
    ]  # fmt: skip
    assert all(game["seed"] is None for game in told(out, "game"))
    assert [(line["game"], line["bot"], line["games"]) for line in told(out, "summary")] == [
        (game, bot, games)
        for game, games in (("blank/long", 1), ("blank", 3), ("kidnap-machine", 1))
        for bot in ("greedy", "random")
    ]
    assert [line["game"] for line in told(out, "pair")] == ["blank/long", "blank", "kidnap-machine"]
    lines = shell.good("bots", "--bot", "greedy", str(file), EASY).splitlines()
    assert [line.split()[0] for line in lines if line] == [
        "blank/long:", "greedy", "blank:", "greedy", "kidnap-machine:", "greedy",
    ]  # fmt: skip


@pytest.mark.parametrize("files", [(), ("-",)])
def test_deals_from_standard_input(shell: Shell, files: tuple[str, ...]) -> None:
    assert "greedy       1 of 2 won" in shell.good("bots", *files, "--bot", "greedy", given=f"{EASY}\n{HOPELESS}\n")


def test_a_file_may_be_called_like_a_game(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "blank").write_text(EASY)
    (tmp_path / "mine").write_text(EASY)
    assert " 1 of 1 won" in shell.good("bots", "./blank", "--bot", "greedy")
    assert " 1 of 1 won" in shell.good("bots", "mine", "--bot", "greedy")
    assert " of 3 won" in shell.good("bots", "blank", "--bot", "greedy", "--games", "3", "--seed", "1")


# bots of one's own

MINE = """
import dataclasses
import helper

@dataclasses.dataclass
class Memory:
    seen: int = 0

def climber(view, luck):
    return helper.first(view)

def broken(view, luck):
    return view.illegal

def quitter(view, luck):
    raise SystemExit(0)

LUCK = 7
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "helper.py").write_text("def first(view):\n    return view.legal[0]\n")
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "wrong.py").write_text("def climber(:\n")
    (tmp_path / "needy.py").write_text("import nothing_of_that_name\n")
    (tmp_path / "script.py").write_text("import sys\nsys.exit(3)\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path


@pytest.mark.parametrize("name", ["mine.py:climber", "{folder}/mine.py:climber", "mine:climber"])
def test_a_bot_of_ones_own(mine: Path, name: str) -> None:
    """In processes of their own: the modules of these files are nobody else's."""
    name = name.format(folder=mine)
    args = ("bots", "blank", "--games", "6", "--seed", "1", "--bot", "greedy", "--bot", name, "--json")
    command = [sys.executable, "-m", "escapology", *args, "--jobs"]
    once, twice = (
        subprocess.run([*command, jobs], capture_output=True, text=True, check=True, cwd=mine).stdout
        for jobs in ("1", "2")
    )
    assert once == twice
    for game in told(once, "game")[1::2]:
        assert game["bot"] == name
        position = esc.read_deal(game["deal"]).start()
        while position.legal:
            position = position.play(position.legal[0])
        assert position.record == game["record"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("missing.py:climber", "can't read 'missing.py', where a bot should be: no such file"),
        ("mine.py:walker", "there is no function 'walker' in 'mine.py': there are broken, climber, quitter"),
        ("mine.py:LUCK", "'mine.py:LUCK' is not a bot: it is '7', not a function"),
        ("mine.py:", "'mine.py:' does not name a bot: write file.py:function or module:function"),
        (
            "mine.py",
            "there is no bot 'mine.py': choose from random, greedy, fair, learned, learned-ahead, or your own as "
            "file.py:function",
        ),
        (":climber", "':climber' does not name a bot"),
        ("no such:climber", "'no such:climber' does not name a bot"),
        ("nowhere_at_all:climber", "can't be loaded: ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("wrong.py:climber", "the bot 'wrong.py:climber' can't be loaded: SyntaxError: "),
        ("needy.py:climber", "can't be loaded: ModuleNotFoundError: No module named 'nothing_of_that_name'"),
        ("script.py:climber", "can't be loaded: SystemExit: 3"),
        ("mine.py:broken", "the bot mine.py:broken failed at on=0 climbed=0"),
        ("mine.py:quitter", "the bot mine.py:quitter failed at on=0 climbed=0"),
    ],
)
def test_bots_that_cannot_be_loaded_or_played(shell: Shell, mine: Path, name: str, said: str) -> None:
    assert said in shell.bad("bots", EASY, "--bot", name)


def test_a_file_that_changed_is_read_again(mine: Path) -> None:
    deal = esc.read_deal(EASY)
    game = deal.game
    assert esc.play_many(game, ["mine.py:climber"], [deal]).rows[0]["won"]
    (mine / "mine.py").write_text("def climber(view, luck):\n    return 'skip'\n")
    assert not esc.play_many(game, ["mine.py:climber"], [deal]).rows[0]["won"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("blank", "--bot", "clever"), "there is no bot 'clever': choose from random, greedy, fair"),
        (("blank", "--bot", "fair", "--bot", "fair"), "the bot 'fair' is named 2 times: name each bot once"),
        (("blank", "--games", "0"), "'0' is not a whole number from 1"),
        (("blank", "--seconds", "0"), "is not a number of seconds"),
        (("blank", "--worlds", "0"), "--worlds: '0' is not a whole number from 1"),
        (("blank", "--nodes", "many"), "--nodes: 'many' is not a whole number from 1"),
        (("blank", "--luck", "-1"), "--luck: '-1' is not a whole number from 0"),
        (("nothing",), "there is no game 'nothing'"),
        (("nothing",), "and no file has that name"),
        (("blank/odd",), "blank has no variant 'odd': it has short, long"),
        (("nothing.txt",), "can't read 'nothing.txt': no such file"),
        (("x" * 5_000,), "there is no game 'xxx"),
        (("blank", "nothing.txt"), "give one game, or files of deals"),
        (("blank", "--games", "9", "--seed", str(2**64 - 3)), "are too many"),
        ((EASY, "--games", "3"), "--games, --seed, --variant and --option need a game"),
        ((EASY, "--option", "skips=two"), "--games, --seed, --variant and --option need a game"),
        (("blank: 1 2",), "there are 2 cards"),
        ((), "standard input contains no record"),
    ],
)
def test_bots_refuse_what_makes_no_sense(shell: Shell, args: tuple[str, ...], said: str) -> None:
    assert said in shell.bad("bots", *args)
