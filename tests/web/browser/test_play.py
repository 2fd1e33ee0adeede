"""A real browser plays: all games by mouse, one by keys alone, one without scripts, one on a phone."""

import re

import pytest

from escapology.games import LISTED
from tests.web.hands import (
    after,
    click_corner,
    follow,
    halves,
    move_by_mouse,
    quoted,
    record_of,
    sit_down,
    target_of,
)


def many_moves(*names):
    """Games, and how many moves were made before: all but the last four in the quick run."""
    lengths = {name: len(record_of(name).moves) for name in names}
    quick = [pytest.param(name, max(0, length - 4), id=name) for name, length in lengths.items()]
    return quick + [
        pytest.param(name, 0, id=f"{name}-whole", marks=pytest.mark.long) for name in names if lengths[name] > 4
    ]


@pytest.mark.parametrize(("name", "made"), many_moves(*LISTED))
def test_from_the_home_page_to_the_end_by_mouse(open_page, name, made):
    page = open_page()
    record = record_of(name)
    start, moves = halves(record, made)
    sit_down(page, start)
    for move in moves:
        move_by_mouse(page, move)
    assert "You won!" in page.locator(".ending").inner_text()
    assert page.locator("#board .target").count() == 0
    assert len(page.locator("#log li").all()) == min(30, len(record.moves))
    follow(page, page.get_by_role("link", name="All games").click)
    assert page.locator(".running").count() == 0, "what is finished needs no going on"


@pytest.mark.parametrize(("name", "made"), many_moves("lab-rats"))
def test_without_scripts(open_page, name, made):
    page = open_page(java_script_enabled=False)
    start, moves = halves(record_of(name), made)
    sit_down(page, start)
    for number, move in enumerate(moves):
        page.locator(f"button[name=move][value={quoted(move)}]").click()
        if number == 3:
            page.get_by_role("button", name="Undo").click()
            page.get_by_role("button", name="Redo").click()
    assert "You won!" in page.locator(".ending").inner_text()


@pytest.mark.parametrize(("name", "made"), many_moves("lab-rats"))
def test_on_a_phone(open_page, name, made):
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    start, moves = halves(record_of(name), made)
    sit_down(page, start)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "nothing sticks out"
    for move in moves:
        target = target_of(page, move)
        if key := target.get_attribute("data-source"):
            tap(page, page.locator(f"#board [data-key={quoted(key)}]:not(.target)").first)
        after(page, lambda target=target: tap(page, target))
    assert "You won!" in page.locator(".ending").inner_text()


def tap(page, element):
    box = element.bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_drag_and_drop_and_what_can_not_be_put_there(open_page):
    record = record_of("devils-square")
    page = open_page(record=halves(record, 0)[0])
    target = target_of(page, record.moves[0])
    source = page.locator(f"#board [data-key={quoted(target.get_attribute('data-source'))}]:not(.target)").first
    from_box, to_box = source.bounding_box(), target.bounding_box()
    start = from_box["x"] + from_box["width"] / 2, from_box["y"] + 10
    # onto itself: a pile can't go there
    others = page.locator("#board g.card[data-key]")
    far = others.nth(0).bounding_box() if others.nth(0).bounding_box() != from_box else others.nth(5).bounding_box()
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(far["x"] + 20, far["y"] + 20, steps=4)
    assert page.locator(".hand .dragged").count() >= 1
    wrong = not _inside((far["x"] + 20, far["y"] + 20), to_box)
    page.mouse.up()
    if wrong:
        page.wait_for_function("() => document.querySelector('#said').textContent !== ''")
        assert re.search("differ in colour|goes onto|lies on nothing|two ", page.locator("#said").inner_text())
    assert page.locator(".hand .dragged").count() == 0

    def drag():
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(to_box["x"] + 20, to_box["y"] + 20, steps=4)
        page.mouse.up()

    after(page, drag)
    assert record.moves[0] in page.locator("#log").inner_text()


