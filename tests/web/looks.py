"""How every game looks: the screens it is played on, what is measured of a page there, and pictures of all of it.

`python -m tests.web.looks FOLDER` takes the pictures, one sheet of them for each variant, and prints what is wrong.
"""

import sys
import tempfile
from collections import defaultdict
from itertools import product
from pathlib import Path

from playwright.sync_api import sync_playwright

from escapology.games import GAMES, LISTED
from escapology.record import record_text
from tests.browser import CHROMIUM, FLAGS
from tests.kit import records
from tests.web.conftest import Server
from tests.web.hands import halves

SCREENS = {
    "phone": (390, 844),
    "tablet": (820, 1180),
    "small": (1024, 700),
    "desktop": (1440, 900),
    "wide": (2560, 1440),
}
TOUCH = {"has_touch": True, "is_mobile": True}
TOUCHED = ("phone", "tablet")
THEMES = ("table", "night", "plain")
SCHEMES = ("light", "dark")
VARIANTS = [f"{name}/{variant.name}" for name in LISTED for variant in GAMES[name].facts.variants]
PLACES = ("start", "middle", "end")

LEAST_LETTERS = 11  # pixels
LEAST_TARGET = 32  # on a touch screen
LEAST_SQUARE = 24  # of a board whose writing is seen

#: what sticks out of the window, or lies under something else: the board, the prompt, the moves, the tools
HIDDEN = """() => {
    const shown = '#board .view, #board .beside > svg, .prompt, .list, .tool, .ending .button';
    const all = [...document.querySelectorAll(shown)];
    const seen = all.filter(e => e.getBoundingClientRect().width && !e.closest('.chart, details'));
    const dock = document.querySelector('#side > form:not(.ending form)').getBoundingClientRect();
    const isDocked = getComputedStyle(document.querySelector('#side > form:not(.ending form)')).position === 'fixed';
    return seen.filter(e => {
        const box = e.getBoundingClientRect();
        if (box.top < 0 || box.bottom > innerHeight + 1 || box.left < -1 || box.right > innerWidth + 1) return true;
        return e.closest('#board') && isDocked && box.bottom > dock.top + 1;
    }).map(e => e.outerHTML.slice(0, 80));
}"""

#: words that end in an ellipsis or are cut off by what they stand in, and writing that is drawn outside of the board
CUT = """() => {
    const found = [];
    for (const e of document.querySelectorAll('body *:not(svg *)')) {
        const style = getComputedStyle(e);
        const hides = style.overflowX === 'hidden' && style.position !== 'absolute';
        if (hides && e.clientWidth && e.scrollWidth > e.clientWidth + 1) found.push(e.outerHTML.slice(0, 120));
    }
    for (const svg of document.querySelectorAll('.view:not(.window) > svg, .beside > svg:not(.left-out)')) {
        const frame = svg.getBoundingClientRect();
        for (const text of svg.querySelectorAll('text')) {
            const box = text.getBoundingClientRect();
            const aside = box.left < frame.left - 2 || box.right > frame.right + 2;
            const isOut = aside || box.top < frame.top - 3 || box.bottom > frame.bottom + 3;
            if (box.width && isOut) found.push(text.outerHTML);
        }
    }
    return found;
}"""

#: words that are too small to be read, on the page and on the board as it is shown
TOO_SMALL = """least => {
    const found = [];
    for (const e of document.querySelectorAll('body *')) {
        const own = [...e.childNodes].some(node => node.nodeType === 3 && /[\\p{L}\\p{N}]/u.test(node.textContent));
        const isSeen = e.getBoundingClientRect().width && e.checkVisibility({visibilityProperty: true});
        if (!own || !isSeen || e.matches('title, desc, script')) continue;
        const matrix = e.closest('svg') ? e.getScreenCTM() : null;
        const scale = matrix ? Math.hypot(matrix.b, matrix.a) : 1;
        const size = parseFloat(getComputedStyle(e).fontSize) * scale;
        if (size < least - 0.05) found.push(`${size.toFixed(1)} ${e.tagName} ${e.textContent.slice(0, 20)}`);
    }
    return found;
}"""

#: what one touches, and is too small for a finger; a link within a sentence is as high as the sentence
TOO_NARROW = """least => {
    const found = [];
    for (const e of document.querySelectorAll('a, button, summary, select, input:not([type=hidden])')) {
        const whole = e.matches('input[type=radio], input[type=checkbox]') ? e.closest('label') : e;
        const box = whole.getBoundingClientRect();
        if (!box.width || e.closest('.skip, dialog:not([open]), .credit, p') || e.matches('.skip')) continue;
        if (e.checkVisibility({visibilityProperty: true}) && Math.min(box.width, box.height) < least - 0.5)
            found.push(`${box.width.toFixed(0)}×${box.height.toFixed(0)} ${e.outerHTML.slice(0, 90)}`);
    }
    return found;
}"""

