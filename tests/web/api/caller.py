"""Calls of the API that say what they expect."""

import time

from starlette.testclient import TestClient

from tests.patience import LONGEST

ROOT = "/api/v1"
BLANK = "blank: 3 1 5 2 6 4"
WIN = "skip climb skip climb skip climb"


class Caller:
    """One player; what is not as expected fails with the whole answer."""

    def __init__(self, client):
        self.client = client

    def another(self):
        """Another player of the same server."""
        return Caller(TestClient(self.client.app, base_url=str(self.client.base_url)))

    def call(self, method, path, body=None, expect=200, **more):
        if body is not None:
            more["json"] = body
        response = finish(self.client, path, body, self.client.request(method, ROOT + path, **more), expect)
        assert response.status_code == expect, response.text
        if expect >= 400:
            assert_problem(response)
        return response

    def get(self, path, expect=200, **more):
        return self.call("GET", path, None, expect, **more).json()

    def post(self, path, body, expect=200, **more):
        return self.call("POST", path, body, expect, **more).json()

    def begin(self, record=BLANK, **more):
        return self.post("/plays", {"record": record, **more}, 201)

    def move(self, play, move, expect=200):
        return self.post(f"/plays/{play['id']}/moves", {"version": play["version"], "move": move}, expect)

    def act(self, play, action, expect=200, **more):
        return self.post(f"/plays/{play['id']}/{action}", {"version": play["version"], **more}, expect)


def finish(client, path, body, response, expect=200):
    """The answer to a question that is worth waiting for, however busy the machine is."""
    asked_at = time.monotonic()
    while response.status_code == 202 != expect and body and body.get("wait") and time.monotonic() < asked_at + LONGEST:
        params = {"wait": 30, "setting": body.get("game", "")}
        response = client.get(f"{ROOT}{path}/{response.json()['ticket']}", params=params)
    return response


def assert_problem(response):
    """A problem object that says in words what is wrong."""
    assert response.headers["content-type"] == "application/problem+json", response.text
    problem = response.json()
    assert problem["status"] == response.status_code
    assert problem["type"] == "about:blank" or problem["type"].startswith("urn:escapology:")
    assert problem["title"]
    assert len(problem["detail"]) > 5
    assert "Traceback" not in response.text
