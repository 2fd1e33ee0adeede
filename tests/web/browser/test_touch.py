"""Real touches in a real browser: a finger moves what can be moved, and scrolls where nothing can."""

import pytest

from escapology.games import LISTED
from tests.kit import records
from tests.web.hands import Hand, after, free_spot, grip, halves, middle, quoted, record_of, source_of, target_of

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def table(open_page, name, made=0, **options):
    """A game on a phone, the moves that lead on, and a hand."""
    start, moves = halves(record_of(name), made)
    page = open_page(record=start, **(PHONE | options))
    page.wait_for_selector("html.live")
    return page, moves, Hand(page)


@pytest.mark.parametrize("name", ["devils-square", "lab-rats"])
def test_a_finger_drags_what_can_be_moved(open_page, name):
    page, moves, hand = table(open_page, name, 1)
    page.evaluate("document.addEventListener('pointercancel', () => { window.cancelled = true })")
    for move in moves[:3]:
        target = target_of(page, move)
        start = grip(source_of(page, target))
        after(page, lambda start=start, target=target: hand.drag(start, middle(target)))
    assert page.locator("#log .move").count() == 4
    assert not page.evaluate("window.cancelled")


def test_a_coin_is_dragged_from_the_maze_to_its_stack(open_page):
    """On a phone the maze is a window, and the stacks lie below it."""
    record = next(one for one in records().values() if one.game.name == "lab-rats" and "lift C" in one.moves)
    start, moves = halves(record, record.moves.index("lift C"))
    page = open_page(record=start, **PHONE)
    page.wait_for_selector("html.live")
    target, hand = target_of(page, moves[0]), Hand(page)
    source = grip(source_of(page, target))
    after(page, lambda: hand.drag_to(source, target))
    assert page.locator("#log .move").last.inner_text() == "lift C"


def test_what_is_dragged_is_seen_wherever_the_finger_is(open_page):
    """The window on the maze cuts nothing off that is in hand."""
    record = next(one for one in records().values() if one.game.name == "lab-rats" and "lift C" in one.moves)
    start, moves = halves(record, record.moves.index("lift C"))
    page = open_page(record=start, **PHONE)
    page.wait_for_selector("html.live")
    hand, begin = Hand(page), grip(source_of(page, target_of(page, moves[0])))
    window = page.locator("#board .window").bounding_box()
    end = 300, window["y"] + window["height"] + 60
    hand.slide(begin, end)
    coin = page.locator(".hand .dragged")
    coin.wait_for(state="attached")
    x, y = middle(coin)
    assert abs(x - end[0]) < 30
    assert abs(y - end[1]) < 30
    assert coin.evaluate("coin => getComputedStyle(coin.ownerSVGElement).overflow") == "visible"
    assert not coin.evaluate("coin => Boolean(coin.closest('.window'))")
    hand.send("End")
    coin.wait_for(state="detached")


def test_a_finger_may_miss(open_page):
    """Beside a place, or a coin, nothing else lies: the nearest counts, and far from all of them none."""
    page = open_page("/new/lab-rats", **PHONE)
    page.fill("input[name=seed]", "2000002")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector("html.live")
    hand, start = Hand(page), page.locator("#board .target").first
    box = start.bounding_box()
    hand.tap_at((box["x"] + box["width"] + 90, box["y"] - 60))
    assert page.locator("#log .move").count() == 0
    after(page, lambda: hand.tap_at((box["x"] + box["width"] / 2, box["y"] - 12)))
    assert page.locator("#log .move").count() == 1
    coin = page.locator("#board .beside .source").first
    box = coin.bounding_box()
    hand.tap_at((box["x"] - 9, box["y"] + box["height"] / 2))
    page.wait_for_selector("#board .picked")


def lengths():
    """Games, and how many moves were made before: all but the last eight in the quick run."""
    quick = [pytest.param(name, max(0, len(record_of(name).moves) - 8), id=name) for name in LISTED]
    return quick + [pytest.param(name, 0, marks=pytest.mark.long, id=f"{name}-whole") for name in LISTED]


@pytest.mark.parametrize(("name", "made"), lengths())
def test_a_game_is_won_by_touch(open_page, name, made):
    page, moves, hand = table(open_page, name, made)
    for number, move in enumerate(moves):
        after(page, lambda move=move, number=number: touch(page, hand, move, drags=number % 2 == 0))
    assert "You won!" in page.locator(".ending").inner_text()


