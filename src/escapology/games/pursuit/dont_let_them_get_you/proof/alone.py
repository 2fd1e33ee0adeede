"""The game without pursuers, tabled in plain Python: from where nothing wins, for those who make certificates.

Turn, tasks done, exit, fatigue and space say everything then. Nobody has to believe this table: it says which claims
are worth writing down, and whoever checks a certificate plays them through by the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from escapology.games.pursuit.dont_let_them_get_you.rules import Deal, State, exits_from
from escapology.games.pursuit.rules.cards import distance_value
from escapology.games.pursuit.rules.maze import ALL, CORNERS, open_east, open_south, spread
from escapology.games.pursuit.rules.state import NOWHERE, TURNS
from escapology.games.pursuit.rules.turn import column_size, movement_card

__all__ = ["Goal", "hopeless", "spaces_of"]

_MOST_TIRED = 6
_ALL_DONE = 7  # three tasks, as bits
_SPACES = 49


class Goal(NamedTuple):
    """What still stops your walk, and where you have to go."""

    done: int  # the tasks, as bits
    exit: int  # NOWHERE until all are done


def hopeless(d: Deal, s: State) -> Iterator[tuple[int, Goal, int, int]]:
    """From the position's turn to the last: turn, goal and fatigue, and the spaces from which nothing wins, as bits."""
    goals = _goals(s)
    ends = {goal: {value: _ends(s, goal, value) for value in range(2, 12)} for goal in goals}
    later = {(goal, tired): 0 for goal in goals for tired in range(1, _MOST_TIRED + 1)}  # from where something wins
    for turn in range(TURNS, s.turn - 1, -1):
        now = {}
        for goal, tired in later:
            won = later[goal, max(tired - 1, 1)]
            if goal.done == _ALL_DONE and tired < _MOST_TIRED:
                won |= 1 << goal.exit
            for card in range(1, min(column_size(turn), _MOST_TIRED - tired) + 1):
                good = _good_ends(s, goal, tired + card, later)
                reached = ends[goal][distance_value(movement_card(d, turn, card))]
                for x in range(_SPACES) if good else ():
                    won |= reached[x] if good >> x & 1 else 0  # walks lead back as they lead there
            now[goal, tired] = won
            yield turn, goal, tired, ~won & ALL
        later = now


def spaces_of(mask: int) -> list[int]:
    """The spaces of a set."""
    return [x for x in range(_SPACES) if mask >> x & 1]


def _goals(s: State) -> list[Goal]:
    exits = {corner for task in range(3) for corner in CORNERS if exits_from(s, s.location[task]) >> corner & 1}
    return [*(Goal(done, NOWHERE) for done in range(_ALL_DONE)), *(Goal(_ALL_DONE, corner) for corner in sorted(exits))]


def _ends(s: State, goal: Goal, value: int) -> list[int]:
    """Of each space, where a walk by a card of that value can end."""
    east, south, through = open_east(s), open_south(s), 0
    for x in range(_SPACES):
        stops = x == goal.exit or any(x == s.location[i] and not goal.done >> i & 1 for i in range(3))
        through |= 0 if stops or distance_value(s.card[x]) >= value else 1 << x
    found = []
    for x in range(_SPACES):
        reached, more = 0, spread(1 << x, east, south)
        while more != reached:
            reached = more
            more |= spread(reached & through & ~(1 << x), east, south)
        found.append(reached & ~(1 << x))
    return found


def _good_ends(s: State, goal: Goal, tired: int, later: dict[tuple[Goal, int], int]) -> int:
    """The ends of walks from which something wins in the next turn; on a location the goal is a new one."""
    good = later[goal, tired]
    for task in range(3) if goal.done < _ALL_DONE else ():
        here = 1 << s.location[task]
        if goal.done >> task & 1:
            continue
        good &= ~here
        after = goal.done | 1 << task
        exits = [c for c in CORNERS if exits_from(s, s.location[task]) >> c & 1] if after == _ALL_DONE else [NOWHERE]
        for corner in exits:
            good |= later[Goal(after, corner), tired] & here
    return good
