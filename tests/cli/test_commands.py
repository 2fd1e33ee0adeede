"""The command line: every command that needs no solver, its JSON, and the examples of all."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from escapology.cli import _commands
from escapology.daily import today
from escapology.games import GAMES
from tests.cli.lines import BLANK, SQUARE
from tests.shell import Shell

COMMANDS = list(_commands().commands)


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


def test_the_deal_of_a_day_is_that_of_its_seed(shell: Shell) -> None:
    line = shell.good("deal", "blank", "--day", "2026-11-19")
    told = json.loads(shell.good("deal", "blank", "--day", "2026-11-19", "--json"))
    assert (told["seed"] // 1_000, told["day"], told["proven"]) == (202611191056, "2026-11-19", True)
    assert line == told["deal"] + "\n" == shell.good("deal", "blank", "--seed", str(told["seed"]))
    before = today()
    told = shell.good("deal", "blank", "--today")
    days = {before, today()}  # it may be midnight
    assert told in {shell.good("deal", "blank", "--day", str(day)) for day in days}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--day", "2026-13-01"), "'2026-13-01' is not a date: write it like 2026-01-01"),
        (("--day", "2025-12-31"), "there was no deal of the day on 31 December 2025"),
        (("--day", "2026-11-19", "--today"), "give --today or --day, not both"),
        (("--today", "--seed", "3"), "each game has one deal a day: leave out --seed"),
        (("--today", "--count", "2"), "each game has one deal a day"),
        (("--today", "--variant", "long"), "the deal of the day is the standard game of blank"),
        (("--today", "--option", "skips=two"), "leave out variants and options"),
    ],
)
def test_days_that_have_no_such_deal(shell: Shell, words: tuple[str, ...], told: str) -> None:
    code, out, err = shell.run("deal", "blank", *words)
    assert code != 0
    assert out == ""
    assert told in err


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
        assert (game.title in out) != game.facts.is_example
    assert "as many as you like (default)" in shell.good("games", "--all")


def test_games_json(shell: Shell) -> None:
    listed = [json.loads(line) for line in shell.good("games", "--all", "--json").splitlines()]
    assert [game["game"] for game in listed] == list(GAMES)
    blank = next(game for game in listed if game["game"] == "blank")
    assert blank["variants"][0] == {"name": "short", "words": "six cards, three steps"}
    assert blank["options"][0]["ruling"] == "BL1"
    assert blank["options"][0]["default"] == "any"
    assert list(blank["options"][0]["values"]) == ["any", "two"]


def test_rules_are_markdown_in_a_pipe(shell: Shell) -> None:
    written = (GAMES["blank"].facts.folder / "RULES.md").read_text()
    assert shell.good("rules", "blank/long", "--raw") == written
    piped = shell.good("rules", "blank").splitlines()
    assert [line for line in written.splitlines() if "![" not in line and line not in piped] == []
    assert not [line for line in piped if "![" in line or "\x1b" in line]
    assert piped.count("   ```text") == written.count("![")


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
    assert "Climb onto the 3" in shell.good("play", "--text", BLANK)


def test_play_without_text_is_the_web_app(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr("escapology.web.server.local.serve", lambda say, **names: asked.append(names))
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
    assert "need --text" in err


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
    Path("mine.py").write_text("def climber(view, luck):\n    return view.legal[0]\n")
    monkeypatch.setattr("platformdirs.user_data_dir", lambda _: str(Path(record).parent / "data"))
    monkeypatch.setattr("escapology.web.server.local.serve", lambda say, **_: say("http://127.0.0.1"))  # else for ever
    found = examples(shell.good(*command, "--help"))
    assert found
    for example in found:
        out = ""
        quick = re.sub("--games [0-9]+", "--games 2", example).replace("--seconds 0.5", "--seconds 0.01")
        for part in quick.split(" | "):
            code, out, err = shell.run(*shlex.split(part)[1:], given=out)
            assert code == 0
            assert re.fullmatch(r"(.*proven winnable: .*\n|seed \d+\n)?", err)
        assert out
