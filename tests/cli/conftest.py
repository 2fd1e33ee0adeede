"""Fixtures for the command line."""

from pathlib import Path

import pytest

from tests.cli.lines import WON


@pytest.fixture
def record(tmp_path: Path) -> str:
    file = tmp_path / "game.txt"
    file.write_text(WON)
    return str(file)
