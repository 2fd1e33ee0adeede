"""Accessibility: axe-core finds no fault on any page, in both schemes; the focus goes where one expects it.

Schemes differ in colours alone, so in the dark one axe looks at contrasts and nothing else.
"""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from escapology.daily import today
from escapology.games import LISTED
from escapology.guide import guide_of
from tests.samples import thinned
from tests.web.daily.conftest import make_known
from tests.web.hands import after, follow, halves, move_by_mouse, quoted, record_of

#: what axe finds wrong with the contrasts of a page that it was put into
CONTRAST = (
    "axe.run(document, {runOnly: ['color-contrast'], resultTypes: ['violations']}).then(found => found.violations)"
)


def faults(page):
    found = Axe().run(page).response["violations"]
    page.emulate_media(color_scheme="dark")
    found += page.evaluate(CONTRAST)
    page.emulate_media(color_scheme="light")
    return [(v["id"], [node["html"][:120] for node in v["nodes"][:3]]) for v in found]


def test_pages_have_no_fault(open_page):
    page = open_page("/", bypass_csp=True)
    assert faults(page) == []
    for path in ("/settings", "/new/lab-rats", "/new/kidnap-machine", "/nothing"):
        page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2] + path)
        assert faults(page) == [], path


@pytest.mark.parametrize("name", LISTED)
def test_games_have_no_fault(open_page, name):
    start, moves = halves(record_of(name), 0)
    page = open_page(record=start, bypass_csp=True)
    for move in moves[:3]:
        move_by_mouse(page, move)
    page.locator("details.menu summary").click()
    assert faults(page) == []


@pytest.mark.parametrize("name", thinned(LISTED, len(LISTED)))
def test_games_that_are_over_have_no_fault(open_page, name):
    """What is said then is much the same in all games."""
    page = open_page(record=halves(record_of(name), 3)[0], bypass_csp=True)
    page.locator("details.menu summary").click()
    after(page, lambda: page.get_by_role("button", name="Give up").click())
    assert faults(page) == []


@pytest.mark.parametrize("name", thinned(LISTED, len(LISTED)))
def test_guided_games_have_no_fault(open_page, name):
    """At a step that asks for a move, with the answer to a wrong one, and at the end."""
    guide = guide_of(LISTED[name])
    point = next(point for point in guide.points if point.move)
    page = open_page(f"/guide/{name}/{point.number}", bypass_csp=True)
    page.wait_for_selector("html.live")
    wrong = next(text for text in guide.legal(point) if text != point.move)
    page.locator(".all-moves summary").click()
    page.locator(f".all-moves button[value={quoted(wrong)}]").click()
    page.locator(".answer", has_text=guide.answer(point, wrong)).wait_for()
    assert faults(page) == []
    page.goto(f"{page.url.partition('/guide')[0]}/guide/{name}/{guide.last}")
    assert faults(page) == []


def test_the_pages_of_a_game_and_of_the_day_have_no_fault(open_page, server, clock):
    for name in LISTED:
        make_known(server.app, name, today())
    page = open_page(record=halves(record_of("lab-rats"), 4)[0], bypass_csp=True)
    play = page.url
    page.locator("#goal a").click()
    page.wait_for_selector("#at-hand[open]")
    assert faults(page) == []
    for address in (f"{play}/rules", f"{play}/tree", f"{play}/log", f"{server.address}/daily"):
        page.goto(address)
        assert faults(page) == [], address


def test_the_order_of_the_focus(open_page):
    page = open_page(record=halves(record_of("devils-square"), 0)[0])
    seen: list[str] = []
    for _ in range(60):
        page.keyboard.press("Tab")
        kind = page.evaluate("""() => {
            const at = document.activeElement;
            if (at.closest('.top')) return 'top';
            if (at.closest('#board')) return 'board';
            if (at.closest('.tools')) return 'tools';
            if (at.closest('.moves')) return 'moves';
            return at.closest('.side') ? 'rest' : '';
        }""")
        if kind and (not seen or seen[-1] != kind):
            seen.append(kind)
        if kind == "rest":
            break
    assert seen == ["top", "board", "tools", "moves", "rest"]


@pytest.mark.parametrize("games", [["lab-rats"], pytest.param(LISTED, marks=pytest.mark.long, id="all")], ids=" ".join)
def test_the_pages_around_the_games_have_no_fault(open_page, games):
    page = open_page("/rules", bypass_csp=True)
    assert faults(page) == []
    server = page.url.removesuffix("/rules")
    example = page.request.get(f"{server}/rules/lab-rats").text()
    replay = re.search(r'href="(/replay[^"]+)"', example)[1].replace("&amp;", "&")
    paths = ["/replay", replay, "/statistics"]
    paths += [path for name in games for path in (f"/rules/{name}", f"/new/{name}", f"/new/{name}/table")]
    for path in paths:
        page.goto(server + path)
        if path.endswith("/table"):
            page.wait_for_selector("#tray .target")
        assert faults(page) == [], path


def test_the_pages_of_my_data_have_no_fault(open_page):
    page = open_page("/me", bypass_csp=True)
    assert faults(page) == []
    follow(page, page.get_by_role("button", name="Make a recovery link").click)
    link = page.get_by_label("Your recovery link").input_value()
    assert faults(page) == []
    for path in ("/me/delete", link):
        page.goto(path if path == link else page.url.removesuffix("/link") + "/delete")
        assert faults(page) == [], path
    stranger = open_page("/", bypass_csp=True)
    stranger.goto(link)
    assert faults(stranger) == []
    follow(stranger, stranger.get_by_role("button", name="Bring them here").click)
    stranger.goto(link)
    assert "They’re already here" in stranger.content()
    stranger.goto(page.url.partition("/recover")[0] + "/me")
    follow(stranger, stranger.get_by_role("button", name="Sign out my other devices").click)
    stranger.get_by_text("Your other devices are signed out").wait_for()
    assert faults(stranger) == []
    page.goto(page.url.partition("/recover")[0] + "/me")
    assert "This device was signed out" in page.content()
