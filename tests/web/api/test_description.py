"""The API keeps to its own description: whatever is sent, every answer is one that is described.

Requests are made up from the description by schemathesis: half of them as described, half not. So that they get
somewhere, ids, versions and records of a real play are put into many of them.
"""

import re
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import load_all_checks, not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.python import asgi
from schemathesis.specs.openapi import checks

from escapology.web import SqlStore, make_app
from tests.patience import LONGEST
from tests.web.api.caller import BLANK, ROOT

load_all_checks()
CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
    checks.unsupported_method,
]
THOUGHT_ABOUT = re.compile("/(verdicts|hints|checks|questions|searches)")  # each may start a process
HOW = ["grounded", "grounded", "stale", "as it is"]
DEALS = [BLANK, f"{BLANK}\nclimb\n", "blank/long: 3 5 4 7 9 2 1 8 6\nskip climb"]


class Fuzzed:
    """A server with one play, and requests that are sent to it."""

    def __init__(self, file):
        self.store = SqlStore(file)
        self.app = make_app(self.store)
        self.schema = schemathesis.openapi.from_asgi(f"{ROOT}/openapi.json", self.app)
        app: Any = self.app  # Schemathesis and FastAPI differ in what they call an app
        self.client = asgi.get_client(app)
        self.count = 0
        self.met = set()  # statuses
        self.play = {}

    def operations(self):
        found = list(self.schema.get_all_operations())
        assert all(isinstance(one, Ok) for one in found)
        return [one.ok() for one in found if isinstance(one, Ok)]

    def send(self, case, how, deal):
        if how != "as it is":
            self.ground(case, deal, later=int(how == "stale"))
        response = case.call(session=self.client, timeout=LONGEST)
        self.count += 1
        self.met.add(response.status_code)
        case.validate_response(response, checks=CHECKS)

    def ground(self, case, deal, later):
        """Put in what is there: a play, its version, a deal, a move."""
        self.refresh()
        if "play" in (case.path_parameters or {}):
            case.path_parameters["play"] = self.play["id"]
        if "game" in (case.path_parameters or {}):
            case.path_parameters["game"] = "blank"
        body = case.body
        if not isinstance(body, dict):
            return
        real = {
            "version": self.play["version"] + later,
            "record": deal,
            "deal": deal,
            "setting": "blank",
            "game": "blank",
        }
        real |= {"move": "climb", "moves": ["climb", "skip"], "kind": "hint", "node": 0}
        body.update({name: value for name, value in real.items() if body.get(name) is not None})
        if THOUGHT_ABOUT.search(case.path) and case.method == "POST":
            body["wait"] = 0.0

    def refresh(self):
        """The play as it stands, another one if it was thrown away."""
        with suppress(KeyError):
            found = self.client.get(f"{ROOT}/plays/{self.play['id']}").json()
            if "version" in found:
                self.play = found
                return
        self.play = self.client.post(f"{ROOT}/plays", json={"record": BLANK}).json()

    def close(self):
        self.client.close()
        self.app.state.desk.thinker.close()
        self.store.close()


@pytest.fixture
def fuzzed(tmp_path):
    made = Fuzzed(tmp_path / "plays.sqlite")
    yield made
    made.close()


def cases(operation):
    """Requests as the operation describes them, and others, where there is something to get wrong."""
    good = operation.as_strategy(generation_mode=GenerationMode.POSITIVE)
    if not operation.body and not operation.query and not operation.path_parameters:
        return [good]
    return [good, operation.as_strategy(generation_mode=GenerationMode.NEGATIVE)]


def fuzz(fuzzed, operation, examples):
    """Send so many requests to one operation; the same ones every time."""

    @seed(7)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=st.one_of(*cases(operation)), how=st.sampled_from(HOW), deal=st.sampled_from(DEALS))
    def run(case, how, deal):
        fuzzed.send(case, how, deal)

    run()


def test_every_answer_is_described(fuzzed):
    for operation in fuzzed.operations():
        fuzz(fuzzed, operation, 2 if THOUGHT_ABOUT.search(operation.path) else 5)
    assert fuzzed.count > 150
    assert {200, 404, 409, 422} <= fuzzed.met


@pytest.mark.long
def test_every_answer_to_ten_thousand_requests_is_described(fuzzed):
    for operation in fuzzed.operations():
        fuzz(fuzzed, operation, 20 if THOUGHT_ABOUT.search(operation.path) else 600)
    assert fuzzed.count >= 10_000
    assert {200, 201, 204, 404, 409, 422} <= fuzzed.met
