"""A piece of work: the deals of some seeds are made and measured. This is all that a worker does.

What comes out depends on the order alone: no clock decides, luck comes from seeds, and all limits are counted.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from escapology import __version__
from escapology.api.bots import find_bot, play_deal
from escapology.api.deal import Deal
from escapology.api.game import Game
from escapology.errors import SettingError
from escapology.games import GAMES
from escapology.luck import bots_luck
from escapology.middle import new_deal, start_state
from escapology.native import is_plain
from escapology.protocol import AnyGame, Struct
from escapology.protocol import Deal as DealStruct
from escapology.record import Record
from escapology.setting import Setting, parse_setting
from escapology.studies.measures import Row, column_of, columns_of
from escapology.studies.plan import Piece, Plan
from escapology.verdict import MEGABYTE, Effort, Limits, Solution, Verdict

__all__ = ["Order", "Outcome", "fingerprint", "solve_deals", "work_on"]

_FEW_CHOICES = 200  # positions met while first choices are looked for


class Order(NamedTuple):
    """What a worker is told: a piece, and of which plan."""

    plan: Plan
    piece: Piece


@dataclass(frozen=True, slots=True)
class Outcome:
    """What it tells back."""

    piece: Piece
    columns: dict[str, list[object]]
    seconds: float  # of the clock
    cpu: float  # seconds
    worker: str  # who has done it: for the timings
    code: str  # which version of the rules and solvers it ran


class Solved(NamedTuple):
    """A deal, and what the solver says."""

    seed: int
    deal: DealStruct
    found: Verdict | Solution
    points: int | None
    length: int | None


def work_on(order: Order) -> Outcome:
    """Do a piece."""
    plan, piece = order
    began, cpu = time.perf_counter(), time.thread_time()
    text = plan.settings[piece.setting]
    setting = parse_setting(text, GAMES)
    columns: dict[str, list[object]] = {column.name: [] for column in columns_of(plan)}
    try:
        for row in _rows(plan, setting, range(piece.first, piece.first + piece.deals)):
            row["setting"] = text
            for name, values in columns.items():
                values.append(row.get(name))
    except SettingError as error:
        raise SettingError(f"{text}: {error}") from None
    spent, of_cpu = time.perf_counter() - began, time.thread_time() - cpu
    return Outcome(piece, columns, spent, of_cpu, f"{platform.node()}:{os.getpid()}", fingerprint())


def _rows(plan: Plan, setting: Setting, seeds: Iterable[int]) -> Iterator[Row]:
    game = GAMES[setting.game]
    measures = set(plan.measures)
    if not measures - {"bots"}:
        for seed in seeds:
            yield {"seed": seed} | _bots(plan, game, new_deal(setting, seed), seed)
        return
    asked = {"points": "points" in measures, "shortest": "length" in measures}
    for solved in solve_deals(setting, seeds, *_limits(plan), **asked):
        row: Row = {"seed": solved.seed, "points": solved.points} | _verdict(solved)
        if "first" in measures:
            row |= _first(game, solved, plan.nodes)
        if "difficulty" in measures:
            row |= _difficulty(game, solved)
        if plan.one_in and solved.seed % plan.one_in == 0:
            row |= _certificate(plan, game, solved)
        yield row | _bots(plan, game, solved.deal, solved.seed, row.get("verdict") == "winnable")


def _limits(plan: Plan) -> tuple[int | None, int | None]:
    """Nodes and bytes that a position may take."""
    return plan.nodes, None if plan.megabytes is None else plan.megabytes * MEGABYTE


def solve_deals(
    setting: Setting, seeds: Iterable[int], nodes: int | None, memory: int | None, *, points: bool, shortest: bool
) -> Iterator[Solved]:
    """The deals of these seeds, solved one after the other: the one place where studies ask the solvers."""
    from escapology.solve.dealing import deal_quickly
    from escapology.solve.decision import find_most_points, find_verdict, measure

    game = GAMES[setting.game]
    for seed in seeds:
        deal = deal_quickly(setting, seed)
        state = start_state(game, deal)
        limits = Limits(nodes, None, memory)
        if game.facts.has_dice:
            yield Solved(seed, deal, _known_chance(game, deal, state, limits), None, None)
            continue
        found = find_verdict(game, deal, state, limits, shortest=shortest, in_bulk=True)
        most = find_most_points(game, deal, state, limits, found) if points else None
        yield Solved(seed, deal, found, most, measure(game, deal, state, found) if shortest else None)


_chances: dict[tuple[str, str, int | None, int | None], Verdict | Solution] = {}


def _known_chance(game: AnyGame, deal: DealStruct, state: Struct, limits: Limits) -> Verdict | Solution:
    """Dice to come make no difference to the chance before them: deals that look alike are worked out once."""
    from escapology.solve import best_chance

    look = deal.setting.text, repr(game.knowledge.observe(deal, state)), limits.nodes, limits.memory
    if look not in _chances:
        _chances[look] = best_chance(game, deal, state, limits)
    return _chances[look]


def _verdict(solved: Solved) -> Row:
    found = solved.found
    if isinstance(found, Solution):
        return {"chance": found.chance, "nodes": found.states}
    row: Row = {"verdict": found.verdict, "reason": found.reason, "nodes": found.nodes}
    if solved.length is not None:
        row |= {"length": solved.length, "is_shortest": found.is_shortest}
    return row


def _first(game: AnyGame, solved: Solved, nodes: int | None) -> Row:
    """The choices at the start of a deal that can be won; it is clear what they are worth where it can't."""
    from escapology.solve import solve
    from escapology.solve.choices import find_choices

    if not isinstance(solved.found, Verdict) or solved.found.verdict != "winnable":
        return {}
    state = start_state(game, solved.deal)
    choices = find_choices(game, solved.deal, state, _FEW_CHOICES)
    verdicts = [
        solve(game, solved.deal, choice.lead_from(game, solved.deal, state), Limits(nodes)).verdict
        for choice in choices
    ]
    return {
        "first_choices": len(verdicts),
        "first_winning": verdicts.count("winnable"),
        "first_undecided": verdicts.count("undecided"),
    }


