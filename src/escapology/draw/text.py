"""Scene to terminal text.

Boxes are shown by their outlines and lines as lines, heavy ones for walls. Square boxes side by side share their
border; rounded ones have each their own, as cards do. A box without an outline only blanks what it covers, but free
spaces are always shown. Cards get a frame if there is room for one. A piece that would cover writing moves over a
little, on its card if it is on one, else without crossing a line. `Scene.columns` and `Scene.rows` say how fine the
picture is.
"""

from dataclasses import dataclass
from math import floor

from escapology.draw.canvas import HEAVY, LIGHT, Canvas, text_width
from escapology.draw.emblems import GLYPHS
from escapology.draw.palette import Deck, suit_role
from escapology.draw.scene import Box, Card, Label, Line, Role, Scene, Target, Token

_FACING = {"": "", "n": "▴", "e": "▸", "s": "▾", "w": "◂"}
_SHAPES = {"disc": "●", "pawn": "♙", "die": "▢", "coin": "◎"}  # for tokens without text and emblem
_BACK = "▒"
# Where a piece looks for room, nearest first: (rows, columns) from where it should be. Rows look twice as far.
_NEARBY = sorted(
    ((row, column) for row in (0, 1, -1) for column in range(-4, 5)),
    key=lambda way: (2 * abs(way[0]) + abs(way[1]), way[0] == 0, -way[0], -way[1]),
)


def text(scene: Scene, *, colour: bool = False, deck: Deck = "two", targets: bool = False) -> str:
    """The scene as lines of text, without a newline at the end.

    `colour` adds ANSI colours, which never say anything that the characters don't; `targets` marks where a move can be
    made with ◦.
    """
    canvas = Canvas()
    grid = _Grid(scene.columns, scene.rows)
    spots = _spread([item for item in scene.items if isinstance(item, Card)], grid)
    laid = 0  # how many of the cards lie there already
    for item in scene.items:
        if isinstance(item, Box):
            _box(canvas, grid, item)
        elif isinstance(item, Line):
            _line(canvas, grid, item)
        elif isinstance(item, Card):
            _card(canvas, spots, laid, deck)
            laid += 1
        elif isinstance(item, Token):
            _token(canvas, grid, spots[:laid], item, deck)
        elif isinstance(item, Label):
            _label(canvas, grid, item)
        elif isinstance(item, Target) and targets:
            place = grid.centred(item.x + item.width / 2, item.y + item.height / 2, 1)
            _place(canvas, place, spots[:laid], "◦", "accent")
    return canvas.text(colour=colour)


def _nearest(value: float) -> int:
    """The nearest whole number, halves going up; sums such as 0.1 + 0.2 count as what they should be."""
    return floor(value + 0.5 + 1e-9)


@dataclass(frozen=True, slots=True)
class _Grid:
    """From the scene's units to rows and columns."""

    columns: float
    rows: float

    def column(self, x: float) -> int:
        return _nearest(x * self.columns)

    def row(self, y: float) -> int:
        return _nearest(y * self.rows)

    def centred(self, x: float, y: float, width: int) -> tuple[int, int]:
        """Row and first column of writing of this width with its middle at (x, y)."""
        return _nearest(y * self.rows - 0.5), _nearest(x * self.columns - width / 2)


@dataclass(frozen=True, slots=True)
class _Spot:
    """The rows and columns that a card covers, the last ones included."""

    card: Card
    top: int
    left: int
    bottom: int
    right: int

    def holds(self, row: int, column: int) -> bool:
        return self.top <= row <= self.bottom and self.left <= column <= self.right

    def overlaps(self, other: "_Spot") -> bool:
        across = self.left <= other.right and other.left <= self.right
        return across and self.top <= other.bottom and other.top <= self.bottom


def _box(canvas: Canvas, grid: _Grid, box: Box) -> None:
    top, left = grid.row(box.y), grid.column(box.x)
    bottom, right = grid.row(box.y + box.height), grid.column(box.x + box.width)
    rounded = box.radius > 0
    if rounded:
        bottom, right = bottom - 1, right - 1
    inside = top + 1, left + 1, bottom - 1, right - 1
    canvas.clear(*inside)
    canvas.detach(*inside)
    outline: Role | None = box.outline or ("muted" if box.role == "space" else None)
    if outline is not None and top < bottom and left < right:
        dashed = box.dashed or box.outline is None
        canvas.frame(top, left, bottom, right, _weight(outline), outline, rounded=rounded, dashed=dashed)


def _weight(role: Role) -> int:
    return HEAVY if role == "wall" else LIGHT


def _line(canvas: Canvas, grid: _Grid, line: Line) -> None:
    start = grid.row(line.y1), grid.column(line.x1)
    end = grid.row(line.y2), grid.column(line.x2)
    if start[0] != end[0] and start[1] != end[1]:
        return
    canvas.line(start, end, _weight(line.role), line.role, dashed=line.dashed)
    if line.arrow and start != end and not canvas.written(*end, 1):
        down, across = end[0] - start[0], end[1] - start[1]
        facing = ("e" if across > 0 else "w") if across else ("s" if down > 0 else "n")
        canvas.write(*end, _FACING[facing], line.role)