#: what can be touched on the board, with something in hand or not, but not on a whole square of `least` pixels, as
#: taps there are for something else. What a tap is for is asked of the page's own script, at every second pixel.
UNTOUCHABLE = """async least => {
    const { Board } = await import(`${document.documentElement.dataset.root}/static/board.js`);
    const board = Object.assign(Object.create(Board.prototype), {area: document.querySelector('#board')});
    board.renew();
    const step = 2, side = least / step;
    const found = [];
    for (const key of ['', ...board.sources.keys()]) {
        board.pick(key);
        const known = new Map();
        const meant = (x, y) => {
            const at = 10000 * x + y;
            if (!known.has(at)) {
                const target = document.elementFromPoint(x, y);
                const event = {clientX: x, clientY: y, target, pointerType: 'touch'};
                known.set(at, board.area.contains(target) ? board.meant(event) : null);
            }
            return known.get(at);
        };
        const room = document.querySelector('.window')?.getBoundingClientRect();
        const isSeen = ({left, top, right, bottom}) => !room
            || (left >= room.left && right <= room.right && top >= room.top && bottom <= room.bottom);
        const things = key ? board.aims(key) : [...board.aims(''), ...board.sources.values()];
        for (const thing of things.filter(one => one?.checkVisibility({visibilityProperty: true}))) {
            const box = thing.getBoundingClientRect();
            if (thing.closest('.window') && !isSeen(box)) continue;
            const edges = [box.left - least, box.top - least, box.right + least, box.bottom + least];
            const [left, top, right, bottom] = edges.map(edge => step * Math.round(edge / step));
            let best = 0, above = [];
            for (let y = top; y <= bottom && best < side; y += step) {
                const row = [];
                for (let x = left, i = 0; x <= right && best < side; x += step, i += 1) {
                    const isHit = meant(x, y) === thing;
                    row.push(isHit ? 1 + Math.min(row[i - 1] ?? 0, above[i] ?? 0, above[i - 1] ?? 0) : 0);
                    best = Math.max(best, row[i]);
                }
                above = row;
            }
            const name = thing.dataset.move ?? thing.dataset.key;
            if (best < side) found.push(`${step * best} ${name} with ${key || 'nothing'}`);
        }
    }
    board.pick('');
    return found;
}"""

#: the pixels of a unit of the board
UNIT = "() => { const s = document.querySelector('.view > svg'); return s.clientWidth / s.viewBox.baseVal.width * 100 }"

