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
    """Do something that changes the play, and wait until all of the answer is on the page, or another page is there."""
    before = version(page)
    page.evaluate("""() => {
        window.moved = false;
        document.addEventListener("moved", () => { window.moved = true }, { once: true });
    }""")
    action()
    page.wait_for_function(
        """before => {
            const version = document.querySelector("#side input[name=version]");
            return version && version.value !== before && window.moved !== false;
        }""",
        arg=before,
    )


def follow(page, action):
    """Do something that leads to another page, and wait until all of that is there."""
    with page.expect_navigation():
        action()


def settle(page):
    """Wait until the page is laid out, and what looks after sizes has done what it does."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def target_of(page, move):
    return page.locator(f"#board .target[data-move={quoted(move)}]").first


def is_shown(target):
    """Whether it is there, and seen: buttons beside the board are left out where there is no room for them."""
    return target.count() > 0 and target.is_visible()


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
    if not is_shown(target):
        return after(page, lambda: page.locator(f"button[name=move][value={quoted(move)}]").click())
    source = target.get_attribute("data-source")
    if source:
        click_corner(page, page.locator(f"#board [data-key={quoted(source)}]:not(.target)").first)
        assert "lit" in target.get_attribute("class")
    return after(page, lambda: _aim(page, target))


def _aim(page, target):
    page.mouse.click(*free_spot(target))


def free_spot(target):
    """Where no other target covers this one."""
    at = target.evaluate("""target => {
        const box = target.getBoundingClientRect();
        for (const across of [0.5, 0.2, 0.8, 0.1, 0.9]) for (const down of [0.5, 0.2, 0.8, 0.1, 0.9]) {
            const x = box.left + across * box.width, y = box.top + down * box.height;
            if (document.elementFromPoint(x, y)?.closest('.target') === target) return [x, y];
        }
        return null;
    }""")
    assert at, "the target is covered"
    return at


def steer(page, target):
    """Go to a thing or a target on the board by arrow keys, as somebody does who sees where it is."""
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


def move_by_keys(page, move):
    """Make a move by keys alone: on the board, if it is made there, else in the list."""
    target = target_of(page, move)
    if not is_shown(target):
        reach(page, f"button[name=move][value={quoted(move)}]")
    else:
        reach(page, "#board [tabindex='0']")
        source = source_of(page, target)
        if source is not None:
            steer(page, source)
            page.keyboard.press("Enter")
        steer(page, target)
    after(page, lambda: page.keyboard.press("Enter"))


def move_by_drag(page, move):
    """Make a move by dragging what it moves; if it moves nothing, by a click."""
    page.wait_for_selector("html.live")
    target = target_of(page, move)
    source = source_of(page, target) if is_shown(target) else None
    if source is None:
        return move_by_mouse(page, move)
    page.mouse.move(*grip(source))
    page.mouse.down()
    page.mouse.move(*middle(target), steps=4)
    assert page.locator(".hand .dragged").count()
    return after(page, page.mouse.up)


class Hand:
    """Fingers on a touch screen: what they do reaches the page as it does on a phone, scrolling and all."""

    def __init__(self, page):
        self.page = page
        self.wire = page.context.new_cdp_session(page)

    def send(self, kind, *points):
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.wire.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": touches})

    def tap(self, element):
        self.tap_at(middle(element))

    def tap_at(self, point):
        self.send("Start", point)
        self.send("End")

    def slide(self, start, end, steps=8):
        """Put a finger down and move it; it stays down."""
        self.send("Start", start)
        for step in range(1, steps + 1):
            share = step / steps
            self.send("Move", tuple(a + share * (b - a) for a, b in zip(start, end, strict=True)))

    def drag_to(self, start, target):
        """Take something up and bring it to a target, which is looked for when it is in hand."""
        self.slide(start, (start[0] + 12, start[1] - 12), steps=3)
        target.page.wait_for_selector(".hand .dragged", state="attached")
        is_within = target.evaluate("target => Boolean(target.closest('.window'))")
        while is_within and (spot := self.inside_the_window(middle(target))) != middle(target):
            self.send("Move", spot)
        self.send("Move", middle(target))
        self.send("End")

    def inside_the_window(self, point):
        """The nearest spot inside the part of the board that is seen, where that is not all of it."""
        view = self.page.locator("#board .window")
        if not view.count():
            return point
        box = view.bounding_box()
        ends = ((box["x"], box["x"] + box["width"]), (box["y"], box["y"] + box["height"]))
        return tuple(min(max(at, low + 3), high - 3) for at, (low, high) in zip(point, ends, strict=True))

    def drag(self, start, end):
        self.slide(start, end)
        self.send("End")


def middle(element):
    box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def grip(element):
    """Where a card is seen that lies under others."""
    box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + min(8, box["height"] / 4)


def source_of(page, target):
    key = target.get_attribute("data-source")
    return page.locator(f"#board [data-key={quoted(key)}]:not(.target)").first if key else None
