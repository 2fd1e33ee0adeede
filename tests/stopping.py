"""Searches that are stopped in the midst of their work."""

import threading


class Stopped(threading.Event):
    """Set by another thread when it is looked at for the third time: whoever looks has begun, and is not done."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = 0

    def is_set(self) -> bool:
        self.looks += 1
        if self.looks == 3:
            thread = threading.Thread(target=self.set)
            thread.start()
            thread.join()
        return super().is_set()
