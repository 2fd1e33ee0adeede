"""Stand-ins: a worker that does what the record says, and a store that keeps answers and notices.

The worker's answer to `show` is a way out whose moves are the record, its process and what it knows of the server.
"""

import math
import sys
import threading
import time
from dataclasses import replace

from escapology.thinking.notices import News, Posted
from escapology.thinking.question import Asker

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
ME, YOU = Asker("me"), Asker("you")
COMMAND = [sys.executable, "-S", "-c", STUB]


class MemoryShelf:
    """Keeps answers as a store does."""

    def __init__(self):
        self.kept = {}
        self.pinboard = MemoryPinboard()

    def answer(self, key):
        return self.kept.get(key)

    def keep_answer(self, key, answer):
        self.kept[key] = answer


class MemoryPinboard:
    """Keeps notices as a store does, by its own clock; `said` lists what it was told, and of how many."""

    def __init__(self):
        self.notices = {}  # by key
        self.told, self.asked, self.beats = {}, {}, {}  # when, by key or process
        self.said = []
        self.lock = threading.RLock()

    def post(self, key, text, process, answer):
        with self.lock:
            self._say("post", [key])
            self.notices[key] = Posted(text, process, 0, False, answer, 0.0)
            self.told[key] = time.monotonic()

    def get(self, key):
        with self.lock:
            if (notice := self.notices.get(key)) is None:
                return None
            told = max(self.told[key], self.beats.get(notice.process, -math.inf))
            return replace(notice, silence=time.monotonic() - told)

    def tell(self, key, process, so_far, *, is_preparing):
        with self.lock:
            self._say("tell", [key])
            self._change([key], process, so_far=so_far, is_preparing=is_preparing)

    def settle(self, key, process, answer):
        with self.lock:
            self._say("settle", [key])
            if key in self.notices and self.notices[key].answer is None:
                self.notices[key] = replace(self.notices[key], answer=answer)
            self._change([key], process, process="")

    def leave(self, process, keys):
        with self.lock:
            keys = [key for key in self.notices if keys is None or key in keys]
            self._say("leave", keys)
            self._change(keys, process, process="")

    def take_over(self, key, process, before):
        with self.lock:
            self._say("take_over", [key])
            notice = self.notices.get(key)
            if notice is None or (notice.process, notice.answer) != (before, None):
                return False
            self.notices[key] = replace(notice, process=process)
            self.told[key] = time.monotonic()
            self.asked.pop(key, None)
            return True

    def ask(self, keys):
        with self.lock:
            self._say("ask", keys)
            self.asked |= dict.fromkeys(keys, time.monotonic())

    def beat(self, process):
        with self.lock:
            self._say("beat", [process])
            self.beats[process] = time.monotonic()

    def hear(self, process):
        with self.lock:
            now = time.monotonic()
            mine = {key: notice for key, notice in self.notices.items() if notice.process == process}
            ages = {key: now - self.asked[key] if key in self.asked else None for key in mine}
            return {key: News(notice.answer, ages[key]) for key, notice in mine.items()}

    def sweep(self):
        pass

    def _change(self, keys, by, **changes):
        for key in keys:
            if key in self.notices and self.notices[key].process == by:
                self.notices[key] = replace(self.notices[key], **changes)

    def _say(self, what, keys):
        self.said.append((what, len(list(keys))))
