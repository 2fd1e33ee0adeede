"""Houses: the board and the six enemies with their routes, read from data files.

A house file is JSON:

    {"name": "manor", "width": 6, "height": 6,
     "enemies": [{"name": "The Chambermaid", "route": ["e2", "d2", "c2", …]}, … six of them …]}

`house_of("manor")` is one of the houses that come with the game. Other files are read by whoever has the right to.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from escapology.errors import DealError, shorten
from escapology.games.kidnap_machine.rules import MOST_ROUTE

__all__ = [
    "ENEMIES",
    "MAX_SIDE",
    "Enemy",
    "House",
    "house_of",
    "is_file_name",
    "parse_house",
    "shipped_houses",
    "turns_needed",
]

MAX_SIDE: Final = 7  # rows and columns of the largest board
ENEMIES: Final = 6  # one for each side of the die
_COLUMNS: Final = "abcdefg"
_FOLDER: Final = Path(__file__).parents[1] / "houses"


@dataclass(frozen=True, slots=True)
class Enemy:
    """Who walks through the house, and where."""

    name: str
    route: tuple[int, ...]  # squares in reading order, a1 = 0; from the departure point to the end point


@dataclass(frozen=True, slots=True)
class House:
    """A board and who lives there."""

    name: str  # as deal lines say it; "" = a house without a name, of a single enemy
    width: int
    height: int
    enemies: tuple[Enemy, ...]

    def square_text(self, square: int) -> str:
        """A square as `b2`."""
        return f"{_COLUMNS[square % self.width]}{square // self.width + 1}"

    def parse_square(self, text: str) -> int:
        """Read `b2`."""
        if not re.fullmatch("[a-z][1-9][0-9]?", text):
            raise DealError(
                f"{shorten(text)} is not a square: a square is a column letter and a row number, such as b2"
            )
        column, row = ord(text[0]) - ord("a"), int(text[1:]) - 1
        if column >= self.width or row >= self.height:
            last = self.square_text(self.width * self.height - 1)
            raise DealError(f"{text} is off the board, whose last square is {last}")
        return row * self.width + column

    def parse_route(self, names: list[str]) -> tuple[int, ...]:
        """Read a route, and check that an enemy can walk it."""
        route = tuple(self.parse_square(name) for name in names)
        if not 2 <= len(route) <= MOST_ROUTE:
            raise DealError(f"the route has {len(route)} squares: it must have 2 to {MOST_ROUTE}")
        if route[0] == 0:
            raise DealError("the route starts on a1, which is where you start")
        for place, (here, there) in enumerate(pairwise(route), 2):
            if _distance(self.width, here, there) != 1:
                raise DealError(
                    f"the route is not connected: its square {place}, {names[place - 1]}, "
                    f"is not next to {names[place - 2]}"
                )
        return route


def _distance(width: int, here: int, there: int) -> int:
    return abs(here % width - there % width) + abs(here // width - there // width)


def turns_needed(width: int, route: tuple[int, ...]) -> int:
    """KM8: the turns of two steps that an undisturbed enemy needs; each bend of the route costs a step."""
    ways = [there - here for here, there in pairwise(route)]
    steps = len(ways) + sum(before != after for before, after in pairwise(ways))
    return (steps + 1) // 2


def shipped_houses() -> list[str]:
    """The names of the houses that come with the game."""
    return sorted(path.stem for path in _FOLDER.glob("*.json"))


def house_of(name: str, read: Callable[[str], str] | None = None) -> House:
    """The house of that name, or in that file, where somebody reads files."""
    if name in shipped_houses():
        return _shipped(name)
    if not is_file_name(name):
        raise DealError(
            f"there is no house {shorten(name)}: there is {', '.join(shipped_houses())}, "
            "or name a file that ends with .json"
        )
    if read is None:
        raise DealError(
            f"house={shorten(name, 80)} names a file, and only the command line opens files: use a built-in house "
            f"({', '.join(shipped_houses())}), or write board and route: house=4x4 route=d4,d3,c3"
        )
    try:
        text = read(name)
    except DealError as error:
        raise DealError(f"house {error}") from None
    try:
        return parse_house(text)
    except DealError as error:
        raise DealError(f"house {shorten(name, 80)}: {error}") from None


def is_file_name(name: str) -> bool:
    """Whether a house is named by its file."""
    return "/" in name or "\\" in name or name.endswith(".json")


@functools.cache
def _shipped(name: str) -> House:
    return parse_house((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def parse_house(text: str) -> House:
    """Read the text of a house file."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        spot = f"line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else "too deep"
        raise DealError(f"this is not JSON ({spot})") from None
    _expect_keys(data, {"name", "width", "height", "enemies"}, "a house")
    board = House(_name(data["name"]), _side(data, "width"), _side(data, "height"), ())
    if not re.fullmatch("[a-z][a-z0-9_-]*", board.name):
        raise DealError(f"{shorten(board.name)} is not a valid name for a house: use small letters, digits and -")
    residents = data["enemies"]
    if not isinstance(residents, list) or len(residents) != ENEMIES:
        count = len(residents) if isinstance(residents, list) else "no list of"
        raise DealError(f"there are {count} enemies: a house has {ENEMIES}, one for each side of the die")
    enemies: list[Enemy] = []
    for number, resident in enumerate(residents, 1):
        try:
            enemies.append(_enemy(board, resident))
        except DealError as error:
            raise DealError(f"enemy {number}: {error}") from None
    return House(board.name, board.width, board.height, tuple(enemies))


def _enemy(board: House, data: Any) -> Enemy:
    _expect_keys(data, {"name", "route"}, "an enemy")
    names = data["route"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise DealError('the route must be a list of squares, such as ["b2", "b3"]')
    return Enemy(_name(data["name"]), board.parse_route(names))


def _expect_keys(data: Any, keys: set[str], what: str) -> None:
    if not isinstance(data, dict) or set(data) != keys:
        found = ", ".join(shorten(key) for key in data) if isinstance(data, dict) else "something else"
        raise DealError(f"{what} is an object with {', '.join(sorted(keys))}; found {found or 'nothing'}")


def _name(value: Any) -> str:
    if not isinstance(value, str) or not 1 <= len(value) <= 40 or not value.isprintable():
        raise DealError("a name must be a text of 1 to 40 printable characters")
    return value


def _side(data: Any, key: str) -> int:
    value = data[key]
    if type(value) is not int or not 2 <= value <= MAX_SIDE:
        raise DealError(f"the {key} is {shorten(str(value))}: it must be a whole number from 2 to {MAX_SIDE}")
    return value
