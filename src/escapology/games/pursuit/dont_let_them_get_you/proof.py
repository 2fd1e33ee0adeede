"""Why a deal of Don't Let Them Get You is lost, for a certificate.

`turns`: a claim is a position at the start of a turn, as tired as you are or more; being tired only ever takes
something away, and pursuers don't mind it. What follows are the starts of the next turn, after all ways of walking or
resting. Besides, a claim may leave the pursuers out: you walk the same maze, and nobody is in your way or catches you.
That can only help you, so such a claim covers the position with any pursuers. Most deals are lost by time alone, and
their proofs consist of such claims; where pursuers matter, they are in the claim.

Where the player lays the maze (`bingo`), positions with other mazes are others: there is only `positions`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from escapology.games.pursuit.dont_let_them_get_you.rules import MOST_MOVES, Deal, State, moves, play, start, won
from escapology.games.pursuit.rules.cards import distance_value
from escapology.games.pursuit.rules.state import NOWHERE, PLAYING, TURN, WALK
from escapology.games.pursuit.rules.state import TURNS as LAST_TURN
from escapology.games.pursuit.rules.turn import movement_card
from escapology.proof import WON, Alternatives, Argument, Claim, OfDeal

__all__ = ["TURNS"]

_MOST_TIRED = 6


def _levels(d: Deal, s: State) -> Iterable[int]:
    return () if d.bingo else (0,)


def _opens(d: Deal, s: State, level: int) -> list[Alternatives]:
    """The position, or the starts of turns that it can lead to."""
    if won(d, s):
        return [WON]
    return [_claims(s)] if s.phase == TURN else list(_turn(d, s))


def _follows(d: Deal, claim: Claim, level: int) -> Iterator[Alternatives]:
    s = _state(d, claim)
    return _turn(d, s) if s.pursuers else _turn_alone(d, s)


def _turn(d: Deal, s: State) -> Iterator[Alternatives]:
    """All ways to the start of the next turn; a walk is gone through step by step."""
    for after in _ends(d, s):
        yield WON if won(d, after) else _claims(after)


def _turn_alone(d: Deal, s: State) -> Iterator[Alternatives]:
    """The same without pursuers. Then a walk depends only on its distance value, its start, the tasks and the exit.

    So each is walked once, with the first card of that value.
    """
    walks, out = _kept(d)[1], [0] * MOST_MOVES
    for move in out[: moves(d, s, out)]:
        after = s.copy()
        play(d, after, move)
        if won(d, after):
            yield WON
        elif after.phase == TURN:
            yield _claims(after)[:1]
        elif after.phase == WALK and s.turn < LAST_TURN:
            walk = (distance_value(movement_card(d, s.turn, after.using)), s.you, s.done, s.exit)
            if walk not in walks:
                walks[walk] = sorted({(end.you, end.done, end.exit) for end in _ends(d, after)})
            for place in walks[walk]:
                yield (Claim((s.turn + 1, *place), (_MOST_TIRED - after.fatigue,)),)


def _ends(d: Deal, s: State) -> Iterator[State]:
    """All starts of the next turn, and wins."""
    out = [0] * MOST_MOVES
    waiting, met = [s], set()
    while waiting:
        here = waiting.pop()
        for move in out[: moves(d, here, out)]:
            after = here.copy()
            play(d, after, move)
            if after.phase == TURN or won(d, after):
                yield after
            elif after.status == PLAYING:
                moment = (after.phase, after.using, after.walked, after.fatigue, _claims(after)[-1])
                if moment not in met:
                    met.add(moment)
                    waiting.append(after)


def _claims(s: State) -> Alternatives:
    """Without pursuers, and with them."""
    place = (s.turn, s.you, s.done, s.exit)
    pursuers: list[int] = []
    for p in range(s.pursuers):
        remembers = s.memory[p] != NOWHERE
        pursuers += [s.at[p], s.facing[p], s.alert[p], s.memory[p], s.vanished[p] if remembers else 0]
    fresh = (_MOST_TIRED - s.fatigue,)
    return Claim(place, fresh), Claim((*place, *pursuers), fresh)


def _state(d: Deal, claim: Claim) -> State:
    """The position that a claim is about, as fresh as it may be."""
    s = _kept(d)[0].copy()
    s.phase = TURN
    s.turn, s.you, s.done, s.exit = claim.key[:4]
    s.fatigue = _MOST_TIRED - claim.amounts[0]
    rest = claim.key[4:]
    s.pursuers = len(rest) // 5
    for p in range(s.pursuers):
        s.at[p], s.facing[p], s.alert[p], s.memory[p], s.vanished[p] = rest[5 * p : 5 * p + 5]
    return s


def _begin(d: Deal) -> tuple[State, dict[tuple[int, ...], list[tuple[int, ...]]]]:
    """The maze of a deal, and where walks in it can end."""
    s = State()
    start(d, s)
    return s, {}


_kept = OfDeal(_begin)


TURNS = Argument(name="turns", opens=_opens, follows=_follows, levels=_levels)
