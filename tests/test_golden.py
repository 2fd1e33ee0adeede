"""Golden records and pictures: what was right once stays so."""

from functools import cache
from pathlib import Path

import pytest

from tests import golden
from tests.kit import RECORDS

MAKERS = golden.makers()


@cache
def made(name: str) -> dict[Path, str]:
    """Drawn when it is looked at: every worker collects all tests."""
    return MAKERS[name]()


def compare_page(path: Path, now: str, folder: Path) -> Path:
    """Both pictures side by side, to be looked at."""
    page = folder / "compare.html"
    then = path.read_text(encoding="utf-8") if path.exists() else "nothing"
    if path.suffix != ".svg":
        then, now = f"<pre>{then}</pre>", f"<pre>{now}</pre>"
    style = "display:inline-block;width:48%;vertical-align:top"
    page.write_text(f"<div style='{style}'>golden{then}</div><div style='{style}'>now{now}</div>", encoding="utf-8")
    return page


@pytest.mark.parametrize("name", MAKERS)
def test_golden(name, tmp_path):
    for path, now in made(name).items():
        if not path.exists() or path.read_text(encoding="utf-8") != now:
            pytest.fail(f"{path.name} has changed; look at {compare_page(path, now, tmp_path)}")


def test_nothing_is_left_over():
    found = {*golden.PICTURES.iterdir(), *RECORDS.glob("*.states"), *golden.DOCUMENTS.glob("**/*.svg"), golden.STYLES}
    assert found == {path for name in MAKERS for path in made(name)}