def _inside(point, box):
    return 0 <= point[0] - box["x"] <= box["width"] and 0 <= point[1] - box["y"] <= box["height"]


def test_double_click_is_the_obvious_move(open_page):
    page = open_page(record=halves(record_of("devils-square"), 0)[0])
    sources = page.locator("#board .target").evaluate_all("targets => targets.map(t => t.dataset.source)")
    only = next(source for source in sources if sources.count(source) == 1)
    box = page.locator(f"#board [data-key={quoted(only)}]:not(.target)").first.bounding_box()
    after(page, lambda: page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + 6))
    assert page.locator("#log li .move").count() == 1


def test_undo_tree_bookmarks_and_keys(open_page):
    record = record_of("devils-square")
    page = open_page(record=halves(record, 0)[0])
    for move in record.moves[:3]:
        move_by_mouse(page, move)
    after(page, lambda: page.keyboard.press("z"))
    assert page.locator("#log li").count() == 2
    after(page, lambda: page.keyboard.press("y"))
    assert page.locator("#log li").count() == 3
    page.locator("details.menu summary").click()
    page.get_by_label("Bookmark this position").fill("the third")
    after(page, lambda: page.get_by_role("button", name="Add").click())
    mark = page.locator(".marks button")
    assert (mark.inner_text(), mark.get_attribute("aria-current")) == ("the third", "true")
    after(page, lambda: page.get_by_role("button", name="Undo").click())
    after(page, mark.click)
    assert page.locator("#log li").count() == 3
    after(page, lambda: page.get_by_role("button", name="Undo").click())
    other = page.locator(f"button[name=move]:not([value={quoted(record.moves[2])}])").first
    after(page, other.click)
    follow(page, page.get_by_role("link", name="Everything you tried").click)
    assert page.locator(".tree section").count() == 3, "one before the fork and one for each way"
    board = page.locator(".tree img").last
    board.scroll_into_view_if_needed()
    page.wait_for_function("board => board.complete && board.naturalWidth > 0", arg=board.element_handle())
    page.locator(".marks").get_by_role("button", name="the third").click()
    page.wait_for_url("**/play/*")
    assert record.moves[2] in page.locator("#log").inner_text()
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.keyboard.press("Escape")


def test_share_link_opens_exactly_there(open_page, server):
    record = record_of("lab-rats")
    page = open_page(record=halves(record, 0)[0])
    for move in record.moves[:4]:
        move_by_mouse(page, move)
    description = page.locator("#board desc").first.text_content()
    page.locator("details.menu summary").click()
    page.goto(server.address + page.get_by_role("link", name="Copy the link").get_attribute("href"))
    friend = open_page(page.url.removeprefix(server.address))
    assert friend.locator(".board desc").first.text_content() == description
    follow(friend, friend.get_by_role("button", name="Play on from here").click)
    assert friend.locator("#board desc").first.text_content() == description
    assert friend.locator("#log li .move").count() == 4


def test_looking_closer(open_page):
    page = open_page(record=halves(record_of("dont-let-them-get-you"), 8)[0])
    while not page.locator("button[name=move][value=rest]").count():
        after(page, page.locator("button[name=move]").first.click)
    page.locator("button[name=move][value=rest]").hover()
    page.wait_for_selector("#board .overlay")
    page.mouse.move(5, 5)
    page.wait_for_selector("#board .overlay", state="detached")
    page.locator("#board [data-key^=pursuer]").first.hover()
    page.wait_for_selector("#board .overlay line", state="attached")


def test_hints(open_page):
    page = open_page(record=halves(record_of("lab-rats"), 0)[0])
    page.keyboard.press("h")
    page.wait_for_selector("#thought:not([hidden])")
    page.locator("#thought .advice").wait_for()
    assert "It looks best" in page.locator("#thought").inner_text()
    after(page, lambda: page.locator("#thought").get_by_role("button", name="Play it").click())
    page.locator("#thought").wait_for(state="hidden")
    assert "with help" in page.locator(".facts").inner_text()


