"""`escapology study GAME`: a study that a game itself brings along, with parameters of its own."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Iterator
from typing import Annotated, Any, cast

import typer
from typer.core import TyperCommand
from typer.main import get_command

from escapology.background import in_thread, need_numba
from escapology.cli.inputs import GameName, Json, OptionTexts, read_setting
from escapology.cli.output import json_line
from escapology.errors import SettingError
from escapology.files import read_named_file
from escapology.games import GAMES
from escapology.setting import Setting
from escapology.study import Finding, Parameter, Report, Study

__all__ = ["OwnStudyCommand", "own_study"]


def own_study(game: GameName, option: OptionTexts = None, json: Json = False, **chosen: str | None) -> Iterator[str]:
    """Run a study built into a game. The word `game` may be left out.

    {studies}

    Examples:
      escapology study kidnap-machine --enemy 6
      escapology study kidnap-machine --house manor --enemy 6 --option tie=fail --json
    """
    setting = read_setting(game, None, option)
    offered = GAMES[setting.game].study
    if offered is None:
        raise SettingError(f"{setting.game} has no study of its own; these have one: {', '.join(_studies())}")
    report = offered.begin(setting, _values(setting.game, offered, chosen), read_named_file)
    need_numba()
    return _json_lines(report) if json else _lines(setting, report)


def _studies() -> dict[str, Study]:
    return {name: game.study for name, game in GAMES.items() if game.study is not None}


def _values(game: str, offered: Study, chosen: dict[str, str | None]) -> dict[str, str]:
    """The value of each parameter, said or not."""
    values = {parameter.name: parameter.default for parameter in offered.parameters}
    for name, value in chosen.items():
        if value is not None and name not in values:
            raise SettingError(f"the study of {game} has no option --{name}: it has --{', --'.join(values)}")
        if value is not None:
            values[name] = value
    return values


def _json_lines(report: Report) -> Iterator[str]:
    for look in report.things.values():
        found = in_thread(look)
        yield json_line(**found.facts, **found.counts, **found.chances)


def _lines(setting: Setting, report: Report) -> Iterator[str]:
    width = max(len(name) for name in (*report.things, report.subject))
    counts = "".join(f"  {name:>5}" for name in report.counts)
    yield f"{setting.text}: {report.title}"
    yield f"  {report.subject:<{width}}{counts}" + "".join(f"  {name:>11}" for name in report.chances)
    rows: list[Finding] = []
    for name, look in report.things.items():
        rows.append(in_thread(look))
        told = "".join(f"  {rows[-1].counts[count]:>5}" for count in report.counts)
        yield f"  {name:<{width}}{told}{_means(report, rows[-1:])}"
    if len(rows) > 1:
        yield f"  {'mean':<{width}}{' ' * len(counts)}{_means(report, rows)}"


def _means(report: Report, rows: list[Finding]) -> str:
    """The mean of each chance."""
    return "".join(f"  {sum(row.chances[name] for row in rows) / len(rows):11.9f}" for name in report.chances)


def _parameters() -> dict[str, Parameter]:
    """Those of all studies."""
    return {parameter.name: parameter for offered in _studies().values() for parameter in offered.parameters}


def _option_of(parameter: Parameter) -> inspect.Parameter:
    kind = typer.Option(f"--{parameter.name}", metavar=parameter.value, help=parameter.words)
    return inspect.Parameter(
        parameter.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[str | None, kind]
    )


class OwnStudyCommand(TyperCommand):
    """The command with the options of all built-in studies, which are looked up only when it is used."""

    @functools.cached_property
    def _whole(self) -> TyperCommand:
        def command(**said: Any) -> Iterator[str]:
            return own_study(**said)

        signature = inspect.signature(own_study, eval_str=True)
        own = [p for p in signature.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
        more = [_option_of(parameter) for parameter in _parameters().values()]
        command.__signature__ = signature.replace(parameters=[*own, *more])  # type: ignore[attr-defined]
        told = "\n\n".join(f"{name}: {offered.words}" for name, offered in _studies().items())
        app = typer.Typer(rich_markup_mode=None, add_completion=False)
        app.command(help=(self.help or "").replace("{studies}", told))(command)
        return cast(TyperCommand, get_command(app))

    def get_params(self, ctx: Any) -> list[Any]:
        """All that can be said."""
        return self._whole.get_params(ctx)

    def invoke(self, ctx: Any) -> Any:
        """Run it."""
        return self._whole.invoke(ctx)

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """What the studies are about."""
        self._whole.format_help_text(ctx, formatter)
