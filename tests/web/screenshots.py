"""Pictures of the web app for the documents: `python -m tests.web.screenshots` writes them to docs/pictures.

Every game on a desktop and on a phone, light and dark, a good way into a game that is won.
"""

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from escapology.games import LISTED
from escapology.record import Record, record_text
from tests.browser import CHROMIUM, FLAGS
from tests.web.conftest import Server
from tests.web.hands import record_of

PICTURES = Path(__file__).parent.parent.parent / "docs" / "pictures"
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "plays.sqlite")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for device, (width, height) in SIZES.items():
            for scheme in ("light", "dark"):
                context = browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
                )
                page = context.new_page()
                for name in LISTED:
                    sit_down(page, server.address, name)
                    page.screenshot(path=PICTURES / f"web-{name}-{device}-{scheme}.png")
                page.goto(server.address)
                page.wait_for_load_state("networkidle")
                page.screenshot(path=PICTURES / f"web-home-{device}-{scheme}.png")
                context.close()
        browser.close()
        server.stop()


def sit_down(page, address, name):
    """The record of a win, two thirds of the way."""
    record = record_of(name)
    text = record_text(Record(record.game, record.deal, record.moves[: len(record.moves) * 2 // 3]))
    page.goto(f"{address}/new/{name}")
    page.get_by_label("Paste a deal line").fill(text)
    page.get_by_role("button", name="Play it").click()
    page.wait_for_selector("html.live #board svg")
    page.mouse.move(1, 1)


if __name__ == "__main__":
    main()
