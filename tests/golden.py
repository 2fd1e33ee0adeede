"""Golden files: records with every state line, and pictures of their first, middle and last positions.

`python -m tests.golden` writes them anew, and the pictures of the documents with them. Do that on purpose only, look at
what has changed, and say why in the commit.
"""

from pathlib import Path

from escapology.draw import svg, text
from escapology.figures import figures_of
from escapology.games import GAMES
from escapology.record import Record
from tests.kit import RECORDS, records

PICTURES = Path(__file__).parent / "pictures"
DOCUMENTS = Path(__file__).parent.parent / "docs" / "pictures"
RULEBOOKS = DOCUMENTS / "rules"

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


def figures() -> dict[Path, str]:
    """The figures of the rulebooks."""
    return {
        RULEBOOKS / name / f"{figure}.svg": svg(drawn.scene(), targets=False) + "\n"
        for name, game in GAMES.items()
        for figure, drawn in figures_of(game).items()
    }


def expected() -> dict[Path, str]:
    """Every golden file and what it should hold."""
    files = documents() | figures()
    for name, record in records().items():
        files[RECORDS / f"{name}.states"] = state_lines(record)
        files |= {PICTURES / f"{name}.{ending}": picture for ending, picture in pictures(record).items()}
    return files


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
