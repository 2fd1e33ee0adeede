"""A small study that is done once; tests look at it, and leave it as it is."""

from __future__ import annotations

import pytest

from tests.studies.kit import run, small


@pytest.fixture(scope="session")
def finished(tmp_path_factory):
    path = tmp_path_factory.mktemp("studies") / "small"
    run(small(), path)
    return path
