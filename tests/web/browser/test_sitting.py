"""A game at a real table in a real browser, at the size of a phone: from a deal that is hidden, tap by tap."""

import pytest

from escapology.games import GAMES
from escapology.record import read_record
from escapology.sitting import Sitting
from tests.table import Table
from tests.web.hands import quoted

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TABLES = [
    *(Table.won(name) for name, game in GAMES.items() if game.companion is not None),
    *map(Table.recorded, ("blank-long", "kidnap-machine-caught", "dont-let-them-get-you", "not-alone-even")),
    Table.random("lab-rats/hard", 0),
    Table.random("devils-square", 9),
]
QUICK = 7  # of these, the one that is short


def sit_down(page, setting):
    page.goto(f"{page.url.rstrip('/')}/new/{setting.game}")
    form = page.locator("form[action$='/companions']")
    if len(GAMES[setting.game].facts.variants) > 1:
        form.locator("select[name=variant]").select_option(setting.variant)
    form.locator("button.primary").tap()
    page.wait_for_selector(".live .talk")


def after(page, tap):
    """Tap, and wait until it is stored and shown."""
    version = page.locator("#telling [name=version]").first.get_attribute("value")
    tap()
    page.locator(f"#telling [name=version]:not([value={quoted(version)}])").first.wait_for(state="attached")


def is_in_reach(page, button):
    """Whether it can be tapped by a thumb: large enough, and under nothing else."""
    button.scroll_into_view_if_needed()
    return button.evaluate(
        """button => {
          const { x, y, width, height } = button.getBoundingClientRect();
          const top = document.elementFromPoint(x + width / 2, y + height / 2);
          return width >= 40 && height >= 40 && button.contains(top);
        }"""
    )


def tell(page, text):
    if text.startswith("="):
        button = page.locator(f".talk .piece[value={quoted(text[1:])}]:not(:disabled)")
        assert is_in_reach(page, button), text
        return after(page, button.tap)
    return after(page, page.locator(f".talk .option[value={quoted(text)}]").tap)


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(table, marks=() if place == QUICK else pytest.mark.long, id=f"{place}-{table.deal.setting.text}")
        for place, table in enumerate(TABLES)
    ],
)
def test_a_whole_game_is_told_tap_by_tap(open_page, table):
    page = open_page(**PHONE)
    sit_down(page, table.deal.setting)
    mirror = Sitting.begin(table.deal.setting, 5)
    while text := table.tell(mirror):
        tell(page, text)
        mirror = mirror.tell(text)
        if mirror.asked is not None:
            assert page.locator(".talk .ask").inner_text().startswith(mirror.asked.words)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator(".fate b").inner_text() == ("Won!" if mirror.is_won else "Lost.")
    record = read_record(page.request.get(f"{page.url}/record.txt").text())
    assert list(record.moves) == table.moves


@pytest.mark.long
def test_a_wrong_card_is_corrected_three_turns_later(open_page):
    table = Table.won("devils-square")
    page = open_page(**PHONE)
    sit_down(page, table.deal.setting)
    true = believed = Sitting.begin(table.deal.setting, 5)
    wrong, right, turns = 0, "", 0
    while turns < 3 or believed.asked is not None:
        if believed.asked is not None:
            told = table.tell(true)
        elif not wrong:
            told = table.moves[len(true.made)]
        else:  # moves that are legal whatever that card was
            told = next(move for move in believed.legal() if move in true.legal() and ":" not in move)
            turns += 1
        is_first = not wrong and bool(true.made) and true.asked is not None
        true = true.tell(told)
        if is_first:  # the first card from the pile: another one than those that come up soon
            wrong, right = len(believed.told), told
            soon = {table.look(("pile", number)) for number in range(12)}
            told = f"={next(piece for piece in sorted(believed.fitting()) if piece not in soon)}"
        tell(page, told)
        believed = believed.tell(told)
    page.get_by_role("link", name="Correct").tap()
    page.locator(f".told a[href$='/told/{wrong}']").tap()
    page.locator(f".piece[value={quoted(right[1:])}]:not(:disabled)").tap()
    page.wait_for_selector(".live .talk")
    assert "Corrected" in page.locator(".talk .answer").first.inner_text()
    told = page.request.get(f"{page.url.partition('/told')[0]}/notes.txt").text()
    assert Sitting.of_text(told).told[wrong] == right


@pytest.mark.long
def test_it_is_played_without_a_script(open_page):
    table = Table.won("blank")
    page = open_page(**PHONE, java_script_enabled=False)
    page.goto(f"{page.url.rstrip('/')}/new/blank")
    page.locator("form[action$='/companions'] button.primary").tap()
    mirror = Sitting.begin(table.deal.setting, 5)
    while text := table.tell(mirror):
        with page.expect_navigation():
            page.locator(f".talk button[value={quoted(text.removeprefix('='))}]:not(:disabled)").tap()
        mirror = mirror.tell(text)
    assert page.locator(".fate b").inner_text() == "Won!"
