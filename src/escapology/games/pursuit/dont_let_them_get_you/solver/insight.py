"""The solver of Don't Let Them Get You: what is known about a position if one forgets the pursuers.

Without pursuers a game is small: turn, space, fatigue, tasks done and exit say everything. So the fewest turns to a win
are tabled for all of them, from the last turn backwards, by the very cards that will be dealt. With pursuers it can
only take longer. Where there is no time for it, a position is lost; else the one with the fewest turns is tried first.

A *goal* is what still stops your walk and where you have to go: the tasks done (0 to 6), or the exit (7 to 10, as the
corners are listed). The table has two parts and a note, of masks of spaces:

    within[turn, goal, fatigue, n]   from where a win takes at most n turns
    reach[goal, value, x]            where a walk from x by a card of that value can end
    note[…]                          in bingo, whose maze it is: each that is laid needs a table of its own; exits
"""

from __future__ import annotations

import itertools
from typing import Any, Final

from escapology.games.pursuit.dont_let_them_get_you import rules
from escapology.games.pursuit.dont_let_them_get_you.knowledge import redraw
from escapology.games.pursuit.dont_let_them_get_you.rules.state import Deal, State
from escapology.games.pursuit.notation import move_text
from escapology.games.pursuit.rules.cards import distance_value
from escapology.games.pursuit.rules.maze import CORNERS, open_east, open_south, spread
from escapology.games.pursuit.rules.state import LAY, TURN, TURNS
from escapology.games.pursuit.rules.turn import column_size, movement_card
from escapology.games.pursuit.solver.advice import advise_turn
from escapology.games.pursuit.solver.keys import shared_words
from escapology.games.pursuit.solver.quick import lost as lost_games
from escapology.games.pursuit.solver.turns import (
    NEVER,
    Insight,
    TurnSearch,
    find_turns,
    look_ahead,
    search_turns,
    shorten_turns,
)
from escapology.luck import Luck
from escapology.native import rule
from escapology.verdict import Effort, Limits, Prospect, Rated, Verdict

__all__ = ["SEARCH", "advise", "lost", "prospects", "shorten", "solve"]

GOALS: Final = 11
FIRST_EXIT: Final = 7  # of the goals
LAYINGS: Final = 3  # samples of how the maze may be laid to its end
NO_WAY: Final = 4_000  # in place of a rank, where time would not suffice
UNDECIDED: Final = 0.5
IS_READY: Final = 49  # place in the note, behind the cards of the maze
EXITS: Final = 50  # places in the note, behind that: the exits that open when a task is the last one


@rule
def canonical(d: Deal, s: State, words: Any) -> int:
    """The position as numbers; only in bingo the maze is not the same in all of them."""
    n = shared_words(s, words)
    words[n] = s.exit
    n += 1
    if d.bingo:
        for row in range(7):
            words[n] = 0
            for x in range(7 * row, 7 * row + 7):
                words[n] = words[n] << 6 | s.card[x] + 1
            n += 1
    return n


@rule
def prepare(d: Deal, s: State, table: Any) -> None:
    """Fill the table for this maze, unless it is."""
    _, reach, note = table
    if s.phase == LAY:
        note[IS_READY] = 0
        return
    is_same = note[IS_READY] == 1
    if is_same and d.bingo:
        for x in range(49):
            is_same = is_same and note[x] == s.card[x]
    if is_same:
        return
    for x in range(49):
        note[x] = s.card[x]
    note[IS_READY] = 1
    for task in range(3):
        note[EXITS + task] = rules.exits_from(s, s.location[task])
    for goal in range(GOALS):
        _fill_reach(s, goal, reach)
    for turn in range(TURNS, s.turn - 1, -1):
        for goal in range(GOALS):
            for fatigue in range(1, 7):
                _fill_turn(d, s, turn, goal, fatigue, table)


@rule
def _fill_reach(s: State, goal: int, reach: Any) -> None:
    """Where walks can end: through spaces that don't stop you, and not over the first one again."""
    east = open_east(s)
    south = open_south(s)
    for value in range(2, 12):
        through = 0  # mask of the spaces that don't stop you
        for x in range(49):
            if distance_value(s.card[x]) < value:
                through |= 1 << x
        through &= ~_stops(s, goal)
        for x in range(49):
            here = 1 << x
            reached = 0
            more = spread(here, east, south)
            while more != reached:
                reached = more
                more |= spread(reached & through & ~here, east, south)
            reach[goal, value, x] = reached & ~here


@rule
def _stops(s: State, goal: int) -> int:
    """The exit, or the locations of unfinished tasks."""
    if goal >= FIRST_EXIT:
        return 1 << CORNERS[goal - FIRST_EXIT]
    mask = 0
    for task in range(3):
        if not goal >> task & 1:
            mask |= 1 << s.location[task]
    return mask


