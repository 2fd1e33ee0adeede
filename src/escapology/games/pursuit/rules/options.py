"""The options that both games have."""

from escapology.setting import Option

__all__ = ["LOST", "START_COUNTS"]

START_COUNTS = Option(
    "start_counts",
    "DL4",
    "Does the space where a pursuer starts count as stepped on in his move?",
    {"yes": "yes: he stops when he comes back to it", "no": "no: he may pass it once more"},
)

LOST = Option(
    "lost",
    "DL13",
    "Which way does a pursuer face who lost you and has not reached the space where he saw you last?",
    {"place": "towards that space", "direction": "in the direction in which you vanished"},
)
