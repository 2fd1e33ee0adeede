"""`escapology study …`: run, show and report studies of many deals."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from escapology.cli.inputs import Json, whole
from escapology.cli.output import json_line
from escapology.cli.own_study import OwnStudyCommand, own_study
from escapology.errors import SettingError, shorten
from escapology.games import GAMES

__all__ = ["study_app"]

FolderName = Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder of a study.")]


def _precision(text: str) -> str:
    from escapology.studies.file import PRECISION

    if text and (not PRECISION.fullmatch(str(text)) or float(text[:-1]) == 0):
        raise typer.BadParameter(
            f"{shorten(str(text))} is not a precision: write half the width of the interval, such as 0.1%"
        )
    return text


def new(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="GAME…", help="Games such as lab-rats or lab-rats/hard[lift=any].")
    ] = None,
    measure: Annotated[
        list[str] | None, typer.Option("--measure", metavar="NAME", help="What to measure. Repeatable.")
    ] = None,
    bot: Annotated[
        list[str] | None, typer.Option("--bot", metavar="NAME", help="A bot to play the deals. Repeatable.")
    ] = None,
    count: Annotated[int, typer.Option(parser=whole(1, 10**9), metavar="N", help="Deals per setting.")] = 1000,
    seed: Annotated[int, typer.Option(parser=whole(0, 2**64 - 1), metavar="N", help="First seed.")] = 1,
    all_variants: Annotated[bool, typer.Option("--all-variants", help="Include every variant of these games.")] = False,
    all_options: Annotated[
        bool, typer.Option("--all-options", help="Include every value of every option. The grid can be large.")
    ] = False,
) -> Iterator[str]:
    """Print a new study file to edit.

    Examples:
      escapology study new devils-square --measure verdict --measure points > square.toml
      escapology study new lab-rats --all-variants --bot greedy --count 5000
    """
    from escapology.studies.sketch import sketch

    yield from sketch(game or [], measure or [], bot or [], seed, count, all_variants, all_options)


def list_studies(json: Json = False) -> Iterator[str]:
    """List the built-in studies.

    Examples:
      escapology study list
    """
    from escapology.studies.file import read_plan, read_source, ready_names

    for name in ready_names():
        plan = read_plan(*read_source(name))
        deals = sum(plan.counts)
        if json:
            yield json_line(name=name, title=plan.title, about=plan.about, settings=plan.settings, deals=deals)
        else:
            yield f"{name:<30} {plan.title} ({'up to ' if plan.precision else ''}{deals:,} deals)"


def run(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A study file, a built-in study, or the folder of a study to resume.")
    ],
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="FOLDER", help="Folder for the result. Default: named after the file."),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(parser=whole(1, 1024), metavar="N", help="Number of local processes. Default: one per core."),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Run on a Dask cluster: tcp://HOST:PORT, a scheduler file, local:4 or slurm:40.",
        ),
    ] = None,
    precision: Annotated[
        str,
        typer.Option(
            parser=_precision, metavar="P", help="Stop a setting once its shares are known to ± P, such as 0.1%."
        ),
    ] = "",
    short: Annotated[bool, typer.Option("--short", help="Run a short version, for a first look.")] = False,
) -> Iterator[str]:
    """Run a study, or resume one.

    An interrupted study gives the same result as an uninterrupted one, to the last bit.

    Examples:
      escapology study run devils-square --short
      escapology study run my.toml --to results/my --jobs 8
      escapology study run my.toml --cluster tcp://10.0.0.1:8786 --precision 0.1%
    """
    from escapology.studies.crew import Crew
    from escapology.studies.file import read_plan, read_source
    from escapology.studies.folder import open_folder
    from escapology.studies.progress import watcher
    from escapology.studies.run import run_study
    from escapology.studies.table import text_of
    from escapology.studies.tables import state_words, tables_of

    if cluster is not None and jobs is not None:
        raise SettingError("give --jobs for local processes or --cluster, not both")
    if (Path(file) / "study.toml").exists():
        if to is not None or precision or short:
            raise SettingError(f"{shorten(file)} is a study already under way: leave out --to, --precision and --short")
        plan, folder = open_folder(Path(file), None).plan, Path(file)
    else:
        plan = read_plan(*read_source(file), short=short, precision=precision)
        folder = to or Path(Path(file).stem + ("-short" if short else ""))

    def hire(log: Callable[[str], None]) -> Crew:
        if cluster is not None:
            from escapology.studies.cluster import DaskCrew

            return DaskCrew(cluster, log)
        from escapology.studies.local import LocalCrew

        return LocalCrew(jobs or _cores(), log)

    done = run_study(plan, folder, hire, watcher)
    yield f"{plan.title} [{state_words(done)}, in {folder}]"
    yield ""
    for table in tables_of(done)[:1]:
        yield from text_of(table)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def show(
    folder: FolderName,
    json: Json = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the tables as Markdown.")] = False,
) -> Iterator[str]:
    """Print a study's tables, whether it is finished or still running.

    Examples:
      escapology study show devils-square
      escapology study show devils-square --markdown > square.md
    """
    from escapology.studies.folder import open_folder
    from escapology.studies.run import stored_tallies, summary_of
    from escapology.studies.table import markdown_of, text_of
    from escapology.studies.tables import state_words, tables_of

    if json and markdown:
        raise SettingError("give --json or --markdown, not both")
    opened = open_folder(folder, None)
    if json:
        summary = summary_of(stored_tallies(opened))
        for row in summary["settings"]:
            yield json_line(**row)
        return
    yield f"{opened.plan.title} [{state_words(opened)}]"
    for table in tables_of(opened):
        yield ""
        yield from (f"**{table.title}**", "", table.words, "", *markdown_of(table)) if markdown else text_of(table)


def check(
    folder: FolderName,
    sample: Annotated[
        int,
        typer.Option("--sample", parser=whole(0, 10**9), metavar="N", help="Deals per setting to solve again."),
    ] = 50,
    limit_nodes: Annotated[
        int,
        typer.Option("--limit-nodes", parser=whole(1, 10**15), metavar="N", help="Position limit for each of them."),
    ] = 1_000_000,
) -> Iterator[str]:
    """Verify the results of a study.

    Checks the files, verifies the certificates using only the plain rules, and solves a sample again with the generic
    search.

    Examples:
      escapology study verify devils-square
      escapology study verify devils-square --sample 1000
    """
    from escapology.studies.check import check_study
    from escapology.studies.folder import open_folder
    from escapology.studies.table import text_of

    yield from text_of(check_study(open_folder(folder, None), sample, limit_nodes))


def report(
    folder: FolderName,
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="NAME", help="File name without extension. Default: report, in the folder."),
    ] = None,
) -> Iterator[str]:
    """Write a report with charts, as one HTML page and as Markdown.

    Examples:
      escapology study report devils-square
    """
    from escapology.studies.folder import open_folder
    from escapology.studies.report import write_report

    yield from (str(path) for path in write_report(open_folder(folder, None), to or folder / "report"))


def sql(
    folder: FolderName,
    question: Annotated[str, typer.Argument(metavar="QUERY", help="A SQL query; the table is called deals.")],
    json: Json = False,
) -> Iterator[str]:
    """Query a study with SQL.

    Uses DuckDB. Prints CSV, or with --json one object per line.

    Examples:
      escapology study sql devils-square 'select verdict, count(*) from deals group by all'
    """
    from escapology.studies.folder import open_folder
    from escapology.studies.sql import ask

    rows = ask(open_folder(folder, None), question)
    names = [str(name) for name in next(rows)]
    if json:
        for row in rows:
            yield json_line(**dict(zip(names, map(_plain, row), strict=True)))
        return
    yield _csv(names)
    for row in rows:
        yield _csv(row)


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def _csv(row: Any) -> str:
    import csv
    import io

    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow("" if value is None else value for value in row)
    return out.getvalue()


class _StudyGroup(TyperGroup):
    """The commands; any other word is a game, whose own study is asked for."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Which command it is."""
        word = args[0]
        if word not in self.commands and not word.startswith("-"):
            name = word.split("/")[0].split("[")[0]
            if name not in GAMES:
                known = ", ".join(self.commands)
                raise SettingError(f"{shorten(word)} is neither a game nor a study command: choose from {known}")
            args = ["game", *args]
        return super().resolve_command(ctx, args)


def study_app(words: Callable[[Callable[..., object]], str]) -> typer.Typer:
    """All of them; `words` makes help of a docstring."""
    app = typer.Typer(
        rich_markup_mode=None,
        add_completion=False,
        cls=_StudyGroup,
        no_args_is_help=True,
        help=words(_study),
    )
    app.command("list", help=words(list_studies))(list_studies)
    for command in (new, run, show, report, sql):
        app.command(help=words(command))(command)
    app.command("verify", help=words(check))(check)
    app.command("game", help=words(own_study), cls=OwnStudyCommand)(own_study)
    return app


def _study() -> None:
    """Measure many deals, on one machine or a cluster.

    How many can be won, how hard they are, what a ruling changes. A study is a small file and its result a folder.
    Results are identical to the last bit on one machine or a hundred, interrupted or not.

    Examples:
      escapology study list
      escapology study run devils-square --short
      escapology study show devils-square-short
      escapology study kidnap-machine --enemy 6
    """
