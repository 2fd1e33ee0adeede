"""A client that speaks JSON to the API."""

import pytest

from tests.web.api.caller import Caller


@pytest.fixture
def api(client):
    """The API, as one player calls it."""
    return Caller(client)
