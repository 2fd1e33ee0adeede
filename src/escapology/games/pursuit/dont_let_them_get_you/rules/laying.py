"""The maze: the tasks' locations, and how the player lays the cards in bingo."""

from escapology.games.pursuit.dont_let_them_get_you.rules.state import Deal, State
from escapology.games.pursuit.rules.cards import is_number
from escapology.games.pursuit.rules.log import LAID, Log, tell
from escapology.games.pursuit.rules.maze import beside, join_split_maze, lay_card, open_ways
from escapology.games.pursuit.rules.state import NOWHERE
from escapology.games.pursuit.rules.turn import PLACE
from escapology.native import rule

__all__ = ["complete_maze", "lay_next", "put_places", "space_of_card"]


@rule
def _touches(s: State, x: int, numbers_only: bool) -> int:
    """How many laid cards (of numbers only, if so asked) lie beside x."""
    n = 0
    for direction in range(4):
        y = beside(x, direction)
        if y != NOWHERE and s.there >> y & 1 and (not numbers_only or is_number(s.card[y])):
            n += 1
    return n


@rule
def put_places(d: Deal, s: State, out: list[int]) -> int:
    """Bingo: free spaces beside a laid card; for a picture or ace, only those that touch the most number cards."""
    any_will_do = is_number(d.maze[s.laid])
    most = 0
    n = 0
    for x in range(49):
        if s.there >> x & 1 or _touches(s, x, False) == 0:
            continue
        touched = 0 if any_will_do else _touches(s, x, True)
        if touched > most:
            most = touched
            n = 0
        if touched == most:
            out[n] = 64 * PLACE + x
            n += 1
    return n


@rule
def lay_next(d: Deal, s: State, x: int, log: Log) -> None:
    """The next card is laid on that space."""
    lay_card(s, x, d.maze[s.laid])
    tell(log, LAID, NOWHERE, x, d.maze[s.laid])
    s.laid += 1


@rule
def complete_maze(d: Deal, s: State) -> None:
    """All cards lie: a split maze is joined, and each task has its location, of the same number and colour."""
    join_split_maze(s)
    open_ways(s)
    for task in range(3):
        s.location[task] = space_of_card(s, (d.task[task] + 26) % 52)


@rule
def space_of_card(s: State, card: int) -> int:
    """Where that card lies."""
    x = 0
    while s.card[x] != card:
        x += 1
    return x
