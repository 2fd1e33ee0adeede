"""Pieces on their way from where they were to where they are."""

import pytest

from tests.web.hands import after, grip, halves, middle, move_by_mouse, record_of, source_of, target_of

#: nothing moves any more, but for what a test holds, and for the sign that somebody thinks
STILL = """() => document.getAnimations().every(
    each => each.playState !== 'running' || each.effect.getTiming().iterations === Infinity
)"""


#: all that begins to move is held, so that it can be looked at however long that takes
HELD = """
const animate = Element.prototype.animate;
Element.prototype.animate = function (...given) {
    const animation = animate.apply(this, given);
    animation.pause();
    return animation;
};
"""
MOVING = {"reduced_motion": "no-preference"}


def test_pieces_walk(open_page):
    start, moves = halves(record_of("dont-let-them-get-you"), 0)
    page = open_page(record=start, reduced_motion="no-preference")
    for move in moves[:6]:
        move_by_mouse(page, move)
    page.wait_for_function(STILL)
    assert page.locator("#board .moving").count() == 0
    assert page.locator("#board .away").count() == 0


@pytest.mark.parametrize("made", [45, pytest.param(0, marks=pytest.mark.long)])
def test_what_moves_is_in_nobodys_way(open_page, made):
    start, moves = halves(record_of("devils-square"), made)
    page = open_page(record=start, script=HELD, **MOVING)
    for move in moves:
        move_by_mouse(page, move)
    assert "You won!" in page.locator(".ending").inner_text()


def test_a_dropped_card_settles_from_where_it_was_dropped(open_page):
    record = record_of("devils-square")
    page = open_page(record=halves(record, 0)[0], **MOVING)
    page.wait_for_selector("html.live")
    target = target_of(page, record.moves[0])
    source = source_of(page, target)
    key, start, end = target.get_attribute("data-source"), grip(source), middle(target)
    page.evaluate("""() => {
        window.seen = [];
        const look = () => {
            for (const copy of document.querySelectorAll('#board .moving')) {
                if (copy.started) continue;
                copy.started = true;
                const frame = copy.getAnimations()[0]?.effect.getKeyframes()[0];
                if (frame?.transform) window.seen.push(frame.transform);
            }
        };
        new MutationObserver(look).observe(document.querySelector('#board'), {childList: true, subtree: true});
    }""")
    home = source.evaluate("card => card.getScreenCTM().e")
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    dropped = page.locator(".hand .dragged").first.evaluate("""copy => {
        const { e, f } = copy.getScreenCTM();
        return new DOMPoint(e, f).matrixTransform(document.querySelector('#board svg').getScreenCTM().inverse()).x;
    }""")
    after(page, page.mouse.up)
    page.wait_for_function("() => window.seen.length > 0")
    began = [
        float(text.split("(")[1].split(")")[0].split(",")[4])
        for text in page.evaluate("window.seen")
        if "matrix" in text
    ]
    assert any(abs(x - dropped) < 2 for x in began), (key, home, dropped, began)


def test_what_is_let_go_elsewhere_goes_back(open_page):
    record = record_of("devils-square")
    page = open_page(record=halves(record, 0)[0], **MOVING)
    page.wait_for_selector("html.live")
    source = source_of(page, target_of(page, record.moves[0]))
    x, y = grip(source)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 25, steps=3)
    page.mouse.up()
    page.wait_for_function("() => !document.querySelector('.hand .dragged, #board .lifted')")
    assert page.locator("#log .move").count() == 0


def test_new_cards_come_from_the_pile_and_are_turned_over(open_page):
    record = record_of("devils-square")
    page = open_page(record=halves(record, 0)[0], script=HELD, **MOVING)
    page.wait_for_selector("html.live")
    pile = "() => [...document.querySelectorAll('#board [data-key=pile] title')].map(t => t.textContent)[0]"
    for move in record.moves:
        before = page.evaluate(pile)
        move_by_mouse(page, move)
        if page.evaluate(pile) != before:
            break
    flying = page.locator("#board .card.moving").evaluate_all(
        "all => all.filter(c => c.getAnimations().some(a => a.effect.getKeyframes().length === 3)).length"
    )
    assert flying >= 2, "a back and a face"
    page.evaluate("() => document.getAnimations().forEach(animation => animation.play())")
    page.wait_for_function(STILL)
    assert page.locator("#board .moving, #board .away").count() == 0


@pytest.mark.parametrize("reduced", [True, False])
def test_the_end_is_seen_unless_movement_is_not_wanted(open_page, reduced):
    record = record_of("lab-rats")
    start, moves = halves(record, len(record.moves) - 1)
    page = open_page(record=start, reduced_motion="reduce" if reduced else "no-preference")
    page.evaluate("""() => {
        window.rings = 0;
        const added = records => records.flatMap(record => [...record.addedNodes]);
        const count = records => { window.rings += added(records).filter(node => node.matches?.('.ring.won')).length };
        new MutationObserver(count).observe(document.querySelector('#board'), {childList: true, subtree: true});
    }""")
    move_by_mouse(page, moves[0])
    page.wait_for_function(STILL)
    assert page.evaluate("window.rings") == (0 if reduced else 3)
    assert page.locator("#board .ring").count() == 0