#: writing on the board whose contrast with what lies under its middle is less than WCAG's AA asks for
PALE = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('#board svg, #board svg * { pointer-events: visiblePainted !important }');
    document.adoptedStyleSheets.push(sheet);
    const read = text => {
        const numbers = text.match(/[\\d.]+/g)?.map(Number);
        if (!numbers || text.startsWith('none')) return null;
        const [r, g, b, a = 1] = text.startsWith('color(srgb') ? numbers.map((n, i) => i < 3 ? n * 255 : n) : numbers;
        return [r, g, b, a];
    };
    const over = ([r, g, b, a], under) => [r, g, b].map((c, i) => c * a + under[i] * (1 - a));
    const light = colour => {
        const [r, g, b] = colour.map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one, other) => {
        const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    const fillOf = e => {
        let fill = getComputedStyle(e).fill;
        const named = fill.match(/url\\("?#([\\w-]+)/);
        if (named) {
            const paint = document.getElementById(named[1]);
            if (!paint?.matches('pattern')) return null;
            fill = getComputedStyle(paint.querySelector('rect')).fill;
        }
        const colour = read(fill);
        if (colour) colour[3] *= Number(getComputedStyle(e).fillOpacity) * Number(getComputedStyle(e).opacity);
        return colour;
    };
    const found = [];
    let counted = 0;
    for (const text of document.querySelectorAll('#board svg text')) {
        const box = text.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        if (!box.width || x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
        let faint = false;
        for (let e = text; e; e = e.parentElement) faint ||= Number(getComputedStyle(e).opacity) < 1;
        const all = document.elementsFromPoint(x, y);
        if (faint || !all.includes(text)) continue;
        const layers = [];
        for (const e of all.slice(all.indexOf(text) + 1)) {
            if (e.matches('text, tspan, line') || e.closest('.target')) continue;
            const isShape = e instanceof SVGGeometryElement;
            const colour = isShape ? fillOf(e) : read(getComputedStyle(e).backgroundColor);
            if (colour?.[3]) layers.push(colour);
            if (colour?.[3] === 1) break;
        }
        if (!layers.length || layers.at(-1)[3] < 1) continue;
        counted += 1;
        const ground = layers.reduceRight((under, layer) => over(layer, under), [0, 0, 0]);
        const ink = over(fillOf(text), ground);
        const { a, b } = text.getScreenCTM();
        const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
        const isLarge = size >= 24 || (size >= 18.66 && Number(getComputedStyle(text).fontWeight) >= 700);
        const ratio = contrast(ink, ground);
        if (ratio < (isLarge ? 3 : 4.5) - 0.02) {
            const [pen, paper] = [ink, ground].map(colour => colour.map(Math.round));
            found.push(`${ratio.toFixed(2)} ${text.textContent} ${pen} on ${paper}`);
        }
    }
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(one => one !== sheet);
    return [counted, found];
}"""


def record_at(variant, place):
    """A game of a variant as it begins, half-way through a record, or at the end of that."""
    name, _, wanted = variant.partition("/")
    own = [one for one in records().values() if one.game.name == name and one.deal.setting.variant == wanted]
    record = max(own, key=lambda one: (one.game.rules.won(one.deal, one.last_state()), len(one.moves)))
    made = {"start": 0, "middle": len(record.moves) // 2, "end": len(record.moves)}[place]
    return halves(record, made)[0]


def seat(page, address, record):
    """The path of a game that goes on where a record ends."""
    begun = page.request.post(f"{address}/plays", form={"text": record_text(record)}, max_redirects=0)
    return begun.headers["location"]


def lay(page, address, path, theme):
    """Open a game with a theme."""
    page.request.post(f"{address}/settings/theme", form={"theme": theme, "back": path})
    page.goto(address + path)
    page.wait_for_selector("html.live")


def show(page, screen, scheme):
    """The page as it is on a screen, once all has its place."""
    wide, high = SCREENS[screen]
    if page.viewport_size != {"width": wide, "height": high}:
        page.set_viewport_size({"width": wide, "height": high})
    page.emulate_media(color_scheme=scheme)
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def faults(page, screen):
    """All that is wrong with a page of a game on this screen."""
    found = {
        "hidden": page.evaluate(HIDDEN),
        "cut": page.evaluate(CUT),
        "too small": page.evaluate(TOO_SMALL, LEAST_LETTERS),
        "pale": page.evaluate(PALE)[1],
    }
    if page.evaluate(UNIT) >= LEAST_SQUARE:  # what is seen from farther away may leave its writing out
        found["left out"] = page.locator("#board .tiny").all_text_contents()
    sideways = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if sideways > 0:
        found["scrolls sideways"] = [sideways]
    if screen in TOUCHED:
        found["too narrow"] = page.evaluate(TOO_NARROW, LEAST_TARGET)
        found["untouchable"] = page.evaluate(UNTOUCHABLE, LEAST_TARGET)
    return {what: which for what, which in found.items() if which}


def looks(open_, address, variant, screens, themes=THEMES, schemes=SCHEMES, places=("middle",)):
    """Go through all of them: yields (page, what is shown). `open_` makes pages, with options."""
    for is_touched in (True, False):
        own = [screen for screen in screens if (screen in TOUCHED) == is_touched]
        if not own:
            continue
        page = open_(**(TOUCH if is_touched else {}))
        for place in places:
            path = seat(page, address, record_at(variant, place))
            for theme in themes:
                lay(page, address, path, theme)
                for screen, scheme in product(own, schemes):
                    show(page, screen, scheme)
                    yield page, (place, theme, screen, scheme)


def main():
    folder = Path(sys.argv[1])
    chosen = sys.argv[2:] or VARIANTS
    with tempfile.TemporaryDirectory() as kept, sync_playwright() as playwright:
        server = Server(Path(kept) / "plays.sqlite")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)

        def open_(**options):
            return browser.new_context(reduced_motion="reduce", **options).new_page()

        for variant in chosen:
            found = defaultdict(list)
            for page, shown in looks(open_, server.address, variant, SCREENS, places=PLACES):
                page.screenshot(path=folder / f"{'-'.join([variant.replace('/', '-'), *shown])}.png")
                for what, which in faults(page, shown[2]).items():
                    for one in dict.fromkeys(which):
                        found[what, one].append(shown)
            for (what, one), where in found.items():
                sets = [sorted(set(part)) for part in zip(*where, strict=True)]
                print(variant, what, one, *("/".join(part) for part in sets), sep=" | ", flush=True)  # noqa: T201
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
