"""What a player can do to a play, by pages and API alike: each is done whole, or raises and changes nothing.

`act` does it to a play that is stored; what is done is a function of the play, such as `give_up` or `Play.undo`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from escapology.errors import EscapologyError, MoveError, shorten
from escapology.play import Node, Play, Steps
from escapology.protocol import Struct
from escapology.web.plays.start import MOST_MOVES
from escapology.web.plays.table import Seat
from escapology.web.store import ConflictError, StoreError
from escapology.web.visit import Visit

__all__ = [
    "LONGEST_MOVE",
    "LONGEST_NAME",
    "MOST_NODES",
    "Refuse",
    "Tell",
    "act",
    "bookmark",
    "give_up",
    "go_to",
    "make_moves",
]

Tell = Callable[[Seat, Node], Response]  #: what is answered: the play, and where it stood before
Refuse = Callable[[Seat, EscapologyError], Response]  #: the same if nothing was done: the play as it stands, and why

LONGEST_MOVE: Final = 200  # characters
LONGEST_NAME: Final = 60  # of a bookmark
MOST_NODES: Final = 4_000  # of a play; nobody tries as much who plays
_MOST_BOOKMARKS: Final = 200


async def act(
    visit: Visit,
    id_: str,
    version: int,
    action: Callable[[Play], object],
    tell: Tell,
    refuse: Refuse,
    *,
    is_much: bool = False,
) -> Response:
    """Do something to that version of a play, and answer before anybody else does something to it.

    What `is_much` to do at once, as a long way to go, holds nobody up; nor does the end of a game, for what it means is
    known by all games that its player has finished.
    """
    done = partial(_act, visit, id_, version, action, tell, refuse)
    answer = await visit.desk.table.work(id_, visit.player, version, done, is_much=is_much)
    return answer if isinstance(answer, Response) else await run_in_threadpool(answer)


def _act(
    visit: Visit, id_: str, version: int, action: Callable[[Play], object], tell: Tell, refuse: Refuse
) -> Response | Callable[[], Response]:
    """The answer, or of a game that is over what gives it."""
    table = visit.desk.table
    seat = table.in_memory(id_, visit.player, version) or visit.seat(id_)
    with seat.lock:
        seat.address = visit.address
        before = seat.play.here
        try:
            table.change(seat, version, action)
        except StoreError:
            raise
        except ConflictError as error:
            return refuse(visit.seat(id_), error)
        except EscapologyError as error:
            return refuse(seat, error)
        return partial(_tell_end, seat, before, tell) if seat.saved.finished else tell(seat, before)


def _tell_end(seat: Seat, before: Node, tell: Tell) -> Response:
    with seat.lock:
        return tell(seat, before)


def make_moves(play: Play, moves: Sequence[str], *, is_shown: bool = False) -> None:
    """Make moves one after the other: all of them, or none; `is_shown`: for the player, by whoever knows the answer."""
    steps: list[tuple[str, Struct]] = []
    for number, move in enumerate(moves, 1):
        try:
            steps += play.steps(" ".join(move.split()), steps[-1][1] if steps else None)
        except MoveError as error:
            if len(moves) == 1 or play.given_up:
                raise
            raise type(error)(f"move {number}: {error}") from None
    _check_room(play, steps)
    play.follow(steps, is_shown=is_shown)


def _check_room(play: Play, steps: Steps) -> None:
    """Refuse what would make a play larger than any that somebody plays; what was tried before can be gone through."""
    if not (new := play.new_nodes(steps)):
        return
    if play.here.depth + len(steps) > MOST_MOVES:
        raise MoveError(
            f"this game is {MOST_MOVES:,} moves long, which is the most that is kept: go back, or begin the deal anew"
        )
    if len(play.nodes) + new > MOST_NODES:
        raise MoveError(
            f"too much was tried in this game: {MOST_NODES:,} positions are the most that are kept; go on along what "
            "was tried, or begin the deal anew"
        )


def give_up(play: Play) -> None:
    """End the game, if it goes on."""
    if not play.legal():
        raise MoveError("the game is already over")
    play.give_up()


def go_to(play: Play, number: int) -> None:
    """Go to the node of that number."""
    if not 0 <= number < len(play.nodes):
        raise MoveError(f"there is no place {shorten(str(number))}: there are 0 to {len(play.nodes) - 1}")
    play.go_to(play.nodes[number])


def bookmark(play: Play, name: str) -> None:
    """Name this node."""
    name = " ".join(name.split())
    if not name:
        raise MoveError("a bookmark needs a name")
    if len(play.bookmarks) >= _MOST_BOOKMARKS and name not in play.bookmarks:
        raise MoveError(f"there are {_MOST_BOOKMARKS} bookmarks already: use one of their names again")
    play.bookmark(name)
