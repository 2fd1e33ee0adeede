"""Why a deal of Don't Let Them Get You is lost, for a certificate.

`turns`: a claim is a position at the start of a turn, as tired as you are or more; being tired only ever takes
something away, and pursuers don't mind it. What follows are the starts of the next turn, after all ways of walking or
resting. Or a claim leaves the pursuers out, and tells a set of spaces: from none of them you get out, in the same maze
with nobody in your way. Pursuers never help, so such a claim covers the positions on these spaces with any pursuers.
Most deals are lost by time alone, and their proofs consist of such claims. Where pursuers matter, they are in the
claim. Which of the others hold is looked up in a table (`alone.py`) by whoever makes a certificate, not by whoever
checks it.

Where the player lays the maze (`bingo`), positions with other mazes are others: there is only `positions`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from escapology.games.pursuit.dont_let_them_get_you.proof.alone import hopeless, spaces_of
from escapology.games.pursuit.dont_let_them_get_you.rules import MOST_MOVES, Deal, State, moves, play, start, won
from escapology.games.pursuit.rules.cards import distance_value
from escapology.games.pursuit.rules.maze import ALL
from escapology.games.pursuit.rules.state import NOWHERE, PLAYING, TURN, WALK
from escapology.games.pursuit.rules.state import TURNS as LAST_TURN
from escapology.games.pursuit.rules.turn import movement_card
from escapology.proof import WON, Alternatives, Argument, Claim, OfDeal

__all__ = ["TURNS"]

_MOST_TIRED = 6
_ALONE = 3  # numbers of a key without pursuers


def _levels(d: Deal, s: State) -> Iterable[int]:
    return () if d.bingo else (0,)


def _opens(d: Deal, s: State, level: int) -> list[Alternatives]:
    """The position, or the starts of turns that it can lead to."""
    if won(d, s):
        return [WON]
    return [_claims(s)] if s.phase == TURN else list(_turn(d, s))


def _follows(d: Deal, claim: Claim, level: int) -> Iterator[Alternatives]:
    return _turn_alone(d, claim) if len(claim.key) == _ALONE else _turn(d, _state(d, claim))


def _turn(d: Deal, s: State) -> Iterator[Alternatives]:
    """All ways to the start of the next turn; a walk is gone through step by step."""
    for after in _ends(d, s):
        yield WON if won(d, after) else _claims(after)


def _turn_alone(d: Deal, claim: Claim) -> Iterator[Alternatives]:
    """The same without pursuers, from a set of spaces: what differs in nothing but the space is one claim."""
    s, out = _kept(d).begin.copy(), [0] * MOST_MOVES
    s.phase, s.pursuers, s.fatigue = TURN, 0, _MOST_TIRED - claim.amounts[0]
    s.turn, s.done, s.exit = claim.key
    ends: defaultdict[tuple[int, int, int], int] = defaultdict(int)  # fatigue, tasks done and exit, and the spaces
    for space in spaces_of(claim.places):
        s.you = space
        for move in out[: moves(d, s, out)]:
            after = s.copy()
            play(d, after, move)
            if won(d, after):
                yield WON
            elif after.phase == TURN:
                ends[after.fatigue, after.done, after.exit] |= 1 << after.you
            elif after.phase == WALK and s.turn < LAST_TURN:
                for done, exit_, spaces in _walks(d, after):
                    ends[after.fatigue, done, exit_] |= spaces
    for (fatigue, done, exit_), spaces in ends.items():
        yield (Claim((s.turn + 1, done, exit_), (_MOST_TIRED - fatigue,), spaces),)


def _walks(d: Deal, s: State) -> list[tuple[int, int, int]]:
    """Where a walk without pursuers can end: tasks done, exit and spaces.

    It depends only on its distance value, its start, the tasks and the exit, so each is walked once, with the first
    card of that value.
    """
    walk = (distance_value(movement_card(d, s.turn, s.using)), s.you, s.done, s.exit)
    walks = _kept(d).walks
    if walk not in walks:
        ends: defaultdict[tuple[int, int], int] = defaultdict(int)
        for end in _ends(d, s):
            ends[end.done, end.exit] |= 1 << end.you
        walks[walk] = [(*where, spaces) for where, spaces in sorted(ends.items())]
    return walks[walk]


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
    pursuers: list[int] = []
    for p in range(s.pursuers):
        remembers = s.memory[p] != NOWHERE
        pursuers += [s.at[p], s.facing[p], s.alert[p], s.memory[p], s.vanished[p] if remembers else 0]
    fresh = (_MOST_TIRED - s.fatigue,)
    alone = Claim((s.turn, s.done, s.exit), fresh, 1 << s.you)
    return alone, Claim((s.turn, s.you, s.done, s.exit, *pursuers), fresh)


def _state(d: Deal, claim: Claim) -> State:
    """The position that a claim is about, as fresh as it may be."""
    s = _kept(d).begin.copy()
    s.phase = TURN
    s.turn, s.you, s.done, s.exit = claim.key[:4]
    s.fatigue = _MOST_TIRED - claim.amounts[0]
    rest = claim.key[4:]
    s.pursuers = len(rest) // 5
    for p in range(s.pursuers):
        s.at[p], s.facing[p], s.alert[p], s.memory[p], s.vanished[p] = rest[5 * p : 5 * p + 5]
    return s


class _Kept:
    """The maze of a deal, and where walks in it can end."""

    def __init__(self, d: Deal) -> None:
        self.begin = State()
        start(d, self.begin)
        self.walks: dict[tuple[int, int, int, int], list[tuple[int, int, int]]] = {}


_kept = OfDeal(_Kept)


def _known(d: Deal, s: State, level: int) -> tuple[list[Claim], list[Claim]]:
    """Claims without pursuers that hold, and those that don't."""
    hold, fail = [], []
    for turn, goal, tired, spaces in hopeless(d, _kept(d).begin):
        claim = Claim((turn, *goal), (_MOST_TIRED - tired,))
        hold += [claim._replace(places=spaces)] if spaces else []
        fail += [claim._replace(places=1 << x) for x in spaces_of(ALL & ~spaces)]
    return hold, fail


TURNS = Argument(name="turns", opens=_opens, follows=_follows, levels=_levels, known=_known)
