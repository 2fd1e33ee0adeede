"""Not Alone, After All entered by hand."""

from escapology.games.pursuit.entry import make_entry
from escapology.games.pursuit.notation import tasks_differ_twice

__all__ = ["ENTRY"]

ENTRY = make_entry(tasks_differ_twice, unlike="number and suit", maze="station", shuffled=True)
