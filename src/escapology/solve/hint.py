"""Hints, and the outlook of a game: whether it can still be won, or which move lost it (`answer.py` says more)."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from escapology.answer import Hint, Odds, Outlook
from escapology.errors import IllegalMoveError
from escapology.luck import Luck
from escapology.middle import legal_texts, play_move
from escapology.protocol import AnyGame, Deal, Struct
from escapology.record import Record
from escapology.solve import Limits, best_play, most_points, solve
from escapology.solve.chance import chance_of
from escapology.solve.choices import find_choices
from escapology.solve.costs import find_costliest
from escapology.solve.fair import judge
from escapology.solve.shortest import trim
from escapology.verdict import Effort

__all__ = ["find_outlook", "give_hint"]

_MOST_ROWS: Final = 1_000  # of moves that were advised and are remembered
_TRIMMING: Final = 0.2  # seconds for leaving out of a win what it has no need of
_MOST_POSITIONS: Final = 1_000  # on the way to the next choices, where a position is lost


def give_hint(
    game: AnyGame,
    deal: Deal,
    state: Struct,
    *,
    before: Sequence[Struct] = (),
    peeks: bool = False,
    seconds: float = 1.0,
    seed: int = 1,
) -> Hint:
    """The best move one can name within the time; a hint that `peeks` knows all that is hidden.

    `before` are the positions of the game so far. Who follows hints comes to none of them again: what was advised is
    gone on with until something new is seen, and other advice leads through none of the positions since then.
    """
    if not legal_texts(game, deal, state):
        raise IllegalMoveError(f"there is no hint: the game is over ({game.notation.status(deal, state)})")
    if game.facts.has_dice:
        best = best_play(game, deal, state)
        return Hint(best.move, "chance", best.chance)
    if game.notation.status(deal, state) != "playing":  # it goes on, but leads nowhere, whatever is hidden
        return _lost(game, deal, state, seconds, seed)
    stretch = _since_something_was_seen(game, deal, [*before, state])
    advised = _Advised(game, deal, peeks)
    hint = advised.go_on(stretch)
    if hint is None and (peeks or game.knowledge.hidden(deal, state) == 0):
        hint = advised.go_on_again(stretch, seconds) or _solved(game, deal, stretch, seconds)
    hint = hint or _fair(game, deal, stretch, seconds, seed)
    hint = replace(hint, wins=hint.standing == "proven" and _wins(game, deal, state, hint.move, peeks))
    advised.remember(state, hint)
    return hint


def _wins(game: AnyGame, deal: Deal, state: Struct, text: str, peeks: bool) -> bool:
    """Whether a move wins the game at once, as far as the player can tell."""
    known, here = (deal, state) if peeks else game.knowledge.observe(deal, state)
    return game.rules.won(known, play_move(game, known, here, legal_texts(game, known, here)[text]))


def _since_something_was_seen(game: AnyGame, deal: Deal, states: Sequence[Struct]) -> list[Struct]:
    """The last of these positions, and those before it that the player knew as much in."""
    first = len(states) - 1
    while first > 0 and not game.knowledge.reveals(deal, states[first - 1], states[first]):
        first -= 1
    return list(states[first:])


def _solved(game: AnyGame, deal: Deal, stretch: Sequence[Struct], seconds: float) -> Hint:
    """All that is hidden is known, or nothing is. Where no win is found in time, any move that leads to a new place."""
    *avoid, state = stretch
    verdict = solve(game, deal, state, Limits(seconds=seconds))
    if verdict.verdict == "winnable":
        row = trim(game, deal, state, verdict.moves, min(_TRIMMING, seconds))
        return Hint(row[0], "proven", row=row)
    moves = legal_texts(game, deal, state)
    first = next(iter(moves))
    if verdict.verdict == "unwinnable":
        return _keep_points(game, deal, state, Limits(seconds=seconds)) or Hint(first, "lost")
    fresh = (text for text, move in moves.items() if play_move(game, deal, state, move) not in avoid)
    return Hint(next(fresh, first), "heuristic")


def _fair(game: AnyGame, deal: Deal, stretch: Sequence[Struct], seconds: float, seed: int) -> Hint:
    """By what the player may know."""
    *avoid, state = stretch
    effort = Effort(worlds=game.fair.worlds, seconds=seconds)
    best = judge(game, deal, state, Luck(seed), effort, avoid=avoid, rates_all=True)[0]
    row = best.choice.texts(game, *game.knowledge.observe(deal, state))
    if best.is_certain:
        return Hint(row[0], "proven", row=row) if best.share else _lost(game, deal, state, seconds, seed)
    if best.undecided == best.worlds:
        return Hint(row[0], "heuristic", worlds=best.worlds, row=row, undecided=best.undecided)
    chance = chance_of(game, deal, state, best.share)
    return Hint(row[0], "likely", chance, best.worlds, row, rating=best.share, undecided=best.undecided)


_rows: OrderedDict[str, Hint] = OrderedDict()  # what was advised last, by what was seen then


class _Advised:
    """What was advised before in this process, to players who saw just this."""

    def __init__(self, game: AnyGame, deal: Deal, peeks: bool) -> None:
        self.game, self.deal, self.peeks = game, deal, peeks

    def _key(self, state: Struct) -> str:
        seen = (self.deal, state) if self.peeks else self.game.knowledge.observe(self.deal, state)
        return f"{self.game.name} {self.peeks} {seen!r}"

    def remember(self, state: Struct, hint: Hint) -> None:
        """Keep a hint, in the place of the oldest one if there are many."""
        _rows[self._key(state)] = hint
        while len(_rows) > _MOST_ROWS:
            _rows.popitem(last=False)

    def go_on(self, stretch: Sequence[Struct]) -> Hint | None:
        """The rest of what was advised in the first of these positions from which it leads through all the others."""
        for i, position in enumerate(stretch[:-1]):
            hint = _rows.get(self._key(position))
            if hint is not None and (rest := self._rest(hint.row, stretch[i:])):
                return replace(hint, move=rest[0], row=rest)
        return None

    def go_on_again(self, stretch: Sequence[Struct], seconds: float) -> Hint | None:
        """The same where it was advised by another process: it said what this one would have said there."""
        if len(stretch) == 1:
            return None
        self.remember(stretch[0], _solved(self.game, self.deal, stretch[:1], seconds))
        return self.go_on(stretch)

    def _rest(self, row: tuple[str, ...], stretch: Sequence[Struct]) -> tuple[str, ...]:
        """What is left of a row of moves behind these positions, () if it does not lead through them."""
        here = stretch[0]
        for text, there in zip(row, stretch[1:], strict=False):
            move = legal_texts(self.game, self.deal, here).get(text)
            if move is None or play_move(self.game, self.deal, here, move) != there:
                return ()
            here = there
        return row[len(stretch) - 1 :]


def _lost(game: AnyGame, deal: Deal, state: Struct, seconds: float, seed: int) -> Hint:
    """No win is left, whatever is hidden: any move, or in a game of points what keeps most of them in one world."""
    world = game.knowledge.redraw(*game.knowledge.observe(deal, state), Luck(seed))
    hint = _keep_points(game, *world, Limits(seconds=seconds)) if game.facts.has_points else None
    return replace(hint, points=None) if hint else Hint(next(iter(legal_texts(game, deal, state))), "lost")


def _keep_points(game: AnyGame, deal: Deal, state: Struct, limits: Limits) -> Hint | None:
    """Where no win is left: what keeps the most points, if a game has them and they are found within the limits."""
    most = most_points(game, deal, state, limits)
    if most is None:
        return None
    choices = find_choices(game, deal, state, _MOST_POSITIONS)
    keep = (c for c in choices if most_points(game, deal, c.lead_from(game, deal, state), limits) == most)
    row = next(keep, choices[0]).texts(game, deal, state)  # none does if they are made already
    return Hint(row[0], "lost", row=row, points=most)


def find_outlook(
    record: Record, seconds: float = 10.0, stop: threading.Event | None = None, *, looks_back: bool = True
) -> Outlook | Odds:
    """Whether it can still be won, or where the win was lost, all that is hidden being known; of dice, the chance.

    Each position that is looked at may take so many seconds. So may, at the end, finding the move that cost the most
    chance by what the player could know: of all games, or only where there is no win to be kept any more.
    """
    stop = stop or threading.Event()
    outlook = _find_standing(record, seconds, stop)
    if outlook.standing in ("winnable", "unknown") and not looks_back:
        return outlook
    return replace(outlook, costliest=find_costliest(record, seconds, stop))


def _find_standing(record: Record, seconds: float, stop: threading.Event) -> Outlook | Odds:
    """Once no win is left, none ever comes back: so the last position that can still be won is found by halving."""
    game, deal, states = record.game, record.deal, list(record.states())
    if game.facts.has_dice:
        return Odds(best_play(game, deal, states[-1]).chance)
    if game.rules.won(deal, states[-1]):
        return Outlook("won")
    first, last = 0, len(states) - 1
    points = None
    for number in (last, first):
        verdict = solve(game, deal, states[number], Limits(seconds=seconds, stop=stop)).verdict
        if verdict == "undecided":
            return Outlook("unknown")
        if number == last and verdict == "winnable":
            return Outlook("winnable")
        if number == last and game.notation.status(deal, states[last]) == "playing":
            points = most_points(game, deal, states[last], Limits(seconds=seconds, stop=stop))
        if number == first and verdict == "unwinnable":
            return Outlook("never", points=points)
    while last - first > 1:  # states[first] can be won, states[last] can't
        middle = (first + last) // 2
        verdict = solve(game, deal, states[middle], Limits(seconds=seconds, stop=stop)).verdict
        if verdict == "undecided":
            return Outlook("unknown")
        first, last = (middle, last) if verdict == "winnable" else (first, middle)
    winning = solve(game, deal, states[first], Limits(seconds=seconds, stop=stop)).moves
    winning = trim(game, deal, states[first], winning, min(_TRIMMING, seconds))
    return Outlook("lost", last, record.moves[first], winning, points)