def _spread(cards: list[Card], grid: _Grid) -> list[_Spot]:
    """Where the cards lie. A card that is below another one of its fan never shares that one's top row."""
    spots: list[_Spot] = []
    for card in cards:
        top, left = grid.row(card.y), grid.column(card.x)
        bottom = max(top, grid.row(card.y + card.height) - 1)
        right = max(left + text_width(_face(card)), grid.column(card.x + card.width)) - 1
        for spot in spots:
            if spot.left == left and spot.top >= top and spot.card.y < card.y:
                tall = bottom > top
                top = spot.top + 1
                bottom = max(bottom, top + 1 if tall else top)
        spots.append(_Spot(card, top, left, bottom, right))
    return spots


def _face(card: Card) -> str:
    return 2 * _BACK if card.back else card.text


def _card(canvas: Canvas, spots: list[_Spot], index: int, deck: Deck) -> None:
    """A frame with the card's text where later cards leave it in sight; only the text if a frame has no room."""
    spot = spots[index]
    card, face = spot.card, _face(spot.card)
    width, height = spot.right - spot.left + 1, spot.bottom - spot.top + 1
    role: Role = "muted" if card.back else suit_role(card.emblem, card.role, deck)
    canvas.clear(spot.top, spot.left, spot.bottom, spot.right)
    framed = height > 1 and width >= text_width(face) + 2
    if framed:
        canvas.frame(spot.top, spot.left, spot.bottom, spot.right, LIGHT, role, rounded=True)
    elif height == 1 and card.sideways and width >= text_width(face) + 2:
        canvas.line((spot.top, spot.left), (spot.top, spot.right), LIGHT, role)
    if framed and card.back:
        canvas.fill(spot.top + 1, spot.left + 1, spot.bottom - 1, spot.right - 1, _BACK, role)
    place = _sight(spots, index, text_width(face), framed)
    if place is None or (card.back and framed and place[0] > spot.top):
        return
    row, column = place
    if framed and row == spot.top and spot.left + 1 < column < spot.right - text_width(face):
        # Writing on the edge is easier to read with a gap on both sides.
        face, column = f" {face} ", column - 1
    canvas.write(row, column, face, role)


def _sight(spots: list[_Spot], index: int, width: int, framed: bool) -> tuple[int, int] | None:
    """Row and column where text of this width on the card stays in sight: the middle, or in a fan the top edge."""
    spot, later = spots[index], spots[index + 1 :]
    fanned = any(other.overlaps(spot) for other in spots if other is not spot)
    middle = (spot.top + spot.bottom) // 2
    centre = (spot.left + spot.right + 1 - width + 1) // 2
    start = spot.left + 1 if framed else spot.left
    rows = (spot.top, middle, spot.bottom) if fanned else (middle,)
    for row, column in [(row, column) for column in (centre, start) for row in rows]:
        if not any(other.holds(row, column + offset) for other in later for offset in range(width)):
            return row, column
    return None


def _token(canvas: Canvas, grid: _Grid, laid: list[_Spot], token: Token, deck: Deck) -> None:
    """The token's text with a pointer for its facing; out of play, in brackets."""
    name = token.text or (GLYPHS[token.emblem] if token.emblem else _SHAPES[token.shape])
    sign = name + _FACING[token.facing]
    sign = f"({sign})" if token.faded else sign
    place = grid.centred(token.x, token.y, text_width(sign))
    _place(canvas, place, laid, sign, suit_role(token.emblem, token.role, deck))


def _place(canvas: Canvas, place: tuple[int, int], laid: list[_Spot], sign: str, role: Role) -> None:
    """Write the sign in its place (row, column), or if that is taken in the nearest room on its card or square."""
    width = text_width(sign)
    row, column = place[0], max(0, place[1])
    under = next((spot for spot in reversed(laid) if spot.holds(row, column)), None)
    ways = _free_on_card(canvas, under, row, column, width) if under else _free_nearby(canvas, row, column, width)
    canvas.write(*(ways[0] if ways else (row, column)), sign, role)


def _free_on_card(canvas: Canvas, spot: _Spot, row: int, column: int, width: int) -> list[tuple[int, int]]:
    """Places on the card without writing, nearest first; those on its frame come last, its corners never."""
    free = [
        (down, across)
        for down in range(spot.top, spot.bottom + 1)
        for across in range(spot.left + 1, spot.right + 1 - width)
        if not canvas.written(down, across, width)
    ]

    def rank(at: tuple[int, int]) -> tuple[bool, int, int, int]:
        far = 2 * abs(at[0] - row) + abs(at[1] - column)
        return not canvas.blank(at[0], at[1], width), far, -at[0], -at[1]

    return sorted(free, key=rank)


def _free_nearby(canvas: Canvas, row: int, column: int, width: int) -> list[tuple[int, int]]:
    """Blank places round about, nearest first, to which no line bars the way."""
    free = []
    for down, across in _NEARBY:
        left, right = min(0, across), max(0, across)
        barred = canvas.lined(row + down, column + left, width + right - left)
        if row + down >= 0 and column + across >= 0 and not barred:
            free.append((row + down, column + across))
    return [at for at in free if canvas.blank(at[0], at[1], width)]


def _label(canvas: Canvas, grid: _Grid, label: Label) -> None:
    width = text_width(label.text)
    row, middle = grid.centred(label.x, label.y, width)
    start = grid.column(label.x)
    column = {"start": start, "middle": middle, "end": start - width}[label.anchor]
    canvas.write(row, max(0, column), label.text, label.role)
