"""The rules of Lab Rats, in the order of RULES.md: running the maze. `maze.py` builds it.

    square   tile t (0 … 23) has the squares 4t … 4t+3:   2 3     the two squares outside the exit are 96 and 97
                                                          0 1
    way      0 north, 1 east, 2 south, 3 west
    coin     value + 8 × suit: value 0 (null) … 5, or 7 if it is not known; suit 1 … 4, or 0 if it was never face up
    move     0, 1 start · 2 back · 3, 4, 5 lift onto A, B, C · 6, 7, 8 drop A, B, C · from 9 on: runs,
             48 distances for each of 4 ways for each of 3 stacks

A coin gets its suit when it is first turned face up, the k-th coin of a value the k-th suit: suits mean nothing in
play, so pictures can show them and tell nothing about coins that nobody has seen.
"""

from typing import Final

from escapology.luck import draw_at
from escapology.native import rule
from escapology.protocol import Deal as BaseDeal
from escapology.protocol import Struct, field

__all__ = [
    "BACK",
    "COINS",
    "DROP",
    "LIFT",
    "LONGEST",
    "MOST_MOVES",
    "MOST_PLACES",
    "NOWHERE",
    "OUTSIDE",
    "RUN",
    "SQUARES",
    "STACKS",
    "STACK_SIZE",
    "SUITED",
    "TILES",
    "UNKNOWN",
    "VALUES",
    "Deal",
    "State",
    "coin_to_lift",
    "moves",
    "place_among",
    "place_in_bag",
    "play",
    "score",
    "start",
    "value_of",
    "won",
]

TILES: Final = 24
OUTSIDE: Final = 96  # the first of the two squares outside the exit
SQUARES: Final = 98  # with those two
NOWHERE: Final = -1  # where the rat is before it starts, and what lies behind a wall

COINS: Final = 24
VALUES: Final = 6  # null, ace, 2, 3, 4, 5: four coins of each
STACKS: Final = 3
STACK_SIZE: Final = 8
MOST_PLACES: Final = 104  # of dropped coins in the bag that a deal can tell
UNKNOWN: Final = 7  # the value of a coin the player has not seen
SUITED: Final = 8  # coins from here on have a suit: they have been face up

LONGEST: Final = 48  # no run is longer: from one end of 24 tiles in a row out at the other
BACK: Final = 2
LIFT: Final = 3
DROP: Final = 6
RUN: Final = 9
# Every tile but the rat's own lies in one of its two lines at most and adds two squares to it; its own adds one to
# each, and one square is outside: no more than 49 runs for a null coin. Then three drops, and three lifts.
MOST_MOVES: Final = STACKS * 49 + STACKS + STACKS


class Deal(BaseDeal):
    """The maze, the coins, and what is to be read how."""

    maze: list[int] = field("i1", 23)  # the die results that placed the tiles after the first: 1 … 5
    x: list[int] = field("i1", 98)  # of each square, growing to the east
    y: list[int] = field("i1", 98)  # and to the north
    next: list[list[int]] = field("i1", 98, 4)  # the square next to it each way; NOWHERE = a wall
    reach: list[list[int]] = field("i1", 98, 4)  # squares from it to the wall each way, the one outside included
    exit_way: int = field("i1")  # the way that leads out over the exit edge
    exit_run: list[int] = field("i1", 98)  # distance that way to the square outside; 0 = not in line with the exit
    coins: list[int] = field("i1", 24)  # stack A top first, then B, then C; or the bag, in drawing order
    places: list[int] = field("i1", 104)  # rebag: how many coins are drawn before the first, second … that is put back
    place_count: int = field("i1")  # how many of them the deal tells
    number: int = field("i8")  # rebag: the seed of all other places where dropped coins go; -1 = not known
    has_backing: int = field("i1")  # classic: the rat may back up
    has_bag: int = field("i1")  # bag and rebag: three open coins, filled up from a bag
    has_rebag: int = field("i1")  # rebag: dropped coins go back into the bag
    has_liftable: int = field("i1")  # LR4: a dropped coin counts as a movement coin
    has_lift_any: int = field("i1")  # LR5: any movement coin on the rat's square may be lifted


