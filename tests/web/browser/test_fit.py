"""A maze that is three or four times as high as wide fits the screen, its stacks can be read, and a hint is seen.

Books of rules: the short rules fit a screen, and nothing of a figure is cut off.
"""

import pytest

from escapology.games import LISTED

TALL = "lab-rats"
SEED = "2000002"  # 11 squares wide, 46 high


@pytest.mark.parametrize("size", [(1280, 800), (820, 1180), (390, 844)], ids=["desktop", "tablet", "phone"])
def test_a_tall_maze_fits_the_screen(open_page, size):
    page = open_page(f"/new/{TALL}", viewport={"width": size[0], "height": size[1]})
    page.fill("input[name=seed]", SEED)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("#board")
    page.wait_for_load_state("load")  # nothing has its size before the styles are there
    maze, stacks = (page.locator(".board svg").nth(place).bounding_box() for place in (0, 1))
    assert maze["y"] + maze["height"] <= size[1]
    assert maze["height"] > size[1] / 2
    assert stacks["width"] >= 200
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_hint_is_seen_on_a_phone(open_page):
    page = open_page(f"/new/{TALL}", viewport={"width": 390, "height": 844})
    page.fill("input[name=seed]", SEED)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("html.live")  # a click that is quicker than the page's scripts opens a page of its own
    page.get_by_role("button", name="Hint", exact=True).click()
    page.wait_for_selector("#thought .advice")
    panel, tools = (page.locator(name).bounding_box() for name in ("#thought", ".tools"))
    assert panel["y"] + panel["height"] <= tools["y"]


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
