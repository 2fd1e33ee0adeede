"""Fixtures for all tests."""

import os

import pytest

from tests.shell import Shell

os.environ["ESCAPOLOGY_ALONE"] = "1"  # what else is installed here is none of our games
os.environ["ESCAPOLOGY_WARM"] = "0"  # servers that tests start compile what they need, and nothing else


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(monkeypatch, capsys)
