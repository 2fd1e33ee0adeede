"""What the first hint costs on a machine that never compiled: `python -m benchmarks.cold [GAME …]`.

Each hint is asked for on the command line, in a process of its own: the first with an empty cache, the second with what
the first one has kept there. Seconds are those of the processor, of the whole process with all that it imports; other
programs' work hardly counts. Hints may think for a tenth of a second, but for games of dice, which take what they need.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from escapology.games import GAMES
from escapology.middle import deal_line, new_deal
from escapology.protocol import AnyGame
from escapology.setting import make_setting

THINK = "0.1"  # seconds of the clock


def ask(line: str, cache: str) -> float:
    """The processor's seconds of a hint at the start of that deal."""
    command = [sys.executable, "-m", "escapology", "hint", "--seconds", THINK, line]
    process = subprocess.Popen(command, env={**os.environ, "XDG_CACHE_HOME": cache}, stdout=subprocess.DEVNULL)  # noqa: S603 - our own
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return used.ru_utime + used.ru_stime


def measure(game: AnyGame) -> None:
    """A line of the table."""
    line = deal_line(game, new_deal(make_setting(game), 1))
    with tempfile.TemporaryDirectory() as cache:
        first = ask(line, cache)
        kept = len(list(Path(cache).rglob("*.nbc")))
        again = ask(line, cache)
    print(f"{game.name:<24}{first:>10.1f}{again:>10.1f}{kept:>10}", flush=True)


def main() -> None:
    """The table, of the games that are named, else of all."""
    print(f"{'processor seconds':<24}{'first':>10}{'again':>10}{'kernels':>10}")
    for name in sys.argv[1:] or GAMES:
        measure(GAMES[name])


if __name__ == "__main__":
    main()
