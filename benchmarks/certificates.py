"""Certificates of lost deals: how large they are, and how long they take to be made and checked.

    python -m benchmarks.certificates [DEALS] [SETTING …]

Deals are those of the seeds from 0 on that are lost; `deals=FILE` takes them from a file instead, one deal line a line,
known to be lost, and `claims=N` is the limit of claims, 100,000 if not given. Times are of the processor, making and
checking apart, the solver left out.
"""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, median

import escapology as esc
from escapology.certificate import MOST_CLAIMS, CertificateError, make, read, verify
from escapology.record import read_record

SETTINGS = (
    "devils-square",
    "lab-rats",
    "lab-rats/hard",
    "lab-rats/bag",
    "lab-rats/rebag",
    "dont-let-them-get-you",
    "dont-let-them-get-you/even",
)


def lost_deals(setting: str) -> Iterator[str]:
    """The lines of lost deals, without end."""
    deals = map(esc.game(setting).deal, itertools.count())
    for row in esc.solve_many(deals, nodes=1_000_000):
        if row["verdict"] == "unwinnable":
            yield row["deal"]


def measure(name: str, deals: list[str], most: int) -> str:
    """A row of the table."""
    sizes, claims, made, checked, arguments = [], [], [], [], []
    too_large = 0
    for line in deals:
        about = read_record(line + "\n")
        began = time.process_time()
        try:
            data = make(about, None, most)
        except CertificateError:
            too_large += 1
            continue
        between = time.process_time()
        told = read(data)
        verify(told)
        checked.append(time.process_time() - between)
        made.append(between - began)
        sizes.append(len(data))
        claims.append(told.claims)
        arguments.append(told.argument)
    kinds = ", ".join(f"`{kind}`" for kind in sorted(set(arguments)))
    numbers = f"{mean(claims):,.0f} | {mean(sizes):,.0f} | {max(sizes):,} | {mean(made):.2f} | {mean(checked):.2f}"
    return f"| {name} | {len(deals)} | {len(sizes)} | {too_large} | {kinds} | {numbers} | {median(checked):.2f} |"


def main() -> None:
    """Print the table."""
    count = next((int(word) for word in sys.argv[1:] if word.isdigit()), 200)
    names = [word for word in sys.argv[1:] if not word.isdigit() and "=" not in word] or SETTINGS
    files = [word.removeprefix("deals=") for word in sys.argv[1:] if word.startswith("deals=")]
    most = next((int(word.removeprefix("claims=")) for word in sys.argv[1:] if "claims=" in word), MOST_CLAIMS)
    print("| game | lost deals | certificates | too large | argument | claims | bytes | most bytes | made, s |", end="")
    print(" checked, s | half below |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    if files:
        for file in files:
            lines = Path(file).read_text().splitlines()[:count]
            print(measure(lines[0].partition(":")[0], lines, most), flush=True)
        return
    for name in names:
        deals = lost_deals(name)
        print(measure(name, [next(deals) for _ in range(count)], most), flush=True)


if __name__ == "__main__":
    main()