#: somebody who clicks on Pause as soon as two moves were made, and so before the third is on its way
PAUSE = """() => {
    const panel = document.querySelector('#thought');
    new MutationObserver((_, observer) => {
        if (!panel.querySelector('.progress')?.textContent.startsWith('Move 2 ')) return;
        observer.disconnect();
        panel.querySelector('[data-show=toggle]').click();
    }).observe(panel, {childList: true, subtree: true});
}"""


def ask_to_be_shown(page):
    page.locator("details.menu summary").click()
    page.locator("details.menu").get_by_role("button", name="Show the way out").click()
    page.evaluate(PAUSE)
    page.get_by_role("button", name="Play all of it").click()
    panel = page.locator("#thought")
    panel.get_by_role("button", name="Play", exact=True).wait_for()
    return panel


def test_show_me_can_be_stopped_and_thinking_cancelled(open_page, server, monkeypatch):
    page = open_page(record=halves(record_of("lab-rats"), 0)[0])
    ask_to_be_shown(page).get_by_role("button", name="Stop").click()

    async def think_on(*_):
        """There is no answer yet."""

    monkeypatch.setattr(server.app.state.desk.thinker, "wait_for", think_on)
    page.get_by_role("button", name="Hint").click()
    page.locator("#thought").get_by_role("button", name="Cancel").click()
    page.wait_for_function("() => document.querySelector('#thought').hidden")


def test_a_way_out_plays_stops_and_goes_on_and_back(open_page):
    page = open_page(record=halves(record_of("lab-rats"), 0)[0])
    panel = ask_to_be_shown(page)
    made = "() => document.querySelectorAll('#log .move').length"
    assert page.evaluate(made) == 2
    after(page, panel.get_by_role("button", name="One move back").click)
    assert page.evaluate(made) == 1
    after(page, panel.get_by_role("button", name="One move on").click)
    assert page.evaluate(made) == 2
    panel.get_by_label("Speed").select_option("4×")
    panel.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => document.querySelectorAll('#log .move').length >= 5")
    panel.get_by_role("button", name="To the end").click()
    page.locator(".ending").wait_for()
    said = panel.locator(".progress").inner_text().split()
    page.wait_for_function("() => document.querySelector('#thought [data-show=on]').disabled")
    assert said[1] <= said[3]
    after(page, panel.get_by_role("button", name="One move back").click)
    assert page.locator(".ending").count() == 0, "one can look at what came before the end"


@pytest.mark.parametrize("made", [8, 20])
def test_the_log_stays_at_its_end_and_moves_keep_their_lines(open_page, made):
    page = open_page(record=halves(record_of("devils-square"), made)[0], viewport={"width": 1024, "height": 700})
    page.wait_for_selector("html.live")
    end = (
        "() => { const n = document.querySelector('.news'); return n.scrollTop + n.clientHeight > n.scrollHeight - 8 }"
    )
    page.wait_for_function(end)
    page.keyboard.press("h")
    page.locator("#thought .advice").wait_for()
    page.wait_for_function(end)
    lines = page.evaluate("""() => {
        const list = document.querySelector('.moves .list').getBoundingClientRect();
        const options = [...document.querySelectorAll('.option')];
        const shown = options.filter(option => option.getBoundingClientRect().bottom <= list.bottom + 4);
        return [shown.length, options.length];
    }""")
    assert lines[0] >= min(4, lines[1])


def test_what_is_said_covers_no_card(open_page):
    page = open_page(record=halves(record_of("devils-square"), 0)[0])
    page.wait_for_selector("html.live")
    sources = set(page.locator("#board .target").evaluate_all("targets => targets.map(t => t.dataset.source)"))
    cards = page.locator("#board g.card[data-key]")
    keys = cards.evaluate_all("cards => cards.map(c => c.dataset.key)")
    idle = next(place for place, key in enumerate(keys) if key not in sources)
    box = page.locator("#board .view").bounding_box()
    click_corner(page, cards.nth(idle))
    click_corner(page, cards.nth(next(place for place in range(len(keys)) if place != idle)))
    page.wait_for_function("() => document.querySelector('#said').textContent.length > 10")
    said = page.locator("#said").bounding_box()
    assert said["y"] + said["height"] <= box["y"] + 1
    assert page.locator("#board .view").bounding_box() == box, "and moves none"