def _difficulty(game: AnyGame, solved: Solved) -> Row:
    from escapology.solve.difficulty import level_of, measure

    found = solved.found
    if isinstance(found, Verdict) and found.verdict != "winnable":
        return {}
    hard = measure(game, solved.deal, found.moves if isinstance(found, Verdict) else ())
    level = level_of(game, solved.deal.setting.variant, hard)
    told = {"lost": hard.lost, "first_lost": hard.first, "narrow": hard.narrow, "level": level}
    return {"difficulty": hard.score} | told


def _certificate(plan: Plan, game: AnyGame, solved: Solved) -> Row:
    """What proves the verdict, checked by the plain rules."""
    from escapology.certificate import CertificateError, make, read, verify

    found = solved.found
    if not isinstance(found, Verdict) or found.verdict == "undecided":
        return {"no_certificate": "undecided"}
    try:
        won_by = found.moves if found.verdict == "winnable" else None
        data = make(Record(game, solved.deal, ()), won_by, plan.claims)
    except CertificateError:
        return {"no_certificate": "too large"}
    verify(read(data))
    return {"certificate": data}


def _bots(plan: Plan, game: AnyGame, deal: DealStruct, seed: int, can_be_won: bool = False) -> Row:
    """How the games of the bots end. Their luck is that of `escapology bots`, so they play the same games here."""
    row: Row = {}
    effort = Effort(worlds=plan.worlds)
    for name in plan.bots:
        dealt = Deal(Game(game, deal.setting), deal, seed)
        outcome = play_deal(dealt, name, find_bot(name), bots_luck(seed, plan.luck), effort)
        moves = len(outcome.record.moves)
        told = column_of(name)
        row |= {f"{told}_won": bool(outcome.is_won), f"{told}_score": outcome.score, f"{told}_moves": moves}
        if can_be_won and "slip" in plan.measures:
            from escapology.studies.slips import slip_of

            slip = slip_of(outcome.record, *_limits(plan))
            row |= {f"{told}_end": slip.end, f"{told}_slip": slip.turn}
    return row


def fingerprint() -> str:
    """Which rules and solvers these are, and whether they are compiled."""
    return f"{__version__}+{_sources()}{'.plain' if is_plain() else ''}"


@cache
def _sources() -> str:
    """A hash of the sources of the package that a result could depend on."""
    import hashlib
    from pathlib import Path

    import escapology

    root = Path(escapology.__file__).parent
    beside = {"cli", "draw", "text_play", "thinking", "web", "wording"}  # they show and ask; nothing is decided there
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        inside = path.relative_to(root)
        if inside.parts[0] not in beside and inside.parts[:1] != ("studies",):
            digest.update(inside.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    for name in ("measures.py", "parts.py", "plan.py", "slips.py", "work.py"):
        digest.update((root / "studies" / name).read_bytes())
    return digest.hexdigest()[:16]
