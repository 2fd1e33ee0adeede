"""What more can be shown of the maze: what a pursuer sees, how far a card carries you, what they do if you rest."""

from collections.abc import Callable
from typing import Any, Final

from escapology.draw.scene import Item, Line, Overlay
from escapology.games.pursuit.rules.cards import SYMBOLS, card_words
from escapology.games.pursuit.rules.log import ENDED, LOST, SPOTTED, STEPPED, TURNED, Log, Told
from escapology.games.pursuit.rules.state import NOWHERE, TURN, VESSEL, MazeDeal, MazeState
from escapology.games.pursuit.rules.turn import REST, column_size, movement_card
from escapology.games.pursuit.scene.overlays import reach, sight_lines
from escapology.games.pursuit.scene.picture import Frame, ghost
from escapology.games.pursuit.words.events import event, pursuer_key, story

__all__ = ["look_at", "looks"]

_SHOWN: Final = (STEPPED, TURNED, SPOTTED, LOST, ENDED)  # of what happens while you rest: what the pursuers do


def looks(d: MazeDeal, s: MazeState) -> dict[str, str]:
    """What can be shown here."""
    found = {pursuer_key(p): f"What {SYMBOLS[p]} sees" for p in range(s.pursuers) if s.at[p] not in (NOWHERE, VESSEL)}
    if s.phase == TURN and s.fatigue < 6:
        for position in range(1, column_size(s.turn) + 1):
            found[f"use {position}"] = f"Where {card_words(movement_card(d, s.turn, position))} can carry you"
    if s.phase == TURN:
        found["rest"] = "What they do if you rest now"
    return found


def look_at(frame: Frame, d: MazeDeal, s: MazeState, name: str, play: Callable[[Any, Any, int, Log], None]) -> Overlay:
    """One of them; `play` makes a move and tells what happens, as the rules have it."""
    if name.startswith("use "):
        spaces = reach(frame, d, s, int(name[4:]))
        return Overlay(tuple(spaces), f"{len(spaces) // 4} spaces are in reach.")
    if name == "rest":
        return _rest(frame, d, s, play)
    p = SYMBOLS.index(name[-1])
    lines = sight_lines(frame, s, p)
    return Overlay(tuple(lines), "; ".join(line.title for line in lines) + "." if lines else "He sees nothing.")


def _rest(frame: Frame, d: MazeDeal, s: MazeState, play: Callable[[Any, Any, int, Log], None]) -> Overlay:
    """Their ways as lines, and where they end up."""
    after = s.copy()
    log: list[Told] = []
    play(d, after, 64 * REST, log)
    events = [event(d, after, told) for told in log if told[0] in _SHOWN]
    items: list[Item] = []
    at = list(s.at)
    for told, (kind, who, where, _) in zip(events, (told for told in log if told[0] in _SHOWN), strict=True):
        if kind == STEPPED and VESSEL not in (where, at[who]):
            items.append(
                Line(*frame.middle(at[who]), *frame.middle(where), "danger", 0.07, arrow=True, title=told.words)
            )
        if kind == STEPPED:
            at[who] = where
    moved = [p for p in range(s.pursuers) if after.at[p] not in (NOWHERE, VESSEL, s.at[p])]
    items += [ghost(frame, after, p) for p in moved]
    return Overlay(tuple(items), " ".join(story(events)) or "Nobody moves.")
