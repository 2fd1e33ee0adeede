"""What programs that learn Don't Let Them Get You see, do and are dealt."""

from typing import Final

from escapology.games.pursuit.dont_let_them_get_you.notation import blank_deal
from escapology.games.pursuit.dont_let_them_get_you.rules.state import Deal, State
from escapology.games.pursuit.learning.dealing import shuffle_decks
from escapology.games.pursuit.learning.sight import OWN, SHARED, encode_shared, put_card
from escapology.games.pursuit.rules.cards import ACE, NO_CARD
from escapology.games.pursuit.rules.state import LAY
from escapology.games.pursuit.rules.turn import GO, OUT, REST, STOP, TAKE_ENTRANCE, TAKE_EXIT, USE
from escapology.native import rule
from escapology.protocol import Actions, Array, Board
from escapology.setting import Setting

__all__ = ["ACTIONS", "ARRAYS", "GRID", "action_of", "deal", "encode", "forms"]

SPACES: Final = 49
ACTIONS: Final = (
    Actions("go", 4, "one step n, e, s or w"),
    Actions("stop", 1, "end your walk"),
    Actions("use", 3, "walk by the lowest, second or third card of the column"),
    Actions("rest", 1, "let them move"),
    Actions("out", 1, "leave by the exit"),
    Actions("enter", 4, "come in at a1, g1, a7 or g7"),
    Actions("exit", 4, "the exit is a1, g1, a7 or g7"),
    Actions("place", SPACES, "lay the next card of the maze on a space, a1 to g1, a2 … (bingo)"),
)

ARRAYS: Final = (
    *SHARED,
    Array("task_ranks", (3,), 0, 13, "the task cards: ranks", True),
    Array("task_suits", (3,), 0, 4, "suits of these cards", True),
    Array("next_rank", (1,), 0, 13, "the next card of the maze while you lay it (bingo)", True),
    Array("next_suit", (1,), 0, 4, "its suit", True),
    Array("exit", (1,), 0, SPACES, "the space + 1 of the exit, 0 before it is open", True),
)

GRID: Final = Board(spaces=SPACES, wide=7, ways="ways", you="you", places=("you", "pursuers", "remembered", "exit"))


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
    if kind == OUT:
        return 9
    if kind == TAKE_ENTRANCE:
        return 10 + _corner(argument)
    if kind == TAKE_EXIT:
        return 14 + _corner(argument)
    return 18 + argument  # PLACE


@rule
def _corner(x: int) -> int:
    """The number of a corner: a1, g1, a7, g7."""
    return (1 if x % 7 > 0 else 0) + (2 if x > 6 else 0)


@rule
def encode(d: Deal, s: State, out: list[int]) -> None:
    """What the player knows."""
    encode_shared(d, s, out)
    for task in range(3):
        put_card(out, OWN + task, OWN + 3 + task, d.task[task])
    put_card(out, OWN + 6, OWN + 7, d.maze[s.laid] if s.phase == LAY else NO_CARD)
    out[OWN + 8] = s.exit + 1


@rule
def deal(d: Deal, luck: list[int]) -> None:
    """The decks, shuffled."""
    shuffle_decks(d, luck, d.home == ACE, False)


def forms(setting: Setting) -> list[Deal]:
    """All deals are alike but for their cards."""
    return [blank_deal(setting)]
