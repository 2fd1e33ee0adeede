"""Don't Let Them Get You entered by hand."""

from escapology.games.pursuit.entry import make_entry
from escapology.games.pursuit.notation import tasks_differ

__all__ = ["ENTRY"]

ENTRY = make_entry(tasks_differ, unlike="number", maze="maze", shuffled=False)
