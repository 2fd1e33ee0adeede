"""Guided games in a real browser: played to the end on the board, with a wrong try at every step."""

import pytest

from escapology.games import GAMES, LISTED
from escapology.guide import guide_of
from tests.web.hands import click_corner, follow, free_spot, quoted, settle, target_of
from tests.web.looks import CUT, LEAST_LETTERS, LEAST_TARGET, TOO_NARROW, TOO_SMALL, record_at, seat

QUICK = ("kidnap-machine",)
SMALL_PHONE = {"viewport": {"width": 375, "height": 667}, "has_touch": True, "is_mobile": True}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def at_point(page, number):
    page.wait_for_function("number => document.querySelector('.guide').dataset.number === String(number)", arg=number)
    settle(page)


def move_on_board(page, move):
    """By mouse on the board; where a move has no place there, by the button beside it."""
    target = target_of(page, move)
    if not (target.count() and target.is_visible()):
        return page.locator(f".off-board button[value={quoted(move)}]").click()
    if source := target.get_attribute("data-source"):
        click_corner(page, page.locator(f"#board [data-key={quoted(source)}]:not(.target)").first)
    return page.mouse.click(*free_spot(target))


def is_seen(page, move):
    """Whether a move can be made with what is in sight: of a board in a window, parts lie outside of it."""
    target = target_of(page, move)
    if not (target.count() and target.is_visible()):
        return page.locator(f".off-board button[value={quoted(move)}]").is_visible()
    if target.get_attribute("data-source"):
        return True  # where it goes is lit up when it is picked up
    return target.evaluate(
        """target => {
          const { x, y, width, height } = target.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".target") === target;
        }"""
    )


def is_one_screen(page):
    """Whether board and words are all in sight, and nothing scrolls."""
    return page.evaluate(
        """() => {
          const boxes = [document.querySelector("#lesson"), document.querySelector("#board")];
          const inside = ({ top, left, bottom, right }) =>
            top >= 0 && left >= 0 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
          const isWide = document.documentElement.scrollWidth > innerWidth;
          return boxes.every((box) => inside(box.getBoundingClientRect())) && !isWide;
        }"""
    )


def play_through(page, guide):
    for point in guide.points[:-1]:
        at_point(page, point.number)
        assert is_one_screen(page), point.number
        assert page.evaluate(CUT) == [], point.number
        assert page.locator(".say").text_content() == point.step.say
        if other := next((text for text in guide.legal(point) if text != point.move and is_seen(page, text)), None):
            move_on_board(page, other)
            page.wait_for_function("() => document.querySelector('.answer').textContent")
            settle(page)
            assert page.locator(".answer").text_content() == guide.answer(point, other)
            assert is_one_screen(page), point.number
            page.keyboard.press("Escape")
        if point.move:
            move_on_board(page, point.move)
        else:
            page.locator(".lesson .go button").click()
    at_point(page, guide.last)
    assert is_one_screen(page)
    assert "Play on your own" in page.locator("#lesson").inner_text()


def names():
    return [pytest.param(name, marks=() if name in QUICK else pytest.mark.long) for name in LISTED]


@pytest.mark.parametrize("name", names())
def test_by_mouse(open_page, name):
    play_through(open_page(f"/guide/{name}"), guide_of(LISTED[name]))


@pytest.mark.long
@pytest.mark.parametrize("name", LISTED)
def test_on_a_phone(open_page, name):
    play_through(open_page(f"/guide/{name}", **PHONE), guide_of(LISTED[name]))


@pytest.mark.parametrize("name", LISTED)
def test_everything_can_be_read_on_a_small_phone(open_page, server, name):
    last = guide_of(LISTED[name]).last
    page = open_page(f"/guide/{name}", **SMALL_PHONE)
    for number in (1, last // 2, last - 1, last):
        page.goto(f"{server.address}/guide/{name}/{number}")
        page.wait_for_selector("html.live #board.fitted")
        assert is_one_screen(page), number
        assert page.evaluate(TOO_SMALL, LEAST_LETTERS) == [], number
        assert page.evaluate(TOO_NARROW, LEAST_TARGET) == [], number
    page.goto(server.address + seat(page, server.address, record_at(f"{name}/classic", "middle")))
    page.wait_for_selector("html.live #board.fitted")
    assert page.evaluate(TOO_SMALL, LEAST_LETTERS) == []


@pytest.mark.parametrize("name", ["blank"])
def test_without_scripts(open_page, name):
    guide = guide_of(GAMES[name])
    page = open_page(f"/guide/{name}", java_script_enabled=False)
    for point in guide.points[:-1]:
        assert page.locator(".say").text_content() == point.step.say
        if not point.move:
            follow(page, page.locator(".lesson .go button").click)
            continue
        other = next((text for text in guide.legal(point) if text != point.move), "")
        for move in filter(None, (other, point.move)):
            page.locator(".all-moves summary").click()
            follow(page, page.locator(f"button[name=move][value={quoted(move)}]").click)
            if move == other:
                assert page.locator(".answer").text_content() == guide.answer(point, other)
    assert "Play on your own" in page.locator("#lesson").inner_text()


def test_left_on_the_way_and_taken_up_from_the_home_page(open_page):
    page = open_page("/")
    page.locator(".welcome").get_by_role("link", name="Kidnap Machine").click()
    page.locator(".lesson .go button").click()
    at_point(page, 2)
    page.get_by_role("link", name="Leave").click()
    page.get_by_role("link", name="Guided game · step 2 of 9").click()
    at_point(page, 2)
    page.go_back()
    assert page.locator(".running").count() == 1


def test_on_a_phone_the_step_and_the_way_out_are_seen(open_page):
    page = open_page("/guide/kidnap-machine", **PHONE)
    page.locator(".lesson .go button").tap()
    at_point(page, 2)
    leave = page.get_by_role("link", name="Leave")
    for element in (page.get_by_text("Step 2 of 9"), leave):
        box = element.bounding_box()
        assert box["x"] >= 0
        assert box["y"] + box["height"] <= 844
    assert leave.bounding_box()["height"] >= 32
    leave.tap()
    page.wait_for_url(lambda url: "/guide/" not in url)
