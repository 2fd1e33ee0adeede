"""A maze that is three or four times as high as wide fits the screen, and its stacks can be read."""

import pytest

TALL = "lab-rats"
SEED = "2000002"  # 11 squares wide, 46 high


@pytest.mark.parametrize("size", [(1280, 800), (820, 1180), (390, 844)], ids=["desktop", "tablet", "phone"])
def test_a_tall_maze_fits_the_screen(open_page, size):
    page = open_page(f"/new/{TALL}", viewport={"width": size[0], "height": size[1]})
    page.fill("input[name=seed]", SEED)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("#board")
    maze, stacks = (page.locator(".board svg").nth(place).bounding_box() for place in (0, 1))
    assert maze["y"] + maze["height"] <= size[1]
    assert maze["height"] > size[1] / 2
    assert stacks["width"] >= 200
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
