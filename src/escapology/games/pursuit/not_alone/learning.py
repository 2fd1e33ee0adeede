"""What programs that learn Not Alone, After All see, do and are dealt.

Task cards lie face down in an order that nobody knows, so an observation tells of them by their suits, which differ.
"""

from typing import Final

from escapology.games.pursuit.learning.dealing import shuffle_decks
from escapology.games.pursuit.learning.sight import OWN, SHARED, encode_shared
from escapology.games.pursuit.not_alone.notation import blank_deal
from escapology.games.pursuit.not_alone.rules.state import DOCKED, NAMED_OUT, Deal, State
from escapology.games.pursuit.rules.cards import rank_of, suit_of
from escapology.games.pursuit.rules.state import NOWHERE
from escapology.games.pursuit.rules.turn import BOARD, GO, KEEP, REST, STOP, USE, WAKE
from escapology.native import rule
from escapology.protocol import Actions, Array, Board
from escapology.setting import Setting

__all__ = ["ACTIONS", "ARRAYS", "GRID", "action_of", "deal", "encode", "forms"]

SPACES: Final = 49
NO_PLACE: Final = 50  # as a dock: there is none now
OUT: Final = 51  # as a dock: named out
ACTIONS: Final = (
    Actions("go", 4, "one step n, e, s or w"),
    Actions("stop", 1, "end your walk"),
    Actions("use", 3, "walk by the lowest, second or third card of the column"),
    Actions("rest", 1, "let them move"),
    Actions("keep", 1, "eject nothing"),
    Actions("board", 1, "go on board the vessel"),
    Actions("start", 4, "wake up on the queen of ♠, ♥, ♣ or ♦"),
    Actions("eject", SPACES, "eject the module that the card on a space names, a1 to g1, a2 …"),
)

ARRAYS: Final = (
    *SHARED,
    Array("task_ranks", (4,), 0, 13, "the task card of each suit ♠ ♥ ♣ ♦: its rank, 0 if there is none", True),
    Array("turned_over", (4,), 0, 1, "whether it lies open"),
    Array(
        "docks",
        (4,),
        0,
        OUT,
        "the dock of each suit: the space + 1, 50 if it has none now, 51 if it was named out, 0 without a task card",
        True,
    ),
    Array("vessel", (1,), 0, 2, "the vessel: not here yet 0, docked 1, adrift 2", True),
    Array("vessel_suit", (1,), 0, 4, "the suit at whose dock it docks, ♠ ♥ ♣ ♦ as 1 to 4, 0 while nobody knows", True),
    Array("side", (1,), 0, 4, "the side of its dock where it lies, n e s w as 1 to 4, 0 while it is not docked", True),
)

GRID: Final = Board(spaces=SPACES, wide=7, ways="ways", you="you", places=("you", "pursuers", "remembered", "docks"))


@rule
def action_of(d: Deal, s: State, move: int) -> int:
    """The action that a legal move is."""
    kind = move // 64
    argument = move % 64
    if kind == GO:
        return argument
    if kind == STOP:
        return 4
    if kind == USE:
        return 4 + argument
    if kind == REST:
        return 8
    if kind == KEEP:
        return 9
    if kind == BOARD:
        return 10
    if kind == WAKE:
        return 11 + suit_of(s.card[argument])
    return 15 + argument  # DROP


@rule
def encode(d: Deal, s: State, out: list[int]) -> None:
    """What the player knows."""
    encode_shared(d, s, out)
    for i in range(12):
        out[OWN + i] = 0
    pile = (s.turn + 2) // 3
    known = 0  # task cards that lie open
    for task in range(3):
        suit = suit_of(d.task[task])
        out[OWN + suit] = rank_of(d.task[task]) + 1
        if pile >= d.vessel_pile - 4 + 2 * task:
            out[OWN + 4 + suit] = 1
            known += 1
        dock = s.dock[task]
        if dock == NAMED_OUT:
            out[OWN + 8 + suit] = OUT
        else:
            out[OWN + 8 + suit] = NO_PLACE if dock == NOWHERE else dock + 1
    out[OWN + 12] = s.vessel
    out[OWN + 13] = suit_of(d.task[2]) + 1 if known >= 2 else 0
    out[OWN + 14] = s.side + 1 if s.vessel == DOCKED else 0


@rule
def deal(d: Deal, luck: list[int]) -> None:
    """The decks, shuffled."""
    shuffle_decks(d, luck, d.task[0] == 1, True)


def forms(setting: Setting) -> list[Deal]:
    """One deal, which says in place of its first task card whether there are two stacks."""
    form = blank_deal(setting)
    form.task[0] = int(setting.variant != "classic")
    return [form]
