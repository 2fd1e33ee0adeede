"""The picture of Lab Rats: the maze, north at the top, and beside or below it the three stacks.

One unit is one square of the maze. Walls are heavy, the grid is thin; an arrowed
path leads from coin to coin to the rat. Coins that are known are face up, the others show a question mark.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from escapology.draw.scene import Box, Emblem, Item, Label, Line, Role, Scene, Target, Token
from escapology.games.lab_rats.notation import STACK_NAMES, coin_text, move_text, split_run
from escapology.games.lab_rats.rules import (
    BACK,
    DROP,
    MOST_MOVES,
    NOWHERE,
    OUTSIDE,
    RUN,
    STACKS,
    SUITED,
    Deal,
    State,
    coin_to_lift,
    moves,
)
from escapology.games.lab_rats.speech import coin_words, count_words, describe, ordinal, stack_words, words

__all__ = ["scene"]

SUITS: Final[tuple[tuple[Emblem, Role], ...]] = (
    ("sun", "red"),
    ("moon", "black"),
    ("crown", "green"),
    ("arms", "blue"),
)  # the piecepack's suits and colours
PANEL: Final = (7.6, 5.0)  # width and height of the stacks
TERMINAL: Final = 118  # columns that a terminal surely has room for


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where things are: the maze with half a square of margin all around, the stacks beside or below it."""

    west: int  # x of the westernmost square
    north: int  # y of the northernmost square
    width: float  # of the whole scene
    height: float
    panel_x: float  # the stacks, from their top left corner
    panel_y: float

    @classmethod
    def around(cls, d: Deal) -> _Frame:
        west, east, south, north = min(d.x), max(d.x), min(d.y), max(d.y)
        width, height = east - west + 2.0, north - south + 2.0
        if width < 1.3 * height:  # beside
            return cls(west, north, width + PANEL[0], max(height, PANEL[1]), width - 0.25, 0.5)
        return cls(west, north, max(width, PANEL[0]), height + PANEL[1], 0.5, height - 0.25)

    def corner(self, d: Deal, square: int) -> tuple[float, float]:
        """The top left corner of a square."""
        return d.x[square] - self.west + 0.5, self.north - d.y[square] + 0.5

    def middle(self, d: Deal, square: int) -> tuple[float, float]:
        x, y = self.corner(d, square)
        return x + 0.5, y + 0.5

    def top_coin(self, stack: int) -> tuple[float, float]:
        """The middle of the top coin of a stack."""
        return self.panel_x + 1.35, self.panel_y + 0.95 + 1.35 * stack


def scene(d: Deal, s: State) -> Scene:
    """What the player sees."""
    frame = _Frame.around(d)
    columns = 4 if frame.width * 4 <= TERMINAL else 3 if frame.width * 3 <= TERMINAL else 2
    items = [*_maze(d, frame), *_exit(d, s, frame), *_table(d, s, frame), *_panel(d, s, frame)]
    items += _targets(d, s, frame)
    return Scene(frame.width, frame.height, "Lab Rats", describe(d, s), tuple(items), columns=columns, rows=2)


