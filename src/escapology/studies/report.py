"""A study as one HTML page that needs nothing else, and as Markdown: the same words, tables and charts."""

from __future__ import annotations

import html
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from escapology.studies.charts import INK, MOST_LINES, charts_of
from escapology.studies.file import plan_text
from escapology.studies.folder import Folder
from escapology.studies.plan import MEASURES
from escapology.studies.run import stored_tallies
from escapology.studies.table import Table, cell, markdown_of
from escapology.studies.tables import state_words, tables_of

__all__ = ["write_report"]

_STYLE: Final = """
:root { color-scheme: light dark; --ink: light-dark(#23262b, #e4e6ea); --dim: light-dark(#5b616b, #a5acb8);
  --ground: light-dark(#fff, #16181c); --line: light-dark(#d9dce1, #363b44); --band: light-dark(#f5f6f8, #1e2127); }
body { margin: 0 auto; padding: 2.5rem 1.25rem 4rem; max-width: 58rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, sans-serif; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .5rem; text-wrap: balance; }
h2 { font-size: 1.25rem; margin: 2.75rem 0 .4rem; }
p { margin: .4rem 0 1rem; max-width: 44rem; }
.state, figcaption, .facts dt { color: var(--dim); }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.25rem; margin: 1.25rem 0; }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .94rem; }
th, td { padding: .35rem .9rem .35rem 0; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
th { color: var(--dim); font-weight: 500; vertical-align: bottom; }
th:first-child, td:first-child, .words { text-align: left; }
figure { margin: 1.25rem 0 0; overflow-x: auto; }
figure svg { display: block; width: 100%; height: auto; min-width: 34rem; max-width: 48rem; }
figure svg text { font-family: system-ui, sans-serif !important; }
pre { background: var(--band); padding: 1rem; overflow-x: auto; border-radius: .4rem; font-size: .86rem; }
"""


_WORDS: Final = {"why", "bot"}  # columns that hold words, not figures


def write_report(folder: Folder, to: Path) -> list[Path]:
    """Write both; where they are. Markdown has its charts in a folder beside it."""
    tables = tables_of(folder)
    charts = charts_of(folder, stored_tallies(folder))
    page, text = to.with_name(f"{to.name}.html"), to.with_name(f"{to.name}.md")
    folder.write(page, _page(folder, tables, charts).encode())
    for name, chart in charts.items():
        folder.write(_chart_file(to, name), _alone(chart).encode())
    folder.write(text, "\n".join(_markdown(folder, tables, charts, to)).encode())
    return [page, text]


def _facts(folder: Folder) -> Iterator[tuple[str, str]]:
    """What a reader wants to know first."""
    plan, seeds = folder.plan, folder.plan.seeds
    yield "settings", f"{len(plan.settings):,}"
    most, least = max(plan.counts), min(plan.counts)
    deals = f"{most:,}" if least == most else f"{least:,} to {most:,}"
    limit = "at most " if plan.precision else ""
    yield "deals each", f"{limit}{deals}, seeds {seeds.first} to {seeds.first + most - 1}"
    yield "measured", "; ".join(f"{name}: {MEASURES[name]}" for name in plan.measures)
    limits = [f"{plan.nodes:,} positions"] if plan.nodes else []
    limits += [f"{plan.megabytes:,} MB"] if plan.megabytes else []
    yield "limits on a deal", " and ".join(limits) or "none"
    if plan.bots:
        worlds = f"; fair imagines {plan.worlds} worlds per choice" if "fair" in plan.bots else ""
        yield "bots", ", ".join(plan.bots) + worlds
    if plan.precision:
        yield "precision", f"± {plan.precision}"
    yield "made with", ", ".join(f"{name} {version}" for name, version in folder.versions.items())


def _note(folder: Folder, table: Table) -> str:
    """What a chart leaves out."""
    many = len(folder.plan.settings) > MOST_LINES and table.name != "shares"
    return f"The chart shows only the first {MOST_LINES} settings." if many else ""


