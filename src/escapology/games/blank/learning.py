"""What programs that learn Blank see, do and are dealt."""

from typing import Final

from escapology.games.blank.notation import all_cards, lay
from escapology.games.blank.rules import Deal, State
from escapology.luck import shuffle
from escapology.native import rule
from escapology.protocol import Actions, Array
from escapology.setting import Setting

__all__ = ["ACTIONS", "ARRAYS", "action_of", "deal", "encode", "forms"]

MOST: Final = 9  # cards

ACTIONS: Final = (
    Actions("climb", 1, "climb onto the top card"),
    Actions("skip", 1, "skip it"),
)

ARRAYS: Final = (
    Array("on", (1,), 0, MOST, "the card one stands on, 0 is the ground"),
    Array("top", (1,), 0, MOST, "the card that is face up, 0 if none is left"),
    Array("climbed", (1,), 0, MOST, "climbs so far"),
    Array("skips_left", (1,), 0, MOST, "cards that may still be skipped"),
    Array("hidden", (MOST,), 0, 1, "of each card, from 1 up, whether it lies face down"),
)
HIDDEN: Final = 4  # where that array begins


@rule
def action_of(d: Deal, s: State, move: int) -> int:
    """Moves are numbered as actions are."""
    return move


@rule
def encode(d: Deal, s: State, out: list[int]) -> None:
    """What the player knows."""
    out[0] = s.on
    out[1] = d.pile[s.top] if s.top < d.size else 0
    out[2] = s.climbed
    out[3] = d.skips - s.skipped
    for card in range(MOST):
        out[HIDDEN + card] = 1 if card < d.size else 0
    for i in range(min(s.top + 1, d.size)):
        out[HIDDEN + d.pile[i] - 1] = 0


@rule
def deal(d: Deal, luck: list[int]) -> None:
    """A shuffled pile."""
    for i in range(d.size):
        d.pile[i] = i + 1
    shuffle(luck, d.pile, d.size)


def forms(setting: Setting) -> list[Deal]:
    """All deals are alike but for the order of their piles."""
    return [lay(setting, all_cards(setting))]
