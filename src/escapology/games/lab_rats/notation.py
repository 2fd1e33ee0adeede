"""Lab Rats as text: deals, moves and states. The notation is described in RULES.md."""

import re
from collections.abc import Sequence
from typing import Final

from escapology.errors import DealError, shorten
from escapology.games.lab_rats.rules import (
    BACK,
    COINS,
    DROP,
    LIFT,
    LONGEST,
    MOST_MOVES,
    MOST_PLACES,
    NOWHERE,
    RUN,
    STACK_SIZE,
    STACKS,
    TILES,
    UNKNOWN,
    VALUES,
    Deal,
    State,
    moves,
    value_of,
    won,
)
from escapology.games.lab_rats.rules.maze import FIRST, build, find_clash, fitting, lay_maze, place
from escapology.luck import Luck
from escapology.setting import Setting

__all__ = [
    "MOST_NUMBER",
    "MOVE",
    "STACK_NAMES",
    "WAYS",
    "blank_deal",
    "coin_text",
    "deal_cards",
    "deal_text",
    "make_deal",
    "move_text",
    "parse_deal",
    "parse_places",
    "places_text",
    "split_run",
    "square_text",
    "state_text",
    "status",
]

MOVE: Final = re.compile(r"start [01]|[ABC]:[nesw][1-9][0-9]?|drop [ABC]|back|lift [ABC]")
WAYS: Final = "nesw"
STACK_NAMES: Final = "ABC"
MOST_NUMBER: Final = 2**32 - 1  #: the greatest seed of the places in `rebag`


# Deals


def make_deal(
    setting: Setting, results: Sequence[int], coins: Sequence[int], number: int = 0, places: Sequence[int] = ()
) -> Deal:
    """The deal of a maze (known to be legal) and coins, with the flags of its setting."""
    d = blank_deal(setting)
    lay_maze(d, results)
    d.coins[:] = coins
    d.number = number
    d.places[: len(places)] = places
    d.place_count = len(places)
    return d


def blank_deal(setting: Setting) -> Deal:
    """A deal of that setting with nothing in it but its flags."""
    d = Deal.blank(setting)
    d.has_backing = int(setting.variant == "classic")
    d.has_bag = int(setting.variant in ("bag", "rebag"))
    d.has_rebag = int(setting.variant == "rebag")
    d.has_liftable = int(d.has_backing and setting["dropped"] == "liftable")
    d.has_lift_any = int(d.has_backing and setting["lift"] == "any")
    return d


