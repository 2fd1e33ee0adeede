"""The rulebooks: every numbered rule is there once, in order, on every page; every figure belongs to a rule."""

import re
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from escapology.books import book_linked
from escapology.draw import text
from escapology.figures import figures_of, name_of
from escapology.games import GAMES
from escapology.text_play import rules_text
from escapology.web.players.preferences import Preferences
from escapology.web.rulebook.sections import rulebook_of
from tests.golden import RULEBOOKS

NAMES = list(GAMES)
#: headings that every book has, and the order of all that are alike
NEEDED = ["In short", "What you need", "Set-up", "Your turn", "How it ends", "Rulings", "Notation"]
ORDER = ["In short", "What you need", "Set-up", "Your turn", "Their turn", "How it ends"]
ORDER += ["Rulings", "House rules", "Variants", "What is hidden", "Notation"]
MOST_WORDS = 175  # of the short rules: a screen
NUMBERED = re.compile(r"^ {0,3}(\d+)\. ", re.MULTILINE)


def written(name: str) -> str:
    return (GAMES[name].facts.folder / "RULES.md").read_text(encoding="utf-8")


def numbers_of(html: str) -> list[int]:
    """The numbers that a reader of the page sees."""
    found: list[int] = []
    for start, items in re.findall(r'<ol(?: start="(\d+)")?>(.*?)</ol>', html, re.DOTALL):
        first = int(start or 1)
        found += range(first, first + len(re.findall("<li[ >]", items)))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_all_books_have_the_same_form(name):
    headings = re.findall(r"^## (.+)$", written(name), re.MULTILINE)
    assert [heading for heading in headings if heading in ORDER] == [one for one in ORDER if one in headings]
    assert [heading for heading in NEEDED if heading not in headings] == []
    short = written(name).partition("## In short\n")[2].partition("\n## ")[0]
    assert short.startswith("\n**"), "the goal comes first"
    assert len(short.split()) <= MOST_WORDS


@pytest.mark.parametrize("name", NAMES)
def test_every_numbered_rule_is_there_once_and_in_order(name):
    numbers = [int(number) for number in NUMBERED.findall(written(name))]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("name", NAMES)
def test_every_numbered_rule_is_shown_as_one(name):
    numbers = [int(number) for number in NUMBERED.findall(written(name))]
    book = rulebook_of(GAMES[name], Preferences())
    assert numbers_of(book.opening + "".join(section.html for section in book.sections)) == numbers
    terminal = plain(rules_text(GAMES[name], rendered=True, width=100))
    shown = [int(number) for number in re.findall(r"^ *(\d+) ", terminal, re.MULTILINE)]
    assert [number for number in numbers if number not in shown] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_stands_beside_the_text_once(name):
    pictures = re.findall(r"!\[([^]]*)\]\(([^)]*)\)", written(name))
    figures = [(caption, address) for caption, address in pictures if name_of(address) in figures_of(GAMES[name])]
    assert sorted(name_of(address) for _, address in figures) == sorted(figures_of(GAMES[name]))
    for caption, address in figures:
        assert caption.endswith((".", "?", "!"))
        drawn = (GAMES[name].facts.folder / address).resolve()
        assert drawn == (RULEBOOKS / name / Path(address).name).resolve()


@pytest.mark.parametrize("name", NAMES)
def test_figures_are_on_the_page_and_in_the_terminal(name):
    shown = rulebook_of(GAMES[name], Preferences())
    html = shown.opening + "".join(section.html for section in shown.sections)
    assert html.count("<figure") == len(figures_of(GAMES[name]))
    terminal = rules_text(GAMES[name])
    assert "](" not in re.sub(r"\[[^]]*\]\((https?|#)[^)]*\)", "", terminal)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [80, 100])
def test_figures_fit_the_terminal(name, width):
    shown = plain(rules_text(GAMES[name], rendered=True, width=width))
    assert max(len(line.rstrip()) for line in shown.splitlines()) <= width
    for figure in figures_of(GAMES[name]).values():
        for line in text(figure.scene()).splitlines():
            assert line.strip() in shown


def test_small_figures_stand_side_by_side_in_the_terminal():
    lines = rules_text(GAMES["lab-rats"]).splitlines()
    left, right = "The rat starts on", "Or it starts on the"
    assert [line for line in lines if left in line and right in line]
    assert not [line for line in rules_text(GAMES["lab-rats"], width=40).splitlines() if left in line and right in line]


def plain(page: str) -> str:
    """Without colours and links."""
    return re.sub(r"\x1b\[[0-9;]*m|\x1b\]8;[^\x1b]*\x1b\\", "", page)


def test_a_paragraph_that_only_looks_like_a_list_is_found():
    collapsed = MarkdownIt().render("Text without an empty line\n14. is one paragraph")
    assert numbers_of(collapsed) == []


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("../dont_let_them_get_you/RULES.md", ("dont-let-them-get-you", "")),
        ("../dont_let_them_get_you/RULES.md#set-up", ("dont-let-them-get-you", "set-up")),
        ("../nothing/RULES.md", None),
        ("https://example.org/RULES.md", None),
        ("EXAMPLE.txt", None),
    ],
)
def test_what_a_link_leads_to(address, found):
    linked = book_linked(GAMES["not-alone"], address)
    assert (linked and (linked[0].name, linked[1])) == found
