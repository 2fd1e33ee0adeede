"""The board in its room: on a phone one screen holds all that the next move needs; on a desktop nothing is cut."""

import pytest

from escapology.games import GAMES, LISTED
from escapology.middle import legal_texts, new_deal, play_move, start_state
from escapology.record import Record
from escapology.setting import parse_setting
from tests.web.hands import Hand, after, halves, middle, quoted, record_of, settle

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
VARIANTS = [f"{name}/{variant.name}" for name in LISTED for variant in GAMES[name].facts.variants]
LEAST_SQUARE = 24  # pixels
LEAST_LETTERS = 11
EASY_LETTERS = 13
LEAST_SHARE = 0.6  # of a phone's width, for the board

#: what sticks out of the window or lies under something else: the board, the prompt, the moves, the tools
HIDDEN = """() => {
    const shown = '#board .view, #board .beside > svg, .prompt, .list, .tool';
    const all = [...document.querySelectorAll(shown)];
    const seen = all.filter(e => e.getBoundingClientRect().width && !e.closest('.chart'));
    const dock = document.querySelector('#side > form').getBoundingClientRect();
    return seen.filter(e => {
        const box = e.getBoundingClientRect();
        const inBoard = e.closest('#board');
        if (box.top < 0 || box.bottom > innerHeight + 1 || box.left < -1 || box.right > innerWidth + 1) return true;
        return inBoard && getComputedStyle(document.querySelector('#side > form')).position === 'fixed'
            && box.bottom > dock.top + 1;
    }).map(e => e.outerHTML.slice(0, 80));
}"""

#: the scale of the board, in pixels of a unit
UNIT = "() => { const s = document.querySelector('.view > svg'); return s.clientWidth / s.viewBox.baseVal.width * 100 }"

#: words on the page and beside the board that are too small to be read
TOO_SMALL = """least => {
    const found = [];
    for (const e of document.querySelectorAll('body *')) {
        const own = [...e.childNodes].some(node => node.nodeType === 3 && /[\\p{L}\\p{N}]/u.test(node.textContent));
        const box = e.getBoundingClientRect();
        if (!own || !box.width || e.closest('svg:not(.beside > svg)') || e.matches('title, desc, script')) continue;
        const svg = e.closest('svg');
        const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
        if (parseFloat(getComputedStyle(e).fontSize) * scale < least - 0.05) found.push(e.outerHTML.slice(0, 90));
    }
    return found;
}"""


def begun(text, made=3, seed=7):
    """A game of a setting after some moves, the first that there are."""
    setting = parse_setting(text, GAMES)
    game = GAMES[setting.game]
    deal = new_deal(setting, seed)
    state, moves = start_state(game, deal), []
    for _ in range(made):
        legal = legal_texts(game, deal, state)
        move = next(iter(legal))
        moves.append(move)
        state = play_move(game, deal, state, legal[move])
    return Record(game, deal, tuple(moves))


def choose(page, move):
    """Make a move by its button, wherever in the list that is."""
    button = page.locator(f"button[name=move][value={quoted(move)}]")
    after(page, lambda: button.evaluate("button => button.form.requestSubmit(button)"))
    settle(page)


@pytest.mark.parametrize("variant", VARIANTS)
def test_one_screen_of_a_phone(open_page, variant):
    page = open_page(record=begun(variant), **PHONE)
    page.wait_for_selector("html.live")
    settle(page)
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(TOO_SMALL, LEAST_LETTERS) == []
    assert page.evaluate(UNIT) >= LEAST_SQUARE
    assert page.locator(".view").bounding_box()["width"] >= LEAST_SHARE * 390
    for button in page.locator(".tool:visible, .option:visible").all():
        assert button.bounding_box()["height"] >= 32
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.parametrize("size", [(1024, 700), pytest.param((1440, 900), marks=pytest.mark.long)], ids=str)
@pytest.mark.parametrize("variant", VARIANTS)
def test_nothing_is_cut_on_a_desktop(open_page, variant, size):
    page = open_page(record=begun(variant), viewport={"width": size[0], "height": size[1]})
    page.wait_for_selector("html.live")
    settle(page)
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(TOO_SMALL, LEAST_LETTERS) == []
    assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == list(size)


@pytest.mark.parametrize("name", LISTED)
def test_what_lies_beside_a_board_is_read_with_ease_on_a_desktop(open_page, name):
    page = open_page(record=halves(record_of(name), 5)[0], viewport={"width": 1440, "height": 900})
    page.wait_for_selector("html.live")
    settle(page)
    sizes = page.evaluate("""() => [...document.querySelectorAll('.beside > svg text')]
        .filter(text => /[a-z]{2}/i.test(text.textContent))
        .map(text => parseFloat(text.getAttribute('font-size')) * text.getScreenCTM().a)""")
    assert all(size >= EASY_LETTERS for size in sizes)


@pytest.mark.parametrize("seed", [2000002, 2000008, 2000024])  # very high, nearly square, very wide
def test_any_maze_fits_a_desktop(open_page, seed):
    page = open_page(record=begun("lab-rats/classic", seed=seed), viewport={"width": 1024, "height": 700})
    page.wait_for_selector("html.live")
    settle(page)
    assert page.evaluate(HIDDEN) == []
    assert page.evaluate(TOO_SMALL, LEAST_LETTERS) == []
    boxes = page.evaluate("""() => {
        const box = e => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom] };
        const drawn = [...document.querySelectorAll('.view > svg > :is(rect, line, g.token)')].map(box);
        return [drawn, [...document.querySelectorAll('.beside > svg')].map(box)];
    }""")
    for left, top, right, bottom in boxes[0]:
        for sheet in boxes[1]:
            covers = left < sheet[2] and right > sheet[0] and top < sheet[3] and bottom > sheet[1]
            assert not covers, "the stacks lie on the maze"