class State(Struct):
    """A position."""

    rat: int = field("i1")  # its square; NOWHERE before the start, OUTSIDE or the next when it is out
    stack: list[list[int]] = field("i1", 3, 8)  # coins of stacks A, B, C, bottom first; zeros above them
    height: list[int] = field("i1", 3)  # how many they are; 0 or 1 when they are filled up from a bag
    trail_coin: list[int] = field("i1", 24)  # movement coins on the table, oldest first
    trail_square: list[int] = field("i1", 24)  # and their squares
    trail_count: int = field("i1")  # how many they are
    dropped_coin: list[int] = field("i1", 24)  # coins dropped for good, oldest first
    dropped_square: list[int] = field("i1", 24)  # and their squares
    dropped_count: int = field("i1")  # how many they are
    bag: list[int] = field("i1", 24)  # bag and rebag: the coins in the bag, the next to be drawn last
    bag_count: int = field("i1")  # how many they are
    rebagged: int = field("i4")  # rebag: how often a coin went back into the bag
    turned: list[int] = field("i1", 8)  # of each value, how many coins have been face up


@rule
def value_of(coin: int) -> int:
    """What a coin shows: 0 (null) … 5."""
    return coin & 7


@rule
def start(d: Deal, s: State) -> None:
    """Rule 6: three stacks, their top coins face up. With a bag (rule 17), the first three coins are drawn."""
    s.rat = NOWHERE
    if d.has_bag:
        s.bag_count = COINS
        for i in range(COINS):
            s.bag[COINS - 1 - i] = d.coins[i]
    else:
        for stack in range(STACKS):
            s.height[stack] = STACK_SIZE
            for i in range(STACK_SIZE):
                s.stack[stack][STACK_SIZE - 1 - i] = d.coins[stack * STACK_SIZE + i]
    for stack in range(STACKS):
        turn_up(d, s, stack)


@rule
def turn_up(d: Deal, s: State, stack: int) -> None:
    """Rule 6: the coin that is now on top of a stack is face up. With a bag it is drawn first (rule 17)."""
    if d.has_bag and s.bag_count > 0:
        s.bag_count -= 1
        put(s, stack, s.bag[s.bag_count])
        s.bag[s.bag_count] = 0
    top = s.height[stack] - 1
    if top >= 0 and s.stack[stack][top] < SUITED:
        value = s.stack[stack][top]
        s.turned[value] += 1
        s.stack[stack][top] = value + SUITED * s.turned[value]


@rule
def put(s: State, stack: int, coin: int) -> None:
    """Put a coin on a stack."""
    s.stack[stack][s.height[stack]] = coin
    s.height[stack] += 1


@rule
def take(s: State, stack: int) -> int:
    """Take the top coin of a stack."""
    top = s.height[stack] - 1
    coin = s.stack[stack][top]
    s.stack[stack][top] = 0
    s.height[stack] = top
    return coin


@rule
def lay(s: State, coin: int) -> None:
    """Rule 8: lay a movement coin under the rat."""
    s.trail_coin[s.trail_count] = coin
    s.trail_square[s.trail_count] = s.rat
    s.trail_count += 1


@rule
def moves(d: Deal, s: State, out: list[int]) -> int:
    """All legal moves, the smallest number first."""
    if s.rat == NOWHERE:  # rule 7
        out[0] = 0
        out[1] = 1
        return 2
    if won(d, s):
        return 0
    n = 0
    if d.has_backing:  # not in hard, bag and rebag: rule 16
        n = list_backing(d, s, out)
    for stack in range(STACKS):  # rule 11
        if s.height[stack] > 0:
            out[n] = DROP + stack
            n += 1
    for stack in range(STACKS):
        if s.height[stack] > 0:
            n = list_runs(d, s, stack, out, n)
    return n


@rule
def list_runs(d: Deal, s: State, stack: int, out: list[int], n: int) -> int:
    """Rules 8 to 10: the runs with the top coin of a stack."""
    value = value_of(s.stack[stack][s.height[stack] - 1])
    for way in range(4):
        first = RUN + (stack * 4 + way) * LONGEST - 1
        far = d.reach[s.rat][way]
        if value == 0:  # rule 9: the null coin, as far as one likes
            for distance in range(1, far + 1):
                out[n] = first + distance
                n += 1
        elif value <= far:  # rule 9: exactly as far as the coin shows
            out[n] = first + value
            n += 1
        elif way == d.exit_way and d.exit_run[s.rat] > 0:  # rule 10: out, no exact count needed
            out[n] = first + far
            n += 1
    return n


