"""Work that is counted, not timed: a busy machine makes no difference to it."""

import sys
from contextlib import contextmanager


@contextmanager
def steps_counted():
    """Count each step of the interpreter in this thread."""

    def look(frame, event, _):
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if event == "opcode":
            counted[0] += 1
        return look

    counted = [0]
    before = sys.gettrace()
    sys.settrace(look)
    try:
        yield counted
    finally:
        sys.settrace(before)
