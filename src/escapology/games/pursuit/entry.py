"""Both maze games entered by hand: task cards, the maze as it lies, and the movement cards as far as one knows them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from escapology.draw.scene import Box, Item, Scene, Target
from escapology.entry import Entered, Entry, Part, Piece
from escapology.errors import DealError
from escapology.games.pursuit.notation import Fits
from escapology.games.pursuit.rules.cards import (
    RANKS,
    SUITS,
    SYMBOLS,
    card_text,
    card_words,
    is_number,
    parse_card,
    rank_of,
)
from escapology.games.pursuit.rules.maze import lay_card, space_text
from escapology.games.pursuit.rules.state import LAY, MazeState
from escapology.games.pursuit.scene.picture import Frame, floor_plan, playing_card
from escapology.luck import Luck
from escapology.setting import Setting

__all__ = ["make_entry"]

_FRAME = Frame(margin=0.55)
_DECK = tuple(
    tuple(
        Piece(card_text(card), card_words(card), playing_card(card, 0, 0, (1, 1.4)))
        for card in range(first, first + 13)
    )
    for first in range(0, 52, 13)
)
_HOW = "A card is rank and suit: TS or 10S is ♠10, QH is ♥Q."


def make_entry(fits: Fits, *, unlike: str, maze: str, shuffled: bool) -> Entry:
    """The entry of one of the games: how task cards must differ, what it calls its maze, whether tasks are shuffled."""
    return Entry(
        partial(_parts, maze, shuffled),
        partial(_complete, fits, shuffled),
        partial(_check, fits, unlike),
        _tidy,
    )


def _tidy(text: str) -> str:
    """♠10, 10♠, ts and S10 are all TS."""
    text = text.upper().replace("10", "T").translate(str.maketrans(SYMBOLS, SUITS)).replace("\ufe0f", "")
    return text[::-1] if len(text) == 2 and text[0] in SUITS and text[1] in RANKS else text


def _is_even(setting: Setting) -> bool:
    return setting.variant != "classic"


def _parts(maze: str, shuffled: bool, setting: Setting) -> tuple[Part, ...]:
    bingo = setting.variant == "bingo"
    numbers = tuple(tuple(piece for piece in suit if is_number(parse_card(piece.text))) for suit in _DECK)
    order = "They lie face down, so they are shuffled when you play." if shuffled else "In any order."
    return (
        Part(
            name="tasks",
            title="The task cards",
            words=f"Three number cards. {order} {_HOW}",
            rows=(("Tasks", 3),),
            pieces=numbers,
            box="deck one",
        ),
        Part(
            name="maze",
            title=f"The {maze}",
            words="The cards in the order in which you will draw them, from both stacks in turn, a number first."
            if bingo
            else "The 49 cards, row by row, as they lie.",
            rows=tuple((f"{'Cards' if bingo else 'Row'} {row}", 7) for row in range(1, 8)),
            pieces=_DECK,
            box="deck one",
            if_open="Cards you leave open are drawn at random." if bingo else "",
            sketch=None if bingo else _sketch,
        ),
        Part(
            name="movement",
            title="The movement cards",
            words="Pile by pile as you turn them up: the column of three from the top, that of two, the single card.",
            rows=tuple((f"Pile {pile}", 6) for pile in range(1, 9)),
            pieces=tuple(suit[1:] for suit in _DECK),
            box="deck two",
            if_open="All piles lie face down at the start: cards you leave open are shuffled.",
        ),
    )


def _sketch(setting: Setting, entered: Entered) -> Scene:
    """The maze as far as it is laid, with its rooms, doors and walls."""
    s = MazeState()
    s.phase = LAY
    laid = [parse_card(text) if text else None for text in entered["maze"]]
    for x, card in enumerate(laid):
        if card is not None:
            lay_card(s, x, card)
    items: list[Item] = [
        Box(*_inside(x), 0.84, 0.84, "space", "muted", 0.08, dashed=True) for x, card in enumerate(laid) if card is None
    ]
    items += floor_plan(_FRAME, s)
    for x, card in enumerate(laid):
        words = f"{space_text(x)}: {'open' if card is None else card_words(card)}"
        items.append(Target(*_inside(x), 0.84, 0.84, f"maze:{x}", words))
    side = 7 + 2 * _FRAME.margin
    return Scene(side, side, "The maze so far", "", tuple(items))


def _inside(x: int) -> tuple[float, float]:
    left, top = _FRAME.corner(x)
    return left + 0.08, top + 0.08


def _check(fits: Fits, unlike: str, setting: Setting, entered: Entered) -> list[tuple[str, str]]:
    wrong: list[tuple[str, str]] = []
    tasks: list[int] = []
    for text in filter(None, entered["tasks"]):
        card = parse_card(text)
        if not is_number(card):
            wrong.append(("tasks", f"{text} is not a number from 2 to 10"))
        elif not fits(tasks, card):
            wrong.append(("tasks", f"{text} is like another one: task cards differ in {unlike}"))
        tasks.append(card)
    for place, text in enumerate(entered["maze"]):
        if text and _is_even(setting) and place % 2 == 0 and not is_number(parse_card(text)):
            wrong.append(("maze", f"card {place + 1} is {text}, but it comes from the number stack: only 2 to 10"))
    return wrong


def _complete(fits: Fits, shuffled: bool, setting: Setting, entered: Entered, luck: Luck) -> str:
    used = {text for part in ("tasks", "maze") for text in entered[part]}
    left = [card for card in range(52) if card_text(card) not in used]
    luck.shuffle(left)
    tasks = _fill_tasks(fits, [parse_card(text) if text else None for text in entered["tasks"]], left)
    if shuffled:
        luck.shuffle(tasks)
    maze = list(entered["maze"])
    from_numbers = [x for x in range(0, 49, 2) if _is_even(setting) and not maze[x]]
    for x in from_numbers:
        maze[x] = _take(left, is_number, "too few number cards are left for the places of the number stack")
    maze = [text or card_text(left.pop()) for text in maze]
    rest = [card for card in range(52) if rank_of(card) and card_text(card) not in entered["movement"]]
    luck.shuffle(rest)
    movement = [text or card_text(rest.pop()) for text in entered["movement"]]
    return " | ".join(" ".join(part) for part in ([card_text(card) for card in tasks], maze, movement))


def _fill_tasks(fits: Fits, tasks: list[int | None], left: list[int]) -> list[int]:
    known = [card for card in tasks if card is not None]
    while len(known) < 3:
        card = next((card for card in left if is_number(card) and fits(known, card)), None)
        if card is None:
            raise DealError("no card is left for a task card: leave more of the maze open")
        left.remove(card)
        known.append(card)
    return known


def _take(left: list[int], fitting: Callable[[int], bool], otherwise: str) -> str:
    card = next((card for card in left if fitting(card)), None)
    if card is None:
        raise DealError(otherwise)
    left.remove(card)
    return card_text(card)
