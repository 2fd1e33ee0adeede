"""The rules of Not Alone, After All, where they differ from the base game's, in the order of RULES.md.

`docking.py` has docks and vessel, `ejecting.py` what happens when a module leaves. What both maze games share is in
`pursuit/rules`: turns (columns, walking, resting), pursuers, sight and the maze.
"""

from typing import Final

from escapology.games.pursuit.not_alone.rules.docking import can_board, move_docks, turn_over_task
from escapology.games.pursuit.not_alone.rules.ejecting import eject, modules_to_eject, next_alien
from escapology.games.pursuit.not_alone.rules.state import Deal, State
from escapology.games.pursuit.rules.cards import NO_CARD, QUEEN
from escapology.games.pursuit.rules.log import CAME_IN, DEALT, YOU, Log, tell
from escapology.games.pursuit.rules.maze import join_split_maze, lay_card, open_ways
from escapology.games.pursuit.rules.state import EJECT, LATE, NOWHERE, PLAYING, START, TURN, TURNS, WALK, WON
from escapology.games.pursuit.rules.turn import (
    BOARD,
    DROP,
    GO,
    KEEP,
    REST,
    STOP,
    USE,
    WAKE,
    column_size,
    end_game,
    is_stopped_by_card,
    make_step,
    put_steps,
    rest,
    stand_still,
    unfinished_task_here,
    use_card,
)
from escapology.native import rule

__all__ = ["MOST_MOVES", "Deal", "State", "is_held_at_dock", "moves", "play", "play_telling", "score", "start", "won"]

MOST_MOVES: Final = 8  # three ways on, stop, board; three cards, rest; modules, keep


@rule
def start(d: Deal, s: State) -> None:
    """Set up: the station is laid, its docks are found; the player has not woken up."""
    s.card[49] = NO_CARD
    for x in range(49):
        lay_card(s, x, d.maze[x])
    join_split_maze(s)
    open_ways(s)
    for task in range(3):
        s.dock[task] = NOWHERE
        for x in range(49):
            if s.card[x] == (d.task[task] + 26) % 52:
                s.location[task] = x
    move_docks(d, s, None)
    s.you = NOWHERE
    s.fatigue = 1
    s.turn = 1
    s.phase = START


@rule
def moves(d: Deal, s: State, out: list[int]) -> int:
    """The legal moves."""
    if s.phase == TURN:
        return _turn_moves(d, s, out)
    n = 0
    if s.phase == WALK:
        n = 0 if is_held_at_dock(d, s) else put_steps(s, out, 0)
        if s.steps > 0:
            out[n] = 64 * STOP
            n += 1
        if can_board(d, s, s.using):
            out[n] = 64 * BOARD
            n += 1
    elif s.phase == EJECT:
        names = modules_to_eject(d, s)
        for x in range(49):
            if names >> x & 1:
                out[n] = 64 * DROP + x
                n += 1
        out[n] = 64 * KEEP
        n += 1
    elif s.phase == START:
        for x in range(49):
            if s.card[x] % 13 == QUEEN:
                out[n] = 64 * WAKE + x
                n += 1
    return n


@rule
def _turn_moves(d: Deal, s: State, out: list[int]) -> int:
    """At the start of a turn: use a card if a step is possible or boarding (NA12), or rest."""
    can_walk = put_steps(s, out, 0) > 0
    n = 0
    for position in range(1, column_size(s.turn) + 1):
        if s.fatigue + position <= 6 and (can_walk or can_board(d, s, position)):
            out[n] = 64 * USE + position
            n += 1
    out[n] = 64 * REST
    return n + 1


@rule
def play(d: Deal, s: State, move: int) -> None:
    """Make a legal move."""
    play_telling(d, s, move, None)


@rule
def play_telling(d: Deal, s: State, move: int, log: Log) -> None:
    """Make a legal move, and tell what happens."""
    kind = move // 64
    argument = move % 64
    if kind == GO:
        make_step(s, argument, log)
        if _must_stop(d, s) and (d.dock_stops or not can_board(d, s, s.using)):  # NA16
            _stop(d, s, log)
    elif kind == USE:
        use_card(d, s, argument, log)
    elif kind == STOP:
        _stop(d, s, log)
    elif kind == REST:
        rest(d, s, log)
        if s.status == PLAYING:
            _end_turn(d, s, log)
    elif kind == DROP:
        eject(d, s, argument, log)
        _end_turn(d, s, log)
    elif kind == KEEP:
        _end_turn(d, s, log)
    elif kind == BOARD:
        end_game(s, WON, log)
    elif kind == WAKE:
        _wake_up(s, argument, log)


@rule
def _must_stop(d: Deal, s: State) -> bool:
    """Whether the card you stand on ends your walk; so does an unfinished research card (NA3)."""
    return is_stopped_by_card(d, s) or (d.research_stops == 1 and unfinished_task_here(s) != NOWHERE)


@rule
def is_held_at_dock(d: Deal, s: State) -> bool:
    """NA16: in the course of a walk that the dock card has ended, but for going on board."""
    return s.phase == WALK and s.steps > 0 and is_stopped_by_card(d, s)


@rule
def _wake_up(s: State, x: int, log: Log) -> None:
    """Rules 4 to 6: you wake up on a queen, the first alien appears, the first pile is dealt."""
    s.you = x
    s.phase = TURN
    tell(log, CAME_IN, YOU, x, 0)
    next_alien(s, log)
    tell(log, DEALT, NOWHERE, NOWHERE, 1)


@rule
def _stop(d: Deal, s: State, log: Log) -> None:
    """Your move ends on a card: you may eject a module, if there is one for it."""
    stand_still(s)
    if modules_to_eject(d, s):
        s.phase = EJECT
    else:
        _end_turn(d, s, log)


@rule
def _end_turn(d: Deal, s: State, log: Log) -> None:
    """The next column, after three of them the next pile and the task card behind it; after the last it is too late."""
    if s.turn == TURNS:
        end_game(s, LATE, log)
        return
    s.turn += 1
    s.phase = TURN
    if s.turn % 3 == 1:
        pile = (s.turn + 2) // 3
        tell(log, DEALT, NOWHERE, NOWHERE, pile)
        turn_over_task(d, s, pile, log)


@rule
def won(d: Deal, s: State) -> bool:
    """Whether you are on board."""
    return s.status == WON


@rule
def score(d: Deal, s: State) -> int:
    """One point for getting home."""
    return 1 if s.status == WON else 0
