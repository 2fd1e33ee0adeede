"""What a player can do to a play, by pages and API alike: each is done whole, or raises and changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from escapology.errors import MoveError, shorten
from escapology.middle import play_token
from escapology.play import Play

__all__ = ["LONGEST_MOVE", "LONGEST_NAME", "bookmark", "give_up", "go_to", "make_moves"]

LONGEST_MOVE: Final = 200  # characters
LONGEST_NAME: Final = 60  # of a bookmark
_MOST_NODES: Final = 20_000  # of a play: it is stored whole at every move
_MOST_BOOKMARKS: Final = 200


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
