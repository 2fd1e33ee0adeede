"""The rules pages: all of RULES.md, pictures, and every ruling with its option."""

import html
import re
import subprocess
import sys
from urllib.parse import urljoin

import pytest

from escapology.games import GAMES, LISTED
from escapology.web.players.preferences import Preferences
from escapology.web.rulebook.examples import example_of
from escapology.web.rulebook.sections import rulebook_of

NAMES = list(GAMES)


def plain(page):
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", page)).split())


def test_the_index_leads_to_all_games(client):
    page = client.get("/rules").text
    assert re.findall('href="/rules/([a-z-]+)"', page) == list(LISTED)


@pytest.mark.parametrize("name", NAMES)
def test_all_that_the_rules_say_is_there(client, name):
    page = client.get(f"/rules/{name}").text
    said = plain(page)
    for line in (GAMES[name].facts.folder / "RULES.md").read_text(encoding="utf-8").splitlines():
        if "](" in line or line.startswith(("#", "|--", "    ", "```")):
            continue
        for word in re.findall("[A-Za-z]{5,}", line):
            assert word in said, line
    assert "![" not in page
    assert page.count("<figure>") >= 2


@pytest.mark.parametrize("name", NAMES)
def test_short_rules_with_the_start_come_first_and_examples_after_the_rules(client, name):
    page = client.get(f"/rules/{name}").text
    sections = re.findall(r"<section.*?</section>", page, re.DOTALL)
    assert "<b>At the start.</b>" in sections[0]
    middle = next(i for i, section in enumerate(sections) if 'id="in-play"' in section)
    assert [i for i, section in enumerate(sections) if "<b>After " in section] == [middle]
    assert "Watch this game" in sections[middle]
    assert 'id="how-it-ends"' not in "".join(sections[middle:])


@pytest.mark.parametrize("name", NAMES)
def test_every_ruling_and_option_can_be_linked_to(client, name):
    page = client.get(f"/rules/{name}").text
    rulings = re.findall(r"^\| ([A-Z]{2}\d+) ", (GAMES[name].facts.folder / "RULES.md").read_text(), re.MULTILINE)
    assert re.findall(r'<tr id="([A-Z]{2}\d+)">', page) == rulings
    for option in GAMES[name].facts.options:
        assert f'href="#{option.ruling}"' in page
        for value in option.values:
            assert f"<code>{option.name}={value}</code>" in page
    ids = re.findall(' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    for target in re.findall('href="#([^"]+)"', page):
        assert target in [*ids, "main"]


@pytest.mark.parametrize("name", NAMES)
def test_the_example_is_won(name):
    play = example_of(GAMES[name])
    assert play.game.name == name
    assert play.game.rules.won(play.deal, play.here.state)


def test_links_lead_to_other_rulebooks_wherever_the_app_stands(client):
    page = client.get("/rules/not-alone").text
    link = re.search('<a href="([^"]+)">Don\'t Let Them Get You</a>', page)
    assert link is not None
    assert urljoin("http://host/below/rules/not-alone", link[1]) == "http://host/below/rules/dont-let-them-get-you"
    assert page.count("<a ") == page.count("</a>")


def test_no_html_of_its_own(client):
    for name in NAMES:
        assert "<script" not in rulebook_of(GAMES[name], Preferences()).opening
    assert client.get("/rules/nothing").status_code == 404


def test_no_page_around_the_games_loads_compiled_code(tmp_path):
    code = f"""
import sys
from pathlib import Path
from starlette.testclient import TestClient
from escapology.games import GAMES, LISTED
from escapology.web import make_app, open_store
with TestClient(make_app(open_store(Path({str(tmp_path / "plays.sqlite")!r})))) as client:
    for name, game in GAMES.items():
        pages = ["/rules/" + name, "/new/" + name, "/statistics", "/replay"]
        pages += ["/new/" + name + "/table"] * bool(game.entry)
        assert all(client.get(page).status_code == 200 for page in pages)
        record = (game.facts.folder / "EXAMPLE.txt").read_text(encoding="utf-8")
        assert client.post("/replay", data={{"text": record}}).status_code == 200
print(sorted({{"numba", "numpy", "llvmlite"}} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_rulebook_is_made_once_for_all_who_see_the_same():
    """Else whoever names ever other preferences has it made again and again."""
    same = [Preferences(), Preferences(volume="loud", sound=True), Preferences(theme="plain", left=True, motion="none")]
    assert len({id(rulebook_of(GAMES["blank"], one)) for one in same}) == 1
    night = [Preferences(theme="night"), Preferences(scheme="dark"), Preferences(theme="night", scheme="light")]
    assert len({id(rulebook_of(GAMES["blank"], one)) for one in night}) == 1
    others = [*same[:1], *night[:1], Preferences(deck="four"), Preferences(large=True), Preferences(scheme="light")]
    assert len({id(rulebook_of(GAMES["blank"], one)) for one in others}) == len(others)
