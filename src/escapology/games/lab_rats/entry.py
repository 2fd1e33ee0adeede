"""Lab Rats entered by hand: the maze tile by tile, as the die placed them, and the coins as far as one knows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from escapology.draw.scene import Box, Item, Label, Line, Scene, Target, Token
from escapology.entry import Entered, Entry, Part, Piece
from escapology.errors import DealError
from escapology.games.lab_rats.notation import MOST_NUMBER, STACK_NAMES
from escapology.games.lab_rats.rules import COINS, STACK_SIZE, STACKS, TILES
from escapology.games.lab_rats.rules import VALUES as KINDS
from escapology.games.lab_rats.rules.maze import FIRST, STEPS, Tile, find_clash, fitting, place
from escapology.luck import Luck
from escapology.setting import Setting

__all__ = ["ENTRY", "RESULTS", "VALUES", "fits_next", "grow", "misfit"]

_DIE: Final = {"1": "ace", "2": "2", "3": "3 or blank", "4": "4", "5": "5"}
_COINS: Final = ("null", "ace", "2", "3", "4", "5")
RESULTS = tuple(
    Piece(text, words, Token(0.5, 0.5, 0.9, text, "die", role="white", title=words)) for text, words in _DIE.items()
)
VALUES = tuple(
    Piece(str(value), words, Token(0.5, 0.5, 0.9, str(value), "coin", "sun", "red", title=words))
    for value, words in enumerate(_COINS)
)
_TRIES: Final = 500  # to go on from a maze that may be a dead end


def _parts(setting: Setting) -> tuple[Part, ...]:
    bag = setting.variant in ("bag", "rebag")
    return (
        Part(
            name="maze",
            title="The maze",
            words="For each tile after the first, what the die said: 1 for the ace, 2, 3 (also for a blank), 4 or 5. "
            "If you took tiles away again, enter those that lie there.",
            rows=(("Tiles 2 to 24", TILES - 1),),
            pieces=(RESULTS,),
            copies=0,
            sketch=_sketch,
        ),
        Part(
            name="coins",
            title="The coins",
            words="0 for null, 1 for the ace. "
            + ("The coins in the order in which they come out of the bag." if bag else "Each stack from the top down."),
            rows=tuple(
                (f"Coins {8 * i + 1} to {8 * i + 8}" if bag else f"Stack {STACK_NAMES[i]}", 8) for i in range(3)
            ),
            pieces=(VALUES,),
            copies=COINS // KINDS,
            if_open="Coins that are face down may be left open: they are mixed for you.",
        ),
    )


def _tiles(setting: Setting, results: Sequence[str]) -> list[Tile]:
    """The tiles as far as they are known and fit."""
    tiles = [FIRST]
    for result in results:
        new = place(setting, tiles[-1], int(result)) if result else None
        if new is None or find_clash(setting, tiles, new) is not None:
            break
        tiles.append(new)
    return tiles


def fits_next(setting: Setting, entered: Entered) -> bool:
    """Whether any tile fits behind the last one."""
    return bool(fitting(setting, _tiles(setting, entered["maze"])))


def _sketch(setting: Setting, entered: Entered) -> Scene:
    """The tiles that lie there, and where each throw would put the next one."""
    tiles = _tiles(setting, entered["maze"])
    nexts = {} if len(tiles) == TILES else {r: place(setting, tiles[-1], r) for r in fitting(setting, tiles)}
    every = [*tiles, *nexts.values()]
    west, north = min(tile.x for tile in every) - 0.5, max(tile.y for tile in every) + 2.5
    items = [*_floor(tiles, west, north), *_nexts(tiles, nexts, west, north)]
    width = max(tile.x for tile in every) + 2.5 - west
    height = north - min(tile.y for tile in every) + 0.5
    return Scene(width, height, "The maze so far", "", tuple(items))


def _floor(tiles: list[Tile], west: float, north: float) -> list[Item]:
    """Tiles with their numbers, and walls."""
    squares = {square: i for i, tile in enumerate(tiles) for square in tile.squares}
    floor: list[Item] = []
    walls: list[Item] = []
    for (x, y), i in squares.items():
        left, top = x - west, north - y - 1
        floor.append(Box(left, top, 1, 1, "space" if i % 2 else "board"))
        for way, (across, up) in enumerate(STEPS):
            x1, y1 = left + (way == 1), top + (way == 2)
            if (x + across, y + up) not in squares:
                walls.append(Line(x1, y1, x1 + (way % 2 == 0), y1 + way % 2, "wall", 0.12))
    numbers = [Label(tile.x - west + 1, north - tile.y - 1, str(i), 0.5, "muted") for i, tile in enumerate(tiles, 1)]
    return [*floor, *walls, *numbers]


def _nexts(tiles: list[Tile], nexts: dict[int, Tile], west: float, north: float) -> list[Item]:
    """Where the next tile can lie. The places overlap, so each is named on the side that it has for itself."""
    number = len(tiles) - 1
    items: list[Item] = [
        Box(tile.x - west + 0.1, north - tile.y - 1.9, 1.8, 1.8, "table", "accent", 0.15, dashed=True)
        for tile in nexts.values()
    ]
    for result, tile in nexts.items():
        across, up = tile.x - tiles[-1].x, tile.y - tiles[-1].y
        x = tile.x - west + 1 + 0.5 * ((across > 0) - (across < 0))
        y = north - tile.y - 1 - 0.5 * ((up > 0) - (up < 0))
        items.append(Token(x, y, 0.7, str(result), "die", role="white"))
        items.append(Target(x - 0.4, y - 0.4, 0.8, 0.8, f"maze:{number}={result}", f"Tile {number + 2}: {result}"))
    return items


def misfit(setting: Setting, entered: Entered) -> list[tuple[str, str]]:
    """A tile that touches what it may not, or that has none before it."""
    results = entered["maze"]
    tiles = _tiles(setting, results)
    if len(tiles) > len(results):
        return []
    if failed := results[len(tiles) - 1]:
        fits = ", ".join(map(str, fitting(setting, tiles)))
        says = f"here {fits} would fit" if fits else "here nothing fits, so go back further"
        return [("maze", f"tile {len(tiles) + 1} (die {failed}) touches another one than the one before; {says}")]
    if any(results[len(tiles) - 1 :]):
        return [("maze", f"tile {len(tiles) + 1} is missing: the tiles behind it can't lie anywhere")]
    return []


def _check(setting: Setting, entered: Entered) -> list[tuple[str, str]]:
    tiles = _tiles(setting, entered["maze"])
    if (wrong := misfit(setting, entered)) or len(tiles) == TILES or fitting(setting, tiles):
        return wrong
    return [("maze", f"no tile fits behind tile {len(tiles)}: take some away, as at the table")]


def _complete(setting: Setting, entered: Entered, luck: Luck) -> str:
    maze = grow(setting, entered["maze"], luck)
    coins = list(entered["coins"])
    left = [str(value) for value in range(KINDS) for _ in range(COINS // KINDS - coins.count(str(value)))]
    luck.shuffle(left)
    text = "".join(coin or left.pop() for coin in coins)
    if setting.variant == "bag":
        return f"{maze} {text}"
    if setting.variant == "rebag":
        return f"{maze} {text} {luck.below(MOST_NUMBER + 1)}"
    return f"{maze} " + "/".join(text[STACK_SIZE * i : STACK_SIZE * (i + 1)] for i in range(STACKS))


def grow(setting: Setting, results: Sequence[str], luck: Luck) -> str:
    """The maze, rolled on to its end if it is not whole."""
    for _ in range(_TRIES):
        maze = [result for result in results if result]
        tiles = _tiles(setting, maze)
        while len(tiles) < TILES and (fits := fitting(setting, tiles)):
            maze.append(str(luck.choose(fits)))
            tiles = _tiles(setting, maze)
        if len(tiles) == TILES:
            return "".join(maze)
    raise DealError("the maze can't be continued from here: take some tiles away")


ENTRY = Entry(_parts, _complete, _check)
