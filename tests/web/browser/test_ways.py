"""Every game is won by keys alone, and by dragging. Fingers are in test_touch.py, clicks in test_play.py."""

import pytest

from escapology.games import LISTED
from tests.kit import RECORDS
from tests.web.hands import after, halves, move_by_drag, move_by_keys, quoted, reach, record_of, steer, target_of


def endings(left):
    """Games, and how many moves were made before: all but the last so many in the quick run."""
    quick = [pytest.param(name, max(0, len(record_of(name).moves) - left), id=name) for name in LISTED]
    return quick + [pytest.param(name, 0, marks=pytest.mark.long, id=f"{name}-whole") for name in LISTED]


@pytest.mark.parametrize(("name", "made"), endings(3))
def test_a_game_is_won_by_keys_alone(open_page, name, made):
    start, moves = halves(record_of(name), made)
    page = open_page(record=start)
    page.wait_for_selector("html.live")
    for move in moves:
        move_by_keys(page, move)
    assert "You won!" in page.locator(".ending").inner_text()
    assert page.evaluate("document.activeElement !== document.body"), "whoever uses keys goes on from where they are"


@pytest.mark.parametrize(("name", "made"), endings(3))
def test_a_game_is_won_by_dragging(open_page, name, made):
    start, moves = halves(record_of(name), made)
    page = open_page(record=start)
    for move in moves:
        move_by_drag(page, move)
    assert "You won!" in page.locator(".ending").inner_text()


def test_from_the_home_page_by_keys_alone(open_page):
    page = open_page()
    record = record_of("kidnap-machine")
    press = page.keyboard.press
    link = page.get_by_role("link", name="Choose a deal of Kidnap Machine")
    for _ in range(60):
        press("Tab")
        if link.evaluate("link => link === document.activeElement"):
            break
    press("Enter")
    page.wait_for_url("**/new/*")
    field = page.locator("textarea[name=text]")
    for _ in range(60):
        press("Tab")
        if field.evaluate("field => field === document.activeElement"):
            break
    page.keyboard.type((RECORDS / "kidnap-machine-won.txt").read_text(encoding="utf-8").split("\n")[0])
    while page.evaluate("document.activeElement.textContent") != "Play it":
        press("Tab")
    press("Enter")
    page.wait_for_url("**/play/*")
    for move in record.moves[:-2]:
        reach(page, f"button[name=move][value={quoted(move)}]")
        after(page, lambda: press("Enter"))
    for move in record.moves[-2:]:  # on the board
        target = target_of(page, move)
        reach(page, "#board [tabindex='0']")
        steer(page, target)
        after(page, lambda: press("Enter"))
    assert "You won!" in page.locator(".ending").inner_text()
