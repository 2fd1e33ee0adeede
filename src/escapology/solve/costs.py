"""Which move cost the most chance of winning, by what the player could know.

The game is cut into choices (`choices.py`). Wherever a hint would have chosen otherwise, both choices are followed into
the same worlds that looked alike at that time, up to the next choice, and there it is asked what a hint would tell: how
often one wins who follows hints from then on. The mean of the one over all these worlds, less that of the other, is
what the choice cost. What turned up by luck is blamed on nobody, and what never came to light changes nothing.

The largest of many figures that are not exact is likely to be too large. So the choices that seem to cost most are
looked at again, in more worlds and with other luck, and only that is told. Numbers of worlds are fixed: the same comes
out every time, or nothing if there is too little time.

Where only dice are left to come, all of this is known exactly.
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import fmean, stdev
from typing import Final, NamedTuple

from escapology.answer import Cost
from escapology.luck import Luck
from escapology.middle import legal_moves, legal_texts, play_move, start_state
from escapology.protocol import AnyGame, Deal, Struct
from escapology.record import Record
from escapology.solve import best_chance, solve
from escapology.solve.chance import chance_of
from escapology.solve.choices import Choice
from escapology.solve.fair import judge
from escapology.verdict import Effort, Limits, SpentError, Verdict

__all__ = ["find_costliest"]

_LEAST: Final = 0.1  # that a move must have cost to be named …
_ERRORS: Final = 2.0  # … and so many standard errors
_SAMPLES: Final = 16  # that are enough to see what a hint would tell
_GLANCES: Final = range(100, 104)  # the luck of the worlds in which every choice is looked at
_AGAIN: Final = 3  # choices that are looked at again, at most …
_LUCK: Final = range(1_000, 1_016)  # … in more worlds, of that luck
_HINT: Final = 1  # the luck that hints have
_MOST_KEPT: Final = 1_000  # positions whose chances are remembered


class _Best(NamedTuple):
    """What a hint tells somewhere."""

    chance: float
    moves: tuple[int, ...]  # that it names
    is_told: bool = True  # not where no sample was decided


class _Made(NamedTuple):
    """A choice that was made."""

    first: int  # how many moves came before it
    moves: tuple[int, ...]


class _Loss(NamedTuple):
    """What a choice cost."""

    made: _Made
    before: float  # the chance there, of one who chooses as a hint would
    after: float

    @property
    def lost(self) -> float:
        return self.before - self.after


def find_costliest(record: Record, seconds: float, stop: threading.Event | None = None) -> Cost | None:
    """The move that cost the most chance, if one cost so much that it can be told from chance itself.

    None also where nobody has measured what chances are, and where so many seconds are not enough.
    """
    limits = Limits(seconds=seconds, stop=stop or threading.Event())
    try:
        if not record.moves:
            return None
        if record.game.facts.has_dice:
            return _by_dice(record, limits)
        if chance_of(record.game, record.deal, start_state(record.game, record.deal), 0.5) is None:
            return None
        return _LookBack(record, limits).find()
    except SpentError:
        return None


def _by_dice(record: Record, limits: Limits) -> Cost | None:
    """Every move has its exact chance."""
    costliest = None
    for number, (text, state) in enumerate(zip(record.moves, record.states(), strict=False), 1):
        found = best_chance(record.game, record.deal, state, _rest_of(limits))
        if isinstance(found, Verdict):
            return None
        after = found.chances[text]
        lost = found.chance - after
        if lost >= _LEAST and (costliest is None or lost > costliest.before - costliest.after):
            costliest = Cost(number, text, found.chance, after, (found.move,))
    return costliest


class _LookBack:
    """A game that is looked back on."""

    def __init__(self, record: Record, limits: Limits) -> None:
        self.record, self.limits = record, limits
        self.game, self.deal = record.game, record.deal
        self.states = list(record.states())

    def find(self) -> Cost | None:
        """The choice that cost the most, and its move."""
        self._best(self.deal, self.states[0])  # have all that it takes compiled before the clock runs
        self.limits.restart()
        seeming = [(self._seems(made), made) for made in self._choices() if self._otherwise(made, _SAMPLES)]
        seeming.sort(key=lambda pair: -pair[0])
        found: _Loss | None = None
        again = 0
        for seems, made in seeming:
            if again == _AGAIN or seems < (found.lost if found else _LEAST / 2):
                break
            better = self._otherwise(made, self.game.fair.worlds)
            again += bool(better)
            loss = self._compare(made, better) if better else None
            if loss and (found is None or loss.lost > found.lost):
                found = loss
        return self._tell(found) if found else None

    def _otherwise(self, made: _Made, samples: int) -> tuple[int, ...]:
        """What a hint would have chosen; () if the same, or if there was nothing to lose."""
        here = self._best(self.deal, self.states[made.first])
        if here.chance < _LEAST or not here.is_told:
            return ()
        better, world = self._advised(self.states[made.first], samples), self._world(made.first, 0)
        ends = {repr(_follow(self.game, *world, moves)) for moves in (better, made.moves)}
        return better if len(ends) > 1 else ()

    def _choices(self) -> Iterator[_Made]:
        """The choices that were made."""
        moves: list[int] = []
        steps = zip(self.record.moves, self.states, self.states[1:], strict=False)
        for number, (text, before, after) in enumerate(steps, 1):
            moves.append(legal_texts(self.game, self.deal, before)[text])
            if _thinks_again(self.game, self.deal, before, after) or number == len(self.record.moves):
                yield _Made(number - len(moves), tuple(moves))
                moves = []

    def _advised(self, state: Struct, samples: int) -> tuple[int, ...]:
        """The moves of one who follows hints from there, up to the next choice."""
        game, (deal, here) = self.game, self.game.knowledge.observe(self.deal, state)
        moves: list[int] = []
        met = {repr(here)}
        while more := self._best(deal, here, _HINT, samples).moves:
            for move in more:
                moves.append(move)
                before, here = here, play_move(game, deal, here, move)
                if _thinks_again(game, deal, before, here) or repr(here) in met:
                    return tuple(moves)
                met.add(repr(here))
        return tuple(moves)

    def _world(self, number: int, seed: int) -> tuple[Deal, Struct]:
        """One that looked the same after so many moves."""
        return self.game.knowledge.redraw(*self.game.knowledge.observe(self.deal, self.states[number]), Luck(seed))

    def _seems(self, made: _Made) -> float:
        """What a choice cost, at a first look."""
        worlds = (self._world(made.first, seed) for seed in _GLANCES)
        after = fmean(self._best(*_follow(self.game, *world, made.moves)).chance for world in worlds)
        return self._best(self.deal, self.states[made.first]).chance - after

    def _compare(self, made: _Made, better: tuple[int, ...]) -> _Loss | None:
        """What it cost, beside what a hint would have chosen; None if that is little, or not clear."""
        before, after = (
            [self._chance_behind(made.first, moves, luck) for luck in _LUCK] for moves in (better, made.moves)
        )
        lost = [x - y for x, y in zip(before, after, strict=True)]
        clear = _ERRORS * stdev(lost) / math.sqrt(len(lost))
        return _Loss(made, fmean(before), fmean(after)) if fmean(lost) >= max(_LEAST, clear) else None

    def _chance_behind(self, first: int, moves: Sequence[int], luck: int) -> float:
        """What a hint would tell behind these moves in a world of that luck; the hint has luck of its own."""
        return self._best(*_follow(self.game, *self._world(first, luck), moves), 2 * luck).chance

    def _tell(self, loss: _Loss) -> Cost:
        """The move of a choice that did it: the last before which it could still come to more than the middle.

        Nothing is seen between the moves of a choice, so that never rises.
        """
        first, bound = loss.made.first, (loss.before + loss.after) / 2
        last = first + len(loss.made.moves)
        while last - first > 1:
            middle = (first + last) // 2
            is_left = self._best(self.deal, self.states[middle]).chance >= bound
            first, last = (middle, last) if is_left else (first, middle)
        better = Choice(self._advised(self.states[first], self.game.fair.worlds))
        texts = better.texts(self.game, *self.game.knowledge.observe(self.deal, self.states[first]))
        return Cost(last, self.record.moves[first], loss.before, loss.after, texts)

    def _best(self, deal: Deal, state: Struct, seed: int = _HINT, samples: int = _SAMPLES) -> _Best:
        """What a hint tells there, with that luck and so many samples, or as many as it takes if they are fewer."""
        samples = min(samples, self.game.fair.worlds)
        key = f"{self.game.name} {seed} {samples} {self.game.knowledge.observe(deal, state)!r}"
        if key not in _kept:
            if reason := self.limits.reached(0):
                raise SpentError(reason)
            _kept[key] = self._think(deal, state, Luck(seed), Effort(samples))
            while len(_kept) > _MOST_KEPT:
                _kept.popitem(last=False)
        return _kept[key]

    def _think(self, deal: Deal, state: Struct, luck: Luck, effort: Effort) -> _Best:
        game = self.game
        if game.rules.won(deal, state):
            return _Best(1.0, ())
        if not legal_moves(game, deal, state) or game.notation.status(deal, state) != "playing":
            return _Best(0.0, ())
        if game.knowledge.hidden(deal, state) == 0:
            return self._solve(deal, state)
        best = judge(game, deal, state, luck, effort, rates_all=True)[0]
        chance = best.share if best.is_certain else chance_of(game, deal, state, best.share)
        assert chance is not None
        return _Best(chance, best.choice.moves, best.is_certain or best.undecided < best.worlds)

    def _solve(self, deal: Deal, state: Struct) -> _Best:
        """Nothing is hidden any more."""
        verdict = solve(self.game, deal, state, _rest_of(self.limits))
        if verdict.verdict == "undecided":
            raise SpentError(verdict.reason)
        moves = []
        for text in verdict.moves:
            moves.append(legal_texts(self.game, deal, state)[text])
            state = play_move(self.game, deal, state, moves[-1])
        return _Best(float(verdict.verdict == "winnable"), tuple(moves))


def _rest_of(limits: Limits) -> Limits:
    """What is left of the time."""
    assert limits.seconds is not None
    return replace(limits, seconds=limits.seconds - limits.spent(), started=time.monotonic())


_kept: OrderedDict[str, _Best] = OrderedDict()  # by what was seen, and the luck


def _thinks_again(game: AnyGame, deal: Deal, before: Struct, after: Struct) -> bool:
    """Whether a choice is over behind that move."""
    settles = game.fair.settles
    return game.knowledge.reveals(deal, before, after) or (settles is not None and settles(deal, before, after))


def _follow(game: AnyGame, deal: Deal, state: Struct, moves: Sequence[int]) -> tuple[Deal, Struct]:
    """Where moves lead to in that world, up to the next choice."""
    for move in moves:
        before, state = state, play_move(game, deal, state, move)
        if _thinks_again(game, deal, before, state):
            break
    return deal, state
