"""The parts that the pictures of both games are made of: the maze as a floor plan, the pieces, the movement cards.

One unit is one space of the maze. Cards lie as they are laid, upright or sideways, so that those of one room touch with
their narrow sides. A heavy line is a wall, a gap in it a door, and where cards are joined there is no line at all.
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, Literal

from escapology.draw.scene import Box, Card, Emblem, Item, Label, Line, Place, Role, Sheet, Target, Token
from escapology.games.pursuit.rules.cards import NO_CARD, RANKS, card_words, suit_of
from escapology.games.pursuit.rules.maze import EAST, SOUTH, beside, space_text
from escapology.games.pursuit.rules.state import ENTER, LAY, NOWHERE, START, VESSEL, MazeDeal, MazeState
from escapology.games.pursuit.rules.turn import column_size, lowest_card, movement_card
from escapology.games.pursuit.words.events import PAWN, pursuer_key
from escapology.games.pursuit.words.moves import COMPASS

__all__ = [
    "Frame",
    "button",
    "columns",
    "fatigue",
    "floor_plan",
    "ghost",
    "pieces",
    "playing_card",
]

SUIT_EMBLEMS: Final[tuple[Emblem, ...]] = ("spade", "heart", "club", "diamond")
FACINGS: Final[tuple[Literal["n", "e", "s", "w"], ...]] = ("n", "e", "s", "w")
LONG: Final = 0.96  # of a card in the maze
SHORT: Final = 0.68
JAMB: Final = 0.3  # how far the wall goes on both sides of a door
CARD: Final = (0.9, 1.26)  # a card beside the maze
COLUMNS_TOP: Final = 1.03  # where the movement cards begin
CAUGHT_ASIDE: Final = 0.22  # how far those who share a space with you make room, and you
FAN: Final = 0.68  # what is seen of a card below another one: as much as a finger needs on a phone
BOTTOM: Final = COLUMNS_TOP + 0.36 + 2 * FAN  # the top of the cards that lie in front


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the maze lies in the scene; beside it is the panel."""

    margin: float  # around the maze, to the left and above

    @property
    def panel(self) -> float:
        """The left edge of what lies beside the maze."""
        return 7 + 2 * self.margin + 0.1

    def sheets(self, *, has_more: bool) -> tuple[Sheet, ...]:
        """The maze; the movement cards; the tasks, with room for more if there is more; the prompt with its buttons."""
        edge = self.panel - 0.15
        tasks = Sheet(edge, 4.15, 4.95 if has_more else 3.5, 2.1)
        return Sheet(0, 0, edge, edge), Sheet(edge, 0, 4.85, 4.15), tasks, Sheet(edge, 6.25, 4.85, 1.65, spare=True)

    @property
    def places(self) -> tuple[Place, ...]:
        """The spaces of the maze."""
        return tuple(Place(space_text(x), *self.corner(x)) for x in range(49))

    def corner(self, x: int) -> tuple[float, float]:
        """The top left corner of a space."""
        return self.margin + x % 7, self.margin + x // 7

    def middle(self, x: int) -> tuple[float, float]:
        """The middle of a space."""
        left, top = self.corner(x)
        return left + 0.5, top + 0.5


def playing_card(card: int, x: float, y: float, size: tuple[float, float] = CARD, title: str = "") -> Card:
    """A playing card, face up, or face down if the player does not know it."""
    if card == NO_CARD:
        return Card(x, y, *size, "▒▒", back=True, title=title or "face down")
    suit = suit_of(card)
    rank = RANKS[card % 13].replace("T", "10")
    return Card(
        x,
        y,
        *size,
        card_words(card),
        corner=rank,
        emblem=SUIT_EMBLEMS[suit],
        role="red" if suit % 2 else "black",
        sideways=size[0] > size[1],
        title=title or card_words(card),
    )


def maze_card(frame: Frame, s: MazeState, x: int, left: float, top: float) -> Card:
    """A card as it lies in the maze, in the space with that top left corner."""
    upright = s.upright >> x & 1
    wide, high = (SHORT, LONG) if upright else (LONG, SHORT)
    lies = "upright" if upright else "sideways"
    name = card_words(s.card[x])
    card = playing_card(s.card[x], left + (1 - wide) / 2, top + (1 - high) / 2, (wide, high), f"{name}, {lies}")
    return Card(
        card.x,
        card.y,
        wide,
        high,
        card.text,
        corner=card.corner,
        emblem=card.emblem,
        role=card.role,
        sideways=card.sideways,
        key=f"card {name}",
        title=f"{space_text(x)}: {card.title}",
    )


