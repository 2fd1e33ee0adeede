"""A browser keeps an event loop in the thread that opened it, for all tests that come after: none of them minds."""

import ast
import re
from pathlib import Path

from tests.loops import finish

TESTS = Path(__file__).parent
LOOPS = re.compile(r"\b(run|Runner|run_until_complete|run_forever)\b")


async def told(word):
    return word


def test_coroutines_are_run_beside_a_loop():
    async def beside():
        return finish(told("done"))

    assert finish(beside()) == "done"


def loops_begun(path):
    """Where a module runs a loop in the thread it is in."""
    text = path.read_text(encoding="utf-8")
    if not re.search(r"\b(asyncio|anyio)\b", text) or not LOOPS.search(text):
        return []
    return [
        f"{path.relative_to(TESTS)}:{node.lineno}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute)
        and LOOPS.fullmatch(node.attr)
        and (
            node.attr.startswith("run_") or (isinstance(node.value, ast.Name) and node.value.id in ("asyncio", "anyio"))
        )
    ]


def test_nobody_runs_them_otherwise():
    """With `asyncio.run` a test would fail if it came after one with a browser in the same process."""
    found = {path.relative_to(TESTS).as_posix(): loops_begun(path) for path in TESTS.rglob("*.py")}
    assert len(found.pop("loops.py")) == 1, "where it is done for all"
    assert [place for places in found.values() for place in places] == []
