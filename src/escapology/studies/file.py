"""A plan as a TOML file.

    title = "How many deals of Lab Rats can be won?"
    measure = ["verdict", "nodes"]

    [[games]]                               # as many as wanted; each is a grid
    game = "lab-rats"
    variants = ["classic", "hard"]          # or "all"; the game's first one if left out
    options = { lift = "all" }              # every value, or a list of values; the default if left out
    count = 5_000                           # deals of these settings, if not so many as [seeds] says

    [seeds]
    first = 1
    count = 10_000

    [limits]                                # on one deal. Never seconds: they differ from machine to machine
    nodes = 10_000_000

    [certificates]                          # are kept of one deal in so many
    one_in = 100

    [short]                                 # what is different in the short form
    count = 200

`docs/studies.md` tells all of it. Every mistake in a file is named, with what would be right.
"""

from __future__ import annotations

import difflib
import itertools
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from escapology.errors import SettingError, shorten
from escapology.games import GAMES
from escapology.luck import MAX_SEED
from escapology.protocol import AnyGame
from escapology.setting import make_setting, parse_setting
from escapology.studies.errors import StudyError
from escapology.studies.measures import column_of
from escapology.studies.plan import MEASURES, Plan, Seeds

__all__ = ["PRECISION", "plan_text", "read_plan", "read_source", "ready_names", "settings_of"]

PRECISION: Final = re.compile(r"(?:0|[1-9][0-9]?)(?:\.[0-9]{1,6})?%")
_TABLES: Final = {
    "": ("title", "about", "measure", "games", "seeds", "limits", "bots", "certificates", "precision", "short"),
    "games": ("game", "variants", "options", "count"),
    "seeds": ("first", "count", "piece", "batch"),
    "limits": ("nodes", "megabytes"),
    "bots": ("names", "worlds", "luck"),
    "certificates": ("one_in", "claims"),
    "short": ("count", "piece", "batch", "precision"),
}
_USUAL_PIECE: Final = 200
_USUAL_CLAIMS: Final = 10_000  # of a certificate: some seconds
_MOST_DEALS: Final = 10**9
_MOST_SETTINGS: Final = 1000
_FOLDER: Final = files("escapology.studies") / "ready"


def ready_names() -> list[str]:
    """The studies that come with the package."""
    return sorted(file.name.removesuffix(".toml") for file in _FOLDER.iterdir() if file.name.endswith(".toml"))


def read_source(name: str) -> tuple[str, str]:
    """The text of a study file, or of the ready study of that name; and what errors call it."""
    path = Path(name)
    try:
        if re.fullmatch("[a-z0-9-]+", name) and not path.exists():
            if name in ready_names():
                return (_FOLDER / f"{name}.toml").read_text(encoding="utf-8"), name
            like = difflib.get_close_matches(name, ready_names(), 1)
            hint = f"did you mean {like[0]}?" if like else "see `escapology study list`"
            raise StudyError(f"there is no file or built-in study called {shorten(name)}: {hint}")
        return path.read_text(encoding="utf-8"), shorten(name, 80)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StudyError(
            f"can't read {shorten(name, 80)}: {reason}; give a study file, or the name of a built-in study"
        ) from None
    except UnicodeDecodeError:
        raise StudyError(f"{shorten(name, 80)} is not text: a study is a TOML file in UTF-8") from None


