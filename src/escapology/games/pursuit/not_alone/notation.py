"""Not Alone, After All as text. Notation is described in RULES.md."""

import re
from typing import Final

from escapology.errors import IllegalMoveError
from escapology.games.pursuit.aiming import step_to
from escapology.games.pursuit.cards import (
    QUEEN,
    card_text,
    card_words,
    parse_card,
    rank_of,
)
from escapology.games.pursuit.dealing import deal_text, read_cards, shuffle_cards, tasks_differ_twice
from escapology.games.pursuit.maze import DIRECTIONS, room, space_of, space_text
from escapology.games.pursuit.not_alone.ejecting import modules_to_eject
from escapology.games.pursuit.not_alone.state import ADRIFT, AWAY, DOCKED, NAMED_OUT, Deal, State
from escapology.games.pursuit.notation import chase_text, collect_turns, expand_turn, move_text, status
from escapology.games.pursuit.state import EJECT, START, VESSEL, WALK
from escapology.games.pursuit.turn import BOARD, DROP, KEEP, WAKE, movement_card
from escapology.games.pursuit.words import place_words, shared_why_not, shared_words, who_is_on
from escapology.luck import Luck
from escapology.setting import Setting

__all__ = [
    "MOVE",
    "TOKEN",
    "aim",
    "collect",
    "deal_cards",
    "deal_text",
    "expand",
    "move_text",
    "parse_deal",
    "state_text",
    "status",
    "tidy",
    "why_not",
    "words",
]

MOVE: Final = re.compile("start Q[SHCD]|eject [A2-9TJQK][SHCD]|use [123]|keep|board|stop|rest|[nesw]")
TOKEN: Final = re.compile(r"[123]:(?:[nesw]+(?:![A2-9TJQK][SHCD])?|[nesw]*\+)")


def _blank(setting: Setting) -> Deal:
    d = Deal.blank(setting)
    d.vessel_pile = int(setting["vessel"])
    d.board_exact = int(setting["board"] == "exact")
    d.research_stops = int(setting["research_stops"] == "yes")
    d.drift_counts = int(setting["drift"] == "yes")
    d.start_counts = int(setting["start_counts"] == "yes")
    return d


def deal_cards(setting: Setting, luck: Luck) -> Deal:
    """A random deal."""
    d = _blank(setting)
    shuffle_cards(d, tasks_differ_twice, even=setting.variant != "classic", luck=luck)
    return d


def parse_deal(setting: Setting, text: str) -> Deal:
    """Read `<3 task cards> | <49 station cards> | <48 movement cards>`."""
    d = _blank(setting)
    read_cards(d, text, tasks_differ_twice, unlike="number and suit", even=setting.variant != "classic")
    return d


def expand(text: str) -> tuple[str, ...]:
    """The atomic moves of a token."""
    return expand_turn(text, ("stop?", "keep?"))


def collect(texts: list[str]) -> list[str]:
    """The tokens of atomic moves."""
    return collect_turns(texts, ("eject", "keep", "board"))


def tidy(d: Deal, s: State, text: str) -> str:
    """`eject` with any card of a module: the name of that module."""
    word, _, card = text.partition(" ")
    if word == "eject" and s.phase == EJECT and parse_card(card) in s.card[:49]:
        names = modules_to_eject(d, s)
        x = s.card.index(parse_card(card))
        for name in range(49):
            if names >> name & 1 and room(s, name) >> x & 1:
                return f"eject {card_text(s.card[name])}"
    return text


def dock_text(x: int) -> str:
    """`e7`, `x` for one that was named out, `-` for none."""
    return "x" if x == NAMED_OUT else space_text(x)


def vessel_text(s: State) -> str:
    """`no`, `adrift`, or its dock and side: `c6n`."""
    if s.vessel == DOCKED:
        return space_text(s.dock[2]) + DIRECTIONS[s.side]
    return "adrift" if s.vessel == ADRIFT else "no"


def state_text(d: Deal, s: State) -> str:
    """The state line."""
    docks = ",".join(dock_text(x) for x in s.dock)
    return f"{chase_text(s)} station={s.there:x} docks={docks} vessel={vessel_text(s)} status={status(d, s)}"


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
    return shared_why_not(d, s, text)


def aim(d: Deal, s: State, source: str, place: str) -> str:
    """The move one means who points at a space."""
    if place == space_text(VESSEL):
        return "board"
    x = space_of(place)
    if s.phase == START and rank_of(s.card[x]) != QUEEN:
        raise IllegalMoveError(f"you wake up on a queen, and {place} is {card_words(s.card[x])}")
    word = {START: "start", EJECT: "eject"}.get(s.phase, "")
    return f"{word} {card_text(s.card[x])}" if word else step_to(s, place)


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
        return f"{switch} is no switch of the research module of {' and '.join(research)}"
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