def touch(page, hand, move, *, drags):
    """Make a move on the board, if it is made there, else by its button in the strip."""
    target = target_of(page, move)
    if not (target.count() and target.is_visible()):
        button = page.locator(f"button[name=move][value={quoted(move)}]")
        button.scroll_into_view_if_needed()
        return hand.tap(button)
    source = source_of(page, target)
    if source is None:
        return hand.tap_at(free_spot(target))
    if drags:
        return hand.drag_to(grip(source), target)
    hand.tap_at(grip(source))
    return hand.tap_at(free_spot(target))


def test_a_finger_elsewhere_scrolls_the_page(open_page):
    page, _, hand = table(open_page, "devils-square")
    board = page.locator("#board svg").first.bounding_box()
    free = board["x"] + 0.97 * board["width"], board["y"] + 0.7 * board["height"]
    hand.drag(free, (free[0], free[1] - 200))
    page.wait_for_function("() => scrollY > 50")
    assert page.locator("#log .move").count() == 0


def test_a_card_below_a_lit_place_can_still_be_dragged(open_page):
    page, _, hand = table(open_page, "devils-square")
    targets = page.locator("#board .target")
    lit = targets.evaluate_all("all => all.map(target => [target.dataset.source, target.dataset.move])")
    first = next(source for source, _ in lit)
    hand.tap(page.locator(f"#board [data-key={first}]"))
    page.wait_for_selector("#board .target.lit")
    below = page.evaluate("""() => {
        const seen = document.querySelector('#board .target.lit').getBoundingClientRect();
        const [x, y] = [seen.x + seen.width / 2, seen.y + seen.height / 2];
        const card = document.elementsFromPoint(x, y).map(e => e.closest('.card')).find(Boolean);
        return [card.dataset.key, x, y];
    }""")
    hand.slide((below[1], below[2]), (below[1], below[2] + 60))
    page.wait_for_selector(".hand .dragged", state="attached")
    assert page.locator("#board .lifted").first.get_attribute("data-key") == below[0]
    hand.send("End")
    assert page.locator("#log .move").count() == 0


def test_a_second_finger_lets_go(open_page):
    page, moves, hand = table(open_page, "devils-square")
    target = target_of(page, moves[0])
    start, end = grip(source_of(page, target)), middle(target)
    hand.slide(start, end)
    page.wait_for_selector(".hand .dragged", state="attached")
    hand.send("Start", end, (200, 700))
    page.wait_for_selector(".hand .dragged", state="detached")
    hand.send("End")
    assert page.locator("#board .picked").count() == 0
    after(page, lambda: hand.drag(start, end))
    assert page.locator("#log .move").count() == 1, "the one after it, and not the one that was let go"


def test_who_taps_on_a_sign_is_told_what_it_means(open_page):
    page, _, hand = table(open_page, "kidnap-machine", 2)
    hand.tap(page.locator("#board").get_by_text("G", exact=True))
    page.wait_for_function("() => document.querySelector('#said').textContent.startsWith('The goal on e4. ')")
    hand.tap(page.locator("#board [data-key=enemy]"))
    page.wait_for_function("() => document.querySelector('#said').textContent.startsWith('The Machine on ')")
    assert page.locator("#log .move").count() == 2


def test_tap_and_tap(open_page):
    page, moves, hand = table(open_page, "devils-square")
    target = target_of(page, moves[0])
    source = source_of(page, target)
    x, y = grip(source)
    hand.send("Start", (x, y))
    hand.send("End")
    page.wait_for_selector("#board .picked")
    after(page, lambda: hand.tap(target))
    assert moves[0] in page.locator("#log").inner_text()


def test_a_long_touch_selects_nothing_and_opens_no_menu(open_page):
    page, _, hand = table(open_page, "devils-square")
    page.evaluate("document.addEventListener('contextmenu', event => { window.menu = event.defaultPrevented })")
    for spot in (page.locator("#board [data-key]").first, page.locator("#board text").last):
        x, y = middle(spot)
        hand.send("Start", (x, y))
        page.evaluate("new Promise(done => setTimeout(done, 900))")  # as long as browsers take to call it long
        hand.send("End")
        assert page.evaluate("getSelection().toString()") == ""
        assert page.evaluate("window.menu") in (None, True)
