"""Random games in Chromium against the same games by this processor: `python -m benchmarks.wasm [GAME …]`.

Both play the same deals with the same luck, by turns, one second of each; what is told is the median over the rounds.
The time is that of the thread which plays: the processor's here, and in the browser what Chromium says its page's
process took, so that others who use the machine disturb neither. The games must be the same, or nothing is told.
"""

from __future__ import annotations

import argparse
import contextlib
import shutil
import statistics
import sys
import time
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from benchmarks.javascript import Call, Job, in_page, same
from benchmarks.table import table
from escapology.ahead import wasm_of
from escapology.games import GAMES
from escapology.middle import new_deal
from escapology.playout import Playouts
from escapology.protocol import AnyGame
from escapology.setting import make_setting

GOAL: Final = 0.7
FLAGS: Final = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
_DEALS: Final = 256


class Page:
    """A page of Chromium, and the time its process takes."""

    def __init__(self, page: Any) -> None:
        self.run = in_page(page)
        self._tools = page.context.new_cdp_session(page)
        self._tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def seconds(self) -> float:
        """Of processor time, since it was opened."""
        metrics = self._tools.send("Performance.getMetrics")["metrics"]
        return float(next(metric["value"] for metric in metrics if metric["name"] == "ProcessTime"))


class Measured(NamedTuple):
    """Of a game: moves a second, here and in the browser, in each round."""

    here: list[float]
    there: list[float]

    @property
    def ratio(self) -> float:
        """How fast the browser is: the median over the rounds."""
        return statistics.median(there / here for here, there in zip(self.here, self.there, strict=True))


@contextlib.contextmanager
def opened() -> Iterator[Page]:
    """An empty page."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        try:
            yield Page(browser.new_page())
        finally:
            browser.close()


def measured(game: AnyGame, page: Page, rounds: int, seconds: float) -> Measured:
    """Play by turns, here and there."""
    variants = game.facts.variants
    deals = [new_deal(make_setting(game, variants[k % len(variants)].name), k) for k in range(_DEALS)]
    playouts, numbers = Playouts(game, deals), {"seed": 1, "most": 1000}
    arrays = playouts.games._asdict()
    job = Job(wasm_of(game), {name: array.copy() for name, array in arrays.items()}, ())
    moves = playouts.run(numbers["seed"], numbers["most"])

    def here(times: int) -> float:
        began = time.process_time()
        for _ in range(times):
            playouts.run(numbers["seed"], numbers["most"])
        return time.process_time() - began

    def there(times: int) -> float:
        began = page.seconds()
        done = page.run(job._replace(calls=[Call("playout", _DEALS, numbers)] * times))
        took = page.seconds() - began
        for name, array in arrays.items():
            if not same(done.array(name, array), array):
                raise SystemExit(f"{game.title} in the browser is another game: {name} differ")
        return took

    times = 1
    while here(times) < seconds / 4:
        times *= 2
    times *= 4
    there(times)  # the browser compiles for speed only what runs for a while
    idle = there(1)  # to hand over what there is
    found = [(here(times), there(times + 1) - idle) for _ in range(rounds)]
    played = moves * times / 1e6
    return Measured([played / own for own, _ in found], [played / its for _, its in found])


def main(asked: list[str]) -> int:
    """Measure, and print what the document quotes."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.wasm", description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES), metavar="GAME")
    parser.add_argument("--rounds", type=int, default=7, help="(7)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each round (1)")
    options = parser.parse_args(asked)
    if unknown := set(options.games) - set(GAMES):
        parser.error(f"there is no game {min(unknown)!r}; there are {', '.join(GAMES)}")
    slow = 0
    print(table(("game", "moves a second here", "in Chromium", "ratio", "module"), ()), flush=True)
    with opened() as page:
        for name in options.games:
            found = measured(GAMES[name], page, options.rounds, options.seconds)
            slow += found.ratio < GOAL
            size = f"{len(wasm_of(GAMES[name])) / 1000:.0f} kB"
            speeds = (f"{statistics.median(side):.1f} M" for side in found)
            print("|", " | ".join((GAMES[name].title, *speeds, f"{found.ratio:.2f}", size)), "|", flush=True)
    return int(slow > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
