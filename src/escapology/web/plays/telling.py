"""An event as a script gets it: what to move along, and what to let sound."""

from __future__ import annotations

from collections.abc import Mapping

from escapology.protocol import AnyGame, Event

__all__ = ["event_data"]


def event_data(game: AnyGame, event: Event, places: Mapping[str, tuple[float, float]]) -> dict[str, object]:
    """The event, the middle of its place in the picture, and its sound, if the game names one."""
    told: dict[str, object] = {"kind": event.kind, "who": event.who, "where": event.where, "words": event.words}
    if event.where in places:
        told["x"], told["y"] = places[event.where]
    sounds = dict(game.presentation.sounds)
    if event.kind in sounds:
        told["sound"] = sounds[event.kind]
    return told
