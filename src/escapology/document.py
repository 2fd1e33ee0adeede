"""What is printed, before it is laid out: a `Document` of blocks, and what a game has to print.

A document is pure data, as a scene is: `paper.typeset` makes a PDF of it, for a paper and an ink. Measures are
millimetres. Pictures are scenes, so what is printed looks like what is played.

    Document("Lab Rats", (Heading("Your turn"), Paragraph("The rat runs …"), Pictures((Picture(scene),))), credit=…)

Where there are words, a string will do; `Span`s make some of them bold, italic, code or a link.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from escapology.credit import Credit, Script

if TYPE_CHECKING:
    from escapology.draw.scene import Item, Scene

__all__ = [
    "NOTHING",
    "Block",
    "Bullets",
    "Code",
    "Columns",
    "Cut",
    "Document",
    "Face",
    "Frame",
    "Heading",
    "Laying",
    "NewPage",
    "Note",
    "Paragraph",
    "Picture",
    "Pictures",
    "Piece",
    "PieceSet",
    "Printing",
    "Room",
    "Span",
    "SquareCode",
    "Table",
    "Together",
    "Turned",
    "Words",
]


@dataclass(frozen=True, slots=True)
class Span:
    """A few words of one style."""

    text: str
    style: Literal["", "bold", "italic", "code"] = ""
    link: str = ""  # an address that leads out of the document
    script: Script | None = None  # a name that is drawn, for there is no font for it; `text` is the same in letters


Words: TypeAlias = str | tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """The title of what follows, which stays with it. Levels go down one by one, from 1 on."""

    words: Words
    level: int = 1


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some sentences."""

    words: Words
    align: Literal["start", "center", "end"] = "start"
    size: float = 0.0  # of the letters, in points; 0 = as the rest of the document


@dataclass(frozen=True, slots=True)
class Note:
    """A paragraph of lesser weight: a caption, a hint how something is used."""

    words: Words


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list, of blocks each; numbered, if it has a number to start with."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, ruled. An empty cell is there to be written in."""

    rows: tuple[tuple[Words, ...], ...]
    head: tuple[Words, ...] = ()
    widths: tuple[float, ...] = ()  # how the columns share the width; () = by what stands in them
    height: float = 0.0  # of each row, at least
    size: float = 0.0  # of the letters, in points; 0 = as the rest of the document


@dataclass(frozen=True, slots=True)
class Code:
    """Lines as they are, in letters of one width: a deal line, a record."""

    text: str
    size: float = 0.0  # of the letters, in points


@dataclass(frozen=True, slots=True)
class Picture:
    """A scene; its description is told to those who can't see it."""

    scene: Scene
    caption: Words = ""
    width: float = 0.0  # on paper; 0 = as its row has room, all of its row on one scale


@dataclass(frozen=True, slots=True)
class Pictures:
    """Pictures side by side; one that is alone stands in the middle."""

    pictures: tuple[Picture, ...]
    unit: float = 0.0  # how large a unit of their scenes is at most, if writing in them can be read then; 0 = any size
    height: float = 0.0  # that none of them is higher than; 0 = not quite half a page
    across: int = 0  # at most so many in a row; 0 = as many as there is room for


@dataclass(frozen=True, slots=True)
class Columns:
    """Blocks beside blocks."""

    parts: tuple[tuple[Block, ...], ...]
    widths: tuple[float, ...] = ()  # how they share the width; () = alike
    gap: float = 6.0


@dataclass(frozen=True, slots=True)
class Frame:
    """Blocks in a frame, which stay on one page."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Together:
    """Blocks that stay on one page, if a page has room for them."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Turned:
    """Blocks upside down, which stay on one page: what one should not read by chance."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Room:
    """Empty room."""

    height: float


@dataclass(frozen=True, slots=True)
class NewPage:
    """What follows begins on a new page."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to be cut out: its front, and its back, if it has one. Both fill the size of their `Cut`."""

    front: Face
    back: Face | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """Pieces of one size, as many to a page as it has room for, with marks to cut along.

    Backs are printed on the page after, mirrored from left to right: turned over its long edge, the sheet has each back
    behind its front.
    """

    pieces: tuple[Piece, ...]
    width: float
    height: float
    words: str = ""  # what these are: it stands on the page's edge


Face: TypeAlias = "Scene | tuple[Block, ...]"  #: a picture, or something to read


@dataclass(frozen=True, slots=True)
class SquareCode:
    """A code that leads to an address below the link that is given when it is printed; without one, nothing."""

    address: str
    words: Words = ""
    width: float = 20.0


Block: TypeAlias = (
    Heading
    | Paragraph
    | Note
    | Bullets
    | Table
    | Code
    | Pictures
    | Columns
    | Frame
    | Together
    | Turned
    | Room
    | NewPage
    | Cut
    | SquareCode
)


_NOBODY: Final = Credit("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What is printed as one file."""

    title: str  # "Lab Rats"
    kind: str = ""  # what of it: "Player aid"
    blocks: tuple[Block, ...]
    credit: Credit = _NOBODY
    deal: str = ""  # its seed or deal line, if it is about one: every page bears it
    address: str = ""  # of what a code leads to, below the link that is given when it is printed: "/rules/lab-rats"
    size: float = 10.0  # of the letters, in points
    opens: bool = True  # whether title, kind and code stand at the top of the first page
    is_wide: bool = False  # whether its pages lie on their long side


@dataclass(frozen=True, slots=True)
class PieceSet:
    """Pieces that are printed together."""

    name: str  # as the command line has it: "coins"
    words: str  # what it is, in a line
    blocks: Callable[[], tuple[Block, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Laying:
    """A part of a deal as somebody lays it out: cards to be stacked, dice to be read off."""

    title: str  # "The draw pile"
    words: Words  # how it is laid out
    rows: tuple[tuple[str, tuple[Item, ...]], ...]  # what is taken, row after row, each with its name
    high: float = 1.0  # of an item in its widths: 1.4 for a card
    across: int = 1  # rows beside each other
    after: tuple[Block, ...] = ()  # what stands below it


@dataclass(frozen=True, slots=True, kw_only=True)
class Printing:
    """What a game has to print. Rules and player aids are made of its rulebook and need nothing."""

    pieces: tuple[PieceSet, ...] = ()  # all that one needs to play it at a table
    turn: Callable[[], tuple[Words, ...]] | None = None  # the order of a turn, step by step, for its player aid
    cards: Callable[[], tuple[tuple[str, tuple[Words, ...]], ...]] | None = None  # reference cards: a title, and lines
    deal: Callable[[Any], tuple[Laying, ...]] | None = None  # (d): what one can't see of a deal on its board
    board: Callable[[Any], Words] | None = None  # (d): how the board of a deal is laid out; "" = nothing to be said
    figures: tuple[tuple[str, str], ...] = ()  # of its rulebook, for the player aid, with what one sees in them
    reading: Words = ""  # how its moves are read in a way out: "b2>a1 carries the whole pile on b2 onto a1"
    small: Callable[[Scene], Scene] = lambda scene: scene  # (scene): its board without what is too small to be read


NOTHING: Final = Printing()
