"""Golden files: records with every state line, and pictures of their first, middle and last positions.

`python -m tests.golden` writes them anew, and the pictures of the documents with them. Do that on purpose only, look at
what has changed, and say why in the commit.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import escapology
from escapology.draw import svg, text
from escapology.figures import figures_of
from escapology.games import GAMES
from escapology.record import Record
from escapology.web.faces import style_sheet
from tests.kit import RECORDS, records

PICTURES = Path(__file__).parent / "pictures"
DOCUMENTS = Path(__file__).parent.parent / "docs" / "pictures"
RULEBOOKS = DOCUMENTS / "rules"
STYLES = Path(escapology.__file__).parent / "web" / "static" / "faces.css"

#: Pictures of the documents: file -> (record, move number)
SHOWN = {
    "devils-square.svg": ("devils-square", 30),
    "dont-let-them-get-you.svg": ("dont-let-them-get-you-won", 38),
    "kidnap-machine.svg": ("kidnap-machine-won", 5),
    "lab-rats.svg": ("lab-rats-won", 22),
    "not-alone.svg": ("not-alone-won", 33),
}


def state_lines(record: Record) -> str:
    return "".join(record.game.notation.state_text(record.deal, state) + "\n" for state in record.states())


def pictures(record: Record) -> dict[str, str]:
    """The pictures of a record by what stands behind its name."""
    drawn: dict[str, str] = {}
    states = list(record.states())
    for number in sorted({0, len(states) // 2, len(states) - 1}):
        scene = record.game.presentation.scene(*record.game.knowledge.observe(record.deal, states[number]))
        drawn[f"{number}.svg"] = svg(scene) + "\n"
        drawn[f"{number}.txt"] = text(scene) + "\n\n" + scene.description + "\n"
    return drawn


def documents() -> dict[Path, str]:
    """The pictures of the documents."""
    drawn: dict[Path, str] = {}
    for name, (stem, number) in SHOWN.items():
        record = records()[stem]
        state = list(record.states())[number]
        scene = record.game.presentation.scene(*record.game.knowledge.observe(record.deal, state))
        drawn[DOCUMENTS / name] = svg(scene, targets=False) + "\n"
    return drawn


def figures(name: str) -> dict[Path, str]:
    """The figures of a game's rulebook."""
    return {
        RULEBOOKS / name / f"{figure}.svg": svg(drawn.scene(), targets=False) + "\n"
        for figure, drawn in figures_of(GAMES[name]).items()
    }


def faces() -> dict[Path, str]:
    """The same positions at the places that the games are played at; all other pictures are plain."""
    drawn: dict[Path, str] = {}
    for stem, number in SHOWN.values():
        record = records()[stem]
        show, face = record.game.presentation.scene, record.game.presentation.face
        scene = show(*record.game.knowledge.observe(record.deal, list(record.states())[number]))
        drawn[PICTURES / f"face-{face}.svg"] = svg(scene, palette=f"{face}-light") + "\n"
    return drawn


def of_record(name: str) -> dict[Path, str]:
    """What belongs to a record: its state lines and its pictures."""
    record = records()[name]
    drawn = {PICTURES / f"{name}.{ending}": picture for ending, picture in pictures(record).items()}
    return {RECORDS / f"{name}.states": state_lines(record)} | drawn


def makers() -> dict[str, Callable[[], dict[Path, str]]]:
    """What makes the golden files, by what they belong to."""
    return {
        "documents": documents,
        "faces": faces,
        "styles": lambda: {STYLES: style_sheet()},
        **{f"rulebook-{name}": partial(figures, name) for name in GAMES},
        **{f"record-{name}": partial(of_record, name) for name in records()},
    }


def expected() -> dict[Path, str]:
    """Every golden file and what it should hold."""
    return {path: content for make in makers().values() for path, content in make().items()}


def write() -> None:
    files = expected()
    for folder, kinds in ((RECORDS, ["*.states"]), (PICTURES, ["*"]), (DOCUMENTS, ["*.svg"]), (RULEBOOKS, ["*/*.svg"])):
        folder.mkdir(exist_ok=True)
        for kind in kinds:
            for path in folder.glob(kind):
                path.unlink()
    for path, content in files.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")


if __name__ == "__main__":
    write()
