"""The neutral picture of a position: what lies where, and what a person may do there.

A game turns what the player may see into a `Scene`; a renderer turns a scene into SVG (`svg.py`) or terminal text
(`text.py`). Scenes are pure data: no colours, no pixels, no fonts, only *roles* and *emblems* that the renderers know
by name.

    x grows to the right, y grows downwards, in units of the scene's own choice (say, one square of the board).

Items are painted in the order in which they stand. An item's `key` says which real thing it is ("card G3A",
"pawn"): the same key in the next scene is the same thing somewhere else, so it can be animated. `title` is the item in
words, for screen readers and tooltips.
"""

from dataclasses import dataclass
from typing import Final, Literal

#: What a colour is for. A palette gives each role a colour; a card's role also picks a pattern, for greyscale.
Role = Literal[
    "table",  # the ground everything lies on
    "board",  # an area of the board
    "space",  # a free space of the board
    "ink",  # writing and outlines
    "muted",  # writing of lesser weight
    "accent",  # what may be done now
    "good",
    "danger",
    "wall",
    "path",
    "yellow",  # the colours of cards and pieces
    "red",
    "green",
    "blue",
    "black",
    "white",
]

#: Small pictures drawn by us, usable on cards and tokens. The empty string is none.
Emblem = Literal[
    "", "key", "axe", "shield", "coin", "spade", "heart", "club", "diamond", "sun", "moon", "crown", "arms", "rat"
]

#: The places a game can be played at: how that looks is up to the renderers. A game that names none lies on a table.
Face = Literal["table", "manor", "laboratory", "dungeon", "space"]
FACES: Final[tuple[Face, ...]] = ("table", "manor", "laboratory", "dungeon", "space")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """What all items share."""

    key: str = ""  # which real thing this is, the same from scene to scene; "" = scenery
    title: str = ""  # the item in words


@dataclass(frozen=True, slots=True)
class Box(Item):
    """A filled rectangle, from its top left corner: a board, a tile, a space."""

    x: float
    y: float
    width: float
    height: float
    role: Role = "board"
    outline: Role | None = None  # the colour of its outline, if it has one
    radius: float = 0.0  # of rounded corners
    dashed: bool = False  # the outline


@dataclass(frozen=True, slots=True)
class Line(Item):
    """A straight line: a wall, a trail. Terminal text shows only level and upright ones."""

    x1: float
    y1: float
    x2: float
    y2: float
    role: Role = "wall"
    width: float = 0.06
    dashed: bool = False
    arrow: bool = False  # has a head at (x2, y2)


@dataclass(frozen=True, slots=True)
class Card(Item):
    """A card, from its top left corner, face up unless `back`."""

    x: float
    y: float
    width: float
    height: float
    text: str  # how terminal text writes it: "G3A"
    corner: str = ""  # what its corners say: "3", "10", "K"
    emblem: Emblem = ""  # the picture under the corner and in the middle
    role: Role = "black"  # the colour of its print
    back: bool = False  # face down: neither text, corner, emblem nor role is shown
    sideways: bool = False  # lies on its long side: width and height are those of the card as it lies


@dataclass(frozen=True, slots=True)
class Token(Item):
    """A piece, by its middle: a pawn, a coin, a die."""

    x: float
    y: float
    size: float  # its diameter
    text: str  # what is written on it, and how terminal text writes it
    shape: Literal["disc", "pawn", "die", "coin"] = "disc"
    emblem: Emblem = ""
    role: Role = "black"
    facing: Literal["", "n", "e", "s", "w"] = ""
    faded: bool = False  # out of play, shown for the record


@dataclass(frozen=True, slots=True)
class Label(Item):
    """A line of writing: `anchor` says which point of it is at (x, y) (its height is always centred on y)."""

    x: float
    y: float
    text: str
    size: float = 0.3  # height of the letters
    role: Role = "ink"
    anchor: Literal["start", "middle", "end"] = "middle"
    bold: bool = False
    ground: Role | None = None  # of what it stands on, if lines that run there give way to it


@dataclass(frozen=True, slots=True)
class Target(Item):
    """A place where a legal move can be made."""

    x: float
    y: float
    width: float
    height: float
    move: str  # in the game's notation
    words: str  # the move in words: "Put the green 3 on the green 2"
    source: str = ""  # key of the item one picks up for it; "" = a click here is enough


@dataclass(frozen=True, slots=True)
class Place:
    """A space of the board by its name, whether or not anything can be done there."""

    name: str  # as the game writes it: "b2"
    x: float
    y: float
    width: float = 1.0
    height: float = 1.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A part of a picture that can lie elsewhere on a page: what is in it and nowhere else belongs to it."""

    x: float
    y: float
    width: float
    height: float
    spare: bool = False  # all in it is in the prompt and the list of moves, too: a small screen does without


@dataclass(frozen=True, slots=True)
class Overlay:
    """What can be laid over a picture for a while, such as how far somebody sees."""

    items: tuple[Item, ...]
    words: str  # the same, said


@dataclass(frozen=True, slots=True)
class Sign:
    """Something that pictures of a game show, and what it means."""

    items: tuple[Item, ...]  # drawn in a square, from (0, 0) to (1, 1)
    words: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture."""

    width: float
    height: float
    title: str  # "Devil's Square"
    description: str  # the whole position in words, for those who can't see the picture
    items: tuple[Item, ...]
    columns: float = 4.0  # characters that terminal text gives to one unit of x
    rows: float = 2.0  # lines that terminal text gives to one unit of y
    sheets: tuple[Sheet, ...] = ()  # what pages may cut the picture into, the board first; none = it stays whole
    places: tuple[Place, ...] = ()  # the spaces that events and attempts speak of
    prompt: str = ""  # what the game asks of the player now, in a short sentence
    focus: str = ""  # key of the item that one follows where the whole board is too small to be seen at once
    pile: str = ""  # key of the pile that new cards come from, face down
    legend: tuple[Sign, ...] = ()  # what needs an explanation
    shelf: str = ""  # key of where cards go that leave the board
