"""What is told of a study: tables, a page, answers to SQL; and the commands."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from escapology.studies.report import write_report
from escapology.studies.run import stored_tallies
from escapology.studies.tables import tables_of
from tests.shell import unmeasured
from tests.studies.kit import SMALL, Here, run, small

EVERYTHING = """
title = "All measures <of> a game"
about = "What there is | to know."
measure = ["verdict", "nodes", "length", "first", "difficulty", "slip"]
[[games]]
game = "blank"
variants = "all"
options = { skips = "all" }
[seeds]
count = 12
piece = 5
[limits]
nodes = 10_000
[bots]
names = ["greedy"]
"""


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    """A small study that measures all that can be measured."""
    path = tmp_path_factory.mktemp("everything") / "all"
    patch = pytest.MonkeyPatch()
    patch.setenv("ESCAPOLOGY_PLAIN", "1")
    folder = run(small(EVERYTHING), path)
    patch.undo()
    write_report(folder, path / "report")
    return folder


def test_tables_count_what_there_is(everything):
    tables = {table.name: table for table in tables_of(everything)}
    assert list(tables) == ["shares", "reasons", "nodes", "length", "first", "difficulty", "bots", "slips"]
    for number, setting in enumerate(everything.plan.settings):
        total = stored_tallies(everything).total(number)
        assert tables["shares"].rows[number][:3] == (setting, "12", f"{total['undecided']}")
        assert total["deals"] == 12
        first = tables["first"].rows[number]
        assert first[:2] == (setting, str(total["winnable"]))
    assert len(tables["bots"].rows) == 4


def test_every_game_that_could_be_won_ends_somehow(everything):
    tables = {table.name: table for table in tables_of(everything)}
    for row, (setting, _, can_be_won, *_) in zip(tables["slips"].rows, _shares(everything), strict=True):
        ends = [cell.partition(" ")[0] for cell in row[2:7]]
        assert row[0] == setting
        assert int(ends[0]) == can_be_won
        assert round(float(ends[1]) / 100 * can_be_won) + sum(map(int, ends[2:])) == can_be_won


def _shares(folder):
    totals = map(stored_tallies(folder).total, range(len(folder.plan.settings)))
    return [
        (setting, total["deals"], total["winnable"])
        for setting, total in zip(folder.plan.settings, totals, strict=True)
    ]


class Page(HTMLParser):
    """What a page is made of."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.addresses: list[str] = []
        self.cells: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.ids += [value for name, value in attrs if name == "id"]
        self.addresses += [value for name, value in attrs if name in {"src", "href", "xlink:href", "data"}]
        self.in_cell = tag == "td"

    def handle_data(self, data):
        if getattr(self, "in_cell", False) and data.strip():
            self.cells.append(data)


def test_the_report_is_one_page_that_needs_nothing_else(everything):
    text = (everything.path / "report.html").read_text()
    page = Page()
    page.feed(text)
    assert all(address.startswith("#") for address in page.addresses)
    assert not re.search(r"@import|url\((?!#)", text)
    assert not {"script", "link", "img", "iframe"} & page.tags
    assert len(page.ids) == len(set(page.ids))
    assert {address.removeprefix("#") for address in page.addresses} <= set(page.ids)
    assert text.count("<svg ") == 5
    assert "All measures &lt;of&gt; a game" in text


def test_page_and_markdown_tell_the_same(everything):
    page = Page()
    page.feed((everything.path / "report.html").read_text())
    markdown = (everything.path / "report.md").read_text()
    for table in tables_of(everything):
        assert f"## {table.title}" in markdown
        for row in table.rows:
            assert f"| {' | '.join(row)} |" in markdown
            assert all(cell in page.cells for cell in row if cell)


def test_the_charts_of_markdown_are_there(everything):
    for address in re.findall(r"!\[[^]]*\]\(([^)]+)\)", (everything.path / "report.md").read_text()):
        assert ElementTree.parse(everything.path / address).getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_the_same_folder_gives_the_same_report(everything):
    before = (everything.path / "report.html").read_bytes()
    write_report(everything, everything.path / "report")
    assert (everything.path / "report.html").read_bytes() == before


def test_a_growing_study_is_shown(shell, tmp_path):
    class Two(Here):
        def collect(self, seconds):
            if self.done == 2:
                raise KeyboardInterrupt
            return super().collect(seconds)

    with pytest.raises(KeyboardInterrupt):
        run(small(), tmp_path / "some", Two())
    told = shell.good("study", "show", str(tmp_path / "some"))
    assert re.match(r"Ladders \[not finished: \d+ of 100 deals\]\n", told)
    assert "stopped before it was done: KeyboardInterrupt" in (tmp_path / "some" / "log.txt").read_text()


