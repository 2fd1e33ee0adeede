"""Documents of results take their tables from studies that come with the package."""

from __future__ import annotations

import re

import pytest

from escapology.studies.file import read_plan, read_source, ready_names
from tests.results import DOCUMENTS, MARK, OUTPUT, fill

TEXTS = {path.name: path.read_text(encoding="utf-8") for path in DOCUMENTS.glob("*.md")}


def test_every_mark_has_an_end():
    for name, text in TEXTS.items():
        marks = re.findall(r"^<!-- (?:study|output)", text, re.MULTILINE)
        assert len(marks) == len(MARK.findall(text)) + len(OUTPUT.findall(text)) == text.count("<!-- end -->"), name


def test_tables_are_of_ready_studies_and_measures_they_have():
    of_measures = {"reasons": "verdict", "points-each": "points", "slips": "slip", "levels": "difficulty"}
    for name, text in TEXTS.items():
        for _, study, table, _ in MARK.findall(text):
            assert study in ready_names(), f"{name}: {study}"
            measures = {"made", "shares", *read_plan(*read_source(study)).measures}
            assert of_measures.get(table, table) in measures, f"{name}: {study} has no {table}"


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_no_table_is_left_empty(name):
    for mark in (*MARK.finditer(TEXTS[name]), *OUTPUT.finditer(TEXTS[name])):
        assert mark[0].count("\n") > 2, f"{name}: {mark[0]}"


def test_what_stands_between_marks_is_written_anew(finished):
    from escapology.studies.folder import open_folder

    other = "\n<!-- study other: shares -->\nkept\n<!-- end -->\n"
    text = f"# One\n<!-- study ladders: shares -->\nold\n<!-- end -->\n{other}"
    filled = fill(text, {"ladders": open_folder(finished, None)}, "abc")
    assert "old" not in filled
    assert "| blank | 50 |" in filled
    assert filled.endswith(other)
    assert fill(filled, {"ladders": open_folder(finished, None)}, "abc") == filled
    made = fill(text.replace(": shares", ": made", 1), {"ladders": open_folder(finished, None)}, "abc")
    assert "Made by `escapology study run ladders` with the rules and solvers of commit abc" in made
