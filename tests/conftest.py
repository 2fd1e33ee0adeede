"""Fixtures for all tests."""

import gc
import os

import pytest

from tests import shared
from tests.browser import chromium
from tests.shell import Shell

__all__ = ["chromium"]  # fixtures that are made elsewhere

os.environ["ESCAPOLOGY_ALONE"] = "1"  # what else is installed here is none of our games
os.environ["ESCAPOLOGY_WARM"] = "0"  # servers that tests start compile what they need, and nothing else


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(monkeypatch, capsys)


def pytest_xdist_auto_num_workers() -> int:
    """More than there are cores: tests of servers and browsers wait most of their time."""
    return (os.cpu_count() or 1) + 2


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # xdist's workers put what they make on the shelf of who starts them
        shared.open_shelf()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        shared.close_shelf()


def pytest_collection_finish() -> None:
    """Thousands of tests stay to the end: whoever looks for garbage need not look at them every time."""
    gc.collect()
    gc.freeze()