@pytest.mark.parametrize("size", [(1024, 700), (1440, 900)], ids=str)
@pytest.mark.parametrize("seed", [2000008, 2000024])
def test_stacks_stand_in_one_row_or_one_below_the_other(open_page, seed, size):
    page = open_page(record=begun("lab-rats/classic", seed=seed), viewport={"width": size[0], "height": size[1]})
    page.wait_for_selector("html.live")
    settle(page)
    places = page.evaluate("""() => [...document.querySelectorAll('.beside > svg')]
        .filter(svg => /^[ABC]/.test(svg.textContent.trim()) || svg.querySelector('.coin, .token'))
        .map(svg => svg.getBoundingClientRect()).map(box => [Math.round(box.left), Math.round(box.top)])""")
    assert min(len({left for left, _ in places}), len({top for _, top in places})) == 1, places


def test_the_window_follows_the_rat(open_page):
    record = record_of("lab-rats")
    page = open_page(record=halves(record, 0)[0], **PHONE)
    page.wait_for_selector("html.live")
    settle(page)
    for move in record.moves[:12]:
        choose(page, move)
        page.wait_for_function("""() => {
            const rat = document.querySelector('#board [data-key=rat]').getBoundingClientRect();
            const view = document.querySelector('.view').getBoundingClientRect();
            return rat.left > view.left && rat.right < view.right && rat.top > view.top && rat.bottom < view.bottom;
        }""")


def test_looking_around(open_page):
    page = open_page(record=begun("lab-rats/classic", seed=2000002), **PHONE)
    page.wait_for_selector("html.live")
    settle(page)
    hand = Hand(page)
    view = page.locator(".view")
    here = "() => { const v = document.querySelector('.view'); return [v.scrollLeft, v.scrollTop] }"
    x, y = middle(view)
    unit = page.evaluate(UNIT)
    hand.send("Start", (x - 30, y), (x + 30, y))
    hand.send("Move", (x - 60, y), (x + 60, y))
    hand.send("End")
    assert page.evaluate(UNIT) == pytest.approx(2 * unit, rel=0.02)
    page.get_by_role("button", name="Smaller").tap()
    page.wait_for_function(f"most => ({UNIT})() < most", arg=1.9 * unit)
    page.wait_for_function("() => document.querySelector('.view').scrollTop > 130")
    before = page.evaluate(here)
    hand.drag((x - 90, y - 60), (x - 90, y + 60))
    page.wait_for_function("before => document.querySelector('.view').scrollTop < before[1] - 60", arg=before)
    box = page.locator(".chart canvas").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 6)
    page.wait_for_function("() => document.querySelector('.view').scrollTop < 100")


def test_after_a_move_the_board_is_in_sight(open_page):
    record = record_of("dont-let-them-get-you")
    page = open_page(record=halves(record, 6)[0], **PHONE)
    page.wait_for_selector("html.live")
    settle(page)
    page.locator("#log").scroll_into_view_if_needed()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert page.evaluate("scrollY") > 0
    after(page, page.locator(".option").first.tap)
    page.wait_for_function("() => scrollY === 0")
    assert page.locator(".latest").inner_text() != ""


@pytest.mark.parametrize("name", LISTED)
def test_the_board_keeps_its_place_on_a_phone(open_page, name):
    record = record_of(name)
    start, moves = halves(record, min(4, len(record.moves) - 5))
    page = open_page(record=start, **PHONE)
    page.wait_for_selector("html.live")
    settle(page)
    box = page.locator("#board .view").bounding_box()
    for move in moves[:3]:
        choose(page, move)
        assert page.locator("#board .view").bounding_box() == box


def test_the_stacks_give_way_to_a_hint(open_page):
    page = open_page(record=begun("lab-rats/classic", seed=2000002), **PHONE)
    page.wait_for_selector("html.live")
    settle(page)
    unit = page.evaluate(UNIT)
    page.get_by_role("button", name="Hint", exact=True).tap()
    page.wait_for_selector("#thought .advice")
    page.wait_for_function("""() => {
        const stacks = [...document.querySelectorAll('.beside > svg')].map(svg => svg.getBoundingClientRect().bottom);
        return Math.max(...stacks) <= document.querySelector('#thought').getBoundingClientRect().top + 1;
    }""")
    assert page.evaluate(UNIT) == unit
    page.locator("#thought").get_by_role("button", name="Close").tap()
    page.wait_for_function("() => document.querySelector('#thought').hidden")


def test_a_hint_hides_nothing_that_it_asks_for(open_page):
    page = open_page(record=begun("devils-square/classic"), **PHONE)
    page.wait_for_selector("html.live")
    settle(page)
    page.get_by_role("button", name="Hint", exact=True).tap()
    page.wait_for_selector("#thought .advice")
    settle(page)
    button = page.locator("#thought").get_by_role("button", name="Play it")
    x, y = middle(button)
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).textContent.trim()", [x, y]) == "Play it"
    after(page, button.tap)
