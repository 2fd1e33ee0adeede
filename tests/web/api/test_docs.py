"""What docs/api.md says: its examples are run, and it names every route."""

import json
import re
import shlex
from pathlib import Path

from tests.web.api.caller import ROOT, finish

TEXT = Path("docs/api.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"^\$ (curl .*)\n(.*)$", re.MULTILINE)


def test_examples_answer_as_they_say(api):
    play = ""
    examples = EXAMPLE.findall(TEXT)
    assert len(examples) >= 8
    for command, expected in examples:
        words = shlex.split(command)
        address = next(word for word in words if word.startswith("http"))
        path = address.removeprefix("http://127.0.0.1:8000").replace("ID", play)
        body = words[words.index("-d") + 1] if "-d" in words else None
        headers = {"content-type": "application/json"} if body else {}
        response = api.client.request("POST" if body else "GET", path, content=body, headers=headers)
        response = finish(api.client, path.removeprefix(ROOT), json.loads(body or "null"), response)
        if path == f"{ROOT}/plays":
            play = response.json()["id"]
        pieces = [re.escape(piece.strip()) for piece in expected.split("…")]
        assert re.match(".*?".join(pieces), response.text, re.DOTALL), (command, response.text)


def test_every_route_is_named(api):
    named = set(re.findall(r"/[a-z./-]+[a-z]", TEXT))
    for path in api.get("/openapi.json")["paths"]:
        last = re.sub(r"(/\{[a-z]+\})+$", "", path)
        tail = "/" + last.rpartition("/")[2]
        assert last in named or tail in named, path
