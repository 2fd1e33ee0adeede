"""Kidnap Machine as text. The notation is described in RULES.md.

A deal line names house and enemy, then the dice:

    kidnap-machine: house=manor enemy=3 dice=52316        the rolls in the order they will be needed
    kidnap-machine: house=manor enemy=3 seed=7            endless dice
    kidnap-machine: house=3x4 route=c4,c3,b3 dice=52316   a house of one's own, with nothing left out
    kidnap-machine: house=my/house.json enemy=3           names a file: `embed_files` makes it the line above
"""

import re
from collections.abc import Callable
from typing import Final

from escapology.errors import DealError, shorten
from escapology.games.kidnap_machine.rules import (
    BLANK,
    GOAL,
    MOST_DICE,
    MOST_MOVES,
    NOWHERE,
    UNKNOWN_SEED,
    Deal,
    State,
    beside,
    lowest_roll,
    move_parts,
    moves,
)
from escapology.games.kidnap_machine.rules.houses import (
    ENEMIES,
    MAX_SIDE,
    Enemy,
    House,
    house_of,
    is_file_name,
    shipped_houses,
    turns_needed,
)
from escapology.luck import Luck
from escapology.setting import Setting

__all__ = [
    "MAX_DICE_SEED",
    "MOVE",
    "STATUSES",
    "WAYS",
    "deal_cards",
    "deal_house",
    "deal_text",
    "embed_files",
    "house_in",
    "move_text",
    "odds",
    "parse_deal",
    "square_text",
    "state_text",
    "status",
    "tidy",
    "walk_to",
]

MOVE: Final = re.compile(r"wait|\?[a-g][1-7]|[a-g][1-7](?: [a-g][1-7])?(?: \?[a-g][1-7])?")
WAYS: Final = "nesw"
STATUSES: Final = ("playing", "won", "caught", "late")
MAX_DICE_SEED: Final = 2**32 - 1
_FIELDS: Final = ("house", "route", "enemy", "dice", "seed")


def deal_house(setting: Setting, house: House, enemy: int, dice: list[int], seed: int = UNKNOWN_SEED) -> Deal:
    """A deal: that enemy (from 1) of that house, and those dice."""
    d = Deal.blank(setting)
    route = house.enemies[enemy - 1].route
    d.width, d.height = house.width, house.height
    d.length = len(route)
    d.route[: d.length] = route
    d.last_turn = turns_needed(house.width, route) if setting["clock"] == "on" else 0
    d.tie_fails = int(setting["tie"] == "fail")
    d.dice_count = len(dice)
    d.dice[: len(dice)] = dice
    d.seed = seed
    vars(d)["resident"] = (house, enemy)  # for names; the rules need no more than the fields
    return d


def house_in(d: Deal) -> tuple[House, int]:
    """The house of a deal, and the number of its enemy."""
    house, enemy = vars(d)["resident"]
    return house, enemy


def deal_cards(setting: Setting, luck: Luck) -> Deal:
    """A random enemy of the manor, with all the dice that a game can need, or a seed when it can go on for ever."""
    house = house_of("manor")
    enemy = luck.below(ENEMIES) + 1
    turns = turns_needed(house.width, house.enemies[enemy - 1].route)
    if setting["clock"] == "off":
        return deal_house(setting, house, enemy, [], seed=luck.below(MAX_DICE_SEED + 1))
    return deal_house(setting, house, enemy, [luck.below(6) + 1 for _ in range(2 * turns)])


def parse_deal(setting: Setting, text: str) -> Deal:
    """Read `house=manor enemy=3 dice=52316`."""
    fields = _parse_fields(text)
    house, enemy = _parse_house_and_enemy(fields)
    return deal_house(setting, house, enemy, _parse_dice(fields.get("dice", "")), _parse_seed(fields.get("seed")))


def embed_files(text: str, read: Callable[[str], str]) -> str:
    """A deal whose house is in a file, with board and route written out; `read` gives the text of a file."""
    fields = _parse_fields(text)
    if "route" in fields or not is_file_name(fields["house"]):
        return text
    house = house_of(fields.pop("house"), read)
    enemy = house.enemies[_parse_enemy(fields) - 1]
    del fields["enemy"]
    return " ".join([_house_text(house, enemy.route), *(f"{name}={value}" for name, value in fields.items())])


