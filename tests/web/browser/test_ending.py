"""The end of a game in a browser: what is seen of it on a phone, and what one can do then."""

import pytest

from tests.kit import records
from tests.web.browser.test_access import faults
from tests.web.hands import after, follow, halves, quoted, settle

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
CAUGHT = {"kidnap-machine-caught": ("you", "enemy"), "dont-let-them-get-you": ("pawn", "pursuer ♥")}


def edges(page, selector):
    box = page.locator(selector).first.bounding_box()
    return box["y"], box["y"] + box["height"]


@pytest.mark.parametrize("name", CAUGHT)
def test_on_a_phone_one_sees_who_caught_one(open_page, name):
    record = records()[name]
    start, [last] = halves(record, len(record.moves) - 1)
    page = open_page(record=start, **PHONE)
    after(page, lambda: page.locator(f"button[name=move][value={quoted(last)}]").click())
    ending = page.locator(".ending")
    assert ending.locator("h2").inner_text() == "You were caught."
    page.wait_for_function(
        "() => document.querySelector('#board').getBoundingClientRect().bottom <= "
        "document.querySelector('.ending').getBoundingClientRect().top + 1"
    )
    settle(page)
    top, _ = edges(page, ".ending")
    for key in CAUGHT[name]:
        begins, ends = edges(page, f"#board [data-key={quoted(key)}]:not(.target)")
        assert 0 < begins < ends <= top, f"{key} is seen"
    assert not ending.evaluate(
        "e => [...e.querySelectorAll('.button')].some(b => b.getBoundingClientRect().height < 32)"
    )


def test_the_board_is_not_drawn_anew_when_a_game_ends(open_page):
    """That would take a slow phone longer than all else; the picture only has nothing to act on any more."""
    record = records()["dont-let-them-get-you"]
    start, [last] = halves(record, len(record.moves) - 1)
    page = open_page(record=start)
    board = page.locator("#board svg").first
    before, walls = board.element_handle(), board.locator("rect").first.element_handle()
    assert board.get_attribute("role") == "group"
    after(page, lambda: page.locator(f"button[name=move][value={quoted(last)}]").click())
    assert page.locator(".ending").count() == 1
    assert board.get_attribute("role") == "img"
    assert page.locator("#board .target").count() == 0
    after(page, lambda: page.get_by_role("button", name="Undo").click())
    assert board.get_attribute("role") == "group"
    assert page.locator("#board .target").count() > 0
    assert board.evaluate("(svg, [before, walls]) => svg === before && svg.contains(walls)", [before, walls])


def test_giving_up_playing_on_and_the_same_deal(open_page):
    record = records()["blank"]
    page = open_page(record=halves(record, 0)[0], bypass_csp=True)
    page.locator("details.menu summary").click()
    after(page, lambda: page.get_by_role("button", name="Give up").click())
    assert "You can take that back" in page.locator(".ending").inner_text()
    after(page, lambda: page.get_by_role("button", name="Play on").click())
    assert page.locator(".ending").count() == 0
    after(page, lambda: page.get_by_role("button", name="Give up").click())
    before = page.url
    page.get_by_role("button", name="Same deal").click()
    page.wait_for_url(lambda url: "/play/" in url and url != before)
    assert page.locator(".facts span").first.inner_text() == "0 moves"
    assert page.get_by_role("timer").inner_text().startswith("0:")
    follow(page, page.get_by_role("link", name="Statistics").click)
    assert page.get_by_role("img").count() == 1, "the chart of a game"
    assert faults(page) == []


def test_who_gives_up_far_down_in_the_menu_sees_how_it_ended(open_page):
    page = open_page(record=halves(records()["dont-let-them-get-you"], 6)[0])
    page.locator("details.menu summary").click()
    button = page.get_by_role("button", name="Give up")
    button.scroll_into_view_if_needed()
    after(page, button.click)
    settle(page)
    top, bottom = edges(page, ".ending")
    assert 0 < top < bottom <= page.viewport_size["height"]


def test_on_a_phone_an_answer_after_the_end_covers_nothing(open_page):
    record = records()["kidnap-machine-caught"]
    page = open_page(record=record, **PHONE)
    page.get_by_role("button", name="Which move cost the most?").tap()
    page.wait_for_selector("#thought .thinking, #thought .row")
    page.wait_for_function("""() => {
        const [board, ending, answer] = ['#board', '.ending', '#thought'].map(one => {
            return document.querySelector(one).getBoundingClientRect();
        });
        return board.bottom <= ending.top + 1 && ending.bottom <= answer.top + 1;
    }""")


@pytest.mark.long  # a process has to find the way out
def test_a_way_out_that_plays_by_itself_is_no_win(open_page):
    page = open_page(record=halves(records()["blank"], 0)[0])
    page.locator("details.menu summary").click()
    page.get_by_role("button", name="Show the way out").click()
    page.get_by_role("button", name="Play all of it").click()
    page.get_by_role("button", name="To the end").click()
    page.wait_for_selector(".ending")
    assert page.locator(".ending h2").inner_text() == "Solved by the computer."
    assert page.locator(".ending.won").count() == 0
    follow(page, page.get_by_role("link", name="Statistics").click)
    assert page.get_by_role("heading", name="No games yet").count() == 1
