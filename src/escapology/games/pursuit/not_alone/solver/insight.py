"""The solver of Not Alone, After All: what is certain about a position, and what looks best in it.

The station changes with every module that leaves, so there is no small table without aliens as in the base game. What
is certain: you can only board with a good enough card, when the vessel is there, not in the turn of an ejection, and
only as long as a card of the vessel's suit is left for a dock. The rest is a good guess at where to look first: few
research modules left, a switch for one of them near, then near to the dock, unseen and fresh.

The table has one part: boarding[turn] = the first turn, from that one on, with a card that takes you on board.
"""

from __future__ import annotations

import itertools
from typing import Any, Final

from escapology.games.pursuit.not_alone import rules
from escapology.games.pursuit.not_alone.knowledge import redraw
from escapology.games.pursuit.not_alone.rules.state import Deal, State
from escapology.games.pursuit.not_alone.solver.glance import switches
from escapology.games.pursuit.notation import move_text
from escapology.games.pursuit.rules.cards import distance_value, suit_of
from escapology.games.pursuit.rules.state import START, TURN, TURNS
from escapology.games.pursuit.rules.turn import column_size, movement_card
from escapology.games.pursuit.solver.advice import advise_turn
from escapology.games.pursuit.solver.glance import steps_to
from escapology.games.pursuit.solver.keys import shared_words
from escapology.games.pursuit.solver.quick import lost as lost_games
from escapology.games.pursuit.solver.turns import NEVER, Insight, TurnSearch, look_ahead, search_turns, shorten_turns
from escapology.luck import Luck
from escapology.native import rule
from escapology.verdict import Effort, Limits, Prospect, Rated, Verdict

__all__ = ["SEARCH", "advise", "lost", "prospects", "shorten", "solve"]


@rule
def canonical(d: Deal, s: State, words: Any) -> int:
    """The position as numbers."""
    n = shared_words(s, words)
    words[n] = s.there
    words[n + 1] = s.vessel | s.side << 2
    for task in range(3):
        words[n + 1] |= s.dock[task] + 2 << 4 + 6 * task
    return n + 2


@rule
def prepare(d: Deal, s: State, table: Any) -> None:
    """Find the turns in which one can board at all."""
    (boarding,) = table
    if boarding[TURNS + 1]:
        return
    boarding[TURNS + 1] = NEVER
    for turn in range(TURNS, 0, -1):
        boarding[turn] = boarding[turn + 1]
        if turn > 3 * (d.vessel_pile - 1):
            for position in range(1, column_size(turn) + 1):
                if _takes_on_board(d, movement_card(d, turn, position)):
                    boarding[turn] = turn


@rule
def _takes_on_board(d: Deal, card: int) -> bool:
    """NA2: whether a movement card is good enough for the vessel."""
    value = distance_value(card)
    needed = distance_value(d.task[2])
    return value == needed or (value > needed and not d.board_exact)


@rule
def turns_needed(d: Deal, s: State, table: Any) -> int:
    """The turns until a good card comes; while research modules are left, not this one."""
    if s.phase == START:
        return 1
    (boarding,) = table
    turn: int = boarding[s.turn if s.done == 7 else s.turn + 1]
    if turn == NEVER or _is_research_lost(s) or not _is_dock_possible(d, s):
        return NEVER
    return turn - s.turn + 1


@rule
def _is_research_lost(s: State) -> bool:
    """NA4: whether a research module is gone, but not done."""
    for task in range(3):  # noqa: SIM110 (compiled code has no any())
        if not s.done >> task & 1 and not s.there >> s.location[task] & 1:
            return True
    return False


@rule
def _is_dock_possible(d: Deal, s: State) -> bool:
    """Whether a card of the vessel's suit is left."""
    for x in range(49):  # noqa: SIM110 (compiled code has no any())
        if suit_of(s.card[x]) == suit_of(d.task[2]) and s.there >> x & 1:
            return True
    return False


@rule
def rank(d: Deal, s: State, needed: int) -> int:
    """How far from home: research modules left, steps to the nearest goal, then alert aliens and fatigue."""
    if s.phase != TURN:
        return 0
    alert = 0
    for p in range(s.pursuers):
        alert += s.alert[p]
    left = 0
    goals = 0
    for task in range(3):
        if not s.done >> task & 1:
            left += 1
            goals |= switches(d, s, task)
    if left == 0 and s.dock[2] >= 0:
        goals = 1 << s.dock[2]
    return 100 * left + 2 * steps_to(s, goals) + 6 * alert + 2 * s.fatigue


def proof(d: Deal, s: State, table: Any) -> str:
    """`research`: a module is gone but not done; `dock`: there can be none; `time`: no card takes you on board."""
    if s.phase != TURN or turns_needed(d, s, table) != NEVER:
        return ""
    if _is_research_lost(s):
        return "research"
    return "time" if _is_dock_possible(d, s) else "dock"


SEARCH: Final = TurnSearch(
    rules.moves,
    rules.play,
    move_text,
    Insight(canonical, prepare, turns_needed, rank, noise=30),
    ((TURNS + 2,),),
    proof,
    worst_rank=400,
    ranks_plans=False,
)


def solve(d: Deal, s: State, limits: Limits) -> Verdict:
    """The verdict on a position."""
    return search_turns(SEARCH, d, s, limits)


def shorten(d: Deal, s: State, limits: Limits, found: Verdict) -> Verdict:
    """The same with a win in the fewest turns."""
    return shorten_turns(SEARCH, d, s, limits, found)


def prospects(d: Deal, states: list[State], limits: Limits) -> list[Prospect]:
    """How positions of one world look."""
    return look_ahead(SEARCH, d, states, limits)


def advise(d: Deal, s: State, luck: Luck, effort: Effort) -> list[Rated]:
    """What to do this turn, for one who can't see the cards to come."""
    return advise_turn(SEARCH, s, (redraw(d, s, luck) for _ in itertools.count()), effort)


def lost(d: Deal, luck: int) -> float:
    """The share of games of a deal that a quick player loses."""
    s = State()
    rules.start(d, s)
    return lost_games(SEARCH, d, s, redraw, luck)
