"""Sight and spotting: what a pursuer sees, and what it does to him."""

from typing import Final

from escapology.games.pursuit.rules.log import LOST, SPOTTED, TURNED, Log, tell
from escapology.games.pursuit.rules.maze import is_door, towards
from escapology.games.pursuit.rules.state import NOWHERE, MazeState
from escapology.native import rule

__all__ = ["doors_seen_through", "look", "look_after_step", "look_all", "sees", "turn_head"]

ANY: Final = 99  # doors


@rule
def doors_seen_through(s: MazeState, p: int, direction: int) -> int:
    """DL: sight: ahead any number of doors, left and right one (alert: two), behind none."""
    turn = direction - s.facing[p] & 3
    if turn == 0:
        return ANY
    if turn == 2:
        return 0
    return 2 if s.alert[p] else 1


@rule
def sees(s: MazeState, p: int) -> bool:
    """DL: sight runs along the four straight lines, each ending at a wall or the edge; pursuers don't block it."""
    x = s.at[p]
    if x == NOWHERE:
        return False
    direction = towards(s, x, s.you)
    if direction == NOWHERE:
        return False
    doors = doors_seen_through(s, p, direction)
    while x != s.you:
        beyond = s.way[4 * x + direction]
        if beyond == NOWHERE:
            return False
        if is_door(s, x, beyond):
            doors -= 1
            if doors < 0:
                return False
        x = beyond
    return True


@rule
def look(s: MazeState, p: int, log: Log) -> bool:
    """DL: spotting: whoever sees you is alert and faces you at once; an old memory is wiped."""
    if not sees(s, p):
        return False
    direction = towards(s, s.at[p], s.you)
    if not s.alert[p] or s.memory[p] != NOWHERE:
        s.alert[p] = 1
        s.memory[p] = NOWHERE
        tell(log, SPOTTED, p, s.at[p], direction)
    if s.facing[p] != direction:
        s.facing[p] = direction
        tell(log, TURNED, p, s.at[p], direction)
    return True


@rule
def look_all(s: MazeState, log: Log) -> None:
    """DL: sight is checked for all pursuers."""
    for p in range(s.pursuers):
        look(s, p, log)


@rule
def look_after_step(s: MazeState, left: int, direction: int, log: Log) -> None:
    """DL: sight is checked after your step from the space you left; who no longer sees you remembers both."""
    for p in range(s.pursuers):
        saw = s.alert[p] and s.memory[p] == NOWHERE
        if not look(s, p, log) and saw:
            s.memory[p] = left
            s.vanished[p] = direction
            tell(log, LOST, p, left, direction)


@rule
def turn_head(s: MazeState, p: int, direction: int, log: Log) -> None:
    """DL: sight is checked after each turn a pursuer makes."""
    if s.facing[p] != direction:
        s.facing[p] = direction
        tell(log, TURNED, p, s.at[p], direction)
        look(s, p, log)
