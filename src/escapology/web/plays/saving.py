"""Plays as they are stored, and back: a row that every change writes anew, and one for each node that is added."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final

from escapology.daily import today
from escapology.errors import RecordError
from escapology.games import GAMES
from escapology.play import Play
from escapology.record import moves_text
from escapology.tree import NodeRow, Stand, moves_to, read_rows, rows_data, stand_of
from escapology.web.plays.resting import rest
from escapology.web.store import Saved, now
from escapology.wording.endings import duration_words

__all__ = ["LONGEST_PAUSE", "Clock", "clock_of", "fresh", "read_play", "record_of", "tree_of", "written"]

LONGEST_PAUSE: Final = 300.0  # seconds that count between two changes of a play: who stays away longer is not at it
_PLAY: Final = 400  # bytes of a play's row besides its texts, about
_NODE: Final = 100  # the same of a node


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of a play by now."""

    seconds: float
    room: float  # seconds that it still goes on if nothing is done

    @property
    def words(self) -> str:
        """As people write it."""
        return duration_words(self.seconds)


def clock_of(saved: Saved) -> Clock | None:
    """The time of a play by now; None if nobody has measured it."""
    if saved.seconds is None:
        return None
    pause = _pause(saved)
    return Clock(saved.seconds + pause, 0.0 if saved.finished else LONGEST_PAUSE - pause)


def fresh(play: Play, owner: str, nodes: Sequence[NodeRow], daily: date | None = None) -> Saved:
    """A play that is stored for the first time; `daily` is the day whose deal it is, if it is one of those."""
    when = now()
    empty = Saved(
        id=secrets.token_urlsafe(9), owner=owner, version=1, game=play.game.name, setting=play.deal.setting.text,
        deal=play.deal_line(), here=0, bookmarks="", given_up=False, practice=False, status="", finished=False, moves=0,
        score=0, helped=False, created=when, changed=when, size=_PLAY + _bytes(play.deal_line()),
        level=play.level, daily=None if daily is None else daily.isoformat(),
        seconds=0.0 if len(play.nodes) == 1 else None,  # who begins with moves has made them elsewhere
    )  # fmt: skip
    return written(empty, play, nodes)


def written(saved: Saved, play: Play, nodes: Sequence[NodeRow]) -> Saved:
    """The row of a play as it is to be stored, with nodes that are new or have changed."""
    stand = stand_of(play)
    seconds = None if saved.seconds is None else saved.seconds + _pause(saved)
    bookmarks = json.dumps(stand.bookmarks, ensure_ascii=False, separators=(",", ":"))
    is_first_win = saved.daily is not None and saved.won_on is None and play.is_won
    new = sum(_NODE + _bytes(node.move) for node in nodes if node.number >= play.saved_nodes)
    return replace(
        saved,
        here=stand.here,
        bookmarks=bookmarks,
        given_up=stand.given_up,
        practice=stand.practice,
        status=play.status(),
        finished=not play.legal(),
        moves=play.here.depth,
        score=play.game.rules.score(play.deal, play.here.state),
        helped=stand.helped,
        size=saved.size + new + _bytes(bookmarks) - _bytes(saved.bookmarks),
        seconds=seconds,
        hints=play.hints,
        undone=play.undone,
        shown=play.here.shown,
        is_told=play.is_told,
        won_on=today().isoformat() if is_first_win else saved.won_on,
        won_helped=stand.helped if is_first_win else saved.won_helped,
    )


def read_play(saved: Saved, nodes: Sequence[NodeRow]) -> Play:
    """The play as it was stored. Whoever waits for the interpreter gets it now and then."""
    play = read_rows(saved.deal, nodes, _stand(saved), rest)
    play.level = saved.level
    play.hints, play.undone, play.is_told = saved.hints, saved.undone, saved.is_told
    play.saved()
    return play


def _pause(saved: Saved) -> float:
    """Seconds since a play was written, as far as they count: while it goes on, and not when nobody is there."""
    if saved.finished:
        return 0.0
    passed = datetime.fromisoformat(now()) - datetime.fromisoformat(saved.changed)
    return min(max(passed.total_seconds(), 0.0), LONGEST_PAUSE)


def record_of(saved: Saved, nodes: Sequence[NodeRow]) -> str:
    """The record of a play that is stored: the way to where the player stands. No rules are asked."""
    moves = moves_to(nodes, saved.here)
    return moves_text(GAMES[saved.game], saved.deal, moves) if saved.game in GAMES else saved.deal + "\n"


def tree_of(saved: Saved, nodes: Sequence[NodeRow]) -> dict[str, object]:
    """All that was tried in it, as plain data; of one that is damaged what there is."""
    try:
        return rows_data(saved.deal, nodes, _stand(saved))
    except RecordError:
        return {"damaged": saved.bookmarks}


def _stand(saved: Saved) -> Stand:
    if saved.here < 0:
        raise RecordError("the saved game is damaged: its moves can't be read")
    try:
        bookmarks = json.loads(saved.bookmarks)
    except (RecursionError, ValueError) as error:
        raise RecordError(f"the saved game is damaged: {error}") from None
    if not isinstance(bookmarks, dict):
        raise RecordError("the saved game is damaged: its bookmarks have no names")
    return Stand(saved.here, bookmarks, saved.given_up, saved.practice, saved.helped)


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "replace"))
