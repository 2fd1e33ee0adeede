"""The picture of Lab Rats: the maze, north at the top, and beside or below it the three stacks.

One unit is one square of the maze. Walls are heavy, the grid is thin; an arrowed path leads from coin to coin to the
rat. Coins that are known are face up, the others show a question mark.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import Final, Self

from escapology.counts import count_words
from escapology.draw.scene import Box, Emblem, Item, Label, Line, Overlay, Place, Role, Scene, Sheet, Target, Token
from escapology.errors import IllegalMoveError
from escapology.games.lab_rats.knowledge import unseen_by_value
from escapology.games.lab_rats.notation import STACK_NAMES, coin_text, move_text, split_run, square_text
from escapology.games.lab_rats.rules import (
    BACK,
    DROP,
    LIFT,
    MOST_MOVES,
    NOWHERE,
    OUTSIDE,
    RUN,
    STACKS,
    SUITED,
    TILES,
    Deal,
    State,
    coin_to_lift,
    moves,
)
from escapology.games.lab_rats.rules.maze import STEPS, headings
from escapology.games.lab_rats.scene.legend import LEGEND
from escapology.games.lab_rats.words import coin_words, describe, ordinal, stack_words, words

__all__ = ["aim", "look", "looks", "scene"]

#: The piecepack's suits and their colours.
SUITS: Final[tuple[tuple[Emblem, Role], ...]] = (
    ("sun", "red"),
    ("moon", "black"),
    ("crown", "green"),
    ("arms", "blue"),
)
PANEL: Final = (8.0, 5.25)  # width and height of the three stacks one below the other
ROW: Final = (24.0, 2.25)  # and side by side
TERMINAL: Final = 118  # columns that a terminal surely has room for
# In a terminal a square has 4, 3 or 2 columns, one of them for its wall: what shares a square must fall into its own.
SPACING: Final = {4: 0.75, 3: 2 / 3, 2: 0.5}  # between the coins of a stack
SMALL: Final = {4: 0.7, 3: 0.62, 2: 0.58}  # those coins
ASIDE: Final = {4: -0.16, 3: -0.16, 2: 0.0}  # where the rat moves when it sits on a coin


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where things are: the maze with half a square of margin all around, the stacks beside or below it."""

    west: int  # x of the westernmost square
    north: int  # y of the northernmost square
    width: float  # of the whole scene
    height: float
    panel_x: float  # the top left corner of the stacks
    panel_y: float
    is_row: bool  # the stacks lie side by side

    @classmethod
    def around(cls, d: Deal) -> Self:
        """Room for a maze: as square as may be."""
        west, east, south, north = min(d.x), max(d.x), min(d.y), max(d.y)
        width, height = east - west + 2.0, north - south + 2.0
        if width < 1.3 * height:
            return cls(west, north, width + PANEL[0], max(height, PANEL[1] + 0.5), width, 0.5, is_row=False)
        panel = ROW if width >= ROW[0] else PANEL
        return cls(west, north, max(width, panel[0]), height + panel[1], 0.5, height, is_row=panel is ROW)

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The maze, and the stacks: together, or one by one where they lie in a row, and what was not seen yet."""
        if self.panel_x > 1:  # beside the maze
            return Sheet(0, 0, self.panel_x, self.height), Sheet(self.panel_x, 0, PANEL[0], PANEL[1] + 0.5)
        maze = Sheet(0, 0, self.width, self.panel_y)
        if not self.is_row:
            return maze, Sheet(0, self.panel_y, *PANEL)
        stacks = (Sheet(self.panel_x + 7.75 * i - 0.1, self.panel_y, 7.7, 1.5) for i in range(STACKS))
        return maze, *stacks, Sheet(self.panel_x - 0.1, self.panel_y + 1.5, 7.7, 0.75)

    @property
    def columns(self) -> int:
        """How many characters of a terminal a square gets."""
        return next((n for n in (4, 3) if self.width * n <= TERMINAL), 2)

    def corner(self, d: Deal, square: int) -> tuple[float, float]:
        """The top left corner of a square."""
        return d.x[square] - self.west + 0.5, self.north - d.y[square] + 0.5

    def middle(self, d: Deal, square: int) -> tuple[float, float]:
        """The middle of a square."""
        x, y = self.corner(d, square)
        return x + 0.5, y + 0.5

    def top_coin(self, stack: int) -> tuple[float, float]:
        """The middle of the top coin of a stack."""
        x, y = (7.75 * stack, 0) if self.is_row else (0, 1.5 * stack)
        return self.panel_x + 1.5 + x, self.panel_y + 0.75 + y


def scene(d: Deal, s: State) -> Scene:
    """What the player sees."""
    frame = _Frame.around(d)
    items = [*_maze(d, frame), *_exit(d, s, frame), *_path(d, s, frame), *_table(d, s, frame)]
    items += [*_panel(d, s, frame), *_targets(d, s, frame)]
    places = [Place(square_text(d, square), *frame.corner(d, square)) for square in range(OUTSIDE + 2)]
    for stack in range(STACKS):
        x, y = frame.top_coin(stack)
        places.append(Place(STACK_NAMES[stack], x - 1.2, y - 0.75, 7, 1.5))
    return Scene(
        frame.width, frame.height, "Lab Rats", describe(d, s), tuple(items), frame.columns, 2,
        frame.sheets, tuple(places), _prompt(d, s), "rat", legend=LEGEND,
    )  # fmt: skip


def _prompt(d: Deal, s: State) -> str:
    """What is to be done."""
    out = [0] * MOST_MOVES
    legal = out[: moves(d, s, out)]
    if not legal:
        return ""
    if s.rat == NOWHERE:
        return "Choose where the rat starts."
    kinds = [(RUN, 1 << 16, "run"), (DROP, RUN, "drop a coin"), (LIFT, DROP, "lift a coin"), (BACK, LIFT, "back up")]
    can = [said for first, end, said in kinds if any(first <= move < end for move in legal)]
    said = " or ".join(filter(None, (", ".join(can[:-1]), can[-1])))
    return f"{said[0].upper()}{said[1:]}."


def _side(d: Deal, frame: _Frame, square: int, way: int) -> tuple[float, float, float, float]:
    """The side of a square that lies this way, from end to end."""
    x, y = frame.corner(d, square)
    return ((x, y, x + 1, y), (x + 1, y, x + 1, y + 1), (x, y + 1, x + 1, y + 1), (x, y, x, y + 1))[way]


@dataclass(frozen=True, slots=True)
class _Built:
    """A maze as it stands: what its picture depends on, and the deal to take it from."""

    frame: _Frame
    squares: tuple[tuple[int, ...], ...]
    deal: Deal = field(compare=False)


def _maze(d: Deal, frame: _Frame) -> tuple[Item, ...]:
    """Floor, tile by tile, grid and walls."""
    return _build(_Built(frame, (tuple(d.x), tuple(d.y), *map(tuple, d.next)), d))


@lru_cache(maxsize=256)
def _build(built: _Built) -> tuple[Item, ...]:
    """It never changes, so it is kept."""
    d, frame = built.deal, built.frame
    floor: list[Item] = []
    grid: list[Item] = []
    walls: list[Item] = []
    for square in range(OUTSIDE):
        floor.append(Box(*frame.corner(d, square), 1, 1, "space" if square // 4 % 2 else "board"))
        for way, beside in enumerate(d.next[square]):
            if beside == NOWHERE:
                walls.append(Line(*_side(d, frame, square, way), "wall", 0.12))
            elif square < beside < OUTSIDE:
                grid.append(Line(*_side(d, frame, square, way), "muted", 0.015))
    return (*floor, *grid, *walls)


def _exit(d: Deal, s: State, frame: _Frame) -> list[Item]:
    """Two pawns mark the way out."""
    items: list[Item] = []
    for square in (OUTSIDE, OUTSIDE + 1):
        items.append(Line(*_side(d, frame, square, (d.exit_way + 2) % 4), "good", 0.06, dashed=True))
        if s.rat != square:
            items.append(Token(*frame.middle(d, square), 0.86, "E", "pawn", "key", "good", title="the exit"))
    return items


def _path(d: Deal, s: State, frame: _Frame) -> list[Item]:
    """Arrows from coin to coin to the rat, each stopping short of the next."""
    items: list[Item] = []
    stops = [*s.trail_square[: s.trail_count], s.rat]
    for here, there in pairwise(stops):
        if here == there:
            continue
        (x1, y1), (x2, y2) = frame.middle(d, here), frame.middle(d, there)
        share = 1 - 0.46 / ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        items.append(Line(x1, y1, x1 + (x2 - x1) * share, y1 + (y2 - y1) * share, "path", 0.06, arrow=True))
    return items


def _coin(coin: int, x: float, y: float, size: float, title: str) -> Token:
    """A coin face up; one that was never seen shows a question mark."""
    suit = coin // SUITED
    if not suit:
        return Token(x, y, size, "?", "coin", role="muted", title=title)
    emblem, role = SUITS[suit - 1]
    return Token(x, y, size, coin_text(coin), "coin", emblem, role, key=_key(coin), title=title)


def _laid(coin: int, x: float, y: float, size: float, title: str) -> Token:
    """A coin on the maze: its value alone, as large as can be, for mazes are seen from afar. Dropped ones are faded."""
    words = f"{coin_words(coin)}, {title or 'dropped'}"
    return replace(_coin(coin, x, y, size, words), emblem="", faded=not title)


def _key(coin: int) -> str:
    return f"coin {coin_text(coin)} {SUITS[coin // SUITED - 1][0]}"


def _top_key(s: State, stack: int) -> str:
    return _key(s.stack[stack][s.height[stack] - 1])


def _table(d: Deal, s: State, frame: _Frame) -> list[Item]:
    """The coins on the table, dropped ones lowest and faded, and the rat."""
    piles: dict[int, list[tuple[int, str]]] = {}  # of each square: coins and what they are, lowest first
    for i in range(s.dropped_count):
        piles.setdefault(s.dropped_square[i], []).append((s.dropped_coin[i], ""))
    for i in range(s.trail_count):
        title = f"{ordinal(i + 1)} coin of the trail"
        piles.setdefault(s.trail_square[i], []).append((s.trail_coin[i], title))
    items: list[Item] = []
    for square, pile in piles.items():
        x, y = frame.middle(d, square)
        size = 0.84
        if square == s.rat:
            x, y, size = x + 0.22, y + 0.2, 0.56
        for i, (coin, title) in enumerate(pile):
            down = 0.05 * min(3, len(pile) - 1 - i)  # lower coins peep out
            items.append(_laid(coin, x + down, y + down, size, title))
    if s.rat != NOWHERE:
        x, y = frame.middle(d, s.rat)
        aside, size = (ASIDE[frame.columns], 0.6) if s.rat in piles else (0, 0.86)
        items.append(Token(x + aside, y, size, "", "disc", "rat", "yellow", key="rat", title="the rat"))
    return items


def _panel(d: Deal, s: State, frame: _Frame) -> list[Item]:
    """The three stacks, top coin first and large; or three open coins and the bag. Below: what was not seen yet."""
    items: list[Item] = []
    for stack in range(STACKS):
        x, y = frame.top_coin(stack)
        coins = s.stack[stack][: s.height[stack]][::-1]
        name = stack_words(d, stack)
        items.append(Label(x - 1, y, STACK_NAMES[stack], 0.5, bold=True))
        if not coins:
            items.append(Box(x - 0.5, y - 0.5, 1, 1, "table", "muted", 0.5, dashed=True, title=f"{name} is empty"))
            continue
        height = "" if d.has_bag else f", top of {count_words(len(coins), 'coin')}"
        items.append(_coin(coins[0], x, y, 1.1, f"{name}: {coin_words(coins[0])}{height}"))
        for i, coin in enumerate(coins[1:]):
            title = f"{coin_words(coin)}, put back" if coin >= SUITED else "not seen yet"
            items.append(_coin(coin, x + 1 + SPACING[frame.columns] * i, y, SMALL[frame.columns], title))
    if d.has_bag:
        x, y = frame.top_coin(2 if frame.is_row else 1)
        items.append(Box(x + 1.5, y - 0.75, 3, 1.5, "board", "ink", 0.4, title="the bag"))
        items.append(Label(x + 3, y, f"Bag: {s.bag_count}", 0.4))
    left = " ".join(str(value) * count for value, count in enumerate(unseen_by_value(s)) if count) or "none"
    place = (frame.panel_x + 0.5, frame.top_coin(0 if frame.is_row else 2)[1] + 1)
    items.append(Label(*place, f"{'In the bag' if d.has_bag else 'Unseen'}: {left}", 0.32, "muted", "start"))
    return items


def looks(d: Deal, s: State) -> dict[str, str]:
    """What can be shown: how the maze was laid, which is the way through it."""
    return {"tiles": "How the tiles were laid"}


def look(d: Deal, s: State, name: str) -> Overlay:
    """Rules 1, 2 and 5: an arrow over the leading edge of every tile."""
    frame = _Frame.around(d)
    items: list[Item] = []
    for tile, heading in enumerate(headings(d.setting, d.maze)):
        corners = [frame.corner(d, square) for square in range(4 * tile, 4 * tile + 4)]
        x, y = min(x for x, _ in corners) + 1, min(y for _, y in corners) + 1  # its middle
        ahead, up = STEPS[heading]
        edge_x, edge_y = x + ahead, y - up
        items.append(Line(edge_x - up, edge_y - ahead, edge_x + up, edge_y + ahead, "accent", 0.14))
        items.append(Line(x, y, x + 0.8 * ahead, y - 0.8 * up, "accent", 0.08, arrow=True))
    return Overlay(tuple(items), f"Arrows lead over the leading edges of {TILES} tiles, from the first to the exit.")


def aim(d: Deal, s: State, source: str, place: str) -> str:
    """The move one means who takes a coin to a square or to a stack."""
    if s.rat == NOWHERE:
        return ""
    if place in STACK_NAMES:
        return f"lift {place}"
    stack = next((i for i in range(STACKS) if s.height[i] and _top_key(s, i) == source), None)
    if stack is None:
        raise IllegalMoveError("take the top coin of a stack there: it says how far the rat runs")
    if place == square_text(d, s.rat):
        return f"drop {STACK_NAMES[stack]}"
    x, y = (int(part) for part in place.split(","))
    across, up = x - d.x[s.rat], y - d.y[s.rat]
    if across and up:
        raise IllegalMoveError("the rat runs straight on: that square is neither in its row nor in its column")
    way = ("n" if up > 0 else "s") if up else "e" if across > 0 else "w"
    return f"{STACK_NAMES[stack]}:{way}{abs(across + up)}"


def _targets(d: Deal, s: State, frame: _Frame) -> list[Item]:
    """Coins are picked up from stacks and laid on squares, or picked up under the rat and laid on stacks."""
    out = [0] * MOST_MOVES
    return [_target(d, s, frame, move) for move in out[: moves(d, s, out)]]


def _target(d: Deal, s: State, frame: _Frame, move: int) -> Target:
    text, said = move_text(d, s, move), words(d, s, move)
    if LIFT <= move < DROP:
        x, y = frame.top_coin(move - LIFT)
        return Target(x - 0.6, y - 0.6, 1.2, 1.2, text, said, _key(s.trail_coin[coin_to_lift(d, s)]))
    square, source = s.rat, ""
    if move < BACK:
        square = move
    elif move == BACK:
        square = s.trail_square[s.trail_count - 1]
    elif move < RUN:
        source = _top_key(s, move - DROP)
    else:
        stack, way, distance = split_run(move)
        source = _top_key(s, stack)
        for _ in range(distance):
            square = d.next[square][way]
    x, y = frame.corner(d, square)
    return Target(x + 0.06, y + 0.06, 0.88, 0.88, text, said, source)