def _parse_fields(text: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or name not in _FIELDS:
            raise DealError(f"{shorten(word)} is not a part of a deal: write house=manor enemy=3 dice=52316")
        if name in fields:
            raise DealError(f"{name}= appears twice")
        fields[name] = value
    if "house" not in fields:
        raise DealError("the house is missing: write house=manor enemy=3 dice=52316")
    return fields


def _parse_house_and_enemy(fields: dict[str, str]) -> tuple[House, int]:
    if "route" in fields:
        size = re.fullmatch(f"([2-{MAX_SIDE}])x([2-{MAX_SIDE}])", fields["house"])
        if size is None:
            raise DealError(
                f"house={shorten(fields['house'])} comes with a route=, so it must be the size of the "
                f"board, from 2x2 to {MAX_SIDE}x{MAX_SIDE}"
            )
        if "enemy" in fields:
            raise DealError("a deal has enemy= or route=, not both")
        board = House("", int(size[1]), int(size[2]), ())
        route = board.parse_route(fields["route"].split(","))
        return House("", board.width, board.height, (Enemy("The enemy", route),)), 1
    house = house_of(fields["house"])
    return house, _parse_enemy(fields)


def _parse_enemy(fields: dict[str, str]) -> int:
    if "enemy" not in fields:
        raise DealError(f"the enemy is missing: write enemy=1 to enemy={ENEMIES}")
    if not re.fullmatch(f"[1-{ENEMIES}]", fields["enemy"]):
        raise DealError(f"{shorten(fields['enemy'])} is not an enemy: there are 1 to {ENEMIES}")
    return int(fields["enemy"])


def _parse_dice(text: str) -> list[int]:
    if wrong := re.search("[^1-6]", text):
        raise DealError(f"{shorten(wrong[0])} is not a roll of a die (place {wrong.start() + 1} of dice=)")
    if len(text) > MOST_DICE:
        raise DealError(f"there are {len(text)} dice: a deal has at most {MOST_DICE}; for more, write seed=")
    return [int(roll) for roll in text]


def _parse_seed(text: str | None) -> int:
    if text is None:
        return UNKNOWN_SEED
    if not re.fullmatch("0|[1-9][0-9]{0,9}", text) or int(text) > MAX_DICE_SEED:
        raise DealError(f"seed={shorten(text)}: the dice's seed is a whole number from 0 to {MAX_DICE_SEED}")
    return int(text)


def deal_text(d: Deal) -> str:
    """House, enemy and dice. A house that does not come with the game is written out: board, and route."""
    house, enemy = house_in(d)
    is_shipped = house.name in shipped_houses() and house_of(house.name) == house
    words = [f"house={house.name} enemy={enemy}" if is_shipped else _house_text(house, tuple(d.route[: d.length]))]
    if d.dice_count:
        words.append("dice=" + "".join(str(roll) for roll in d.dice[: d.dice_count]))
    if d.seed != UNKNOWN_SEED:
        words.append(f"seed={d.seed}")
    return " ".join(words)


def _house_text(house: House, route: tuple[int, ...]) -> str:
    squares = ",".join(house.square_text(square) for square in route)
    return f"house={house.width}x{house.height} route={squares}"


def square_text(d: Deal, square: int) -> str:
    """A square as `b2`."""
    return "abcdefg"[square % d.width] + str(square // d.width + 1)


def walk_to(d: Deal, s: State, end: int) -> list[int]:
    """The squares of the shortest walk there, n before e before s before w (KM11)."""
    if end == s.you:
        return []
    for way in range(4):
        if beside(d, s.you, way) == end:
            return [end]
    for first in (beside(d, s.you, way) for way in range(4)):
        is_open = first != NOWHERE and s.number[first] not in (BLANK, GOAL) and first != s.enemy
        if is_open and end in [beside(d, first, way) for way in range(4)]:
            return [first, end]
    raise AssertionError("a legal move ends at most two squares away")


def move_text(d: Deal, s: State, move: int) -> str:
    """A move as `b1 c1 ?c2`, `?b1`, `b1` or `wait`."""
    end, way = move_parts(move)
    words = [square_text(d, square) for square in walk_to(d, s, end)]
    if way >= 0:
        words.append("?" + square_text(d, beside(d, end, way)))
    return " ".join(words) or "wait"


def tidy(d: Deal, s: State, text: str) -> str:
    """KM11: any legal walk to a square is the same as the shortest one."""
    if text == "wait":
        return text
    squares = text.split()
    target = squares.pop() if squares[-1].startswith("?") else ""
    here = s.you
    for place, name in enumerate(squares):
        there = next((q for q in (beside(d, here, w) for w in range(4)) if q >= 0 and square_text(d, q) == name), -1)
        is_open = there >= 0 and s.number[there] != BLANK and there != s.enemy
        if not is_open or (s.number[there] == GOAL and place < len(squares) - 1):
            return text
        here = there
    ends = (move for move in _legal(d, s) if move_parts(move)[0] == here)
    for move in ends:
        tidied = move_text(d, s, move)
        if tidied.partition("?")[2] == target[1:]:
            return tidied
    return text


def _legal(d: Deal, s: State) -> list[int]:
    out = [0] * MOST_MOVES
    return out[: moves(d, s, out)]


def odds(d: Deal, number: int) -> int:
    """KM1: how many of the six rolls lead away from a square of that number."""
    return 7 - lowest_roll(d, number)


def status(d: Deal, s: State) -> str:
    """Rules 17 to 20."""
    return STATUSES[s.ended]


def state_text(d: Deal, s: State) -> str:
    """The state line."""
    squares = range(d.width * d.height)
    written = ",".join(f"{square_text(d, q)}:{s.number[q]}" for q in squares if s.number[q] not in (BLANK, GOAL))
    return (
        f"you={square_text(d, s.you)} enemy={square_text(d, s.enemy)}/{WAYS[s.facing]} next={s.next} "
        f"squares={written} turn={s.turn} status={status(d, s)}"
    )