def _maze(d: Deal, frame: _Frame) -> list[Item]:
    """Floor, grid and walls."""
    floor: list[Item] = []
    grid: list[Item] = []
    walls: list[Item] = []
    for square in range(OUTSIDE):
        x, y = frame.corner(d, square)
        floor.append(Box(x, y, 1, 1, "space" if square // 4 % 2 else "board"))
        sides = ((x, y, x + 1, y), (x + 1, y, x + 1, y + 1), (x, y + 1, x + 1, y + 1), (x, y, x, y + 1))
        for way, side in enumerate(sides):
            beside = d.next[square][way]
            if beside == NOWHERE:
                walls.append(Line(*side, "wall", 0.12))
            elif beside > square and beside < OUTSIDE:
                grid.append(Line(*side, "muted", 0.015))
    return [*floor, *grid, *walls]


def _exit(d: Deal, s: State, frame: _Frame) -> list[Item]:
    """Two pawns mark the way out."""
    items: list[Item] = []
    for square in (OUTSIDE, OUTSIDE + 1):
        if s.rat != square:
            x, y = frame.middle(d, square)
            items.append(Token(x, y, 0.8, "E", "pawn", role="yellow", title="the exit"))
    return items


def _coin(coin: int, x: float, y: float, size: float, title: str, *, faded: bool = False) -> Token:
    """A coin face up; one that was never seen shows a question mark."""
    suit = coin // SUITED
    if not suit:
        return Token(x, y, size, "?", "coin", role="muted", title=title)
    emblem, role = SUITS[suit - 1]
    return Token(x, y, size, coin_text(coin), "coin", emblem, role, faded=faded, key=_key(coin), title=title)


def _key(coin: int) -> str:
    return f"coin {coin_text(coin)} {SUITS[coin // SUITED - 1][0]}"


def _table(d: Deal, s: State, frame: _Frame) -> list[Item]:
    """The path, the coins on the table, and the rat."""
    items: list[Item] = []
    trail = s.trail_square[: s.trail_count]
    stops = [*trail, s.rat] if s.rat != NOWHERE else []
    for here, there in pairwise(stops):
        if here != there:
            items.append(_path(*frame.middle(d, here), *frame.middle(d, there)))
    laid = [(coin, square, "") for coin, square in zip(s.dropped_coin, s.dropped_square, strict=True)]
    laid = laid[: s.dropped_count]
    for i, square in enumerate(trail):
        laid.append((s.trail_coin[i], square, ordinal(i + 1)))
    heights: dict[int, int] = {}
    for coin, square, place in laid:
        x, y = frame.middle(d, square)
        size = 0.46 if square == s.rat else 0.66
        x, y = (x + 0.22, y + 0.22) if square == s.rat else (x, y)
        up = 0.05 * heights.get(square, 0)
        heights[square] = heights.get(square, 0) + 1
        title = f"{coin_words(coin)}, " + (f"the {place} coin of the trail" if place else "dropped")
        items.append(_coin(coin, x - up, y - up, size, title, faded=not place))
    if s.rat != NOWHERE:
        x, y = frame.middle(d, s.rat)
        x, y = (x - 0.12, y - 0.12) if s.rat in heights else (x, y)
        items.append(Token(x, y, 0.66, "", "disc", "rat", "white", key="rat", title="the rat"))
    return items


def _path(x1: float, y1: float, x2: float, y2: float) -> Line:
    """An arrow from coin to coin, which stops short of the second one."""
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    share = 1 - 0.36 / length
    return Line(x1, y1, x1 + (x2 - x1) * share, y1 + (y2 - y1) * share, "path", 0.06, arrow=True)


def _panel(d: Deal, s: State, frame: _Frame) -> list[Item]:
    """The three stacks, top coin first and large; or three open coins and the bag."""
    items: list[Item] = []
    for stack in range(STACKS):
        x, y = frame.top_coin(stack)
        coins = s.stack[stack][: s.height[stack]][::-1]
        items.append(Label(x - 0.95, y, STACK_NAMES[stack], 0.5, bold=True))
        if not coins:
            items.append(Box(x - 0.5, y - 0.5, 1, 1, "table", "muted", 0.5, dashed=True, title="no coin"))
        for i, coin in enumerate(coins[1:]):
            title = f"{coin_words(coin)}, put back" if coin >= SUITED else "a coin nobody has seen"
            items.append(_coin(coin, x + 1.0 + 0.62 * i, y + 0.1, 0.56, title))
        if coins:
            count = "" if d.has_bag else f", top of {count_words(len(coins), 'coin')}"
            items.append(_coin(coins[0], x, y, 1.1, f"{stack_words(d, stack)}: {coin_words(coins[0])}{count}"))
    if d.has_bag:
        x, y = frame.panel_x + 3, frame.panel_y + 1.6
        items.append(Box(x, y, 2.4, 1.4, "board", "ink", 0.4, title=f"the bag: {count_words(s.bag_count, 'coin')}"))
        items.append(Label(x + 1.2, y + 0.7, f"Bag: {s.bag_count}", 0.4))
    return items


def _targets(d: Deal, s: State, frame: _Frame) -> list[Item]:
    """Coins are picked up from stacks and laid on squares, or picked up under the rat and laid on stacks."""
    targets: list[Item] = []
    out = [0] * MOST_MOVES
    for move in out[: moves(d, s, out)]:
        square, source = s.rat, ""
        if move < BACK:
            square = move
        elif move == BACK:
            square = s.trail_square[s.trail_count - 1]
        elif DROP <= move < RUN:
            source = _top_key(s, move - DROP)
        elif move >= RUN:
            stack, way, distance = split_run(move)
            source = _top_key(s, stack)
            for _ in range(distance):
                square = d.next[square][way]
        x, y = frame.corner(d, square)
        size = 0.88
        if BACK < move < DROP:
            source = _key(s.trail_coin[coin_to_lift(d, s)])
            x, y = frame.top_coin(move - BACK - 1)
            x, y, size = x - 0.66, y - 0.66, 1.2
        text = move_text(d, s, move)
        targets.append(Target(x + 0.06, y + 0.06, size, size, text, words(d, s, move), source))
    return targets


def _top_key(s: State, stack: int) -> str:
    return _key(s.stack[stack][s.height[stack] - 1])
