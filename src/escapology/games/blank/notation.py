"""Blank as text: deals, moves and states. The notation is described in RULES.md."""

import re
from typing import Final

from escapology.errors import DealError, shorten
from escapology.games.blank.rules import CLIMB, SKIP, Deal, State, moves, won
from escapology.luck import Luck
from escapology.setting import Setting

__all__ = ["MOVE", "all_cards", "deal_cards", "deal_text", "lay", "move_text", "parse_deal", "state_text", "status"]

MOVE: Final = re.compile("climb|skip")
NAMES: Final = {CLIMB: "climb", SKIP: "skip"}


def lay(setting: Setting, cards: list[int]) -> Deal:
    """The deal of a pile."""
    d = Deal.blank(setting)
    d.size = len(cards)
    d.pile[: d.size] = cards
    d.goal = 5 if setting.variant == "long" else 3
    d.skips = 2 if setting["skips"] == "two" else d.size
    return d


def all_cards(setting: Setting) -> list[int]:
    """Rule 1, and the variants."""
    return list(range(1, 10 if setting.variant == "long" else 7))


def deal_cards(setting: Setting, luck: Luck) -> Deal:
    """A shuffled pile."""
    cards = all_cards(setting)
    luck.shuffle(cards)
    return lay(setting, cards)


def parse_deal(setting: Setting, text: str) -> Deal:
    """Read `3 1 5 2 6 4`."""
    cards = text.split()
    wanted = [str(card) for card in all_cards(setting)]
    for card in cards:
        if card not in wanted:
            raise DealError(f"{shorten(card)} is not a card: the cards are {wanted[0]} to {wanted[-1]}")
        if cards.count(card) > 1:
            raise DealError(f"card {card} appears twice")
    if len(cards) != len(wanted):
        raise DealError(f"there are {len(cards)} cards: a deal has all of {wanted[0]} to {wanted[-1]}")
    return lay(setting, [int(card) for card in cards])


def deal_text(d: Deal) -> str:
    """The pile, top first."""
    return " ".join(str(card) for card in d.pile[: d.size])


def move_text(d: Deal, s: State, move: int) -> str:
    """`climb` or `skip`."""
    return NAMES[move]


def status(d: Deal, s: State) -> str:
    """Rule 3."""
    if won(d, s):
        return "won"
    return "playing" if moves(d, s, [0, 0]) else "over"


def state_text(d: Deal, s: State) -> str:
    """The state line."""
    pile = "".join(str(card) for card in d.pile[s.top : d.size]) or "-"
    return f"on={s.on} climbed={s.climbed} skipped={s.skipped} pile={pile} status={status(d, s)}"
