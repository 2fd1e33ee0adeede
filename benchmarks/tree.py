"""What a change of a play costs by the size of its tree: `python -m benchmarks.tree [sqlite] [postgresql]`.

Games of Devil's Square in which a card goes to and fro, so that the board is the same however much was tried before.
Requests are sent to the app in this process, and stored in a real database; the sizes take turns. Told are medians of
the processor time of the app, and how much more the largest game takes than the smallest.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Final

import httpx2

from benchmarks.options import options_of, parser
from benchmarks.service import databases
from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import new_deal
from escapology.play import Play
from escapology.setting import make_setting
from escapology.web import make_app, open_store
from escapology.web.plays.table import Seat

_SIZES: Final = ((10, 0), (1_000, 0), (1_900, 2_000))  # nodes of the way, and beside it; the last is near the most
_ROUNDS: Final = 40
_THERE, _BACK = "c3:1>b3", "b3:1>c3"


def to_and_fro(nodes: int, more: int) -> Play:
    """A play with so many nodes one behind the other, and with more beside these."""
    play = Play(GAMES["devils-square"], new_deal(make_setting(GAMES["devils-square"]), 30))
    luck = Luck(30)
    for _ in range(2):
        play.do(luck.choose(list(play.legal())))
    while len(play.nodes) < nodes:
        play.do(_THERE if len(play.nodes) % 2 else _BACK)
    last = play.here
    while len(play.nodes) < nodes + more:
        play.go_to(play.nodes[luck.below(len(play.nodes))])
        play.do(luck.choose(list(play.legal())))
    play.go_to(last)
    return play


def changes(client: httpx2.AsyncClient, seat: Seat) -> dict[str, Callable[[], Awaitable[httpx2.Response]]]:
    """What is measured; in this order it can be done again and again."""
    page, api = f"/play/{seat.saved.id}", f"/api/v1/plays/{seat.saved.id}"
    here = seat.play.here.number
    there, back = (_THERE, _BACK) if _THERE in seat.play.legal() else (_BACK, _THERE)

    def by_page(action: str, **fields: str) -> Callable[[], Awaitable[httpx2.Response]]:
        return lambda: client.post(
            f"{page}/{action}",
            data={"version": str(seat.saved.version), **fields},
            headers={"accept": "application/json"},
        )

    def by_api(action: str, **fields: object) -> Callable[[], Awaitable[httpx2.Response]]:
        return lambda: client.post(f"{api}/{action}", json={"version": seat.saved.version, **fields})

    return {
        "move (page)": by_page("move", move=there),
        "move (API)": by_api("moves", move=back),
        "undo (page)": by_page("undo"),
        "redo (API)": by_api("redo"),
        "bookmark (page)": by_page("bookmark", name="here"),
        "restart (API)": by_api("restart"),
        "go to a far place (API)": by_api("goto", node=here),
    }


async def measure(address: str) -> dict[str, list[float]]:
    """Milliseconds of each change, by size."""
    store = open_store(address)
    app = make_app(store)
    taken: dict[str, list[list[float]]] = {}
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://testserver") as client:
        await client.post("/api/v1/plays", json={"game": "blank"})
        table = app.state.desk.table
        [owner] = {kept.saved.owner for kept in table.seats()}
        seats = [table.sit_down(to_and_fro(*size), owner) for size in _SIZES]
        todo = [changes(client, seat) for seat in seats]
        for _ in range(_ROUNDS):
            for name in todo[0]:
                for number, some in enumerate(todo):
                    begun = time.process_time()
                    answer = await some[name]()
                    seconds = time.process_time() - begun
                    if answer.status_code != 200:
                        raise RuntimeError(answer.text)
                    taken.setdefault(name, [[] for _ in _SIZES])[number].append(1_000 * seconds)
    store.close()
    return {name: [statistics.median(some) for some in sizes] for name, sizes in taken.items()}


def main(arguments: list[str]) -> None:
    """Measure the databases that are named, or both."""
    words = "python -m benchmarks.tree: what a change of a play costs by the size of its tree"
    made = parser(words)
    options = options_of(made, arguments)
    if options.server:
        made.error("--server can't be: the app is measured in this process, without a server")
    with databases(options.databases) as found:
        for database in found:
            sizes = ", ".join(f"{sum(size):,}" for size in _SIZES)
            print(f"{database.name}: milliseconds with {sizes} positions, and the ratio of the last to the first")
            with database.fresh() as (address, _):
                for change, times in asyncio.run(measure(address)).items():
                    print(f"  {change:24}" + "".join(f"{one:9.2f}" for one in times) + f"{times[-1] / times[0]:8.2f} x")


if __name__ == "__main__":
    main(sys.argv[1:])
