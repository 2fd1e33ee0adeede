"""Stand-ins: a worker that does what the record says, and a store that keeps answers.

The worker's answer to `show` is a way out whose moves are the record, its process and what it knows of the server.
"""

import sys

STUB = """
import json, os, sys, time
for line in sys.stdin:
    record = json.loads(line)["record"]
    what, _, more = record.partition(" ")
    if what == "die":
        os._exit(1)
    if what == "fill":
        is_full = os.path.exists(more)
        open(more, "w").close()
        if not is_full:
            print('{"answer": {"error": "no memory"}, "is_last": true}', flush=True)
            break
    if what == "babble":
        print("nonsense", flush=True)
    if what == "count":
        print('{"so_far": 7}', flush=True)
        time.sleep(600)
    if what == "compile":
        print('{"is_preparing": true}', flush=True)
        print('{"so_far": 1}', flush=True)
        time.sleep(600)
    while what == "wait" and not os.path.exists(more):
        time.sleep(0.01)
    environment = sorted(name for name in os.environ if name.startswith("ESCAPOLOGY"))
    verdict = "undecided" if what == "undecided" else "winnable"
    answer = {"verdict": verdict, "moves": [record, str(os.getpid()), *environment]}
    print(json.dumps({"answer": answer}), flush=True)
"""
COMMAND = [sys.executable, "-S", "-c", STUB]


class MemoryShelf:
    """Keeps answers as a store does."""

    def __init__(self):
        self.kept = {}

    def answer(self, key):
        return self.kept.get(key)

    def keep_answer(self, key, answer):
        self.kept[key] = answer
