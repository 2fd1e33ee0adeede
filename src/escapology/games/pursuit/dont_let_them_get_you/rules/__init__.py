"""The rules of Don't Let Them Get You, in the order of RULES.md: set up, a turn, the end.

What both maze games share is in `pursuit/rules`: turns (columns, walking, resting), pursuers, sight and the maze.
"""

from typing import Final

from escapology.games.pursuit.dont_let_them_get_you.rules.laying import (
    complete_maze,
    lay_next,
    put_places,
    space_of_card,
)
from escapology.games.pursuit.dont_let_them_get_you.rules.state import Deal, State
from escapology.games.pursuit.rules.cards import NO_CARD
from escapology.games.pursuit.rules.log import APPEARED, CAME_IN, DEALT, EXIT_OPENED, FULFILLED, YOU, Log, tell
from escapology.games.pursuit.rules.maze import CORNERS, walking_distance
from escapology.games.pursuit.rules.pursuers import appear
from escapology.games.pursuit.rules.sight import look_all
from escapology.games.pursuit.rules.state import ENTER, EXIT, LATE, LAY, NOWHERE, PLAYING, TURN, TURNS, WALK, WON
from escapology.games.pursuit.rules.turn import (
    GO,
    OUT,
    PLACE,
    REST,
    STOP,
    TAKE_ENTRANCE,
    TAKE_EXIT,
    USE,
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

__all__ = ["MOST_MOVES", "Deal", "State", "exits_from", "moves", "play", "play_telling", "score", "start", "won"]

MOST_MOVES: Final = 48  # of the places for a card


@rule
def start(d: Deal, s: State) -> None:
    """Set up: the maze is laid, or its first card if the player lays it."""
    for x in range(50):
        s.card[x] = NO_CARD
    s.you = NOWHERE
    s.exit = NOWHERE
    s.fatigue = 1
    s.turn = 1
    lay_next(d, s, 0, None)
    s.phase = LAY
    if not d.bingo:
        for x in range(1, 49):
            lay_next(d, s, x, None)
        _find_entrance(d, s, None)


@rule
def _find_entrance(d: Deal, s: State, log: Log) -> None:
    """Rule 6: you come in if there is but one entrance, else you choose."""
    complete_maze(d, s)
    s.phase = ENTER
    entrances = _entrances(d, s)
    for corner in CORNERS:
        if entrances == 1 << corner:
            _come_in(d, s, corner, log)


@rule
def _entrances(d: Deal, s: State) -> int:
    """Rule 6: the corners with the largest sum of distances to the locations, none where a pursuer starts (DL9)."""
    furthest = 0
    mask = 0
    for corner in CORNERS:
        if corner == space_of_card(s, d.home):
            continue
        distance = 0
        for task in range(3):
            distance += walking_distance(s, corner, s.location[task])
        if distance > furthest:
            furthest = distance
            mask = 0
        if distance == furthest:
            mask |= 1 << corner
    return mask


@rule
def _come_in(d: Deal, s: State, corner: int, log: Log) -> None:
    """Rules 6 to 9: you stand at the entrance, the first pursuer enters, the first pile is dealt."""
    s.you = corner
    s.phase = TURN
    tell(log, CAME_IN, YOU, corner, 0)
    _next_pursuer(d, s, log)
    tell(log, DEALT, NOWHERE, NOWHERE, 1)


@rule
def _next_pursuer(d: Deal, s: State, log: Log) -> None:
    """Entering: on the king (variants: ace) of his suit; then sight is checked."""
    p = s.pursuers
    s.pursuers += 1
    appear(s, p, space_of_card(s, 13 * p + d.home))
    tell(log, APPEARED, p, s.at[p], s.facing[p])
    look_all(s, log)


@rule
def moves(d: Deal, s: State, out: list[int]) -> int:
    """The legal moves."""
    if s.phase == TURN:
        return _turn_moves(s, out)
    n = 0
    if s.phase == WALK:
        n = put_steps(s, out, 0)
        if s.steps > 0:
            out[n] = 64 * STOP
            n += 1
    elif s.phase == LAY:
        n = put_places(d, s, out)
    elif s.phase in (ENTER, EXIT):
        corners = _entrances(d, s) if s.phase == ENTER else exits_from(s, s.you)
        kind = TAKE_ENTRANCE if s.phase == ENTER else TAKE_EXIT
        for corner in CORNERS:
            if corners >> corner & 1:
                out[n] = 64 * kind + corner
                n += 1
    return n


@rule
def _turn_moves(s: State, out: list[int]) -> int:
    """At the start of a turn: use a card, rest, or get out."""
    n = put_steps(s, out, 0)
    if n > 0:  # a step is possible
        n = 0
        for position in range(1, column_size(s.turn) + 1):
            if s.fatigue + position <= 6:  # DL2
                out[n] = 64 * USE + position
                n += 1
    out[n] = 64 * REST  # DL8
    n += 1
    if s.you == s.exit and s.fatigue <= 5:
        out[n] = 64 * OUT
        n += 1
    return n


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
        if is_stopped_by_card(d, s) or unfinished_task_here(s) != NOWHERE or s.you == s.exit:
            _stop(d, s, log)
    elif kind == USE:
        use_card(d, s, argument, log)
    elif kind == STOP:
        _stop(d, s, log)
    elif kind == REST:
        rest(d, s, log)
        if s.status == PLAYING:
            _end_turn(s, log)
    elif kind == OUT:
        s.fatigue += 1
        end_game(s, WON, log)
    elif kind == PLACE:
        lay_next(d, s, argument, log)
        if s.laid == 49:
            _find_entrance(d, s, log)
    elif kind == TAKE_ENTRANCE:
        _come_in(d, s, argument, log)
    elif kind == TAKE_EXIT:
        _open_exit(s, argument, log)


@rule
def _stop(d: Deal, s: State, log: Log) -> None:
    """You stop: on the location of an unfinished task you fulfil it, and the next pursuer enters."""
    stand_still(s)
    task = unfinished_task_here(s)
    if task != NOWHERE:
        s.done |= 1 << task
        tell(log, FULFILLED, YOU, s.you, task)
        _next_pursuer(d, s, log)
        if s.done == 7:
            s.phase = EXIT
            exits = exits_from(s, s.you)
            for corner in CORNERS:
                if exits == 1 << corner:
                    _open_exit(s, corner, log)
            return
    _end_turn(s, log)


@rule
def exits_from(s: State, x: int) -> int:
    """The corners at the largest walking distance from the last location, which is x."""
    furthest = 0
    mask = 0
    for corner in CORNERS:
        distance = walking_distance(s, corner, x)
        if distance > furthest:
            furthest = distance
            mask = 0
        if distance == furthest:
            mask |= 1 << corner
    return mask


@rule
def _open_exit(s: State, corner: int, log: Log) -> None:
    """The exit is fixed, and only then the turn is over."""
    s.exit = corner
    tell(log, EXIT_OPENED, NOWHERE, corner, 0)
    _end_turn(s, log)


@rule
def _end_turn(s: State, log: Log) -> None:
    """The next column, after three of them the next pile; after the last it is too late."""
    if s.turn == TURNS:
        end_game(s, LATE, log)
        return
    s.turn += 1
    s.phase = TURN
    if s.turn % 3 == 1:
        tell(log, DEALT, NOWHERE, NOWHERE, (s.turn + 2) // 3)


@rule
def won(d: Deal, s: State) -> bool:
    """Whether you are out."""
    return s.status == WON


@rule
def score(d: Deal, s: State) -> int:
    """One point for getting out."""
    return 1 if s.status == WON else 0
