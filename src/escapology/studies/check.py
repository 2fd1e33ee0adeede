"""A study that is checked by somebody who doubts it: files, certificates, and a sample solved in another way.

Files must be those that were written. Certificates must prove what the rows say, about the deals of their seeds, by the
plain rules alone. And of a sample the verdicts must be those of the search that is made from the rules, which shares
nothing with the games' own solvers; where it does not come to an end, it says nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from escapology.certificate import CertificateError, read, verify
from escapology.errors import shorten
from escapology.games import GAMES
from escapology.middle import deal_line, new_deal, start_state
from escapology.protocol import AnyGame
from escapology.setting import Setting, parse_setting
from escapology.solve.search import search
from escapology.studies.errors import StudyError
from escapology.studies.folder import Folder
from escapology.studies.measures import Row
from escapology.studies.parts import DamagedError, read_part
from escapology.studies.table import Table
from escapology.verdict import Limits

__all__ = ["check_study"]

_DECIDED: Final = ("winnable", "unwinnable")


def check_study(folder: Folder, sample: int, nodes: int) -> Table:
    """What was checked, setting by setting; StudyError at the first thing that is wrong.

    Of each setting about so many deals are solved once more, with so many positions for each.
    """
    plan = folder.plan
    if "verdict" not in plan.measures:
        raise StudyError(f"{folder.path} has no verdicts to verify: it measures {', '.join(plan.measures)}")
    if folder.is_finished and (damaged := folder.damaged()):
        raise StudyError(f"{folder.path}/{damaged[0]} has changed since it was written: run the study again")
    rows = []
    for number, text in enumerate(plan.settings):
        setting = parse_setting(text, GAMES)
        counts: Counter[str] = Counter()
        every = max(1, plan.counts[number] // sample) if sample else 0
        for row in _rows(folder, number):
            counts["deals"] += 1
            _check_certificate(setting, row, counts)
            if every and (row["seed"] - plan.seeds.first) % every == 0 and row["verdict"] in _DECIDED:
                _search(GAMES[setting.game], setting, row, nodes, counts)
        names = ("deals", "proved", "left out", "searched", "no answer")
        rows.append((text, *(f"{counts[name]:,}" for name in names)))
    words = (
        "Certificates that hold, and those left out because they would be too large; deals solved again by a plain "
        "search made from the rules, and those for which that search ran out of positions."
    )
    head = ("setting", "deals", "certificates", "left out", "solved again", "no answer")
    return Table("check", "Nothing wrong found", words, head, tuple(rows))


def _rows(folder: Folder, setting: int) -> Iterator[Row]:
    for piece in folder.stored():
        if piece.setting != setting:
            continue
        path = folder.part(piece)
        try:
            columns = read_part(folder.plan, piece, path)
        except DamagedError as error:
            raise StudyError(f"{path} is damaged ({error}): run the study again to compute it anew") from None
        for values in zip(*columns.values(), strict=True):
            yield dict(zip(columns, values, strict=True))


def _check_certificate(setting: Setting, row: Row, counts: Counter[str]) -> None:
    data: Any = row.get("certificate")
    if data is None:
        counts["left out"] += row.get("no_certificate") is not None
        return
    try:
        told = read(data)
        about = verify(told)
    except CertificateError as error:
        raise StudyError(f"the certificate of {_name(setting, row)} is invalid: {error}") from None
    if about.moves or deal_line(about.game, about.deal) != _line(setting, row):
        raise StudyError(f"the certificate of {_name(setting, row)} is about {shorten(told.deal, 60)}")
    if told.verdict != row["verdict"]:
        raise StudyError(f"{_name(setting, row)} is called {row['verdict']}, but its certificate proves {told.verdict}")
    counts["proved"] += 1


def _search(game: AnyGame, setting: Setting, row: Row, nodes: int, counts: Counter[str]) -> None:
    if game.solving.hooks is None:
        return
    deal = new_deal(setting, row["seed"])
    found = search(game, deal, start_state(game, deal), Limits(nodes)).verdict
    if found == "undecided":
        counts["no answer"] += 1
        return
    if found != row["verdict"]:
        raise StudyError(f"{_name(setting, row)} is called {row['verdict']}, but the search says {found}")
    counts["searched"] += 1


def _name(setting: Setting, row: Row) -> str:
    return f"the deal of {setting.text} with seed {row['seed']}"


def _line(setting: Setting, row: Row) -> str:
    return deal_line(GAMES[setting.game], new_deal(setting, row["seed"]))