@dataclass(frozen=True, slots=True)
class _Laid:
    """A maze as it lies: what its picture depends on, and the state to take it from."""

    frame: Frame
    there: int
    upright: int
    cards: tuple[int, ...]
    is_being_laid: bool
    state: MazeState = field(compare=False)


def floor_plan(frame: Frame, s: MazeState) -> tuple[Item, ...]:
    """The maze: floor, cards, walls, doors, and the names of rows and columns."""
    return _floor_plan(_Laid(frame, s.there, s.upright, tuple(s.card), s.phase == LAY, s))


@lru_cache(maxsize=256)
def _floor_plan(laid: _Laid) -> tuple[Item, ...]:
    """It seldom changes, so it is kept."""
    frame, s = laid.frame, laid.state.copy()
    items: list[Item] = []
    for i in range(7):
        items.append(Label(frame.margin + i + 0.5, frame.margin - 0.22, "abcdefg"[i], 0.28, "muted"))
        items.append(Label(frame.margin - 0.22, frame.margin + i + 0.5, str(i + 1), 0.28, "muted"))
    there = [x for x in range(49) if s.there >> x & 1]
    items += [Box(*frame.corner(x), 1, 1, "board") for x in there]
    items += [maze_card(frame, s, x, *frame.corner(x)) for x in there]
    for x in there:
        for direction in range(4):
            items += _side(frame, s, x, direction)
    return tuple(items)


def _side(frame: Frame, s: MazeState, x: int, direction: int) -> list[Item]:
    """What is between a card and its neighbour: a wall, a door, or nothing. Each pair is drawn once."""
    y = beside(x, direction)
    has_neighbour = y != NOWHERE and s.there >> y & 1
    if s.phase == LAY and y != NOWHERE and not has_neighbour:
        return []  # nobody knows yet
    if has_neighbour and direction not in (EAST, SOUTH):
        return []
    left, top = frame.corner(x)
    x1, y1, x2, y2 = (
        (left, top, left + 1, top),
        (left + 1, top, left + 1, top + 1),
        (left, top + 1, left + 1, top + 1),
        (left, top, left, top + 1),
    )[direction]
    if has_neighbour:
        upright, other = s.upright >> x & 1, s.upright >> y & 1
        if upright == other == (direction == SOUTH):
            return []
        if upright != other:
            across, down = JAMB * (x2 - x1), JAMB * (y2 - y1)
            return [
                Line(x1, y1, x1 + across, y1 + down, "wall", 0.07),
                Line(x2 - across, y2 - down, x2, y2, "wall", 0.07),
            ]
    return [Line(x1, y1, x2, y2, "wall", 0.1)]


