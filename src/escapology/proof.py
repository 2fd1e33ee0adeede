"""How a game proves that a position is lost, in words that the plain rules alone can check (`certificate`).

A proof is a set of *claims*. A claim says: "whoever stands here, or worse, can't win". It has a key, which says how
things stand; where a game has use for them, amounts of what only ever helps (how fresh one is), and a set of places
where one may be. It *covers* what has the same key, no more of anything, and is at one of these places. A set of
claims is a proof if the start is covered, and whatever the rules allow after any of its claims is covered again, and
never a win. Then nobody who starts there gets to a win: on the way, something that is not covered would have to come.

An *argument* says how the positions of a game become claims. The one that any game has (`positions`) takes them as they
are. What follows on a claim is always found by the game's own plain rules, never by a solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

__all__ = ["WON", "Alternatives", "Argument", "Claim", "OfDeal", "Proving", "positions"]

D = TypeVar("D")
T = TypeVar("T")


class Claim(NamedTuple):
    """Whoever stands here with no more than these amounts can't win."""

    key: tuple[int, ...]
    amounts: tuple[int, ...] = ()
    places: int = 0  # a set of places, as bits: whoever stands on any of them

    def covers(self, other: Claim) -> bool:
        """Whether the other claim says no more than this."""
        return (
            self.key == other.key
            and len(self.amounts) == len(other.amounts)
            and all(map(int.__ge__, self.amounts, other.amounts))
            and not other.places & ~self.places
        )


Alternatives: TypeAlias = tuple[Claim, ...]  #: any one of them settles what happened, the boldest first

#: What stands for a win: nothing settles that.
WON: Final[Alternatives] = ()


class OfDeal(Generic[D, T]):
    """What an argument works out of a deal, once: one deal's claims are looked at one after the other."""

    def __init__(self, make: Callable[[D], T]) -> None:
        self._make = make
        self._latest: tuple[D, T] | None = None

    def __call__(self, d: D) -> T:
        """What was made of it."""
        latest = self._latest
        if latest is None or latest[0] is not d:
            latest = self._latest = d, self._make(d)
        return latest[1]


def _one_level(d: Any, s: Any) -> Iterable[int]:
    return (0,)


def _nothing(d: Any, s: Any, level: int) -> tuple[Iterable[Claim], Iterable[Claim]]:
    return (), ()


def _always(d: Any, s: Any, claims: Iterable[Claim], level: int) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """How a game proves that a position is lost. `level` is a number that an argument may need; most don't."""

    name: str  # as certificates call it
    opens: Callable[[Any, Any, int], list[Alternatives]]  # (d, s, level): what must be covered at the start
    follows: Callable[[Any, Claim, int], Iterator[Alternatives]]  # (d, claim, level): what the rules allow then
    levels: Callable[[Any, Any], Iterable[int]] = _one_level  # (d, s): those at which the argument holds; may be none
    tries: Callable[[Any, Any], Iterable[int]] | None = None  # (d, s): those to try in turn for a proof; None = all
    known: Callable[[Any, Any, int], tuple[Iterable[Claim], Iterable[Claim]]] = _nothing  # (d, s, level): claims that
    # hold, and some that don't, for one who looks for a proof; the verifier does not ask
    gap: Callable[[Any, Any, Iterable[Claim], int], str] = _always  # (d, s, claims, level): what is still missing when
    # all claims hold, "" if nothing is; more claims never close a gap


def positions(rules: Any, normal: Callable[[Any, Any], Any]) -> Argument:
    """The argument of any game: a set of positions, each as the bytes of its state. See `Proving.normal`."""

    def claim(d: Any, s: Any) -> Alternatives:
        return (Claim(tuple(normal(d, s).packed())),)

    def opens(d: Any, s: Any, level: int) -> list[Alternatives]:
        return [WON if rules.won(d, s) else claim(d, s)]

    def follows(d: Any, member: Claim, level: int) -> Iterator[Alternatives]:
        s = rules.state_type.unpacked(bytes(member.key))
        if rules.won(d, s):
            yield WON
        out = [0] * rules.most_moves
        for move in out[: rules.moves(d, s, out)]:
            after = s.copy()
            rules.play(d, after, move)
            yield WON if rules.won(d, after) else claim(d, after)

    return Argument(name="positions", opens=opens, follows=follows)


def _as_it_is(d: Any, s: Any) -> Any:
    return s


@dataclass(frozen=True, slots=True, kw_only=True)
class Proving:
    """How losses of a game are proved. Left out, by all positions that one can come to."""

    arguments: tuple[Argument, ...] = ()  # the game's own, which are tried before that
    normal: Callable[[Any, Any], Any] = _as_it_is  # (d, s): one of the positions that are worth the same, always the
    # same one: what can't matter any more is blanked out

    def all_arguments(self, rules: Any) -> tuple[Argument, ...]:
        """The game's own, and the one that any game has."""
        return (*self.arguments, positions(rules, self.normal))