def deal_cards(setting: Setting, luck: Luck) -> Deal:
    """A maze built by the die, and shuffled coins."""
    results = build(setting, luck)
    coins = [value for value in range(VALUES) for _ in range(COINS // VALUES)]
    luck.shuffle(coins)
    return make_deal(setting, results, coins, luck.below(MOST_NUMBER + 1) if setting.variant == "rebag" else 0)


def parse_deal(setting: Setting, text: str) -> Deal:
    """Read `<maze> <stack A>/<stack B>/<stack C>`, or with a bag `<maze> <coins>`, in `rebag` with a number."""
    shape = {"bag": "the maze and the coins", "rebag": "the maze, the coins and a number"}
    wanted = shape.get(setting.variant, "the maze and the stacks A/B/C")
    parts = text.split()
    if len(parts) != (3 if setting.variant == "rebag" else 2):
        raise DealError(f"a deal is {wanted}, with spaces between; there are {len(parts)} parts: {shorten(text)}")
    results = _parse_maze(setting, parts[0])
    coins = _parse_bag(parts[1]) if setting.variant in shape else _parse_stacks(parts[1])
    if setting.variant != "rebag":
        return make_deal(setting, results, coins)
    places, number = parse_places(parts[2])
    return make_deal(setting, results, coins, number, places)


def _parse_maze(setting: Setting, text: str) -> list[int]:
    """Rule 3: every tile must fit."""
    for i, digit in enumerate(text):
        if digit not in "12345":
            raise DealError(
                f"the maze has {shorten(digit)} at place {i + 1}, which is not a die result: "
                "write 1 (ace), 2, 3 (also for blank), 4 or 5"
            )
    if len(text) != TILES - 1:
        raise DealError(f"the maze has {len(text)} die results: it needs {TILES - 1}, one for each tile but the first")
    tiles = [FIRST]
    for digit in text:
        tile = place(setting, tiles[-1], int(digit))
        clash = find_clash(setting, tiles, tile)
        if clash is not None:
            fits = ", ".join(map(str, fitting(setting, tiles)))
            raise DealError(
                f"tile {len(tiles) + 1} (die {digit}) touches tile {clash + 1}: a tile may touch only the one before; "
                + (f"here {fits} would fit" if fits else "here no die result fits, so go back further")
            )
        tiles.append(tile)
    return [int(digit) for digit in text]


def _parse_stacks(text: str) -> list[int]:
    stacks = text.split("/")
    if len(stacks) != STACKS:
        raise DealError(f"there are {len(stacks)} stacks: a deal has three, A/B/C, each top first: {shorten(text)}")
    for name, stack in zip(STACK_NAMES, stacks, strict=True):
        _check_values(f"stack {name}", stack)
        if len(stack) != STACK_SIZE:
            raise DealError(f"stack {name} has {len(stack)} coins: it needs {STACK_SIZE}")
    return _count_coins("".join(stacks))


def _parse_bag(text: str) -> list[int]:
    _check_values("the bag", text)
    if len(text) != COINS:
        raise DealError(f"the bag has {len(text)} coins: it needs {COINS}, in drawing order")
    return _count_coins(text)


def _check_values(where: str, text: str) -> None:
    for i, digit in enumerate(text):
        if digit not in "012345":
            raise DealError(f"{where} has {shorten(digit)} at place {i + 1}: a coin is 0 (null), 1 (ace), 2, 3, 4 or 5")


def _count_coins(text: str) -> list[int]:
    each = COINS // VALUES
    for value in "012345":
        if text.count(value) != each:
            raise DealError(f"there are {text.count(value)} coins of value {value}: there are {each} of each, 0 to 5")
    return [int(digit) for digit in text]


def parse_places(text: str) -> tuple[list[int], int]:
    """`7`, or `4.0.11+7`: the places of the first coins that are put back, and the number that settles all others."""
    told, plus, number = text.rpartition("+")
    if not re.fullmatch("0|[1-9][0-9]{0,9}", number) or int(number) > MOST_NUMBER:
        raise DealError(f"{shorten(number)} is not a number of places: write a whole number from 0 to {MOST_NUMBER}")
    places = told.split(".") if plus else []
    for before in places:
        if not re.fullmatch("0|[1-9][0-9]?", before) or int(before) >= COINS:
            raise DealError(
                f"{shorten(before)} is not a place in the bag: write how many coins are drawn before the one that is "
                f"put back, 0 to {COINS - 1}, with dots between and + before the number, as in 4.0.11+7"
            )
    if len(places) > MOST_PLACES:
        raise DealError(f"there are {len(places)} places in the bag: a deal tells {MOST_PLACES} at most")
    return list(map(int, places)), int(number)


def places_text(d: Deal) -> str:
    """What `parse_places` reads; `?` if it is not known."""
    told = f"{'.'.join(map(str, d.places[: d.place_count]))}+" if d.place_count else ""
    return f"{told}{d.number if d.number >= 0 else '?'}"


def coin_text(coin: int) -> str:
    """What a coin shows: its value, or `?`."""
    value = value_of(coin)
    return "?" if value == UNKNOWN else str(value)


def _coins_text(coins: Sequence[int]) -> str:
    return "".join(coin_text(coin) for coin in coins)


def deal_text(d: Deal) -> str:
    """The maze and the coins; what is not known is written `?`."""
    maze = "".join(map(str, d.maze))
    if not d.has_bag:
        stacks = "/".join(_coins_text(d.coins[i : i + STACK_SIZE]) for i in range(0, COINS, STACK_SIZE))
        return f"{maze} {stacks}"
    number = f" {places_text(d)}" if d.has_rebag else ""
    return f"{maze} {_coins_text(d.coins)}{number}"


# Moves


def split_run(move: int) -> tuple[int, int, int]:
    """The stack, the way and the distance of a run."""
    choice = move - RUN
    return choice // LONGEST // 4, choice // LONGEST % 4, choice % LONGEST + 1


def move_text(d: Deal, s: State, move: int) -> str:
    """`start 0`, `back`, `lift C`, `drop B` or `A:n3`."""
    if move < BACK:
        return f"start {move}"
    if move == BACK:
        return "back"
    if move < DROP:
        return f"lift {STACK_NAMES[move - LIFT]}"
    if move < RUN:
        return f"drop {STACK_NAMES[move - DROP]}"
    stack, way, distance = split_run(move)
    return f"{STACK_NAMES[stack]}:{WAYS[way]}{distance}"


# States


def square_text(d: Deal, square: int) -> str:
    """`0,3`, or `-` for nowhere."""
    return "-" if square == NOWHERE else f"{d.x[square]},{d.y[square]}"


def status(d: Deal, s: State) -> str:
    """Rules 10 and 13."""
    if won(d, s):
        return "won"
    return "playing" if moves(d, s, [0] * MOST_MOVES) else "lost"


def state_text(d: Deal, s: State) -> str:
    """The state line: stacks top first, coins on the table oldest first."""
    stacks = " ".join(
        f"{name}={_coins_text(s.stack[i][: s.height[i]][::-1]) or '-'}" for i, name in enumerate(STACK_NAMES)
    )
    trail = _table_text(d, s.trail_coin[: s.trail_count], s.trail_square)
    dropped = _table_text(d, s.dropped_coin[: s.dropped_count], s.dropped_square)
    return f"rat={square_text(d, s.rat)} {stacks} trail={trail} dropped={dropped} status={status(d, s)}"


def _table_text(d: Deal, coins: list[int], squares: list[int]) -> str:
    laid = zip(coins, squares, strict=False)
    return ";".join(f"{coin_text(coin)}@{square_text(d, square)}" for coin, square in laid) or "-"
