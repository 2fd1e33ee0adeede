"""What a process uses: memory and descriptors, as Linux tells it below /proc."""

from __future__ import annotations

from pathlib import Path
from typing import Final

__all__ = ["MEGABYTE", "descriptors", "forget_peak", "memory", "peak_memory"]

MEGABYTE: Final = 1_000_000


def memory(pid: int) -> float:
    """Megabytes that a process has in memory."""
    return _field(pid, "VmRSS")


def peak_memory(pid: int) -> float:
    """The most that it ever had, or had since `forget_peak`."""
    return _field(pid, "VmHWM")


def forget_peak(pid: int) -> None:
    """Let the peak be looked for anew."""
    Path(f"/proc/{pid}/clear_refs").write_text("5")


def descriptors(pid: int) -> int:
    """How many files and connections it has open."""
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def _field(pid: int, name: str) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    kilobytes = next(line.split()[1] for line in lines if line.startswith(f"{name}:"))
    return int(kilobytes) * 1024 / MEGABYTE