def read_plan(text: str, name: str, *, short: bool = False, precision: str = "") -> Plan:
    """The plan that a file describes; `precision` takes the place of the file's own."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise StudyError(f"{name} is not a TOML file: {error}") from None
    mistakes: list[str] = []
    plan = _Reader(tables, mistakes).plan(short, precision)
    if mistakes:
        if len(mistakes) == 1:
            raise StudyError(f"{name}: {mistakes[0]}")
        told = "".join(f"\n  {number}. {mistake}" for number, mistake in enumerate(mistakes, 1))
        raise StudyError(f"{name} has {len(mistakes)} mistakes:{told}")
    return plan


class _Reader:
    """Reads the tables of a file, and goes on after a mistake."""

    def __init__(self, tables: dict[str, Any], mistakes: list[str]) -> None:
        self.tables = tables
        self.mistakes = mistakes

    def plan(self, short: bool, precision: str) -> Plan:
        """What they say, as far as it makes sense."""
        self._check_names("", self.tables)
        settings = self._settings()
        bots = self._table("bots")
        names = self._texts(bots, "names", "bots")
        proofs = self._table("certificates")
        one_in = self._number(proofs, "one_in", "certificates", 1, _MOST_DEALS, None) or 0
        measures = self._measures(names, bool(one_in))
        self._check_fit(settings, measures)
        seeds, precision = self._seeds(short, precision)
        counts = self._counts(settings, seeds, short)
        if precision and not {"verdict", "bots"} & set(measures):
            self._wrong('a precision needs a share to go by: measure "verdict", or bots')
        limits = self._table("limits")
        return Plan(
            title=self._text("title", "untitled"),
            about=self._text("about", ""),
            settings=tuple(settings),
            measures=measures,
            bots=tuple(names),
            worlds=self._number(bots, "worlds", "bots", 1, 10**9, 20) or 20,
            luck=self._number(bots, "luck", "bots", 0, MAX_SEED, 0) or 0,
            seeds=seeds,
            nodes=self._number(limits, "nodes", "limits", 1, 10**15, None),
            megabytes=self._number(limits, "megabytes", "limits", 1, 10**6, None),
            counts=counts,
            one_in=one_in,
            claims=self._number(proofs, "claims", "certificates", 1, 10**9, _USUAL_CLAIMS) or 0 if one_in else 0,
            precision=precision,
        )

    def _wrong(self, words: str) -> None:
        self.mistakes.append(words)

    def _check_names(self, table: str, given: Mapping[str, Any]) -> None:
        known = _TABLES[table]
        where = f"[{table}] has" if table else "a study has"
        for name in given:
            if table == "limits" and name == "seconds":
                self._wrong(
                    "there is no limit in seconds, because the result would depend on the machine: limit nodes instead"
                )
            elif name not in known:
                like = difflib.get_close_matches(name, known, 1)
                hint = f"did you mean {like[0]}?" if like else f"it has {', '.join(known)}"
                self._wrong(f"{where} no {shorten(name)}: {hint}")

    def _table(self, name: str) -> dict[str, Any]:
        table = self.tables.get(name, {})
        if not isinstance(table, dict):
            self._wrong(f"{name} is a table: write [{name}] and its values below")
            return {}
        self._check_names(name, table)
        return table

    def _text(self, name: str, default: str) -> str:
        text = self.tables.get(name, default)
        if not isinstance(text, str):
            self._wrong(f"{name} must be a text: write it in quotes")
            return default
        return " ".join(text.split())

    def _texts(self, table: Mapping[str, Any], name: str, where: str) -> list[str]:
        texts = table.get(name, [])
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            self._wrong(f'{name} of [{where}] must be a list of texts: write {name} = ["…"]')
            return []
        for text in sorted({text for text in texts if texts.count(text) > 1}):
            self._wrong(f"{name} lists {shorten(text)} twice")
        return texts

    def _number(
        self, table: Mapping[str, Any], name: str, where: str, low: int, high: int, default: int | None
    ) -> int | None:
        if name not in table:
            return default
        number: Any = table[name]
        if not isinstance(number, int) or isinstance(number, bool) or not low <= number <= high:
            self._wrong(f"{name} of [{where}] is {shorten(str(number))}: write a whole number from {low} to {high}")
            return default
        return int(number)

    def _measures(self, bots: list[str], has_certificates: bool) -> tuple[str, ...]:
        given = self._texts(self.tables, "measure", "the file") if "measure" in self.tables else []
        for name in given:
            if name not in MEASURES:
                like = difflib.get_close_matches(name, MEASURES, 1)
                hint = f"did you mean {like[0]}?" if like else f"there are {', '.join(MEASURES)}"
                self._wrong(f"measure has {shorten(name)}, which is not a measure: {hint}")
        wanted = {*given, *(["bots"] if bots else []), *(["certificate"] if has_certificates else [])}
        if not wanted:
            self._wrong(f"there is nothing to measure: write measure = […] with some of {', '.join(MEASURES)}")
        if "certificate" in wanted and not has_certificates:
            self._wrong("it doesn't say how many certificates to keep: write one_in = 100 below [certificates]")
        if "bots" in wanted and not bots:
            self._wrong('bots are measured, but none is named: write names = ["greedy"] below [bots]')
        for name in bots:
            self._check_bot(name)
        columns = [column_of(name) for name in bots]
        for column in sorted({column for column in columns if columns.count(column) > 1} if bots else ()):
            self._wrong(f"two bots would share the column {column}_won: rename one of them")
        return tuple(name for name in MEASURES if name in wanted)

    def _check_bot(self, name: str) -> None:
        from escapology.api.bots import find_bot

        try:
            find_bot(name)
        except SettingError as error:
            self._wrong(str(error))

    def _settings(self) -> dict[str, int | None]:
        """The settings, each with the number of deals that it is to have, if it says one."""
        games = self.tables.get("games")
        if not isinstance(games, list) or not games or not all(isinstance(game, dict) for game in games):
            self._wrong('there is no game: write [[games]] and below it game = "devils-square"')
            return {}
        found: dict[str, int | None] = {}
        for game in games:
            grid, count = self._grid(game), self._number(game, "count", "games", 1, _MOST_DEALS, None)
            for text in sorted({text for text in grid if text in found or grid.count(text) > 1}):
                self._wrong(f"{text} appears twice")
            found |= dict.fromkeys(grid, count)
        if len(found) > _MOST_SETTINGS:
            self._wrong(f"the grid has {len(found):,} settings, and {_MOST_SETTINGS:,} is the most: leave some out")
        return found

    def _grid(self, given: dict[str, Any]) -> list[str]:
        """Each variant with each combination of values."""
        self._check_names("games", given)
        name = given.get("game")
        if not isinstance(name, str) or name not in GAMES:
            self._wrong(f"there is no game {shorten(str(name))}: there are {', '.join(GAMES)}")
            return []
        game = GAMES[name]
        variants = self._choices(game, "variants", given.get("variants"), [v.name for v in game.facts.variants])
        options = given.get("options", {})
        if not isinstance(options, dict):
            self._wrong('options must be a table: write options = { name = "all" }')
            return []
        known = {option.name: list(option.values) for option in game.facts.options}
        rows: list[list[tuple[str, str]]] = []
        for option, values in options.items():
            if option not in known:
                has = f"its options are {', '.join(known)}" if known else "it has no options"
                self._wrong(f"{name} has no option {shorten(option)}: {has}")
                continue
            chosen = self._choices(game, f"option {option}", values, known[option])
            rows.append([(option, value) for value in chosen])
        return [make_setting(game, v, dict(row)).text for v in variants for row in itertools.product(*rows)]

    def _choices(self, game: AnyGame, what: str, given: Any, known: list[str]) -> list[str]:
        if given is None:
            return known[:1]
        if given == "all":
            return known
        chosen = [given] if isinstance(given, str) else given
        if not isinstance(chosen, list) or not chosen or not all(isinstance(one, str) for one in chosen):
            self._wrong(f'{what} of {game.name}: write "all", or a list of {", ".join(known)}')
            return []
        for one in chosen:
            if one not in known:
                self._wrong(f"{what} of {game.name} can't be {shorten(one)}: there are {', '.join(known)}")
        return [one for one in chosen if one in known]

    def _check_fit(self, settings: Iterable[str], measures: tuple[str, ...]) -> None:
        """Whether the measures make sense for the games."""
        for name in dict.fromkeys(parse_setting(setting, GAMES).game for setting in settings):
            facts = GAMES[name].facts
            wrong = {"verdict", "length", "first", "slip", "certificate"} if facts.has_dice else {"chance"}
            wrong |= set() if facts.has_points else {"points"}
            for measure in measures:
                if measure in wrong:
                    self._wrong(f"{measure} can't be measured for {name}: {_why_not(measure, facts.has_dice)}")
        if "length" in measures and "nodes" not in self.tables.get("limits", {}):
            self._wrong("proving that a win is the shortest can take for ever: limit the nodes under [limits]")
        if "slip" in measures and not {"verdict", "bots"} <= set(measures):
            self._wrong('slip is about wins that bots throw away: measure "verdict" too, and name bots below [bots]')
        if "certificate" in measures and "verdict" not in measures:
            self._wrong('certificates prove verdicts: measure "verdict" too')
        if "nodes" in measures and not {"verdict", "chance"} & set(measures):
            self._wrong('nodes are what a verdict took: measure "verdict" too (or "chance", for games with dice)')

    def _seeds(self, short: bool, precision: str) -> tuple[Seeds, str]:
        seeds, less = self._table("seeds"), self._table("short")
        first = self._number(seeds, "first", "seeds", 0, MAX_SEED, 1) or 0
        numbers = {
            name: self._number(seeds, name, "seeds", 1, _MOST_DEALS, None) for name in ("count", "piece", "batch")
        }
        shorter = {name: self._number(less, name, "short", 1, _MOST_DEALS, None) for name in numbers}
        if "count" not in seeds:
            self._wrong("it doesn't say how many deals: write count = 1000 below [seeds]")
        if short:
            numbers |= {name: number for name, number in shorter.items() if number is not None}
        count = numbers["count"] or 1
        piece = min(numbers["piece"] or _USUAL_PIECE, count)
        batch = numbers["batch"] or piece * max(1, -(-1000 // piece))
        if batch % piece:
            self._wrong(f"batch is {batch}, which is not a multiple of piece, {piece}: write one that is")
        batch = max(piece, batch // piece * piece)
        return Seeds(first, count, piece, batch), self._precision(less if short else {}, precision)

    def _counts(self, settings: Mapping[str, int | None], seeds: Seeds, short: bool) -> tuple[int, ...]:
        """Deals of each setting; in the short form all have as many."""
        counts = tuple(seeds.count if short or count is None else count for count in settings.values())
        if (most := max(counts, default=0)) and seeds.first + most - 1 > MAX_SEED:
            self._wrong(f"{most} deals from seed {seeds.first} are too many: the last seed is {MAX_SEED}")
        return counts

    def _precision(self, less: Mapping[str, Any], precision: str) -> str:
        given = precision or less.get("precision") or self.tables.get("precision", "")
        if given and (not isinstance(given, str) or not PRECISION.fullmatch(given) or float(given[:-1]) == 0):
            self._wrong(
                f'precision is {shorten(str(given))}: write half the width of the interval you want, such as "0.1%"'
            )
            return ""
        return str(given)


def _why_not(measure: str, has_dice: bool) -> str:
    if has_dice and measure in {"verdict", "length", "first", "slip", "certificate"}:
        return "with dice, no deal is certainly won or lost; measure chance instead"
    return "it has no dice; measure verdict instead" if measure == "chance" else "it has no points"


def settings_of(plan: Plan) -> Iterable[tuple[AnyGame, str]]:
    """The games that are played, with their settings."""
    return ((GAMES[parse_setting(text, GAMES).game], text) for text in plan.settings)


def plan_text(plan: Plan) -> str:
    """The plan as a file, every value written out; what is read from it is the same plan."""
    seeds = plan.seeds
    lines = [f"title = {_quoted(plan.title)}"]
    lines += [f"about = {_quoted(plan.about)}"] if plan.about else []
    lines += [f"measure = {_quoted([name for name in plan.measures if name not in {'bots', 'certificate'}])}"]
    lines += [f"precision = {_quoted(plan.precision)}"] if plan.precision else []
    for text, count in zip(plan.settings, plan.counts, strict=True):
        setting = parse_setting(text, GAMES)
        lines += ["", "[[games]]", f"game = {_quoted(setting.game)}", f"variants = {_quoted([setting.variant])}"]
        if setting.options:
            chosen = ", ".join(f"{name} = {_quoted(value)}" for name, value in setting.options)
            lines += [f"options = {{ {chosen} }}"]
        lines += [f"count = {count}"] if count != seeds.count else []
    lines += ["", "[seeds]", f"first = {seeds.first}", f"count = {seeds.count}", f"piece = {seeds.piece}"]
    lines += [f"batch = {seeds.batch}"]
    limits = [("nodes", plan.nodes), ("megabytes", plan.megabytes)]
    if any(limit is not None for _, limit in limits):
        lines += ["", "[limits]", *(f"{name} = {limit}" for name, limit in limits if limit is not None)]
    if plan.one_in:
        lines += ["", "[certificates]", f"one_in = {plan.one_in}", f"claims = {plan.claims}"]
    if plan.bots:
        names = _quoted(list(plan.bots))
        lines += ["", "[bots]", f"names = {names}", f"worlds = {plan.worlds}", f"luck = {plan.luck}"]
    return "\n".join(lines) + "\n"


def _quoted(value: str | list[str]) -> str:
    """A text or a list of them as TOML writes it; JSON's strings are TOML's."""
    if isinstance(value, list):
        return f"[{', '.join(map(_quoted, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
