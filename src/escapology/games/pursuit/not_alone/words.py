"""Not Alone, After All in words: what a move does, why one is not legal, and what a move sets off."""

from itertools import groupby
from typing import Final

from escapology.games.pursuit.not_alone.rules import is_held_at_dock, play_telling
from escapology.games.pursuit.not_alone.rules.state import ADRIFT, AWAY, DOCKED, Deal, State
from escapology.games.pursuit.rules.cards import (
    card_words,
    parse_card,
)
from escapology.games.pursuit.rules.log import DOCK_MOVED, FULFILLED, Told
from escapology.games.pursuit.rules.maze import DIRECTIONS, room, space_text
from escapology.games.pursuit.rules.state import CAUGHT, EJECT, LATE, PLAYING, START, TURNS, VESSEL, WALK, WON
from escapology.games.pursuit.rules.turn import BOARD, DROP, KEEP, WAKE, movement_card
from escapology.games.pursuit.words.events import SOUNDS, event, lost_fate, story
from escapology.games.pursuit.words.moves import place_words, shared_why_not, shared_words, who_is_on
from escapology.protocol import Event, Goal

__all__ = ["SOUNDS", "events", "fate", "goal", "rules", "story", "why_not", "words"]


def module_words(s: State, x: int) -> str:
    """The cards of a module: `♥5 ♣J`."""
    module = room(s, x)
    return " ".join(card_words(s.card[y]) for y in range(49) if module >> y & 1)


def words(d: Deal, s: State, move: int) -> str:
    """The move, as one would say it."""
    kind, argument = divmod(move, 64)
    if kind == WAKE:
        return f"Wake up on {place_words(s, argument)}"
    if kind == DROP:
        research = " research" if any(room(s, argument) >> x & 1 for x in s.location) else ""
        return f"Eject the{research} module {module_words(s, argument)}"
    if kind == KEEP:
        return "Eject nothing"
    if kind == BOARD:
        return "Board the vessel"
    return shared_words(d, s, move)


def why_not(d: Deal, s: State, text: str) -> str:
    """Why a well-formed move is not legal."""
    word, _, argument = text.partition(" ")
    if s.phase == START and word != "start":
        return "choose the queen to wake up on first"
    if word == "start":
        return "you are awake already"
    if s.phase == EJECT and word not in ("eject", "keep"):
        return "eject a module or keep them all first"
    if word == "keep":
        return "there is nothing to eject"
    if word == "eject":
        return _why_not_eject(d, s, parse_card(argument))
    if word == "board":
        return _why_not_board(d, s)
    if text in DIRECTIONS and is_held_at_dock(d, s):
        return f"{card_words(s.card[s.you])} ends your walk: board the vessel, or stop"
    return shared_why_not(d, s, text)


def _why_not_eject(d: Deal, s: State, card: int) -> str:
    if s.phase != EJECT:
        return "you eject at the end of your own move, and only where a switch has a module"
    if card not in s.card[:49]:
        return f"{card_words(card)} is a task card, it never was in the station"
    x = s.card.index(card)
    if not s.there >> x & 1:
        return f"{card_words(card)} has left the station"
    module = room(s, x)
    if module >> s.you & 1:
        return f"{card_words(card)} is in the module you stand in"
    switch = card_words(s.card[s.you])
    research = [card_words(s.card[y]) for y in s.location if module >> y & 1]
    if research:
        return f"{switch} is not a switch of the research module of {' and '.join(research)}"
    return f"the module of {card_words(card)} has no card of the rank of {switch}"


def _why_not_board(d: Deal, s: State) -> str:
    if s.vessel == AWAY:
        return "the vessel is not here yet"
    if s.vessel == ADRIFT:
        return "the vessel is adrift"
    if s.you != s.dock[2]:
        return f"the vessel is at {space_text(s.dock[2])}"
    if s.done != 7:
        return "not all research modules are ejected"
    if who_is_on(s, VESSEL):
        return f"an alien is in the vessel: {who_is_on(s, VESSEL)}"
    if s.phase != WALK:
        return "choose a movement card first"
    used = card_words(movement_card(d, s.turn, s.using))
    how = "equal to" if d.board_exact else "at least"
    return f"{used} is not enough: its distance value must be {how} that of the vessel, {card_words(d.task[2])}"


def events(d: Deal, s: State, move: int) -> list[Event]:
    """All that a legal move sets off, in order, as the rules tell it."""
    after = s.copy()
    log: list[Told] = []
    play_telling(d, after, move, log)
    return [event(d, after, told) for told in _in_open_order(log)]


def _in_open_order(log: list[Told]) -> list[Told]:
    """What befalls docks and research modules at once, by space: the order of the task cards is hidden."""
    in_order: list[Told] = []
    for kind, group in groupby(log, key=lambda told: told[0]):
        told = list(group)
        in_order += sorted(told, key=lambda one: one[2]) if kind in (FULFILLED, DOCK_MOVED) else told
    return in_order


def goal(d: Deal, s: State) -> Goal:
    """What one is after, and how far one is."""
    wanted = "Eject three research modules, then board the vessel"
    if s.status == WON:
        return Goal(wanted, "you are on board")
    if s.done != 7:
        return Goal(wanted, f"{s.done.bit_count()} of 3 ejected")
    if s.vessel == AWAY:
        return Goal(wanted, f"all ejected, the vessel comes before turn {3 * d.vessel_pile - 2}")
    place = f"the vessel is at {space_text(s.dock[2])}" if s.vessel == DOCKED else "the vessel is adrift"
    return Goal(wanted, f"all ejected, {place}")


def fate(d: Deal, s: State) -> str:
    """What ended it, and who."""
    if s.status == WON:
        return f"You are on board, and the vessel takes you home, in turn {s.turn} of {TURNS}."
    return lost_fate(s)


_BASE: Final = "dont-let-them-get-you#"  # rules of the base game


def rules(d: Deal, s: State) -> tuple[str, ...]:
    """The rules that matter now."""
    if s.status != PLAYING:
        return {WON: ("24",), CAUGHT: ("25",), LATE: ("27",)}.get(s.status, ("26",))
    if s.phase == START:
        return ("4",)
    if s.phase == EJECT:
        return "8", "9", "10"
    if is_held_at_dock(d, s) or (s.done == 7 and s.vessel == DOCKED):
        return "21", "22"
    if s.phase == WALK:
        return "7", f"{_BASE}12", f"{_BASE}13"
    if any(s.alert[p] for p in range(s.pursuers)):
        return f"{_BASE}10", f"{_BASE}31", f"{_BASE}32"
    return f"{_BASE}10", f"{_BASE}11", "7"