def pieces(frame: Frame, s: MazeState, vessel: tuple[float, float] = (0, 0)) -> list[Item]:
    """Your pawn, and the pursuers with facing and mode; several on one space stand side by side."""
    items: list[Item] = []
    if s.you != NOWHERE:
        x, y = frame.middle(s.you)
        x -= CAUGHT_ASIDE * (s.you in s.at[: s.pursuers])
        items.append(Token(x, y, 0.5, "@", "pawn", role="green", key=PAWN, title=f"you, on {space_text(s.you)}"))
    for p in range(s.pursuers):
        if s.at[p] == NOWHERE:
            continue
        here = [other for other in range(s.pursuers) if s.at[other] == s.at[p]]
        x, y = vessel if s.at[p] == VESSEL else frame.middle(s.at[p])
        x += CAUGHT_ASIDE * (s.at[p] == s.you)
        if len(here) > 1:
            x += 0.24 * (here.index(p) % 2 * 2 - 1)
            y += 0.24 * (here.index(p) // 2 * 2 - 1) if len(here) > 2 else 0
        if s.memory[p] != NOWHERE:
            items.append(_memory(frame, s, p))
        items.append(_pursuer(s, p, x, y, 0.46 if len(here) == 1 else 0.34))
    return items


def _memory(frame: Frame, s: MazeState, p: int) -> Token:
    """Where a pursuer last saw you, and which way you went."""
    x, y = frame.corner(s.memory[p])
    name = "♠♥♣♦"[p]
    return Token(
        x + 0.22 + 0.19 * p,
        y + 0.2,
        0.2,
        name,
        emblem=SUIT_EMBLEMS[p],
        role="danger",
        facing=FACINGS[s.vanished[p]],
        faded=True,
        title=f"where {name} last saw you, going {COMPASS[s.vanished[p]]}",
    )


def _pursuer(s: MazeState, p: int, x: float, y: float, size: float) -> Token:
    name = "♠♥♣♦"[p]
    place = "in the vessel" if s.at[p] == VESSEL else f"on {space_text(s.at[p])}"
    mode = "alert" if s.alert[p] else "on patrol"
    role: Role = "danger" if s.alert[p] else "blue"
    return Token(
        x,
        y,
        size,
        name + ("!" if s.alert[p] else ""),
        emblem=SUIT_EMBLEMS[p],
        role=role,
        facing=FACINGS[s.facing[p]],
        key=pursuer_key(p),
        title=f"pursuer {name} {place}, {mode}, facing {COMPASS[s.facing[p]]}",
    )


def ghost(frame: Frame, s: MazeState, p: int) -> Token:
    """A pursuer where he would be."""
    token = _pursuer(s, p, *frame.middle(s.at[p]), 0.46)
    return replace(token, key="", faded=True)


def card_corner(frame: Frame, turn: int, position: int) -> tuple[float, float]:
    """The top left corner of a movement card; columns are fans, their bottom cards side by side."""
    return frame.panel + 1.15 * ((turn - 1) % 3), BOTTOM - FAN * (position - 1)


def card_target(frame: Frame, s: MazeState, position: int, move: str, words: str) -> Target:
    """Where to click to use a card of the current column."""
    high = CARD[1] if position == 1 else FAN
    return Target(*card_corner(frame, s.turn, position), CARD[0], high, move, words)


def columns(frame: Frame, d: MazeDeal, s: MazeState) -> list[Item]:
    """The three columns of the current pile, the current one framed, those used empty; and the piles left."""
    top = COLUMNS_TOP
    items: list[Item] = [Label(frame.panel, top - 0.05, "Movement cards", 0.26, "muted", "start")]
    is_dealt = s.phase not in (LAY, ENTER, START)
    pile = (s.turn + 2) // 3 if is_dealt else 0
    for column in range(3):
        turn = 3 * pile - 2 + column
        x, bottom = card_corner(frame, column + 1, 1)
        if is_dealt and turn == s.turn:
            high = BOTTOM + CARD[1] - top - 0.12
            items.append(Box(x - 0.1, top + 0.24, 1.1, high, "board", "accent", 0.1, title="the current column"))
        if not is_dealt or turn < s.turn:
            items.append(Box(x, bottom, *CARD, "table", "muted", 0.08, dashed=True))
            continue
        for position in range(column_size(turn), 0, -1):
            card = movement_card(d, turn, position)
            x, y = card_corner(frame, turn, position)
            mark = ", in use" if turn == s.turn and position == s.using else ""
            mark += ", theirs if you rest" if turn == s.turn and card == lowest_card(d, turn) else ""
            items.append(playing_card(card, x, y, title=f"{card_words(card)}, card {position} from the bottom{mark}"))
            if mark.startswith(", in use"):
                items.append(Token(x + 0.72, y + 0.2, 0.3, "✓", role="accent", title="the card you walk by"))
    left = 8 - pile
    if left:
        piles = "1 pile" if left == 1 else f"{left} piles"
        items.append(playing_card(NO_CARD, frame.panel + 3.75, BOTTOM, title=f"{piles} to come"))
        items.append(Label(frame.panel + 4.2, BOTTOM - 0.24, piles, 0.26, "muted"))
    return items


def fatigue(frame: Frame, s: MazeState) -> list[Item]:
    """The turn, and the die that shows your fatigue."""
    return [
        Label(frame.panel, 0.55, f"Turn {s.turn} of 24", 0.36, anchor="start", bold=True),
        Label(frame.panel + 3.7, 0.55, "Fatigue", 0.26, "muted", "end"),
        Token(frame.panel + 4.2, 0.55, 0.62, str(s.fatigue), "die", role="white", title=f"fatigue {s.fatigue} of 6"),
    ]


def button(x: float, y: float, move: str, words: str, name: str) -> list[Item]:
    """Something to click on for a move that has no place in the maze."""
    return [
        Box(x, y, 1.5, 0.6, "board", "accent", 0.1),
        Label(x + 0.75, y + 0.3, name, 0.28, "ink"),
        Target(x, y, 1.5, 0.6, move, words),
    ]