def test_a_game_goes_on_after_a_restart_of_the_server(open_page, server):
    record = record_of("lab-rats")
    page = open_page(record=halves(record, 0)[0])
    for move in record.moves[:3]:
        move_by_mouse(page, move)
    path, port = page.url.rsplit("/", 2)[1:], server.port
    server.stop()
    server.start(port)
    page.goto(server.address)
    follow(page, page.get_by_role("link", name="Lab Rats 3 moves").click)
    assert page.url.rsplit("/", 2)[1:] == path
    move_by_mouse(page, record.moves[3])
    assert page.locator("#log .move").count() == 4


def test_two_windows_on_one_game(open_page):
    record = record_of("lab-rats")
    page = open_page(record=halves(record, 0)[0])
    other = page.context.new_page()
    other.goto(page.url)
    move_by_mouse(page, record.moves[0])
    move_by_mouse(page, record.moves[1])
    other.locator("button[name=move]").first.click()
    other.wait_for_function("() => document.querySelector('#said').textContent.includes('changed in')")
    assert other.locator("#log .move").count() == 2, "it shows the game as it stands"


def prefer(page, *words):
    """Choose something on the page of settings."""
    start = page.url
    page.get_by_role("link", name="Settings").click()
    for word in words:
        page.locator("label", has_text=re.compile(rf"^\s*{word}")).click()
    follow(page, page.get_by_role("button", name="Save").click)
    page.goto(start)


def test_the_outlook_and_the_warning(open_page):
    from escapology.answer import Worth
    from escapology.thinking.task import Task
    from escapology.thinking.worker import think

    deals = (
        "blank: 3 1 5 2 6 4",
        "blank: 1 4 2 3 5 6",
        "blank: 2 6 1 3 4 5",
        "blank: 1 6 2 3 4 5",
        "blank: 5 1 2 3 6 4",
    )
    deal, losing = next(
        (deal, move)
        for deal in deals
        for move in ("climb", "skip")
        if think(Task("worth", deal, move, seconds=5.0)) == Worth(loses=True)
    )
    page = open_page()
    prefer(page, "Show whether the game can still be won", "Warn before a move")
    page.goto(page.url + "new/lab-rats")
    page.get_by_label("Paste a deal line").fill(deal)
    page.get_by_role("button", name="Play it").click()
    page.locator("#outlook", has_text="It can still be won.").wait_for()
    page.locator(f"button[name=move][value={losing}]").click()
    page.locator("#sure").get_by_role("button", name="Don't play it").click()
    assert page.locator("#log .move").count() == 0
    page.locator(f"button[name=move][value={losing}]").click()
    after(page, lambda: page.locator("#sure").get_by_role("button", name="Play it anyway").click())
    page.locator("#outlook", has_text="It can no longer be won: move 1").wait_for()
    after(page, lambda: page.locator("#outlook").get_by_role("button", name="Go back").click())
    page.locator("#outlook", has_text="It can still be won.").wait_for()
    assert page.locator("#log .move").count() == 0


def test_colours_and_layout_follow_the_settings(open_page):
    page = open_page(record=halves(record_of("dont-let-them-get-you"), 0)[0])
    side, board = page.locator(".side").bounding_box(), page.locator("#board").bounding_box()
    assert side["x"] > board["x"]
    prefer(page, "Left-handed", "dark", "four colours")
    side, board = page.locator(".side").bounding_box(), page.locator("#board").bounding_box()
    assert side["x"] < board["x"]
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert max(int(part) for part in re.findall(r"\d+", ground)) < 64, "it is dark"


