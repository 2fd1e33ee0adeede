"""Pieces on their way from where they were to where they are."""

import pytest

from tests.web.hands import halves, move_by_mouse, record_of


def test_pieces_walk(open_page):
    start, moves = halves(record_of("dont-let-them-get-you"), 0)
    page = open_page(record=start, reduced_motion="no-preference")
    for move in moves[:6]:
        move_by_mouse(page, move)
    page.wait_for_function("() => document.getAnimations().length === 0")
    assert page.locator("#board .moving").count() == 0
    assert page.locator("#board .away").count() == 0


@pytest.mark.parametrize("made", [45, pytest.param(0, marks=pytest.mark.long)])
def test_what_moves_is_in_nobodys_way(open_page, made):
    start, moves = halves(record_of("devils-square"), made)
    page = open_page(record=start, reduced_motion="no-preference")
    for move in moves:
        page.evaluate("() => document.getAnimations().forEach(animation => animation.pause())")
        move_by_mouse(page, move)
    assert "You won!" in page.locator(".ending").inner_text()
