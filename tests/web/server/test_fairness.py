"""A player who fires requests over twenty connections as fast as they are answered, and one who plays meanwhile."""

import json
import statistics
import subprocess
import sys
import time
from typing import Any

import pytest
from httpx2 import Client

from tests.patience import LONGEST
from tests.web.server.test_service import Service

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")

ROUNDS = 2
SECONDS = 3.0  # of each
ATTACK = """
import asyncio, sys
port, cookie, method, path, body, seconds = sys.argv[1:]
request = (
    f"{method} {path} HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\nX-Forwarded-For: 10.9.9.9\\r\\nCookie: {cookie}\\r\\n"
    f"Content-Type: application/json\\r\\nContent-Length: {len(body)}\\r\\n\\r\\n{body}"
).encode()
answers = 0

async def fire():
    global answers
    reader, writer = await asyncio.open_connection("127.0.0.1", int(port))
    while True:
        writer.write(request)
        head = (await reader.readuntil(b"\\r\\n\\r\\n")).decode("latin-1").lower()
        await reader.readexactly(int(head.partition("content-length:")[2].partition("\\r\\n")[0]))
        answers += 1

async def main():
    firing = [asyncio.create_task(fire()) for _ in range(20)]
    print("ready", flush=True)
    await asyncio.wait(firing, timeout=float(seconds))
    print(answers)

asyncio.run(main())
"""


def begin(client, game):
    return client.post("/api/v1/plays", json={"game": game, "seed": 1}).json()


def play(client, seconds):
    """How long each move took."""
    took, end = list[float](), time.monotonic() + seconds
    stand: dict[str, Any] = {"legal": []}
    while time.monotonic() < end or not took:
        if not stand["legal"]:
            stand = begin(client, "devils-square")
        asked = {"version": stand["version"], "move": stand["legal"][0]["move"]}
        began = time.perf_counter()
        answer = client.post(f"/api/v1/plays/{stand['id']}/moves", json=asked)
        took.append(time.perf_counter() - began)
        assert answer.status_code == 200
        stand = answer.json()
        time.sleep(0.02)
    return took


@pytest.mark.alone
@pytest.mark.long
@pytest.mark.parametrize("what", ["rules", "bookmarks"])
def test_a_bystander_plays_on(tmp_path, what):
    service = Service(tmp_path, "--trusted-proxy", "127.0.0.1", "--log-level", "error")
    port = service.address.rpartition(":")[2]
    calm, storm, answers = [], [], 0
    try:
        clients = [
            Client(base_url=service.address, timeout=LONGEST, headers={"x-forwarded-for": address})
            for address in ("10.9.9.9", "10.1.1.1")
        ]
        with clients[0] as attacker, clients[1] as bystander:
            path = f"/api/v1/plays/{begin(attacker, 'blank')['id']}/bookmarks"
            request = {
                "bookmarks": ["POST", path, '{"version": 1, "name": "x"}'],
                "rules": ["GET", "/rules/lab-rats", ""],
            }
            cookie = "; ".join(f"{name}={value}" for name, value in attacker.cookies.items())
            play(bystander, 1.0)
            for _ in range(ROUNDS):
                calm += play(bystander, SECONDS)
                command = [sys.executable, "-c", ATTACK, port, cookie, *request[what], str(2 * SECONDS)]
                with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as attack:
                    assert attack.stdout.readline() == "ready\n"
                    storm += play(bystander, SECONDS)
                    answers += json.loads(attack.stdout.readline())
    finally:
        assert service.end() == 0
    assert answers > 100 * ROUNDS, "it was an attack"
    assert statistics.median(storm) < 3 * statistics.median(calm)
