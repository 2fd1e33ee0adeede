"""The day's deals are looked for in the background, unless whoever runs the server wants nothing prepared."""

import pytest
from starlette.testclient import TestClient

from escapology.web import Config, make_app
from escapology.web.daily.almanac import Almanac


@pytest.mark.parametrize(("warms", "switch", "begins"), [(True, "1", True), (True, "0", False), (False, "1", False)])
def test_whether_deals_are_looked_for_ahead(store, monkeypatch, warms, switch, begins):
    begun = []
    monkeypatch.setattr(Almanac, "start", lambda _: begun.append("looking"))
    app = make_app(store, Config(warms=warms))  # while nothing is to be prepared: no solver is compiled here
    monkeypatch.setenv("ESCAPOLOGY_WARM", switch)
    with TestClient(app):
        assert len(begun) == begins
