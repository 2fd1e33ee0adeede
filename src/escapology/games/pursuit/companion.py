"""Both maze games at a real table: cards as they are turned up, and what the pursuers do by your hand, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from escapology.companion import TURN_UP, Spot
from escapology.games.pursuit.knowledge import piles_hidden
from escapology.games.pursuit.rules.cards import SYMBOLS
from escapology.games.pursuit.rules.maze import space_text
from escapology.games.pursuit.rules.state import NOWHERE, PLAYING, TURN, VESSEL, MazeState
from escapology.games.pursuit.words.events import pursuer_key
from escapology.games.pursuit.words.moves import COMPASS
from escapology.protocol import Event

__all__ = ["ask_movement", "by_hand", "place_name", "seen_movement"]

_PILE: Final = 6  # cards
_COLUMNS: Final = (  # of each card of a pile: where it is laid
    "top of the column of three",
    "middle of the column of three",
    "bottom of the column of three",
    "top of the column of two",
    "bottom of the column of two",
    "column of one",
)


def seen_movement(s: MazeState) -> list[Spot]:
    """The movement cards in piles that are dealt."""
    return [("movement", card) for card in range(48 - piles_hidden(s))]


def ask_movement(number: int) -> str:
    """What to turn up for a movement card."""
    pile, card = divmod(number, _PILE)
    first = "Turn up" if card == 0 else "Then of"
    return f"{first} pile {pile + 1}: which card is at the {_COLUMNS[card]}?".replace("at the column of one", "alone")


def place_name(spot: Spot) -> str:
    """What people call a place of the deal."""
    part, number = spot
    if part == "maze":
        return space_text(number)
    if part == "movement":
        return f"card {number % _PILE + 1} of pile {number // _PILE + 1}"
    return f"task card {number + 1}"


def by_hand(events: Sequence[Event], before: MazeState, after: MazeState) -> list[str]:
    """What happens, as one carries it out: of each pursuer the way he goes, then how he stands."""
    keys = {pursuer_key(p): p for p in range(4)}
    groups = [(who, list(told)) for who, told in groupby(events, key=lambda event: event.who)]
    last = {who: number for number, (who, _) in enumerate(groups)}
    lines: list[str] = []
    at = {p: before.at[p] for p in range(before.pursuers)}
    for number, (who, told) in enumerate(groups):
        if who not in keys:
            for event in told:
                lines += [TURN_UP, event.words] if event.kind == "dealt" else [event.words]
            continue
        p = keys[who]
        lines.append(_pursuer_line(p, told, at.get(p, NOWHERE), after if last[who] == number else None))
    counters = [f"Set fatigue to {after.fatigue}."] if after.fatigue != before.fatigue else []
    if after.turn != before.turn and after.status == PLAYING and after.phase == TURN:
        counters.append(f"Turn {after.turn} begins.")
    place = lines.index(TURN_UP) if TURN_UP in lines else len(lines)
    return lines[:place] + counters + lines[place:]


def _pursuer_line(p: int, told: Sequence[Event], start: int, after: MazeState | None) -> str:
    """What a pursuer does in a row; with how he stands at last, if he does no more in this move."""
    steps = [event.where for event in told if event.kind == "stepped"]
    others = [event.words for event in told if event.kind not in _STEPS_AND_LOOKS]
    does = [words.removesuffix(".").split(" ", 1)[1].partition(", facing")[0] for words in others]
    if steps:
        does.append(f"goes {' → '.join([_space(start), *steps])}")
    elif any(event.kind == "spotted" for event in told):
        does.append("sees you")
    if after is not None and after.at[p] != NOWHERE:
        does.append(f"faces {COMPASS[after.facing[p]]}")
        does.append(_mode(p, after))
    elif any(event.kind == "turned" for event in told) and not steps:
        does.append("turns")
    return f"{SYMBOLS[p]} {', '.join(does) or 'stays'}."


_STEPS_AND_LOOKS: Final = {"stepped", "turned", "spotted", "lost sight", "back on patrol"}


def _mode(p: int, s: MazeState) -> str:
    if not s.alert[p]:
        return "is on patrol"
    if s.memory[p] == NOWHERE:
        return "is alert"
    return f"is alert and remembers {_space(s.memory[p])}, from where you went {COMPASS[s.vanished[p]]}"


def _space(x: int) -> str:
    return "the vessel" if x == VESSEL else space_text(x)
