"""Not Alone, After All as text: deals, moves and states. The notation is described in RULES.md."""

import re
from typing import Final

from escapology.games.pursuit.not_alone.rules.ejecting import modules_to_eject
from escapology.games.pursuit.not_alone.rules.state import ADRIFT, DOCKED, NAMED_OUT, Deal, State
from escapology.games.pursuit.notation import (
    chase_text,
    collect_turns,
    deal_text,
    expand_turn,
    move_text,
    read_cards,
    shuffle_cards,
    status,
    tasks_differ_twice,
)
from escapology.games.pursuit.rules.cards import (
    card_text,
    parse_card,
)
from escapology.games.pursuit.rules.maze import DIRECTIONS, room, space_text
from escapology.games.pursuit.rules.state import EJECT
from escapology.luck import Luck
from escapology.setting import Setting

__all__ = [
    "MOVE",
    "TOKEN",
    "blank_deal",
    "collect",
    "deal_cards",
    "deal_text",
    "expand",
    "move_text",
    "parse_deal",
    "state_text",
    "status",
    "tidy",
]

MOVE: Final = re.compile("start Q[SHCD]|eject [A2-9TJQK][SHCD]|use [123]|keep|board|stop|rest|[nesw]")
TOKEN: Final = re.compile(r"[123]:(?:[nesw]+(?:![A2-9TJQK][SHCD])?|[nesw]*\+)")


def blank_deal(setting: Setting) -> Deal:
    """A deal without its cards."""
    d = Deal.blank(setting)
    d.vessel_pile = int(setting["vessel"])
    d.board_exact = int(setting["board"] == "exact")
    d.research_stops = int(setting["research_stops"] == "yes")
    d.drift_counts = int(setting["drift"] == "yes")
    d.dock_stops = int(setting["dock"] == "stops")
    d.start_counts = int(setting["start_counts"] == "yes")
    d.faces_direction = int(setting["lost"] == "direction")
    return d


def deal_cards(setting: Setting, luck: Luck) -> Deal:
    """A random deal."""
    d = blank_deal(setting)
    shuffle_cards(d, tasks_differ_twice, even=setting.variant != "classic", luck=luck)
    return d


def parse_deal(setting: Setting, text: str) -> Deal:
    """Read `<3 task cards> | <49 station cards> | <48 movement cards>`."""
    d = blank_deal(setting)
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