def _page(folder: Folder, tables: list[Table], charts: dict[str, str]) -> str:
    plan, told = folder.plan, html.escape
    about = f"<p>{told(plan.about)}</p>\n" if plan.about else ""
    facts = "".join(f"<dt>{told(name)}</dt><dd>{told(value)}</dd>" for name, value in _facts(folder))
    sections = "".join(_section(folder, table, charts.get(table.name, "")) for table in tables)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{told(plan.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f'<h1>{told(plan.title)}</h1>\n{about}<p class="state">{told(state_words(folder))}</p>\n'
        f'<dl class="facts">{facts}</dl>\n{sections}'
        f"<h2>The study</h2>\n<p>{told(_AGAIN)}</p>\n<pre>{told(plan_text(plan))}</pre>\n</body>\n</html>\n"
    )


_AGAIN: Final = (
    "Save this as a file and give it to “escapology study run”: with the versions named above, you get the same "
    "result, to the last bit."
)


def _section(folder: Folder, table: Table, chart: str) -> str:
    kinds = [' class="words"' if name in _WORDS else "" for name in table.head]
    head = "".join(
        f'<th scope="col"{kind}>{html.escape(name)}</th>' for kind, name in zip(kinds, table.head, strict=True)
    )
    rows = "".join(f"<tr>{_cells(row, kinds)}</tr>\n" for row in table.rows)
    figure = ""
    if chart:
        note = _note(folder, table)
        caption = f"<figcaption>{html.escape(note)}</figcaption>" if note else ""
        picture = chart.replace(INK, "currentColor").replace(
            "<svg ", f'<svg aria-label="{html.escape(table.title)}" ', 1
        )
        figure = f"<figure>{_unlike(picture, table.name)}{caption}</figure>\n"
    return (
        f"<section>\n<h2>{html.escape(table.title)}</h2>\n<p>{html.escape(table.words)}</p>\n"
        f'<div class="wide" tabindex="0"><table>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{rows}</tbody>\n</table></div>\n"
        f"{figure}</section>\n"
    )


def _cells(row: tuple[str, ...], kinds: list[str]) -> str:
    return "".join(f"<td{kind}>{html.escape(text)}</td>" for kind, text in zip(kinds, row, strict=True))


def _unlike(picture: str, name: str) -> str:
    """The picture with ids of its own: several stand on one page."""
    for before in ('id="', 'href="#', "url(#"):
        picture = picture.replace(before, f"{before}{name}-")
    return picture


def _alone(chart: str) -> str:
    """A chart as a file, on white."""
    end = chart.index(">") + 1
    named = (
        chart[:end]
        if "xmlns=" in chart[:end]
        else chart[:end].replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ')
    )
    return f'<?xml version="1.0" encoding="utf-8"?>\n{named}<rect width="100%" height="100%" fill="#fff"/>{chart[end:]}'


def _chart_file(to: Path, name: str) -> Path:
    return to.with_name(f"{to.name}-charts") / f"{name}.svg"


def _markdown(folder: Folder, tables: list[Table], charts: dict[str, str], to: Path) -> Iterator[str]:
    plan = folder.plan
    yield from (f"# {plan.title}", "")
    yield from ((plan.about, "") if plan.about else ())
    yield from (f"*{state_words(folder)}*", "", "| | |", "|---|---|")
    for name, value in _facts(folder):
        yield f"| {name} | {cell(value)} |"
    for table in tables:
        yield from ("", f"## {table.title}", "", table.words, "")
        yield from markdown_of(table)
        if table.name in charts:
            file = _chart_file(to, table.name)
            yield from ("", f"![{table.title}]({file.parent.name}/{file.name})")
            yield from (("", _note(folder, table)) if _note(folder, table) else ())
    yield from ("", "## The study", "", _AGAIN, "", "```toml", plan_text(plan).rstrip(), "```", "")
