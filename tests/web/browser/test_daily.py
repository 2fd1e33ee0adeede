"""The deal of a day in the browser: begun from its page on a phone, marked in the game, won, and its result copied."""

from escapology.daily import deal_words, today
from tests.web.daily.conftest import make_known
from tests.web.hands import after

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_a_deal_of_the_day_from_its_page_to_the_result(open_page, server, clock):
    make_known(server.app, "devils-square", today())
    make_known(server.app, "blank", today())
    page = open_page("/daily", **PHONE)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Play Devil's Square").tap()
    page.wait_for_url("**/play/*")
    assert page.locator(".strip").inner_text() == deal_words(today())
    assert page.locator("nav a[aria-current]").inner_text() == "Today"
    page.locator(".asked a.goal").tap()
    page.wait_for_selector("#at-hand[open] .legend")
    signs = page.locator("#at-hand .legend svg").evaluate_all("all => all.map(e => e.getBoundingClientRect().width)")
    assert min(signs) > 30, "as large as beside any other game"
    page.goto(f"{server.address}/daily")
    page.get_by_role("button", name="Continue Devil's Square").wait_for()
    days = page.locator(".calendar .date").evaluate_all(
        """all => all.map(e => {
            const words = document.createRange();
            words.selectNode(e.firstChild);
            const week = e.closest('tr').getBoundingClientRect();
            return Math.round(words.getBoundingClientRect().top - week.top);
        })"""
    )
    assert len(set(days)) == 1, "days of a week stand in a line, those to come, too"
    blank = page.request.post(f"{server.address}/daily/today/blank").url
    page.goto(blank)
    more = page.locator("#more")
    more.locator("summary").tap()
    after(page, lambda: more.get_by_role("button", name="Give up").tap())
    result = page.locator(".result pre").inner_text()
    assert result.splitlines()[1] == "○ Blank: given up"
    page.get_by_role("button", name="Copy result").tap()
    page.locator(".result [role=status]", has_text="Copied.").wait_for()
    assert page.evaluate("() => navigator.clipboard.readText()").strip() == result.strip()
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
