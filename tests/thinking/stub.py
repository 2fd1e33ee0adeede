"""Stand-ins: a worker that does what the record says and then answers with it, and a store that keeps answers."""

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
            print('{"error": "no memory", "is_last": true}', flush=True)
            break
    if what == "babble":
        print("nonsense", flush=True)
    if what == "count":
        print('{"so_far": 7}', flush=True)
        time.sleep(600)
    while what == "wait" and not os.path.exists(more):
        time.sleep(0.01)
    environment = sorted(name for name in os.environ if name.startswith("ESCAPOLOGY"))
    print(json.dumps({"record": record, "pid": os.getpid(), "environment": environment}), flush=True)
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
