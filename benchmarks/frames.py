"""How soon the page of a play answers a tap, and how smoothly it moves: `python -m benchmarks.frames [GAME …]`.

Chromium at the size of a phone. The example of every game is played by tapping the moves of the list, and what the
page's main thread does at a stretch, its tasks, is read from a trace, in processor time: several rounds at full speed,
the time taken four times. That holds on a busy machine, too, but for what others leave in the processor's caches.

One more round is timed by the clock, with the processor slowed four times by Chromium itself: the tasks again, and from
a tap to the first frame of its answer, which is what somebody waits while the page sends the move, the server makes it,
and the page draws. Then the longest pursuit is played with all its movement: its frames are counted. All that needs a
machine with nothing else to do: Chromium slows a thread by letting it spin for three times as long as it ran by the
clock, so a thread that had to wait for a processor spins for that, too.

The exit code is 1 if a task took too long in processor time.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import shutil
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from benchmarks.service import Service
from benchmarks.table import milliseconds, quantile, spread, table
from escapology.games import GAMES, LISTED
from escapology.play import Play
from escapology.record import Record, read_record, record_text
from escapology.wording.plays import move_events

SLOWER: Final = 4
ROUNDS: Final = 3
PHONE: Final = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
FLAGS: Final = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
LONGEST: Final = 50  # milliseconds of a frame that nobody notices

#: notes when a finger was lifted, when the answer to it was on the screen, and every frame from then on
WATCH: Final = """
window.noted = {taps: [], answers: [], frames: []};
addEventListener('pointerup', event => noted.taps.push(event.timeStamp), true);
document.addEventListener('moved', () => requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => noted.answers.push(performance.now());
    channel.port2.postMessage(0);
}));
(function frame(now) { noted.frames.push(now); requestAnimationFrame(frame); })(performance.now());
"""


@dataclass(frozen=True)
class Task:
    """What the page's main thread did at a stretch: scripts, styles, layout, painting."""

    seconds: float  # of processor time
    clock: float  # seconds by the clock
    parts: dict[str, float]  # what took the most of them, by the browser's names


@dataclass
class Measured:
    """What was seen of a game that was played once."""

    waits: list[float] = field(default_factory=list)  # seconds from taps to the first frames of their answers
    tasks: list[Task] = field(default_factory=list)


@contextlib.contextmanager
def pages() -> Iterator[Any]:
    """A browser, and the address of a server of our own."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        service = Service(f"sqlite:///{folder}/plays.sqlite", Path(folder))
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        try:
            yield browser, f"http://127.0.0.1:{service.port}"
        finally:
            browser.close()
            service.kill()


def seated(browser: Any, address: str, record: Record, slower: int = SLOWER) -> Any:
    """A page on which a game goes on where a record ends."""
    context = browser.new_context(**PHONE, reduced_motion="no-preference")
    page = context.new_page()
    page.add_init_script(WATCH)
    begun = page.request.post(f"{address}/plays", form={"text": record_text(record)}, max_redirects=0)
    page.goto(address + begun.headers["location"])
    page.wait_for_selector("html.live")
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    return page


def example(name: str) -> Record:
    """A game that was won."""
    text = (GAMES[name].facts.folder / "EXAMPLE.txt").read_text(encoding="utf-8")
    return read_record(text)


def tap(page: Any, move: str) -> None:
    """Tap a move of the list, and wait until its answer is seen."""
    button = page.locator(f'button[name=move][value="{move}"]')
    button.scroll_into_view_if_needed()
    answers = page.evaluate("noted.answers.length")
    button.tap()
    page.wait_for_function("before => noted.answers.length > before", arg=answers)


def play(browser: Any, address: str, name: str, slower: int) -> Measured:
    """A whole game, traced."""
    record, found = example(name), Measured()
    page = seated(browser, address, Record(record.game, record.deal, ()), slower)
    categories = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
    browser.start_tracing(page=page, categories=categories)
    for move in record.moves:
        taps = page.evaluate("noted.taps.length")
        tap(page, move)
        began, ended = page.evaluate("before => [noted.taps[before], noted.answers.at(-1)]", taps)
        found.waits.append((ended - began) / 1000)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    page.context.close()
    found.tasks = tasks_of(events)
    return found


def tasks_of(events: list[dict[str, Any]]) -> list[Task]:
    """The tasks of the page's main thread."""
    names = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e.get("name") == "thread_name"}
    ours = {(e["pid"], e["tid"]) for e in events if "/play/" in str(e.get("args", {}).get("beginData", {}).get("url"))}
    main = {thread for thread in ours if names.get(thread) == "CrRendererMain"}
    own = [e for e in events if (e.get("pid"), e.get("tid")) in main and e.get("ph") == "X" and "tdur" in e]
    own.sort(key=lambda e: (e["ts"], -e["dur"]))
    starts = [number for number, e in enumerate(own) if e["name"] == "RunTask"]
    return [_task(own[start:end]) for start, end in pairwise([*starts, len(own)])]


def _task(events: list[dict[str, Any]]) -> Task:
    """One task, which its own event begins, and what happened in it: each part without the parts that lie in it."""
    own: defaultdict[str, float] = defaultdict(float)
    around: list[dict[str, Any]] = []
    for event in events:
        while around and event["ts"] >= around[-1]["ts"] + around[-1]["dur"]:
            around.pop()
        own[event["name"]] += _seconds(event)
        if around:
            own[around[-1]["name"]] -= _seconds(event)
        around.append(event)
    parts = dict(sorted(own.items(), key=lambda part: -part[1])[:4])
    return Task(_seconds(events[0]), events[0]["dur"] / 1e6, parts)


