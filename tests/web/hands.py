"""What a person does in the browser: sit down at a game, click, press keys."""

from dataclasses import replace

from escapology.games import LISTED
from escapology.record import record_text
from tests.kit import records


def record_of(name):
    """A golden record of the game that is won."""
    own = [record for record in records().values() if record.game.name == name]
    return next(record for record in own if record.game.rules.won(record.deal, record.last_state()))


def sit_down(page, record):
    """From the home page to where the record ends."""
    page.get_by_role("link", name=f"Choose a deal of {LISTED[record.game.name].title}").click()
    page.get_by_label("Paste a deal line").fill(record_text(record))
    page.get_by_role("button", name="Play it").click()
    page.wait_for_url("**/play/*")


def halves(record, made):
    """The first moves of a record, and those that are left."""
    return replace(record, moves=record.moves[:made]), record.moves[made:]


def version(page):
    return page.locator("input[name=version]").first.get_attribute("value")


def after(page, action):
    """Do something that changes the play, and wait until it has."""
    before = version(page)
    action()
    page.wait_for_function(
        "before => { const v = document.querySelector('#side input[name=version]'); return v && v.value !== before }",
        arg=before,
    )


def target_of(page, move):
    return page.locator(f"#board .target[data-move={quoted(move)}]").first


def quoted(text):
    return '"' + text.replace('"', '\\"') + '"'


def click_middle(page, element):
    """Click on the middle of something, as a person does who aims at it."""
    box = element.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def click_corner(page, element):
    """Click where a card is seen that lies under others."""
    box = element.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + min(6, box["height"] / 4))


def move_by_mouse(page, move):
    page.wait_for_load_state()  # a click that is quicker than the page's scripts lights nothing up
    target = target_of(page, move)
    if not target.count():
        return after(page, lambda: page.locator(f"button[name=move][value={quoted(move)}]").click())
    source = target.get_attribute("data-source")
    if source:
        click_corner(page, page.locator(f"#board [data-key={quoted(source)}]:not(.target)").first)
        assert "lit" in target.get_attribute("class")
    return after(page, lambda: _aim(page, target))


def _aim(page, target):
    """Click on a target where no other one covers it."""
    at = target.evaluate("""target => {
        const box = target.getBoundingClientRect();
        for (const across of [0.5, 0.2, 0.8, 0.1, 0.9]) for (const down of [0.5, 0.2, 0.8, 0.1, 0.9]) {
            const x = box.left + across * box.width, y = box.top + down * box.height;
            if (document.elementFromPoint(x, y)?.closest('.target') === target) return [x, y];
        }
        return null;
    }""")
    assert at, "the target is covered"
    page.mouse.click(*at)


def steer(page, target):
    """Go to a target of the board by arrow keys, as somebody does who sees where it is."""
    for number in range(40):
        if target.evaluate("target => target === document.activeElement"):
            return
        across, down = target.evaluate("""target => {
            const [to, at] = [target, document.activeElement].map(e => e.getBoundingClientRect());
            return [to.x + to.width / 2 - at.x - at.width / 2, to.y + to.height / 2 - at.y - at.height / 2];
        }""")
        sideways = (abs(across) > abs(down)) != (number % 5 == 4)  # now and then the other way, round a corner
        page.keyboard.press(
            ("ArrowRight" if across > 0 else "ArrowLeft") if sideways else ("ArrowDown" if down > 0 else "ArrowUp")
        )
    raise AssertionError("arrow keys don't lead there")


def reach(page, selector):
    """Tab until it has the focus."""
    for _ in range(80):
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} can't be reached")
