"""How a play ended, as pages and API tell it: what happened, with whose help, and what it means to the player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from escapology.counts import count_words
from escapology.play import Play
from escapology.web.players.tally import Tally, counts_fully, tally_games, variant_of
from escapology.web.plays.table import Seat
from escapology.web.store import Result, Store, UnreachableError
from escapology.wording.endings import (
    duration_words,
    fate,
    headline,
    help_words,
    is_played_for,
    measured_of,
    measured_words,
)
from escapology.wording.plays import moves_made, score

__all__ = ["Ending", "can_play_on", "ending_of"]


@dataclass(frozen=True, slots=True)
class Ending:
    """All that is told at the end of a play."""

    headline: str
    fate: str  # what ended it, and who; "" = the player did
    is_won: bool
    is_own: bool  # the player has won it, and not the computer
    help: str
    sums: tuple[str, ...]  # score and moves
    seconds: float | None  # None = nobody has measured it
    news: tuple[str, ...]  # what it means to records and streak
    share: str  # how often deals like this one are won; "" = nobody has measured it
    can_play_on: bool  # the last move, or the giving up, can be taken back

    @property
    def time(self) -> str:
        """How long it took, in words; "" = nobody has measured it."""
        return "" if self.seconds is None else duration_words(self.seconds)


def ending_of(seat: Seat, store: Store) -> Ending | None:
    """How a play ended; None while it goes on. Of other games nothing is said where they can't be read."""
    play, saved = seat.play, seat.saved
    if not saved.finished:
        return None
    try:
        results = store.results(saved.owner, saved.game)
    except UnreachableError:
        results = []
    measured = measured_of(play)
    return Ending(
        headline=headline(play),
        fate=fate(play),
        is_won=play.is_won,
        is_own=play.is_won and not play.here.shown,
        help=help_words(play),
        sums=(*score(play), moves_made(play)),
        seconds=saved.seconds,
        news=_news(results, saved.changed, variant_of(saved.setting)),
        share=measured_words(measured) if measured else "",
        can_play_on=can_play_on(play),
    )


def can_play_on(play: Play) -> bool:
    """Whether what ended a play can be taken back."""
    if play.given_up:
        return True
    return play.can_undo and not (play.here.reveals and play.game.facts.has_dice and not play.practice)


def _news(results: Sequence[Result], changed: str, variant: str) -> tuple[str, ...]:
    """What a result means, beside all others of its variant; it is known by when it was written."""
    of_variant = [result for result in results if variant_of(result.setting) == variant]
    mine = next((result for result in of_variant if result.changed == changed), None)
    if mine is None:
        return ()
    if not counts_fully(mine):
        return (_why_apart(mine),)
    before = _tally(variant, [result for result in of_variant if result is not mine])
    after = _tally(variant, of_variant)
    if mine.status != "won":
        rows = [f"That ends your streak of {before.streak} wins."] if before.streak > 1 else []
        return (*rows, *_bests(before, after, mine, is_won=False))
    rows = [f"{after.streak} wins in a row, your longest streak yet." if after.streak > before.longest
            else f"{after.streak} wins in a row."] if after.streak > 1 else []  # fmt: skip
    return (*_bests(before, after, mine, is_won=True), *rows)


def _why_apart(mine: Result) -> str:
    if is_played_for(mine.moves, mine.shown):
        return "This game doesn’t count in your statistics: the computer played most of it."
    if mine.helped or mine.shown:
        return "It counts with your games with help."
    return "You had played this deal before, so it sets no record."


def _tally(variant: str, results: list[Result]) -> Tally:
    tallies = tally_games(results)
    return tallies[0].variants[0] if tallies else Tally(variant)


def _bests(before: Tally, after: Tally, mine: Result, *, is_won: bool) -> list[str]:
    """Records that fell, or those that stand."""
    fell: list[str] = []
    if after.most_points > 1 and after.most_points > before.most_points:
        fell.append("most points")
    if is_won and before.fewest_moves is not None and mine.moves < before.fewest_moves:
        fell.append("fewest moves")
    if is_won and before.best_seconds is not None and mine.seconds is not None and mine.seconds < before.best_seconds:
        fell.append("fastest win")
    if is_won and not before.won:
        return ["Your first win without help here!"]
    if fell and before.played:
        return [f"A new record: your {' and '.join(fell)} yet!"]
    stand: list[str] = []
    if before.most_points > 1:
        stand.append(f"{before.most_points} points")
    if before.fewest_moves is not None:
        stand.append(count_words(before.fewest_moves, "move"))
    if before.best_seconds is not None:
        stand.append(duration_words(before.best_seconds))
    return [f"Your best: {', '.join(stand)}."] if stand else []
