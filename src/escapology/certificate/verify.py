"""The verifier: whether a certificate proves what it says, by a game's plain rules alone. It trusts nothing else.

A certificate is a head of text, an empty line, and a body compressed by xz (`docs/certificates.md`):

    escapology certificate 1
    deal: lab-rats/hard: 55442113535351424145133 10120545/03553423/02113424
    verdict: unwinnable
    argument: purses
    claims: 7
    sha256: …

The body of a win is its record. That of a loss is a set of claims, one a line. `proof.py` says what a claim is, and why
such a set is a proof: the start is covered, a win follows on no claim, and whatever follows is covered again. All of
that is looked up here, one claim after the other.
"""

from __future__ import annotations

import hashlib
import lzma
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from escapology.errors import EscapologyError, shorten
from escapology.middle import start_state
from escapology.proof import Alternatives, Claim
from escapology.record import Record, read_record

__all__ = ["MAGIC", "VERSION", "Certificate", "CertificateError", "claim_text", "digest", "read", "verify"]

MAGIC: Final = "escapology certificate"
VERSION: Final = 1
LONGEST_HEAD: Final = 1_000_000  # bytes
LONGEST_BODY: Final = 1_000_000_000  # bytes; more would fill the memory of small machines
_NAMES: Final = {  # lines of the head, in this order
    "winnable": ("deal", "moves", "verdict", "sha256"),
    "unwinnable": ("deal", "moves", "verdict", "argument", "level", "claims", "sha256"),
}
_MAY_BE_LEFT_OUT: Final = {"moves", "level"}


class CertificateError(EscapologyError):
    """A file that is not a certificate, or one that proves nothing: the message says why."""


@dataclass(frozen=True)
class Certificate:
    """What a certificate says, before anybody has checked it."""

    deal: str  # the deal line
    moves: str  # that lead from there to the position it is about, as in a record; mostly none
    verdict: str  # winnable or unwinnable
    argument: str  # of a loss: by which of the game's arguments
    level: int  # and a number that it may need
    body: str  # the record of a win; the claims of a loss, one a line

    @property
    def claims(self) -> int:
        """How many claims it makes."""
        return self.body.count("\n") if self.verdict == "unwinnable" else 0


def digest(head: str, body: str) -> str:
    """The checksum, which tells damage apart from falsehood: of the head up to it, and of the body."""
    return hashlib.sha256(f"{head}\n{body}".encode()).hexdigest()


def read(data: bytes) -> Certificate:
    """Read a certificate, and check that it is whole. What it claims is another question, for `verify`."""
    if not data.startswith(MAGIC.encode()):
        raise CertificateError(f"this is not a certificate: it does not begin with {MAGIC!r}")
    head, found, packed = data[: LONGEST_HEAD + 2].partition(b"\n\n")
    if not found:
        raise CertificateError("the certificate is cut off in its header")
    packed = data[len(head) + 2 :]
    try:
        lines = head.decode("ascii").split("\n")
    except UnicodeDecodeError:
        raise CertificateError("the certificate is damaged: its header is not plain text") from None
    version = lines[0].removeprefix(MAGIC).strip()
    if version != str(VERSION):
        raise CertificateError(
            f"this is a certificate of version {shorten(version)}; only version {VERSION} is supported"
        )
    said = dict(line.partition(": ")[::2] for line in lines[1:])
    names = [n for n in _NAMES.get(said.get("verdict", ""), ()) if n in said or n not in _MAY_BE_LEFT_OUT]
    if not names or [line.partition(": ")[0] for line in lines[1:]] != names:
        raise CertificateError("the certificate is damaged: its header is incomplete")
    body = _unpacked(packed)
    if digest("\n".join(lines[:-1]), body) != said["sha256"]:
        raise CertificateError("the certificate is damaged: its checksum does not match")
    level, claims = (said.get(name, "0") for name in ("level", "claims"))
    if not (level.isdigit() and claims.isdigit() and len(level + claims) < 40):
        raise CertificateError("the certificate is damaged: level and claims must be whole numbers")
    told = Certificate(said["deal"], said.get("moves", ""), said["verdict"], said.get("argument", ""), int(level), body)
    if told.claims != int(claims):
        raise CertificateError(f"the certificate announces {int(claims):,} claims, but has {told.claims:,}")
    return told


