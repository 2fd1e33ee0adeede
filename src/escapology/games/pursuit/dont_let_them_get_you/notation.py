"""Don't Let Them Get You as text: deals, moves and states. The notation is described in RULES.md."""

import re
from typing import Final

from escapology.games.pursuit.dont_let_them_get_you.rules.state import Deal, State
from escapology.games.pursuit.notation import (
    chase_text,
    collect_turns,
    deal_text,
    expand_turn,
    move_text,
    read_cards,
    shuffle_cards,
    status,
    tasks_differ,
)
from escapology.games.pursuit.rules.cards import ACE, KING, card_text
from escapology.games.pursuit.rules.maze import space_text
from escapology.games.pursuit.rules.state import LAY
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
]

MOVE: Final = re.compile("(?:enter|exit|place) [a-g][1-7]|use [123]|stop|rest|out|[nesw]")
TOKEN: Final = re.compile("[123]:[nesw]+")


def blank_deal(setting: Setting) -> Deal:
    """A deal without its cards."""
    d = Deal.blank(setting)
    d.bingo = int(setting.variant == "bingo")
    d.home = KING if setting.variant == "classic" else ACE
    d.start_counts = int(setting["start_counts"] == "yes")
    d.faces_direction = int(setting["lost"] == "direction")
    return d


def deal_cards(setting: Setting, luck: Luck) -> Deal:
    """A random deal."""
    d = blank_deal(setting)
    shuffle_cards(d, tasks_differ, even=setting.variant != "classic", luck=luck)
    return d


def parse_deal(setting: Setting, text: str) -> Deal:
    """Read `<3 task cards> | <49 maze cards> | <48 movement cards>`."""
    d = blank_deal(setting)
    read_cards(d, text, tasks_differ, unlike="number", even=setting.variant != "classic")
    return d


def expand(text: str) -> tuple[str, ...]:
    """The atomic moves of a token."""
    return expand_turn(text, ("stop?",))


def collect(texts: list[str]) -> list[str]:
    """The tokens of atomic moves."""
    return collect_turns(texts, ("stop",))


def state_text(d: Deal, s: State) -> str:
    """The state line."""
    if s.phase == LAY:
        grid = ",".join(card_text(card) for card in s.card[:49])
        return f"phase=lay laid={s.laid} next={card_text(d.maze[s.laid])} grid={grid} status=playing"
    return f"{chase_text(s)} exit={space_text(s.exit)} status={status(d, s)}"
