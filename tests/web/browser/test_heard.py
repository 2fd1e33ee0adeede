"""What somebody hears who plays with a screen reader: what happened, how it ended, and what was taken back.

Live regions say what is put into them; what stays in them is not said again.
"""

import pytest

from escapology.games import LISTED
from escapology.play import Play
from escapology.wording.endings import fate, headline
from escapology.wording.plays import move_story
from tests.kit import records
from tests.web.hands import after, halves, move_by_keys, quoted, record_of

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

#: whatever is put into a live region that is not hidden from screen readers, in order
SPY = """() => {
    window.heard = [];
    const live = '[role=log], [role=status], [aria-live=polite]';
    const watch = records => {
        for (const { target, addedNodes } of records) {
            const region = target.parentElement && (target.closest ? target : target.parentElement).closest(live);
            if (!region || region.closest('[hidden], [aria-hidden=true]')) continue;
            for (const node of addedNodes) if (node.textContent.trim()) window.heard.push(node.textContent.trim());
        }
    };
    new MutationObserver(watch).observe(document.body, {childList: true, subtree: true});
}"""


def heard(page):
    return page.evaluate("window.heard.splice(0)")


def told(record):
    """What is said of the last move of a record."""
    play = Play.of_record(record)
    return f"{play.here.move} {' '.join(move_story(play, play.here))}"


@pytest.mark.parametrize("name", LISTED)
def test_moves_and_the_end_are_told_once(open_page, name):
    record = record_of(name)
    made = len(record.moves) - 2
    page = open_page(record=halves(record, made)[0])
    page.wait_for_selector("html.live")
    page.evaluate(SPY)
    move_by_keys(page, record.moves[made])
    assert told(halves(record, made + 1)[0]) in heard(page)
    move_by_keys(page, record.moves[made + 1])
    page.wait_for_selector(".ending")
    won = Play.of_record(record)
    news = heard(page)
    assert news.count(told(record)) == 1
    assert news.count(f"{headline(won)} {fate(won)}") == 1
    assert all(told(halves(record, number)[0]) not in news for number in range(1, made + 2)), "nothing is said again"


def test_who_caught_one_is_told_on_a_phone(open_page):
    record = records()["kidnap-machine-caught"]
    start, [last] = halves(record, len(record.moves) - 1)
    page = open_page(record=start, **PHONE)
    page.wait_for_selector("html.live")
    page.evaluate(SPY)
    after(page, lambda: page.locator(f"button[name=move][value={quoted(last)}]").tap())
    page.wait_for_selector(".ending")
    assert "You were caught. The Machine caught you on e3." in heard(page)


def test_what_is_taken_back_and_given_up_is_told(open_page):
    page = open_page(record=halves(record_of("devils-square"), 2)[0])
    page.wait_for_selector("html.live")
    page.evaluate(SPY)
    for expected in ("Back to move 1.", "Back to the start."):
        after(page, lambda: page.keyboard.press("z"))
        assert heard(page) == [expected]
    after(page, lambda: page.keyboard.press("y"))
    assert told(halves(record_of("devils-square"), 1)[0]) in heard(page)
    page.locator("details.menu summary").click()
    after(page, lambda: page.get_by_role("button", name="Give up").click())
    assert "You gave up. Changed your mind? You can take that back and play on." in heard(page)
