"""What a browser fetches for the page of a play: little script, and all of it ours."""

import gzip
import re
from pathlib import Path

import escapology.web
from tests.web.forms import begin

STATIC = Path(escapology.web.__file__).parent / "static"
MOST = 60_000  # bytes of scripts, compressed as servers and proxies do it

_SOURCE = re.compile(r'<script[^>]*\bsrc="[^"]*/static/([\w.-]+)')
_IMPORT = re.compile(r'\b(?:from|import)\s*\(?\s*"\./([\w.-]+)"')


def scripts_of(page):
    """The scripts that a page loads, and those that they load."""
    found, left = set(), _SOURCE.findall(page)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += _IMPORT.findall((STATIC / name).read_text(encoding="utf-8"))
    return found


def test_the_scripts_of_a_play_are_small(client):
    page = client.get(begin(client)).text
    names = scripts_of(page)
    assert {"play.js", "board.js", "motion.js", "fit.js", "room.js", "voices.js"} <= names
    sizes = {name: len(gzip.compress((STATIC / name).read_bytes(), mtime=0)) for name in names}
    assert sum(sizes.values()) <= MOST, sizes


def test_the_scripts_of_a_game_at_a_table_are_small(client):
    names = scripts_of(client.post("/companions", data={"game": "blank"}).text)
    assert "sitting.js" in names
    assert sum(len(gzip.compress((STATIC / name).read_bytes(), mtime=0)) for name in names) <= MOST


def test_scripts_load_nothing_but_what_lies_beside_them():
    for script in STATIC.glob("*.js"):
        text = script.read_text(encoding="utf-8")
        loaded = re.findall(r'^import\b[^;]*?"([^"]+)";', text, re.MULTILINE)
        loaded += re.findall(r"\bimport\s*\(([^)]*)\)", text)
        for name in loaded:
            assert (STATIC / name.strip("'\"").removeprefix("./")).is_file(), (script.name, name)