def _unpacked(packed: bytes) -> str:
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ)
    try:
        body = unpacker.decompress(packed, LONGEST_BODY + 1)
        if len(body) > LONGEST_BODY:
            raise CertificateError(f"the certificate is too large: its body has more than {LONGEST_BODY:,} bytes")
        if not unpacker.eof:
            raise CertificateError("the certificate is cut off in its body")
        if unpacker.unused_data:
            raise CertificateError("the certificate is damaged: there is extra data after its end")
        return body.decode("ascii")
    except (lzma.LZMAError, UnicodeDecodeError):
        raise CertificateError("the certificate is damaged: its body can't be decompressed") from None


def verify(told: Certificate) -> Record:
    """The record of the position that the certificate is about, if it proves its verdict; CertificateError if not."""
    try:
        about = read_record(f"{told.deal}\n{told.moves}\n")
        won = read_record(told.body) if told.verdict == "winnable" else None
    except EscapologyError as error:
        raise CertificateError(f"the certificate is false: {error}") from None
    if won is None:
        _verify_loss(about, told)
    elif read_record(won_line(told.body)).deal != about.deal or won.moves[: len(about.moves)] != about.moves:
        raise CertificateError("the certificate is false: its record is of another deal or position")
    elif not won.game.rules.won(won.deal, won.last_state()):
        raise CertificateError("the certificate is false: its record does not end in a win")
    return about


def won_line(body: str) -> str:
    """The deal line of a record."""
    return body.partition("\n")[0] + "\n"


def _verify_loss(about: Record, told: Certificate) -> None:
    d = about.deal
    if about.game.facts.has_dice:
        raise CertificateError(f"{about.game.title} has dice, so its positions have chances instead of proofs")
    argument = next((a for a in about.game.proving.all_arguments(about.game.rules) if a.name == told.argument), None)
    s = about.last_state() if about.moves else start_state(about.game, d)
    if argument is None or told.level not in argument.levels(d, s):
        raise CertificateError(
            f"the certificate is false: {shorten(told.argument)} is not an argument for this position"
        )
    members: defaultdict[tuple[int, ...], list[Claim]] = defaultdict(list)
    for number, line in enumerate(told.body.splitlines(), 1):
        claim = _read_claim(line, number)
        members[claim.key].append(claim)
    _need_cover(argument.opens(d, s, told.level), members, "the start")
    try:
        for claims in members.values():
            for claim in claims:
                where = f"what follows on the claim {shorten(claim_text(claim), 100)}"
                _need_cover(argument.follows(d, claim, told.level), members, where)
        gap = argument.gap(d, s, (claim for claims in members.values() for claim in claims), told.level)
    except CertificateError:
        raise
    except (ArithmeticError, LookupError, TypeError, ValueError):
        text = shorten(claim_text(claim), 100)
        raise CertificateError(f"the certificate is false: {text} is not a claim of this deal") from None
    if gap:
        raise CertificateError(f"the certificate is false: {gap}")


def claim_text(claim: Claim) -> str:
    """A claim as a line: its key, its amounts, and its places in hexadecimal, with bars between them."""
    return f"{' '.join(map(str, claim.key))}|{' '.join(map(str, claim.amounts))}|{claim.places:x}"


def _read_claim(line: str, number: int) -> Claim:
    try:
        key, amounts, places = line.split("|")
        claim = Claim(tuple(map(int, key.split())), tuple(map(int, amounts.split())), int(places, 16))
    except ValueError:
        claim = Claim(())
    if claim_text(claim) != line:
        raise CertificateError(f"the certificate is false: line {number} of its body is not a claim: {shorten(line)}")
    return claim


def _need_cover(happens: Iterable[Alternatives], members: dict[tuple[int, ...], list[Claim]], where: str) -> None:
    """All that happens must be covered by a member, and nothing may be a win."""
    for alternatives in happens:
        if not alternatives:
            raise CertificateError(f"the certificate is false: {where} is a win")
        if not any(member.covers(one) for one in alternatives for member in members.get(one.key, ())):
            text = shorten(claim_text(alternatives[-1]), 100)
            raise CertificateError(f"the certificate is false: {where} is not covered: no claim says {text}")
