"""docs/licences.md tells what is installed; `make licences` writes it."""

import platform
import sys

import pytest

from tests.packaging.licences import PAGE, USES, page
from tests.packaging.project import BUILD, RUNNING, declared, names


@pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"), reason="wheels have other libraries in them elsewhere"
)
def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run make licences"


def test_every_dependency_has_a_use() -> None:
    assert set(USES) == names([*RUNNING, *BUILD, *declared("dev")])


def test_licences_that_ask_something_of_whoever_hands_on_a_copy_are_told_apart() -> None:
    """Of what runs; a new one must be thought about, and told above the tables."""
    told, _, tables = PAGE.read_text(encoding="utf-8").partition("## What runs")
    runs = tables.partition("## What the wheel is built with")[0]
    strict = {row.split(" | ")[0].removeprefix("| ") for row in runs.splitlines() if "GPL" in row or "MPL" in row}
    assert strict == {"psycopg", "psycopg-binary"}
    assert all(name in told for name in strict)
