"""Lab Rats in words: what a move does, why a move is not legal, and what a position looks like."""

from typing import Final

from escapology.counts import count_words
from escapology.games.lab_rats.notation import STACK_NAMES, WAYS, split_run, square_text
from escapology.games.lab_rats.rules import (
    BACK,
    DROP,
    LIFT,
    MOST_MOVES,
    NOWHERE,
    OUTSIDE,
    RUN,
    STACK_SIZE,
    STACKS,
    SUITED,
    Deal,
    State,
    coin_to_lift,
    moves,
    value_of,
    won,
)
from escapology.protocol import Goal

__all__ = ["coin_words", "describe", "fate", "goal", "ordinal", "rules", "stack_words", "why_not", "words"]

WAY_NAMES: Final = ("north", "east", "south", "west")
VALUE_NAMES: Final = ("null coin", "ace", "2", "3", "4", "5")
SUITS: Final = ("suns", "moons", "crowns", "arms")


def coin_words(coin: int) -> str:
    """`ace of suns`, `null coin of arms`."""
    suit = coin // SUITED
    return VALUE_NAMES[value_of(coin)] + (f" of {SUITS[suit - 1]}" if suit else "")


def stack_words(d: Deal, stack: int) -> str:
    """`stack A`, or `place A` when the coins come from a bag."""
    return f"{'place' if d.has_bag else 'stack'} {STACK_NAMES[stack]}"


def ordinal(n: int) -> str:
    """`1st`, `22nd`, `13th`."""
    ending = "th" if n // 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def words(d: Deal, s: State, move: int) -> str:
    """The move, as one would say it."""
    if move < BACK:
        return f"Start on the {'left' if move == 0 else 'right'} square"
    if move == BACK:
        return f"Back up to the last coin, the {coin_words(s.trail_coin[s.trail_count - 1])}"
    if move < DROP:
        coin = s.trail_coin[coin_to_lift(d, s)]
        return f"Lift the {coin_words(coin)} and put it on {stack_words(d, move - LIFT)}"
    if move < RUN:
        where = "back into the bag" if d.has_rebag else "under the rat"
        return f"Drop {_top_words(d, s, move - DROP)} {where}"
    stack, way, distance = split_run(move)
    where = f"Run {WAY_NAMES[way]}"
    where += " out of the maze" if way == d.exit_way and d.exit_run[s.rat] == distance else f" {distance}"
    return f"{where} with {_top_words(d, s, stack)}"


def _top_words(d: Deal, s: State, stack: int) -> str:
    """The top coin of a stack, without its suit, which means nothing here: `the ace of stack A`."""
    coin = s.stack[stack][s.height[stack] - 1]
    return f"the {VALUE_NAMES[value_of(coin)]} of {stack_words(d, stack)}"


def why_not(d: Deal, s: State, text: str) -> str:
    """Why a well-formed move is not legal in a game that is not over."""
    if text.startswith("start"):
        return "the rat has started already"
    if s.rat == NOWHERE:
        return "the rat is not in the maze yet: write start 0 or start 1"
    if text == "back":
        return _why_no_back(d, s)
    if text.startswith("lift"):
        return _why_no_lift(d, s, STACK_NAMES.index(text[-1]))
    if text.startswith("drop"):
        return f"{stack_words(d, STACK_NAMES.index(text[-1]))} is empty"
    return _why_no_run(d, s, STACK_NAMES.index(text[0]), WAYS.index(text[2]), int(text[3:]))


def _why_no_backing(d: Deal, s: State) -> str:
    if not d.has_backing:
        return f"there is no backing up in {d.setting.variant}"
    return "" if s.trail_count else "no movement coin lies on the table"


def _why_no_back(d: Deal, s: State) -> str:
    return _why_no_backing(d, s) or "the rat sits on a coin: lift that"


def _why_no_lift(d: Deal, s: State, stack: int) -> str:
    if reason := _why_no_backing(d, s):
        return reason
    if coin_to_lift(d, s) >= 0:
        return f"stack {STACK_NAMES[stack]} has {STACK_SIZE} coins already"
    if d.has_lift_any:
        return "no movement coin lies under the rat"
    last = coin_words(s.trail_coin[s.trail_count - 1])
    return f"the rat does not sit on the last coin, the {last}: back up to it first"


