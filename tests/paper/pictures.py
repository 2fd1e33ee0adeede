"""Draws the pictures of docs/paper.md: what is printed, a page each.

python -m tests.paper.pictures        (needs poppler's pdftoppm)
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from escapology.paper import Look
from tests.paper.conftest import printed

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SHOWN = (  # what, of which game, which page, and with which ink
    ("pieces", "devils-square", 1, "colour"),
    ("pieces", "lab-rats", 3, "low"),
    ("aid", "dont-let-them-get-you", 1, "colour"),
    ("pieces", "kidnap-machine", 3, "low"),
    ("pieces", "not-alone", 3, "colour"),
    ("rules", "devils-square", 2, "colour"),
)
DOTS = "55"  # to an inch


def name_of(kind: str, game: str) -> str:
    return f"print-{game}-{kind}"


def main() -> None:
    """Draw them anew."""
    for kind, game, page, ink in SHOWN:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "made.pdf"
            path.write_bytes(printed(kind, game, Look("a4", "low" if ink == "low" else "colour")))
            to = FOLDER / name_of(kind, game)
            at = ["-r", DOTS, "-png", "-singlefile", "-f", str(page), "-l", str(page)]
            subprocess.run(["pdftoppm", *at, path, to], check=True)
        sys.stdout.write(f"{to}.png\n")


if __name__ == "__main__":
    main()
