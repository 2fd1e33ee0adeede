"""What a player can do to a play, by pages and API alike: each is done whole, or raises and changes nothing.

`act` does it to a play that is stored; what is done is a function of the play, such as `give_up` or `Play.undo`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from starlette.responses import Response

from escapology.errors import EscapologyError, MoveError, shorten
from escapology.middle import play_token
from escapology.play import Node, Play
from escapology.web.plays.table import Seat
from escapology.web.store import ConflictError, StoreError
from escapology.web.visit import Visit

__all__ = ["LONGEST_MOVE", "LONGEST_NAME", "Refuse", "Tell", "act", "bookmark", "give_up", "go_to", "make_moves"]

Tell = Callable[[Seat, Node], Response]  #: what is answered: the play, and where it stood before
Refuse = Callable[[Seat, EscapologyError], Response]  #: the same if nothing was done: the play as it stands, and why

LONGEST_MOVE: Final = 200  # characters
LONGEST_NAME: Final = 60  # of a bookmark
_MOST_NODES: Final = 20_000  # of a play: it is stored whole at every move
_MOST_BOOKMARKS: Final = 200


async def act(
    visit: Visit, id_: str, version: int, action: Callable[[Play], object], tell: Tell, refuse: Refuse
) -> Response:
    """Do something to that version of a play, and answer before anybody else does something to it."""
    done = partial(_act, visit, id_, version, action, tell, refuse)
    return await visit.desk.table.work(id_, visit.player, version, done)


def _act(
    visit: Visit, id_: str, version: int, action: Callable[[Play], object], tell: Tell, refuse: Refuse
) -> Response:
    table = visit.desk.table
    seat = table.in_memory(id_, visit.player, version) or visit.seat(id_)
    with seat.lock:
        before = seat.play.here
        try:
            table.change(seat, version, action)
        except StoreError:
            raise
        except ConflictError as error:
            return refuse(visit.seat(id_), error)
        except EscapologyError as error:
            return refuse(seat, error)
        return tell(seat, before)


def make_moves(play: Play, moves: Sequence[str]) -> None:
    """Make moves one after the other: all of them, or none."""
    texts = [" ".join(move.split()) for move in moves]
    if len(play.nodes) + len(texts) > _MOST_NODES:
        raise MoveError(f"too much was tried in this game: {_MOST_NODES:,} positions are the most that are kept")
    if len(texts) > 1 and not play.given_up:
        state = play.here.state
        for number, text in enumerate(texts, 1):
            try:
                for _, after in play_token(play.game, play.deal, state, text):
                    state = after
            except MoveError as error:
                raise type(error)(f"move {number}: {error}") from None
    for text in texts:
        play.do(text)


def give_up(play: Play) -> None:
    """End the game, if it goes on."""
    if not play.legal():
        raise MoveError("the game is over already")
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