def _why_no_run(d: Deal, s: State, stack: int, way: int, distance: int) -> str:
    if s.height[stack] == 0:
        return f"{stack_words(d, stack)} is empty"
    value = value_of(s.stack[stack][s.height[stack] - 1])
    far = d.reach[s.rat][way]
    leads_out = way == d.exit_way and d.exit_run[s.rat] > 0
    if leads_out and distance > far and value in (0, distance):
        run = f"{STACK_NAMES[stack]}:{WAYS[way]}{far}"
        return f"the first square outside the exit is {count_words(far, 'square')} away: write {run}"
    if value not in (0, distance):
        return f"the coin of {stack_words(d, stack)} shows {value}, not {distance}"
    if far == 0:
        return f"a wall is right beside the rat to the {WAY_NAMES[way]}"
    return f"a wall is {count_words(far, 'square')} to the {WAY_NAMES[way]}"


def describe(d: Deal, s: State) -> str:
    """The whole position in words."""
    exits = " and ".join(square_text(d, square) for square in (OUTSIDE, OUTSIDE + 1))
    parts = [f"A maze of 24 tiles; the exit leads {WAY_NAMES[d.exit_way]} to {exits}."]
    if s.rat == NOWHERE:
        parts.append("The rat has not started yet.")
    elif s.rat >= OUTSIDE:
        parts.append("The rat is out.")
    else:
        free = ", ".join(f"{d.reach[s.rat][way]} {name}" for way, name in enumerate(WAY_NAMES))
        out = ", and north is the way out".replace("north", WAY_NAMES[d.exit_way]) if d.exit_run[s.rat] else ""
        parts.append(f"The rat is on {square_text(d, s.rat)}; squares free from there: {free}{out}.")
    for stack in range(STACKS):
        coins = s.stack[stack][: s.height[stack]][::-1]
        shown = ", ".join(coin_words(coin) if coin >= SUITED else "unknown" for coin in coins) or "empty"
        name = stack_words(d, stack)
        parts.append(f"{name[0].upper()}{name[1:]}: {shown}.")
    if d.has_bag:
        parts.append(f"In the bag: {count_words(s.bag_count, 'coin')}.")
    parts.append(_laid_words(d, "Trail, oldest first", s.trail_coin[: s.trail_count], s.trail_square))
    parts.append(_laid_words(d, "Dropped", s.dropped_coin[: s.dropped_count], s.dropped_square))
    return " ".join(part for part in parts if part)


def _laid_words(d: Deal, name: str, coins: list[int], squares: list[int]) -> str:
    laid = [f"{coin_words(coin)} on {square_text(d, square)}" for coin, square in zip(coins, squares, strict=False)]
    return f"{name}: {', '.join(laid)}." if laid else ""


def goal(d: Deal, s: State) -> Goal:
    """What one is after, and how far one is."""
    wanted = "Run the rat out of the maze"
    if won(d, s):
        return Goal(wanted, "it is out")
    coins = count_words(sum(s.height) + s.bag_count, "coin")
    return Goal(wanted, f"{count_words(_steps_out(d, max(s.rat, 0)), 'square')} to go, {coins}")


def fate(d: Deal, s: State) -> str:
    """What ended it."""
    if won(d, s):
        return "The rat is out of the maze."
    away = count_words(_steps_out(d, max(s.rat, 0)), "square")
    return f"No coin takes the rat any further: it was {away} from freedom."


def _steps_out(d: Deal, square: int) -> int:
    """The fewest squares from one in the maze to one outside."""
    steps = {square: 0}
    waiting = [square]
    for here in waiting:
        if here >= OUTSIDE:
            return steps[here]
        for beside in d.next[here]:
            if beside != NOWHERE and beside not in steps:
                steps[beside] = steps[here] + 1
                waiting.append(beside)
    raise AssertionError("every maze has a way out")


def rules(d: Deal, s: State) -> tuple[str, ...]:
    """The rules that matter now."""
    out = [0] * MOST_MOVES
    legal = out[: moves(d, s, out)]
    if not legal:
        return ("14",) if won(d, s) else ("15",)
    if s.rat == NOWHERE:
        return ("7",)
    runs = [split_run(move) for move in legal if move >= RUN]
    if any(way == d.exit_way and d.exit_run[s.rat] == distance for _, way, distance in runs):
        return "10", "9"
    bag = ("18",) if d.has_rebag else ("17",) if d.has_bag else ()
    if runs:
        return "8", "9", *bag
    more = ("13",) if any(LIFT <= move < DROP for move in legal) else ("12",) if BACK in legal else ()
    return *more, "11", *bag
