"""The option that both games have."""

from escapology.setting import Option

__all__ = ["START_COUNTS"]

START_COUNTS = Option(
    "start_counts",
    "DL4",
    "Does the space where a pursuer starts count as stepped on in his move?",
    {"yes": "yes: he stops when he comes back to it", "no": "no: he may pass it once more"},
)
