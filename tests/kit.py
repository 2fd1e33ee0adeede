"""What every game has for its tests, found by its name. `missing` says of a game what is still to be written.

tests/games/NAME/          tests of its rules, at least: one for each rule and ruling
tests/oracles/NAME.py      `Twin`: the game again, slow, plain and differently written
tests/invariants/NAME.py   `check(d, s)`: what is never lost or doubled
tests/perft/NAME.txt       counts of move sequences, made by the twin
tests/deals/NAME.txt       the deals of a few seeds, pinned for ever
tests/records/NAME*.txt    records: one of each variant, one that is won, one that is not
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from escapology import games
from escapology.errors import RecordError
from escapology.games import GAMES
from escapology.record import Record, read_record
from tests.settings import all_settings

FOLDER = Path(__file__).parent
RECORDS = FOLDER / "records"


class Twin(Protocol):
    """A game as its twin plays it."""

    def moves(self) -> list[str]:
        """The legal moves, sorted."""

    def play(self, move: str) -> None:
        """Make one of them."""

    def state(self) -> str:
        """The state line."""


def module_of(name: str) -> str:
    """What a game is called in Python."""
    return name.replace("-", "_")


def rules_tests(name: str) -> list[Path]:
    """The tests of a game's rules: test_rules.py, or test modules in a folder `rules`, as the game has them."""
    folder = FOLDER / "games" / GAMES[name].facts.folder.relative_to(Path(games.__path__[0]))
    return [*folder.glob("test_rules.py"), *folder.glob("rules/test_*.py")]


def twin_file(name: str) -> Path:
    return FOLDER / "oracles" / f"{module_of(name)}.py"


def invariants_file(name: str) -> Path:
    return FOLDER / "invariants" / f"{module_of(name)}.py"


def perft_file(name: str) -> Path:
    return FOLDER / "perft" / f"{name}.txt"


def deals_file(name: str) -> Path:
    return FOLDER / "deals" / f"{name}.txt"


def has_twin(name: str) -> bool:
    return twin_file(name).exists()


def twin_of(name: str) -> Callable[[str], Twin]:
    """The twin of a game: called with a deal line, it is at the start of that deal."""
    twin: Callable[[str], Twin] = importlib.import_module(f"tests.oracles.{module_of(name)}").Twin
    return twin


def check_invariants(name: str, d: Any, s: Any) -> None:
    """What a game promises of every position; one that promises nothing yet is told so by `missing`."""
    if invariants_file(name).exists():
        importlib.import_module(f"tests.invariants.{module_of(name)}").check(d, s)


def read_perft(path: Path) -> list[tuple[str, list[int]]]:
    """The deal lines of a suite, each with the counts of depths 1, 2, 3 …"""
    entries = [entry.split("\n= ") for entry in path.read_text(encoding="utf-8").strip().split("\n\n")]
    return [(line, [int(n) for n in counts.split()]) for line, counts in entries]


def records() -> dict[str, Record]:
    """The golden records by name."""
    return {path.stem: _read(path, path.read_text(encoding="utf-8")) for path in sorted(RECORDS.glob("*.txt"))}


@functools.cache
def _read(path: Path, text: str) -> Record:
    try:
        return read_record(text)
    except RecordError as error:
        again = "`python -m tests.suites --anew NAME` makes the records of a game anew"
        raise RecordError(f"{path.relative_to(FOLDER.parent)}, {error}; {again}") from None


def made_files(name: str) -> list[Path]:
    """All files of a game that `tests.suites` and `tests.golden` make."""
    found = [perft_file(name), deals_file(name), GAMES[name].facts.folder / "EXAMPLE.txt"]
    for folder in (RECORDS, FOLDER / "pictures"):
        found += [path for pattern in (f"{name}.*", f"{name}-*") for path in folder.glob(pattern)]
    return [path for path in found if path.exists()]


def missing(name: str) -> list[str]:
    """What is still to be written for a game, a sentence each."""
    made = f"`python -m tests.suites {name}` writes it"
    wanted = [
        (twin_file(name), "the game again as a class Twin(deal_line), slow and plain, written from RULES.md alone"),
        (invariants_file(name), "a function check(d, s), which asserts what is never lost or doubled"),
        (perft_file(name), f"counts of move sequences by the twin; {made}"),
        (deals_file(name), f"the deals of a few seeds, pinned for ever; {made}"),
        (GAMES[name].facts.folder / "EXAMPLE.txt", f"the record of a game that is won, for the rules page; {made}"),
    ]
    said = [f"{path.relative_to(FOLDER.parent)} is missing: {words}" for path, words in wanted if not path.exists()]
    if not rules_tests(name):
        words = "one test for each rule and ruling, on a literal position"
        said.append(f"tests/games/{module_of(name)}/test_rules.py is missing: {words}")
    if deals_file(name).exists():
        pinned = {line.split(" ", 1)[1].split(":")[0] for line in deals_file(name).read_text().splitlines()}
        settings = {setting.text for setting in all_settings() if setting.game == name}
        said += [f"tests/deals/{name}.txt pins no deal of {setting}" for setting in sorted(settings - pinned)]
        said += [f"tests/deals/{name}.txt pins deals of {setting}, which is none" for setting in pinned - settings]
    said += [f"tests/records/{stem}.txt is missing: {words}; {made}" for stem, words in missing_records(name).items()]
    return said


def missing_records(name: str) -> dict[str, str]:
    """The records that a game still needs: what they could be called, and what they are."""
    game = GAMES[name]
    own = [record for record in records().values() if record.game is game]
    played = {record.deal.setting.variant for record in own}
    endings = {game.notation.status(record.deal, record.last_state()) for record in own}
    wanted: dict[str, str] = {}
    for variant in game.facts.variants:
        if variant.name not in played or (variant is game.facts.variants[0] and endings <= {"won"}):
            suffix = "" if variant is game.facts.variants[0] else f"-{variant.name}"
            wanted[f"{name}{suffix}"] = f"the record of a game of {name}/{variant.name} that is not won"
    if "won" not in endings:
        wanted[f"{name}-won"] = "the record of a game that is won"
    return wanted
