"""A maze that is three or four times as high as wide fits the screen, its stacks can be read, and a hint is seen.

Books of rules: the short rules fit a screen, and nothing of a figure is cut off.
"""

from dataclasses import replace

import pytest

from escapology.games import LISTED
from escapology.record import record_text
from tests.web.hands import record_of, settle
from tests.web.looks import LEAST_LETTERS, LEAST_TARGET, TOO_NARROW, TOO_SMALL

TALL = "lab-rats"
SEED = "2000002"  # 11 squares wide, 46 high


@pytest.mark.parametrize("size", [(1280, 800), (820, 1180), (390, 844)], ids=["desktop", "tablet", "phone"])
def test_a_tall_maze_fits_the_screen(open_page, size):
    page = open_page(f"/new/{TALL}", viewport={"width": size[0], "height": size[1]})
    page.fill("input[name=seed]", SEED)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("#board")
    page.wait_for_selector("html.live")  # nothing has its place before the script gives it one
    settle(page)
    maze, stacks = (page.locator(".board svg").nth(place).bounding_box() for place in (0, 1))
    if size[0] > 600:  # a phone shows a part of it
        assert maze["y"] + maze["height"] <= size[1]
        assert maze["height"] > size[1] / 2
    assert stacks["y"] + stacks["height"] <= size[1]
    assert stacks["width"] >= 200
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_hint_is_seen_on_a_phone(open_page):
    page = open_page(f"/new/{TALL}", viewport={"width": 390, "height": 844})
    page.fill("input[name=seed]", SEED)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("html.live")  # a click that is quicker than the page's scripts opens a page of its own
    page.get_by_role("button", name="Hint", exact=True).click()
    page.wait_for_selector("#thought .advice")
    settle(page)
    panel, tools = (page.locator(name).bounding_box() for name in ("#thought", ".tools"))
    assert panel["y"] + panel["height"] <= tools["y"] + 1


#: words of figures and captions that stick out of their frame, or of the screen
STICKING_OUT = """[...document.querySelectorAll('figure')].flatMap(figure => {
    const frames = [[figure, 'figcaption'], [figure.querySelector('.board'), 'svg text']];
    return frames.flatMap(([frame, kind]) => [...figure.querySelectorAll(kind)].filter(words => {
        const [inner, outer] = [words.getBoundingClientRect(), frame.getBoundingClientRect()];
        const fits = inner.left >= outer.left - 1 && inner.right <= Math.min(outer.right, innerWidth) + 1;
        return !fits || words.scrollWidth > words.clientWidth + 1 && kind === 'figcaption';
    }).map(words => words.textContent));
})"""


@pytest.mark.parametrize(
    "size", [pytest.param((1440, 900), id="desktop", marks=pytest.mark.long), pytest.param((390, 844), id="phone")]
)
def test_books_fit_the_screen(open_page, size):
    page = open_page("/rules", viewport={"width": size[0], "height": size[1]})
    for name in LISTED:
        page.goto(f"{page.url.partition('/rules')[0]}/rules/{name}")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], name
        assert page.evaluate(STICKING_OUT) == [], name
        assert page.locator(".short .words").bounding_box()["height"] <= size[1], name


def test_the_pages_around_the_games_fit_a_phone(open_page, server):
    page = open_page("/", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.request.post(f"{server.address}/plays", form={"text": record_text(record_of("kidnap-machine"))})
    paths = [
        "/",
        "/daily",
        "/statistics",
        "/settings",
        "/me",
        "/new/lab-rats",
        "/rules",
        "/rules/dont-let-them-get-you",
    ]
    for path in [*paths, "/guide/kidnap-machine", "/guide/kidnap-machine/3"]:
        page.goto(server.address + path)
        assert page.evaluate("document.documentElement.scrollWidth") == 390, path
        assert page.evaluate(TOO_SMALL, LEAST_LETTERS) == [], path
        assert page.evaluate(TOO_NARROW, LEAST_TARGET) == [], path


@pytest.mark.parametrize("name", ["kidnap-machine", TALL])
def test_a_replay_on_a_phone_is_run_without_scrolling(open_page, name):
    page = open_page(record=record_of(name), viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.goto(f"{page.url}/watch")
    page.wait_for_selector("html.live .board.fitted")
    settle(page)
    for label in ("Back", "Play", "Next"):
        button = page.get_by_role("group", name="Steps").get_by_role("button", name=label).bounding_box()
        assert button["y"] + button["height"] <= 844
    page.get_by_role("group", name="Steps").get_by_role("button", name="Next").tap()
    page.wait_for_function("() => document.querySelector('#number').value === '1'")
    settle(page)
    told = page.locator("#told").bounding_box()
    assert told["y"] + told["height"] <= 844


def test_a_way_out_asked_for_in_the_menu_of_a_phone_is_seen_on_the_board(open_page):
    record = record_of("devils-square")
    start = replace(record, moves=record.moves[:-4])
    page = open_page(record=start, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.wait_for_selector("html.live .board.fitted")
    page.get_by_role("link", name="More").tap()
    page.get_by_role("button", name="Show the way out").tap()
    page.wait_for_selector("#thought .advice")
    page.wait_for_function("() => document.querySelector('#board').getBoundingClientRect().top >= 0")
    settle(page)
    board = page.locator("#board").bounding_box()
    assert board["y"] + board["height"] <= 844
