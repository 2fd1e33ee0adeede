"""The perimeter, the docks, and the vessel as a space."""

from escapology.games.pursuit.not_alone.rules.state import ADRIFT, AWAY, DOCKED, NAMED_OUT, Deal, State
from escapology.games.pursuit.rules.cards import distance_value, suit_of
from escapology.games.pursuit.rules.log import ADRIFT as TOLD_ADRIFT
from escapology.games.pursuit.rules.log import DOCK_MOVED, TURNED_OVER, Log, tell
from escapology.games.pursuit.rules.log import DOCKED as TOLD_DOCKED
from escapology.games.pursuit.rules.maze import beside
from escapology.games.pursuit.rules.state import NOWHERE, STRANDED, VESSEL
from escapology.games.pursuit.rules.turn import end_game, movement_card
from escapology.native import rule

__all__ = ["can_board", "join_vessel", "move_docks", "turn_over_task"]


@rule
def _is_free(s: State, x: int, direction: int) -> bool:
    """Whether no card of the station lies beside x on that side."""
    y = beside(x, direction)
    return y == NOWHERE or not s.there >> y & 1


@rule
def _is_perimeter(s: State, x: int) -> bool:
    """Rule 2: a station card with fewer than four neighbours present."""
    if not s.there >> x & 1:
        return False
    for direction in range(4):  # noqa: SIM110 (compiled code has no any())
        if _is_free(s, x, direction):
            return True
    return False


@rule
def _find_dock(s: State, suit: int) -> int:
    """Rule 2: the highest perimeter card of that suit."""
    best = NOWHERE
    for x in range(49):
        card = s.card[x]
        if suit_of(card) == suit and (best == NOWHERE or card > s.card[best]) and _is_perimeter(s, x):
            best = x
    return best


@rule
def move_docks(d: Deal, s: State, log: Log) -> None:
    """Rule 14: a dock that left, or had no place, goes to the highest perimeter card of its suit.

    A vessel goes with its dock.
    """
    for task in range(3):
        x = s.dock[task]
        if x == NAMED_OUT or (x != NOWHERE and s.there >> x & 1):
            continue
        s.dock[task] = _find_dock(s, suit_of(d.task[task]))
        if s.dock[task] != x:
            tell(log, DOCK_MOVED, NOWHERE, s.dock[task], task)
        if task == 2 and s.vessel != AWAY:
            _move_vessel(d, s, log)


@rule
def _move_vessel(d: Deal, s: State, log: Log) -> None:
    """The vessel docks on the first free side of its dock; while there is none it is adrift."""
    if s.dock[2] == NOWHERE:
        if s.vessel == DOCKED:
            tell(log, TOLD_ADRIFT, NOWHERE, NOWHERE, 0)
        s.vessel = ADRIFT
        return
    s.vessel = DOCKED
    s.side = 0
    while not _is_free(s, s.dock[2], s.side):
        s.side += 1
    join_vessel(s)
    tell(log, TOLD_DOCKED, NOWHERE, s.dock[2], s.side)
    for p in range(s.pursuers):
        if s.at[p] == VESSEL:
            s.facing[p] = s.side ^ 2


@rule
def join_vessel(s: State) -> None:
    """The door between the vessel and its dock card; walls all around it."""
    dock = s.dock[2]
    s.way[4 * dock + s.side] = VESSEL
    s.way[4 * VESSEL + (s.side ^ 2)] = dock
    s.upright &= ~(1 << VESSEL)
    s.upright |= (~s.upright >> dock & 1) << VESSEL  # it lies across: a door, not a join


@rule
def turn_over_task(d: Deal, s: State, pile: int, log: Log) -> None:
    """The vessel: a task card lies behind every second pile; the first two name docks that are out."""
    task = (pile - d.vessel_pile + 4) // 2
    if task < 0 or task > 2 or (pile - d.vessel_pile) % 2:
        return
    tell(log, TURNED_OVER, NOWHERE, NOWHERE, task)
    if task < 2:
        s.dock[task] = NAMED_OUT
    elif s.dock[2] == NOWHERE:
        end_game(s, STRANDED, log)
    else:
        s.card[VESSEL] = d.task[2]
        _move_vessel(d, s, log)


@rule
def can_board(d: Deal, s: State, position: int) -> bool:
    """From the dock card, with a good enough card, all research modules gone (NA7), and no alien in the vessel."""
    if s.vessel != DOCKED or s.you != s.dock[2] or s.done != 7:
        return False
    for p in range(s.pursuers):
        if s.at[p] == VESSEL:
            return False
    value = distance_value(movement_card(d, s.turn, position))
    needed = distance_value(d.task[2])
    return value == needed or (value > needed and not d.board_exact)  # NA2
