"""`escapology verify`: check certificates."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from escapology.certificate.verify import CertificateError, read
from escapology.certificate.verify import verify as check
from escapology.cli.inputs import Json
from escapology.cli.output import json_line
from escapology.errors import shorten

__all__ = ["verify"]


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILES", help="Certificates written by solve --certificate.")],
    json: Json = False,
) -> Iterator[str]:
    """Check certificates using only the plain rules.

    No solver and no compiled code takes part. A certificate of a win contains a winning record; a certificate of a
    loss, a set of claims that support one another. Prints one line per certificate: the verdict and the deal. The first
    invalid certificate ends the command, with the reason and exit code 2.

    Examples:
      escapology solve --certificate deal.proof 'blank: 6 5 4 3 2 1'
      escapology verify deal.proof
    """
    for file in files:
        try:
            data = file.read_bytes()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise CertificateError(f"can't read {shorten(str(file), 80)}: {reason}") from None
        try:
            told = read(data)
            about = check(told)
        except CertificateError as error:
            raise CertificateError(f"{shorten(str(file), 80)}: {error}") from None
        if json:
            yield json_line(
                deal=told.deal, moves=len(about.moves), verdict=told.verdict, argument=told.argument, claims=told.claims
            )
        else:
            after = f" after move {len(about.moves)}" if about.moves else ""
            proof = f" (proved by {told.claims:,} claims: {told.argument})" if told.claims else " (by its record)"
            yield f"{told.verdict}{proof}: {told.deal}{after}"
        sys.stdout.flush()