@rule
def _fill_turn(d: Deal, s: State, turn: int, goal: int, fatigue: int, table: Any) -> None:
    """From where a win is possible: by getting out, by a rest, by a walk to where it is possible in the next turn."""
    within, reach, _ = table
    for n in range(1, TURNS + 2 - turn):
        mask = within[turn + 1, goal, max(fatigue - 1, 1), n - 1] | within[turn, goal, fatigue, n - 1]
        if goal >= FIRST_EXIT and fatigue <= 5:
            mask |= 1 << CORNERS[goal - FIRST_EXIT]
        within[turn, goal, fatigue, n] = mask
    for position in range(1, min(column_size(turn), 6 - fatigue) + 1):
        value = distance_value(movement_card(d, turn, position))
        ends = 0  # mask of the ends of walks that are good with n turns …
        starts = 0  # … and of the spaces they begin at: the same both ways
        for n in range(1, TURNS + 2 - turn):
            good = _good_ends(s, turn + 1, goal, fatigue + position, n - 1, table)
            fresh = good & ~ends
            if fresh:
                for x in range(49):
                    if fresh >> x & 1:
                        starts |= reach[goal, value, x]
                ends |= good
            within[turn, goal, fatigue, n] |= starts


@rule
def _good_ends(s: State, turn: int, goal: int, fatigue: int, n: int, table: Any) -> int:
    """The ends of walks from which a win takes at most n turns; on a location the goal is a new one."""
    within, _, note = table
    good: int = within[turn, goal, fatigue, n]
    if goal >= FIRST_EXIT:
        return good
    for task in range(3):
        if goal >> task & 1:
            continue
        x = s.location[task]
        good &= ~(1 << x)
        if goal | 1 << task < FIRST_EXIT:
            good |= within[turn, goal | 1 << task, fatigue, n] & 1 << x
            continue
        for i in range(4):
            if note[EXITS + task] >> CORNERS[i] & 1:
                good |= within[turn, FIRST_EXIT + i, fatigue, n] & 1 << x
    return good


@rule
def turns_needed(d: Deal, s: State, table: Any) -> int:
    """The fewest turns to a win without pursuers."""
    within, _, note = table
    if s.phase != TURN or note[IS_READY] == 0:
        return 0
    goal = s.done
    if s.done == 7:
        for i in range(4):
            if s.exit == CORNERS[i]:
                goal = FIRST_EXIT + i
    for n in range(1, TURNS + 2 - s.turn):
        if within[s.turn, goal, s.fatigue, n] >> s.you & 1:
            return n
    return NEVER


@rule
def rank(d: Deal, s: State, needed: int) -> int:
    """The fewest turns first; of equal ones, that with the fewest alert pursuers, then the freshest."""
    alert = 0
    for p in range(s.pursuers):
        alert += s.alert[p]
    return 64 * needed + 8 * alert + s.fatigue


def proof(d: Deal, s: State, table: Any) -> str:
    """`time`: even without pursuers there is not enough of it."""
    return "time" if turns_needed(d, s, table) == NEVER else ""


SEARCH: Final = TurnSearch(
    rules.moves,
    rules.play,
    move_text,
    Insight(canonical, prepare, turns_needed, rank, noise=160),
    ((TURNS + 2, GOALS, 7, TURNS + 2), (GOALS, 12, 49), (53,)),
    proof,
    worst_rank=1600,
    ranks_plans=True,
)


def solve(d: Deal, s: State, limits: Limits) -> Verdict:
    """The verdict on a position."""
    return search_turns(SEARCH, d, s, limits)


def shorten(d: Deal, s: State, limits: Limits, found: Verdict) -> Verdict:
    """The same with a win in the fewest turns."""
    return shorten_turns(SEARCH, d, s, limits, found)


def prospects(d: Deal, states: list[State], limits: Limits) -> list[Prospect]:
    """How positions of one world look. A maze that is not laid yet is laid to its end at random."""
    luck = Luck(d.movement[0])
    return look_ahead(SEARCH, d, [_laid(d, s, luck) for s in states], limits)


def _laid(d: Deal, s: State, luck: Luck) -> State:
    if s.phase != LAY:
        return s
    s, out = s.copy(), [0] * rules.MOST_MOVES
    while s.phase == LAY:
        rules.play(d, s, out[luck.below(rules.moves(d, s, out))])
    return s


def advise(d: Deal, s: State, luck: Luck, effort: Effort) -> list[Rated]:
    """What to do this turn, for one who can't see the cards to come."""
    if s.phase == LAY:
        return _advise_laying(d, s, luck)
    return advise_turn(SEARCH, s, (redraw(d, s, luck) for _ in itertools.count()), effort)


def _advise_laying(d: Deal, s: State, luck: Luck) -> list[Rated]:
    """Where to lay a card: by how few turns it takes to get out without pursuers, the rest being laid at random.

    That tells good places from bad ones, but nothing about chances: every sample counts as undecided.
    """
    out = [0] * rules.MOST_MOVES
    legal = out[: rules.moves(d, s, out)]
    worlds = [redraw(d, s, luck) for _ in range(LAYINGS)] if len(legal) > 1 else []
    ranks = dict.fromkeys(legal, 0)
    for (world, state), move in itertools.product(worlds, legal):
        after = state.copy()
        rules.play(world, after, move)
        _, found = find_turns(SEARCH, world, _laid(world, after, luck))
        ranks[move] += min(found.values(), default=NO_WAY)
    return [Rated((move,), UNDECIDED, LAYINGS, LAYINGS) for move in sorted(legal, key=lambda move: ranks[move])]


def lost(d: Deal, luck: int) -> float:
    """The share of games of a deal that a quick player loses."""
    s = State()
    rules.start(d, s)
    return lost_games(SEARCH, d, s, redraw, luck)