@rule
def list_backing(d: Deal, s: State, out: list[int]) -> int:
    """Rules 12 and 13: back up to the last coin, or lift it."""
    n = 0
    if coin_to_lift(d, s) >= 0:
        for stack in range(STACKS):
            if s.height[stack] < STACK_SIZE:
                out[n] = LIFT + stack
                n += 1
    elif s.trail_count > 0:
        out[n] = BACK
        n += 1
    return n


@rule
def coin_to_lift(d: Deal, s: State) -> int:
    """Rule 13 and LR5: the place in the trail of the coin that the rat sits on and may lift; -1 = there is none."""
    i = s.trail_count - 1
    while i >= 0:
        if s.trail_square[i] == s.rat:
            return i
        if not d.has_lift_any:  # only the last coin
            return -1
        i -= 1
    return -1


@rule
def play(d: Deal, s: State, move: int) -> None:
    """Make a legal move."""
    if move < BACK:
        s.rat = move  # rule 7: the squares 0 and 1 of the first tile
    elif move == BACK:
        s.rat = s.trail_square[s.trail_count - 1]  # rule 12
    elif move < DROP:
        lift(d, s, move - LIFT)
    elif move < RUN:
        drop(d, s, move - DROP)
    else:
        run(d, s, move - RUN)


@rule
def run(d: Deal, s: State, choice: int) -> None:
    """Rule 8: the coin is laid under the rat, then the rat moves."""
    stack = choice // LONGEST // 4
    way = choice // LONGEST % 4
    lay(s, take(s, stack))
    for _ in range(choice % LONGEST + 1):
        s.rat = d.next[s.rat][way]
    turn_up(d, s, stack)


@rule
def drop(d: Deal, s: State, stack: int) -> None:
    """Rule 11: the coin is laid under the rat and lost (LR4); or it goes back into the bag (rule 18)."""
    coin = take(s, stack)
    if d.has_rebag:
        put_into_bag(d, s, coin)
    elif d.has_liftable:
        lay(s, coin)
    else:
        s.dropped_coin[s.dropped_count] = coin
        s.dropped_square[s.dropped_count] = s.rat
        s.dropped_count += 1
    turn_up(d, s, stack)


@rule
def place_in_bag(d: Deal, s: State) -> int:
    """Rule 18: of n + 1 places, the one where the next coin goes that is put back; the last one is drawn next."""
    return place_among(d, s.rebagged, s.bag_count)


@rule
def place_among(d: Deal, rebagged: int, count: int) -> int:
    """The same by how often a coin went back before, and how many coins are in the bag."""
    if rebagged < d.place_count:  # LR13
        before = d.places[rebagged]
        return count - before if before < count else 0
    return count - draw_at(d.number, rebagged, count + 1)


@rule
def put_into_bag(d: Deal, s: State, coin: int) -> None:
    """Rule 18: at a random place among the coins in the bag."""
    i = place_in_bag(d, s)
    for j in range(s.bag_count, i, -1):
        s.bag[j] = s.bag[j - 1]
    s.bag[i] = coin
    s.bag_count += 1
    s.rebagged += 1


@rule
def lift(d: Deal, s: State, stack: int) -> None:
    """Rule 13: the coin under the rat goes face up on a stack."""
    i = coin_to_lift(d, s)
    put(s, stack, s.trail_coin[i])
    s.trail_count -= 1
    for j in range(i, s.trail_count):
        s.trail_coin[j] = s.trail_coin[j + 1]
        s.trail_square[j] = s.trail_square[j + 1]
    s.trail_coin[s.trail_count] = 0
    s.trail_square[s.trail_count] = 0


@rule
def won(d: Deal, s: State) -> bool:
    """Rule 14: the rat is out."""
    return s.rat >= OUTSIDE


@rule
def score(d: Deal, s: State) -> int:
    """One point for getting out."""
    return 1 if won(d, s) else 0
