"""Why a deal of Devil's Square is lost, for a certificate.

`colours`: cards of different colours never lie on each other, so each colour can be looked at by itself. Take the cards
on the floor and the next few of the draw pile, and lay the latter down at once, each as a pile of its own: that only
helps, because nobody has to wait for them. Add up the fewest piles that each colour can be brought to. If they are
sixteen or more, no space ever opens while only these cards are there. So the next card never comes, and the books stay
unfinished. There are two ways to know the fewest piles of a colour, and `level` says which of them is used for which:

- *counted*: a two lies on a one or at the bottom of its pile, and so on. So with five threes and three twos, at least
  two threes are at the bottom of piles. The claim is how many cards of each number there are; nothing follows on it.
- *played out*: a claim is the piles of the colour, and what follows are all moves of that colour.

Colours with many cards can be played in tens of thousands of ways, and mostly come down to what counting says anyway.

`positions`: the positions themselves, piles in a fixed order, since it doesn't matter where they lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from escapology.games.devils_square.rules import CARDS, MOST_MOVES, NO_CARD, SPACES, Deal, State, moves, play
from escapology.proof import Alternatives, Argument, Claim

__all__ = ["COLOURS", "normal"]

_BASE: Final = CARDS + 1  # a pile as a number: its cards, each plus one, the top card last
_COLOURS: Final = 4
_LAID: Final = 64  # a level is the cards laid down, and 64 times the set of the colours that are only counted, as bits
_MOST_PLAYED: Final = 100_000  # ways to pile up a colour that are looked at


def _code(pile: list[int]) -> int:
    code = 0
    for card in pile:
        code = code * _BASE + card + 1
    return code


def _cards(code: int) -> list[int]:
    cards: list[int] = []
    while code:
        cards.insert(0, code % _BASE - 1)
        code //= _BASE
    return cards


def _piles(s: State) -> list[list[int]]:
    return [s.pile[space][: s.height[space]] for space in range(SPACES) if s.height[space]]


def _laid(piles: list[list[int]], drawn: int) -> State:
    """A floor with these piles on it."""
    s = State()
    s.drawn, s.rank = drawn, [NO_CARD] * SPACES
    for space, pile in enumerate(piles):
        s.height[space] = len(pile)
        s.pile[space][: len(pile)] = pile
        s.rank[space] = pile[-1] >> 2
        for card in pile:
            s.items[space] |= 1 << (card & 3)
    return s


def _opens(d: Deal, s: State, level: int) -> list[Alternatives]:
    """The four colours, with the next cards laid down."""
    counted, laid = divmod(level, _LAID)
    colours = _colours(d, s, laid)
    return [(_counts(c, colours[c]) if counted >> c & 1 else _claim(c, colours[c]),) for c in range(_COLOURS)]


def _colours(d: Deal, s: State, laid: int) -> list[list[list[int]]]:
    """The piles of each colour, with so many cards of the draw pile laid down."""
    piles = [*_piles(s), *([card] for card in d.deck[SPACES + s.drawn : SPACES + s.drawn + laid])]
    return [[pile for pile in piles if pile[0] >> 4 == colour] for colour in range(_COLOURS)]


def _claim(colour: int, piles: list[list[int]]) -> Claim:
    return Claim((colour, *sorted(map(_code, piles))))


def _counts(colour: int, piles: list[list[int]]) -> Claim:
    """The claim that only counts the cards of a colour: its ones, twos, threes and fours."""
    numbers = [card >> 2 & 3 for pile in piles for card in pile]
    return Claim((_COLOURS + colour, *map(numbers.count, range(4))))


def _follows(d: Deal, claim: Claim, level: int) -> Iterator[Alternatives]:
    """All moves of the colour; as there is no draw pile, nothing is laid where a space opens."""
    colour, *codes = claim.key
    if colour >= _COLOURS:  # however they are moved, they stay as many
        return
    s = _laid([_cards(code) for code in codes], CARDS - SPACES)
    out = [0] * MOST_MOVES
    for move in out[: moves(d, s, out)]:
        after = s.copy()
        play(d, after, move)
        yield (_claim(colour, _piles(after)),)


def _piles_of(claim: Claim) -> int:
    """How many piles a claim has; or, of one that counts, how many there are at least."""
    colour, *rest = claim.key
    if colour < _COLOURS:
        return len(rest)
    ones, twos, threes, fours = rest
    books = min(rest)
    return ones - books + max(0, twos - ones) + max(0, threes - twos) + max(0, fours - threes)


def _levels(d: Deal, s: State) -> Iterable[int]:
    """Any set of colours is counted, and at least one card is left to draw."""
    return (laid + _LAID * counted for counted in range(1 << _COLOURS) for laid in range(CARDS - SPACES - s.drawn))


def _tries(d: Deal, s: State) -> Iterator[int]:
    """Those that close the gap, with as few claims as can be: every colour is counted where that is enough."""
    fewest: dict[Claim, tuple[int, int]] = {}
    laid = 0
    while laid < CARDS - SPACES - s.drawn:
        told = []  # of each colour: piles by counting, piles by playing it out, how many claims that takes
        for colour, piles in enumerate(_colours(d, s, laid)):
            first, counted = _claim(colour, piles), _piles_of(_counts(colour, piles))
            if first not in fewest:
                fewest[first] = _play_out(d, first, counted)
            told.append((counted, *fewest[first]))
        spare = sum(played for _, played, _ in told) - SPACES
        if spare < 0:
            laid -= spare  # each card makes at most one pile more
            continue
        level = laid
        for colour in sorted(range(_COLOURS), key=lambda c: told[c][2], reverse=True):  # the longest is spared first
            counted, played, _ = told[colour]
            if played - counted <= spare:
                spare -= played - counted
                level += _LAID << colour
        yield level
        laid += 1


def _play_out(d: Deal, first: Claim, least: int) -> tuple[int, int]:
    """The fewest piles that a colour can be brought to, and the claims it takes to know that; `least` is known."""
    fewest, found, waiting = _piles_of(first), {first}, [first]
    while waiting and fewest > least:
        for (claim,) in _follows(d, waiting.pop(), 0):
            if claim not in found:
                found.add(claim)
                waiting.append(claim)
                fewest = min(fewest, _piles_of(claim))
        if len(found) > _MOST_PLAYED:
            return least, 0
    return fewest, len(found)


def _gap(d: Deal, s: State, claims: Iterable[Claim], level: int) -> str:
    """What is missing if the colours come down to fewer than sixteen piles."""
    fewest = [SPACES] * _COLOURS
    for claim in claims:
        colour = claim.key[0] % _COLOURS
        fewest[colour] = min(fewest[colour], _piles_of(claim))
    if sum(fewest) >= SPACES:
        return ""
    return f"the colours come down to {' + '.join(map(str, fewest))} piles, which leaves one of the sixteen spaces open"


COLOURS = Argument(name="colours", opens=_opens, follows=_follows, levels=_levels, tries=_tries, gap=_gap)


def normal(d: Deal, s: State) -> State:
    """The same piles, in the order of their cards."""
    laid = _laid(sorted(_piles(s)), s.drawn)
    laid.books = s.books
    return laid