def _seconds(event: dict[str, Any]) -> float:
    """Processor time; a virtual machine that is busy now and then tells more than the clock has let pass."""
    return float(min(event["tdur"], event["dur"])) / 1e6


def longest_pursuit() -> tuple[Record, str, int]:
    """The move of an example with the most steps: the game before it, the move, and how many steps."""
    found = []
    for name in LISTED:
        record = example(name)
        play = Play.of_record(record)
        ways = [node for node in play.nodes if node.parent is not None]
        for made, node in enumerate(ways):
            steps = sum(1 for event in move_events(play, node) if event.who and event.where)
            found.append((steps, Record(record.game, record.deal, record.moves[:made]), record.moves[made]))
    steps, before, move = max(found, key=lambda one: one[0])
    return before, move, steps


def pursue(browser: Any, address: str, slower: int) -> tuple[list[float], float]:
    """The gaps between the frames of the longest pursuit, and how long it was seen to move, in seconds."""
    before, move, _ = longest_pursuit()
    page = seated(browser, address, before, slower)
    tap(page, move)
    page.wait_for_function("() => document.getAnimations().length === 0")
    began, ended, frames = page.evaluate("[noted.answers.at(-1), performance.now(), noted.frames]")
    page.context.close()
    seen = [frame for frame in frames if began <= frame <= ended]
    return [(b - a) / 1000 for a, b in pairwise(seen)], (ended - began) / 1000


def main(asked: list[str]) -> int:
    """Measure, and print what the document quotes."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.frames", description=__doc__)
    parser.add_argument("games", nargs="*", default=list(LISTED), metavar="GAME")
    parser.add_argument(
        "--slower", type=int, default=SLOWER, metavar="N", help="how much slower the processor is meant"
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N", help="how often each game is played")
    options = parser.parse_args(asked)
    if unknown := set(options.games) - set(LISTED):
        parser.error(f"there is no game {min(unknown)!r}; there are {', '.join(LISTED)}")
    if options.slower < 1 or options.rounds < 1:
        parser.error("--slower and --rounds are whole numbers from 1 on")
    with pages() as (browser, address):
        late = worked(browser, address, options.games, options.slower, options.rounds)
        waited(browser, address, options.games, options.slower)
        pursuits(browser, address, dict.fromkeys((1, options.slower)))
    return int(late > 0)


def worked(browser: Any, address: str, chosen: Iterable[str], slower: int, rounds: int) -> int:
    """Play these at full speed, and print how long tasks would be in processor time; how many would be too long."""
    print(f"Processor time, {slower} times what it was at full speed; {rounds} rounds:\n")
    head = ("game", "longest task: median of the rounds", "longest", f"tasks over {LONGEST} ms")
    rows, notes, late = [], [], 0
    for name in chosen:
        played = [play(browser, address, name, 1).tasks for _ in range(rounds)]
        longest = [slower * max(task.seconds for task in tasks) for tasks in played]
        slow = [task for tasks in played for task in tasks if too_long(slower * task.seconds)]
        late += len(slow)
        title, middle, most = GAMES[name].title, milliseconds(quantile(longest, 0.5)), milliseconds(max(longest))
        rows.append((title, f"{middle} ms", f"{most} ms", f"{len(slow)} of {sum(map(len, played)):,}"))
        for task in slow:
            parts = ", ".join(f"{part} {milliseconds(slower * seconds)}" for part, seconds in task.parts.items())
            notes.append(f"{title}: {milliseconds(slower * task.seconds)} ms, of which {parts}")
    print(table(head, rows), *notes, sep="\n")
    return late


def waited(browser: Any, address: str, chosen: Iterable[str], slower: int) -> None:
    """Play these slowed, and print what was seen by the clock."""
    print(f"\nBy the clock, slowed {slower} times:\n")
    head = ("game", "taps", "tap to frame", "longest task", f"tasks over {LONGEST} ms")
    rows = []
    for name in chosen:
        found = play(browser, address, name, slower)
        longest = max(task.clock for task in found.tasks)
        slow = sum(too_long(task.clock) for task in found.tasks)
        told = (f"{milliseconds(longest)} ms", f"{slow} of {len(found.tasks):,}")
        rows.append((GAMES[name].title, len(found.waits), spread(found.waits), *told))
    print(table(head, rows))


def too_long(seconds: float) -> bool:
    """Whether somebody would notice that nothing was drawn for so long."""
    return 1000 * seconds > LONGEST


def pursuits(browser: Any, address: str, paces: Iterable[int]) -> None:
    """Watch the longest pursuit at these paces, and print what was seen."""
    print(f"\nThe longest pursuit, {longest_pursuit()[2]} steps:\n")
    rows = []
    for slower in paces:
        gaps, seconds = pursue(browser, address, slower)
        slow = sum(map(too_long, gaps))
        shares = ", ".join(milliseconds(gap) for gap in (quantile(gaps, 0.5), quantile(gaps, 0.95), max(gaps)))
        rate = f"{len(gaps) / sum(gaps):.0f}"
        rows.append((f"{slower}×", f"{seconds:.1f} s", rate, f"{shares} ms", f"{slow} of {len(gaps)}"))
    head = ("slowed", "seen to move", "frames a second", "median, slowest 5 %, longest", f"over {LONGEST} ms")
    print(table(head, rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