def test_a_card_without_a_move_can_be_tried_and_is_told_why(open_page):
    page = open_page(record=halves(record_of("devils-square"), 0)[0])
    sources = set(page.locator("#board .target").evaluate_all("targets => targets.map(t => t.dataset.source)"))
    cards = page.locator("#board g.card[data-key]")
    keys = cards.evaluate_all("cards => cards.map(c => c.dataset.key)")
    idle = next(place for place, key in enumerate(keys) if key not in sources)
    other = next(place for place in range(len(keys)) if place != idle)
    click_corner(page, cards.nth(idle))
    assert page.locator("#board .picked").count() == 1
    shine = "card => getComputedStyle(card).filter"
    assert page.locator("#board .picked").evaluate(shine) == "none", "what can't be moved does not shine"
    click_corner(page, cards.nth(other))
    page.wait_for_function("() => document.querySelector('#said').textContent.length > 10")
    assert page.locator("#board .picked").count() == 0


def test_copying(open_page, server):
    record = record_of("lab-rats")
    page = open_page(record=halves(record, 0)[0])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.address)
    move_by_mouse(page, record.moves[0])
    page.locator("details.menu summary").click()
    copied = []
    for name, said in (
        ("Copy the deal", "The deal"),
        ("Copy deal and moves", "The record"),
        ("Copy the link", "The link"),
    ):
        page.get_by_role("link", name=name).click()
        page.locator("#said", has_text=f"{said} is copied.").wait_for()
        copied.append(page.evaluate("() => navigator.clipboard.readText()"))
    assert copied[1] == copied[0] + record.moves[0] + "\n"
    assert copied[2].startswith(f"{server.address}/replay?r=")


def test_a_hint_marks_what_it_means(open_page):
    page = open_page(record=halves(record_of("devils-square"), 0)[0])
    page.wait_for_selector("html.live")
    page.keyboard.press("h")
    page.locator("#thought .advice").wait_for()
    advised = page.locator("#board .target.advised")
    assert advised.count() == 1
    source = advised.get_attribute("data-source")
    assert page.locator("#board .advised:not(.target)").get_attribute("data-key") == source
    assert page.locator(".option.advised").count() == 1
    sources = page.locator("#board .target").evaluate_all("targets => targets.map(t => t.dataset.source)")
    click_corner(page, page.locator(f"#board [data-key={quoted(source)}]:not(.target)").first)
    page.wait_for_selector("#board .picked")
    colours = "move => getComputedStyle(document.querySelector(move)).stroke"
    if page.locator("#board .target.lit:not(.advised)").count():
        lit = page.evaluate(colours, "#board .target.lit:not(.advised) > rect")
        assert page.evaluate(colours, "#board .target.advised > rect") != lit
    assert page.locator(".advised").count() == 3, "to follow a hint is to take what it says"
    page.keyboard.press("Escape")
    other = next(key for key in sources if key != source)
    click_corner(page, page.locator(f"#board [data-key={quoted(other)}]:not(.target)").first)
    page.wait_for_selector("#board .picked")
    assert page.locator(".advised").count() == 0
    assert page.locator("#thought").is_hidden()


def test_what_matters_now_opens_over_the_board(open_page):
    record = record_of("kidnap-machine")
    page = open_page(record=halves(record, 1)[0])
    before = page.locator("#goal .progress").inner_text()
    page.locator("#goal .goal").click()
    dialog = page.locator("#at-hand")
    dialog.get_by_role("link", name="Rule").first.wait_for()
    assert "In the enemy's view" in dialog.inner_text()
    page.keyboard.press("Escape")
    assert dialog.is_hidden()
    for move in record.moves[1:-1]:
        move_by_mouse(page, move)
        if page.locator("#goal .progress").inner_text() != before:
            break
    else:
        raise AssertionError("the goal comes no nearer")
    page.locator("#goal .goal").click()
    dialog.get_by_role("link", name="Rule").first.click()
    page.wait_for_url("**/rules/kidnap-machine#rule-*")
    assert page.locator("li:target").is_visible(), "the full rules are open there"
