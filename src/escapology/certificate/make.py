"""Certificates made of what a solver has found. Whoever doubts them need not read this, but `verify.py`.

For a loss, claims are put together until they hold each other up: the boldest first, as long as nothing is known
against it. When a claim turns out to be wrong, because a win follows on it, those that relied on it look for another.
"""

from __future__ import annotations

import lzma
import os
import tempfile
from collections import defaultdict, deque
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from escapology.certificate.verify import MAGIC, VERSION, Certificate, CertificateError, claim_text, digest
from escapology.middle import deal_line
from escapology.proof import Alternatives, Argument, Claim
from escapology.record import Record, moves_text, record_text

__all__ = ["MOST_CLAIMS", "TooLargeError", "make", "pack", "write"]

MOST_CLAIMS: Final = 100_000  # that are looked at for a proof, if nothing else is said: some minutes
_PRESET: Final = 6


class TooLargeError(CertificateError):
    """A proof that would have to be written out at more length than is allowed."""


def make(about: Record, won_by: tuple[str, ...] | None, most: int = MOST_CLAIMS) -> bytes:
    """The certificate for where a record stands: that these moves win, or, with None, that nothing does.

    It is checked by nobody yet: `verify` does that. The same position gives the same bytes.
    """
    moves = " ".join(moves_text(about.game, "", about.moves).split("\n")).strip()
    line = deal_line(about.game, about.deal)
    if won_by is not None:
        record = record_text(Record(about.game, about.deal, about.moves + won_by))
        return pack(Certificate(line, moves, "winnable", "", 0, record))
    if about.game.facts.has_dice:
        raise CertificateError(f"{about.game.title} has dice, so its positions have chances instead of proofs")
    d, s = about.deal, about.last_state()
    for argument in about.game.proving.all_arguments(about.game.rules):
        for level in (argument.tries or argument.levels)(d, s):
            builder = _Builder(argument, d, level, most)
            claims = builder.prove(s)
            if claims is not None:
                body = "".join(sorted(f"{claim_text(claim)}\n" for claim in claims))
                return pack(Certificate(line, moves, "unwinnable", argument.name, level, body))
    raise CertificateError("there is no certificate: a win is possible, or the loss can't be proved in writing")


def write(path: Path, data: bytes) -> None:
    """Put a certificate into a file: whole, or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        umask = os.umask(0)
        os.umask(umask)
        Path(name).chmod(0o666 & ~umask)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def pack(told: Certificate) -> bytes:
    """A certificate as the bytes of its file."""
    lines = [f"{MAGIC} {VERSION}", f"deal: {told.deal}"]
    if told.moves:
        lines.append(f"moves: {told.moves}")
    lines.append(f"verdict: {told.verdict}")
    if told.argument:
        lines.append(f"argument: {told.argument}")
        if told.level:
            lines.append(f"level: {told.level}")
        lines.append(f"claims: {told.claims}")
    lines.append(f"sha256: {digest(chr(10).join(lines), told.body)}")
    body = lzma.compress(told.body.encode("ascii"), lzma.FORMAT_XZ, lzma.CHECK_CRC32, _PRESET)
    return "\n".join(lines).encode("ascii") + b"\n\n" + body


class _Builder:
    """Claims that are being put together."""

    def __init__(self, argument: Argument, d: Any, level: int, most: int) -> None:
        self.argument, self.d, self.level, self.most = argument, d, level, most
        self.standing: defaultdict[tuple[int, ...], list[Claim]] = defaultdict(list)  # nothing known against them
        self.wrong: defaultdict[tuple[int, ...], list[Claim]] = defaultdict(list)
        self.relied_on: defaultdict[Claim, list[Claim]] = defaultdict(list)  # by which others
        self.follows: dict[Claim, list[Alternatives]] = {}
        self.waiting: deque[Claim] = deque()
        self.asleep: set[Claim] = set()  # known to hold, and not relied on yet
        self.looked_at = 0
        self.next_glance = 64

    def prove(self, s: Any) -> list[Claim] | None:
        """A proof that the position is lost; None if the argument gives none."""
        hold, fail = self.argument.known(self.d, s, self.level)
        for claims, among in ((hold, self.standing), (fail, self.wrong)):
            for claim in claims:
                among[claim.key].append(claim)
        self.asleep.update(hold)
        opens = self.argument.opens(self.d, s, self.level)
        while all(self._choose(alternatives) is not None for alternatives in opens):
            if not self.waiting:
                claims = self._needed(opens)
                return None if self.argument.gap(self.d, s, claims, self.level) else claims
            self._look_at(self.waiting.popleft())
            if self.looked_at >= self.next_glance:
                self.next_glance *= 2
                if self.argument.gap(self.d, s, self._all_standing(), self.level):  # more claims don't close it
                    return None
        return None

    def _all_standing(self) -> Iterable[Claim]:
        return (claim for claims in self.standing.values() for claim in claims)

    def _choose(self, alternatives: Alternatives) -> Claim | None:
        """The boldest claim that covers it and has nothing against it; a new one, if need be."""
        for claim in alternatives:
            standing = self.standing[claim.key]
            covering = [member for member in standing if member.covers(claim)]
            if covering:
                best = max(covering)
                if best in self.asleep:
                    self.asleep.remove(best)
                    self.waiting.append(best)
                return best
            if not any(claim.covers(other) for other in self.wrong[claim.key]):
                return self._add(claim)
        return None

    def _add(self, claim: Claim) -> Claim:
        """A new claim; where one differs from it in nothing but places, that is widened."""
        standing = self.standing[claim.key]
        for old in standing:
            if claim.places and old.amounts == claim.amounts:
                standing.remove(old)
                claim = claim._replace(places=claim.places | old.places)
                self.relied_on[claim] += self.relied_on.pop(old, [])
                break
        standing.append(claim)
        self.waiting.append(claim)
        return claim

    def _look_at(self, claim: Claim) -> None:
        """What follows on a claim must be covered, too."""
        if claim not in self.standing[claim.key]:
            return
        if claim not in self.follows:
            self.looked_at += 1
            if self.looked_at > self.most:
                raise TooLargeError(f"the proof is too large: it needs more than {self.most:,} claims")
            self.follows[claim] = list(dict.fromkeys(self.argument.follows(self.d, claim, self.level)))
        for alternatives in self.follows[claim]:
            chosen = self._choose(alternatives)
            if claim not in self.standing[claim.key]:  # it was widened by what follows on it, and waits again
                return
            if chosen is None:
                self._refute(claim)
                return
            self.relied_on[chosen].append(claim)

    def _refute(self, claim: Claim) -> None:
        self.standing[claim.key].remove(claim)
        self.wrong[claim.key].append(claim)
        self.waiting += self.relied_on.pop(claim, [])

    def _needed(self, opens: list[Alternatives]) -> list[Claim]:
        """Those on which the proof rests."""
        needed: set[Claim] = set()
        waiting = [self._choose(alternatives) for alternatives in opens]
        while waiting:
            claim = waiting.pop()
            if claim is not None and claim not in needed:
                needed.add(claim)
                waiting += map(self._choose, self.follows[claim])
        return sorted(needed)
