"""Pieces on their way from where they were to where they are."""

from tests.web.hands import move_by_mouse, sit_down


def test_pieces_walk(open_page):
    page = open_page(reduced_motion="no-preference")
    record = sit_down(page, "dont-let-them-get-you")
    for move in record.moves[:6]:
        move_by_mouse(page, move)
    page.wait_for_function("() => document.getAnimations().length === 0")
    assert page.locator("#board .moving").count() == 0
    assert page.locator("#board .away").count() == 0


def test_what_moves_is_in_nobodys_way(open_page):
    page = open_page(reduced_motion="no-preference")
    for move in sit_down(page, "devils-square").moves:
        page.evaluate("() => document.getAnimations().forEach(animation => animation.pause())")
        move_by_mouse(page, move)
    assert "You won!" in page.locator(".ending").inner_text()
