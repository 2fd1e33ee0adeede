"""Lab Rats at a real table: the maze is told tile by tile as it is built, the coins as they are turned up.

In `rebag` the same coin can be drawn again and again, so there it is draws that are told (`drawing.py`).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from escapology.companion import TURN_UP, Companion, Spot
from escapology.entry import Entered, Entry, Part
from escapology.errors import MoveError
from escapology.games.lab_rats.companion.drawing import Drawing
from escapology.games.lab_rats.entry import ENTRY, grow, misfit
from escapology.games.lab_rats.notation import MOST_NUMBER, STACK_NAMES
from escapology.games.lab_rats.rules import (
    COINS,
    DROP,
    MOST_PLACES,
    RUN,
    STACK_SIZE,
    STACKS,
    SUITED,
    Deal,
    State,
)
from escapology.games.lab_rats.words import VALUE_NAMES, words
from escapology.luck import Luck
from escapology.setting import Setting

__all__ = ["COMPANION"]

_ROW: Final = 16  # draws


def _parts(setting: Setting) -> tuple[Part, ...]:
    """The maze and the coins; in `rebag` all draws that a deal can tell of."""
    parts = ENTRY.parts(setting)
    if setting.variant != "rebag":
        return parts
    maze, coins = parts
    most = COINS + MOST_PLACES
    rows = tuple((f"Draws {first + 1} to {first + _ROW}", _ROW) for first in range(0, most, _ROW))
    return maze, replace(coins, name="draws", title="The coins in the bag", rows=rows, copies=0)


def _complete(setting: Setting, entered: Entered, moves: Sequence[int], luck: Luck) -> str:
    if setting.variant != "rebag":
        return ENTRY.complete(setting, entered, luck)
    maze = grow(setting, entered["maze"], luck)
    drawing = Drawing.of(_told(entered), moves)
    coins = "".join(drawing.order(luck))
    places = ".".join(map(str, drawing.places(luck)))
    return f"{maze} {coins} {places}{'+' if places else ''}{luck.below(MOST_NUMBER + 1)}"


def _check(setting: Setting, entered: Entered, moves: Sequence[int]) -> list[tuple[str, str]]:
    """A tile that can't lie there; a coin that is not in the bag."""
    wrong = misfit(setting, entered)
    if wrong or setting.variant != "rebag":
        return wrong
    missing = Drawing.of(_told(entered), moves).missing
    if not missing:
        return []
    name = VALUE_NAMES[int(missing)]
    return [("draws", f"there is no {name} in the bag: all four are on the table already")]


def _told(entered: Entered) -> list[str]:
    return [value for value in entered["draws"] if value]


def _seen(d: Deal, s: State) -> Sequence[Spot]:
    """Coins that have been face up."""
    if d.has_rebag:
        if s.rebagged > MOST_PLACES:
            raise MoveError(
                f"{MOST_PLACES} coins were put back into the bag: no more can be kept of a game at the table"
            )
        return [("draws", draw) for draw in range(COINS - s.bag_count + s.rebagged)]
    if d.has_bag:
        return [("coins", coin) for coin in range(sum(s.turned))]
    spots: list[Spot] = []
    for stack in range(STACKS):
        unseen = sum(coin < SUITED for coin in s.stack[stack][: s.height[stack]])
        spots += [("coins", stack * STACK_SIZE + coin) for coin in range(STACK_SIZE - unseen)]
    return spots


def _ask(d: Deal, s: State, spot: Spot) -> str:
    if d.has_bag:
        where = f"place {STACK_NAMES[spot[1]]}" if spot[1] < STACKS else "the empty place"
        return f"Draw a coin from the bag for {where}: what does it show?"
    stack, depth = divmod(spot[1], STACK_SIZE)
    return f"Turn up the {'next' if depth else 'top'} coin of stack {STACK_NAMES[stack]}: what does it show?"


def _name(setting: Setting, spot: Spot) -> str:
    part, number = spot
    if part == "maze":
        return f"tile {number + 2}"
    if setting.variant == "rebag":
        return f"draw {number + 1}"
    if setting.variant == "bag":
        return f"coin {number + 1} from the bag"
    return f"coin {number % STACK_SIZE + 1} of stack {STACK_NAMES[number // STACK_SIZE]}"


def _carry_out(d: Deal, before: State, after: State, move: int) -> list[str]:
    """The move; what is turned up then is told by the player."""
    told = f"{words(d, before, move)}."
    return [f"{told} Shake it.", TURN_UP] if d.has_rebag and DROP <= move < RUN else [told]


COMPANION: Companion[Deal, State] = Companion(
    entry=Entry(_parts, ENTRY.complete, misfit, ENTRY.tidy),  # that nothing fits behind a tile comes out later
    complete=_complete,
    check=_check,
    seen=_seen,
    ask=_ask,
    name=_name,
    carry_out=_carry_out,
)