# Commands


def test_sql(shell, finished):
    question = "select setting, count(*) n, sum(greedy_won::int) won from deals group by all order by all"
    rows = list(csv.DictReader(shell.good("study", "sql", str(finished), question).splitlines()))
    assert [(row["setting"], row["n"]) for row in rows] == [("blank", "50"), ("blank/long", "50")]
    told = [json.loads(line) for line in shell.good("study", "sql", str(finished), question, "--json").splitlines()]
    assert [{name: str(value) for name, value in row.items()} for row in told] == rows


def test_sql_that_is_none(shell, finished):
    said = shell.bad("study", "sql", str(finished), "select luck from deals")
    assert "luck" in said
    assert "the table is deals, its columns are setting, seed, random_won" in said


def test_show(shell, finished):
    lines = shell.good("study", "show", str(finished)).splitlines()
    assert lines[0] == "Ladders [finished]"
    assert any(line.split()[:2] == ["blank", "50"] for line in lines)
    rows = [json.loads(line) for line in shell.good("study", "show", str(finished), "--json").splitlines()]
    assert [row["counts"]["deals"] for row in rows] == [50, 50]


def test_show_for_a_document(shell, finished):
    lines = shell.good("study", "show", str(finished), "--markdown").splitlines()
    assert lines[:5:2] == ["Ladders [finished]", "**How often bots win**", lines[4]]
    assert "| setting | deals | random wins | greedy wins |" in lines
    assert "not both" in shell.bad("study", "show", str(finished), "--markdown", "--json")


def test_report(shell, finished, tmp_path):
    told = shell.good("study", "report", str(finished), "--to", str(tmp_path / "it"))
    assert told.splitlines() == [str(tmp_path / "it.html"), str(tmp_path / "it.md")]
    assert (tmp_path / "it-charts" / "shares.svg").exists()


def test_new_and_list(shell, tmp_path):
    file = tmp_path / "new.toml"
    file.write_text(shell.good("study", "new", "lab-rats", "--all-variants", "--bot", "greedy", "--count", "30"))
    assert len(small(file.read_text()).settings) == 4
    assert "devils-square" in shell.good("study", "list")
    names = [json.loads(line)["name"] for line in shell.good("study", "list", "--json").splitlines()]
    assert names == sorted(names)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["new"], "name the games to study: devils-square, lab-rats"),
        (["new", "chess"], "there is no game 'chess'"),
        (["new", "blank", "--measure", "luck"], "'luck', which is not a measure"),
        (["run", "devil-square"], "did you mean devils-square?"),
        (["run", "none.toml"], "can't read 'none.toml': no such file"),
        (["run", "devils-square", "--precision", "some"], "'some' is not a precision"),
        (["run", "devils-square", "--jobs", "2", "--cluster", "local:2"], "not both"),
        (["show", "nowhere"], "'nowhere' is not the folder of a study"),
        (["sql", "nowhere", "select 1"], "'nowhere' is not the folder of a study"),
        (["report", "nowhere"], "'nowhere' is not the folder of a study"),
        (["shows", "nowhere"], "'shows' is neither a game nor a study command"),
    ],
)
def test_bad_commands(shell, tmp_path, monkeypatch, args, words):
    monkeypatch.chdir(tmp_path)
    assert words in shell.bad("study", *args)
    assert list(tmp_path.iterdir()) == []


def test_what_has_begun_is_settled(shell, finished):
    assert "leave out --to" in shell.bad("study", "run", str(finished), "--short")


def test_a_study_is_run_from_its_file(shell, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("ladders.toml").write_text(SMALL.replace("count = 50", "count = 4"))
    told = shell.good("study", "run", "ladders.toml", "--jobs", "1")
    assert told.startswith("Ladders [finished, in ladders]\n")
    assert shell.good("study", "run", "ladders") == told  # the folder: it is done
    assert shell.good("study", "show", "ladders").startswith("Ladders [finished]")


def test_what_is_not_installed_is_named(shell, finished, monkeypatch):
    import importlib.util

    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *more: None if name == "duckdb" else find(name, *more)
    )
    said = shell.bad("study", "sql", str(finished), "select 1")
    assert said == "this needs duckdb: pip install 'escapology[study]'"


def test_commands_load_nothing_of_it_before_it_is_needed():
    code = (
        "import sys\nfrom escapology.cli import main\n"
        "for words in '--help', 'study --help', 'study run --help', 'study new blank', 'games':\n"
        "    main(words.split())\n"
        "print(sorted({'dask', 'distributed', 'duckdb', 'matplotlib', 'numba', 'numpy', 'pyarrow'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=unmeasured())
    assert done.stdout.splitlines()[-1] == "[]"
