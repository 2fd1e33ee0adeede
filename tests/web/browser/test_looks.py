"""Every game and variant, on every screen and with every theme: nothing is cut, all can be read and be hit by a finger.

The quick run takes a game through the smallest and the oddest screens, with a theme that is another for each; the long
one takes all. What is measured stands in `tests.web.looks`, and `python -m tests.web.looks FOLDER` takes the pictures.
"""

import pytest

from tests.web.browser.test_access import CONTRAST
from tests.web.looks import PALE, PLACES, SCHEMES, SCREENS, THEMES, VARIANTS, faults, lay, looks, record_at, seat, show

NARROW = ("phone", "small")


def of_variants(each):
    """All variants; those that are not the first of their game are for the long tests."""
    first = {variant.partition("/")[0]: variant for variant in reversed(each)}.values()
    return [pytest.param(one, marks=() if one in first else pytest.mark.long) for one in each]


def wrong(pages):
    """What is wrong on all these pages."""
    return {shown: found for page, shown in pages if (found := faults(page, shown[2]))}


@pytest.mark.parametrize("variant", of_variants(VARIANTS))
def test_it_looks_right_where_room_is_scarce(open_page, server, variant):
    number = VARIANTS.index(variant)
    theme, scheme = THEMES[number % len(THEMES)], SCHEMES[number % len(SCHEMES)]
    assert wrong(looks(open_page, server.address, variant, NARROW, [theme], [scheme])) == {}


@pytest.mark.long
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_it_looks_right_everywhere(open_page, server, variant, place):
    assert wrong(looks(open_page, server.address, variant, SCREENS, places=[place])) == {}


@pytest.mark.long
@pytest.mark.parametrize("name", [variant for variant in VARIANTS if variant.endswith("/classic")])
def test_words_of_every_theme_have_contrast(open_page, server, name):
    page = open_page(bypass_csp=True)
    path = seat(page, server.address, record_at(name, "middle"))
    for theme in THEMES:
        lay(page, server.address, path, theme)
        page.locator("details.menu summary").click()
        for scheme in SCHEMES:
            show(page, "desktop", scheme)
            assert contrast_faults(page) == [], (theme, scheme)


def contrast_faults(page):
    from axe_playwright_python.sync_playwright import Axe

    if not page.evaluate("'axe' in window"):
        Axe().run(page)  # puts axe into the page
    return [node["html"][:120] for fault in page.evaluate(CONTRAST) for node in fault["nodes"]]


def test_the_measurements_find_what_is_wrong(open_page, server):
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    lay(page, server.address, seat(page, server.address, record_at("devils-square/classic", "start")), "table")
    assert faults(page, "phone") == {}
    assert page.evaluate(PALE)[0] > 20, "writing on cards is measured"
    page.evaluate("""() => {
        document.querySelector('.tool').style.minHeight = '0';
        document.querySelector('.tool').style.padding = '0';
        document.querySelector('.tool').parentElement.style.height = '20px';
        document.querySelector('.prompt').style.fontSize = '9px';
        document.querySelector('#board text').style.fontSize = '12px';
        for (const text of document.querySelectorAll('#board .card text')) text.setAttribute('fill', '#999');
        document.querySelector('.list').style.marginRight = '-3rem';
        document.querySelector('.asked').style.cssText = 'width: 20px; overflow: hidden; white-space: nowrap';
        document.querySelector('.view').style.scale = '0.1';
    }""")
    assert set(faults(page, "phone")) >= {"too small", "pale", "too narrow", "untouchable", "hidden", "cut"}
