"""Kidnap Machine on paper: boards and sheets to write on, the enemies with their routes, dice, pawns, and aids."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Final

from escapology.counts import count_words
from escapology.document import (
    Block,
    Columns,
    Cut,
    Heading,
    Laying,
    NewPage,
    Note,
    Paragraph,
    Picture,
    Pictures,
    Piece,
    PieceSet,
    Printing,
    Room,
    Table,
    Words,
)
from escapology.draw.crop import Area, crop
from escapology.draw.scene import Box, Item, Label, Scene, Token
from escapology.games.kidnap_machine.notation import deal_house, square_text
from escapology.games.kidnap_machine.rules import Deal, State, start
from escapology.games.kidnap_machine.rules.houses import ENEMIES, House, house_of, shipped_houses, turns_needed
from escapology.games.kidnap_machine.scene import LEFT, TOP, look, scene
from escapology.games.kidnap_machine.words import odds_words
from escapology.setting import Setting

__all__ = ["PRINTING"]

SETTING: Final = Setting("kidnap-machine", "classic", (("tie", "success"), ("clock", "on")), "kidnap-machine")
PAWN: Final = 22.0  # the side of the square that a pawn is cut from
LARGE: Final = 24.0  # a square of the board one plays on
SMALL: Final = 9.0  # and of six boards on a page


def _houses() -> list[House]:
    return [house_of(name) for name in shipped_houses()]


def _board(house: House, turns: int = 0) -> Scene:
    """An empty board with the 3 on a1; below it, boxes for so many turns."""
    items: list[Item] = [Label(LEFT + i + 0.5, TOP - 0.22, "abcdefg"[i], 0.2, "muted") for i in range(house.width)]
    items += [Label(LEFT - 0.22, TOP + i + 0.5, str(i + 1), 0.2, "muted") for i in range(house.height)]
    items += [Box(LEFT + x, TOP + y, 1, 1, "white", "ink") for y in range(house.height) for x in range(house.width)]
    items.append(Label(LEFT + 0.22, TOP + 0.34, "3", 0.42, "ink", bold=True))
    side = house.width / max(turns, 1)
    for turn in range(turns):
        x, y = LEFT + turn * side, TOP + house.height + 0.25
        items += [Box(x, y, side, 0.45, "white", "muted"), Label(x + side / 2, y + 0.24, str(turn + 1), 0.24, "muted")]
    height = TOP + house.height + (0.75 if turns else 0.05)
    words = f"A board of {house.width} by {house.height} squares, with a 3 on a1"
    return Scene(LEFT + house.width + 0.05, height, "Board", words, tuple(items))


def _dice() -> tuple[Block, ...]:
    d = deal_house(SETTING, _houses()[0], 1, [])
    rows = tuple((str(number), odds_words(d, number), _rolls(number)) for number in range(1, 7))
    return (
        Heading("Dice", 2),
        Table(rows, ("you stand on", "you get in", "with a roll of"), (1, 1, 1)),
        Note("Then roll again, write that on the blank square, and move onto it. The number stays there."),
    )


def _rolls(number: int) -> str:
    return "any number" if number == 1 else "6" if number == 6 else f"{number} to 6"


def _boards() -> tuple[Block, ...]:
    return tuple(chain.from_iterable(_board_page(house) for house in _houses()))


def _board_page(house: House) -> Iterator[Block]:
    yield NewPage()
    yield Heading(f"The house: {house.name}")
    yield Paragraph(
        "Roll for the enemy, write a G where its route begins, and put its pawn there. You start on the 3. Investigate "
        "to fill the house with numbers; they stay where they are written."
    )
    yield Room(2)
    yield Pictures((Picture(_board(house)),), LARGE, LARGE * (house.height + 1))
    people = tuple(
        (str(number), enemy.name, str(turns_needed(house.width, enemy.route)))
        for number, enemy in enumerate(house.enemies, 1)
    )
    yield Columns(((Heading("Who is about?", 2), Table(people, ("roll", "enemy", "turns"), (1, 3, 1))), _dice()))


def _sheets() -> tuple[Block, ...]:
    return tuple(chain.from_iterable(_sheet(house) for house in _houses()))


def _sheet(house: House) -> Iterator[Block]:
    """Six small boards, with boxes to tick off the turns."""
    turns = max(turns_needed(house.width, enemy.route) for enemy in house.enemies)
    yield NewPage()
    yield Heading(f"Six games in the house {house.name}")
    boards = tuple(Picture(_board(house, turns), "Enemy: ______________  out / caught / too late") for _ in range(6))
    yield Pictures(boards, SMALL, SMALL * 8, 2)


def _hunters() -> tuple[Block, ...]:
    return tuple(chain.from_iterable(_hunters_of(house) for house in _houses()))


def _hunters_of(house: House) -> Iterator[Block]:
    """Each enemy's route, and after which turn it stands where."""
    yield NewPage()
    yield Heading(f"The enemies of the house {house.name}")
    pictures = []
    for number, enemy in enumerate(house.enemies, 1):
        turns = turns_needed(house.width, enemy.route)
        pictures.append(Picture(_route(house, number), f"{number}: {enemy.name}, {turns} turns"))
    yield Pictures(tuple(pictures), SMALL, SMALL * 7, 2)
    yield Note("The line is the route; the small numbers say after which turn the enemy stands there, undisturbed.")


def _route(house: House, number: int) -> Scene:
    d: Deal = deal_house(SETTING, house, number, [])
    s = State()
    start(d, s)
    drawn = scene(d, s)
    laid = replace(drawn, items=(*drawn.items, *look(d, s, "enemy").items))
    board = crop(laid, Area(0, 0, LEFT + house.width + 0.05, TOP + house.height + 0.05))
    return replace(board, description=f"{house.enemies[number - 1].name}: {look(d, s, 'enemy').words}")


def _pawns() -> tuple[Block, ...]:
    def pawn(words: str, token: Token) -> Piece:
        face = Scene(1, 1, words, words, (token,))
        return Piece(face, face)

    you = pawn("You", Token(0.5, 0.5, 0.8, "@", "pawn", role="blue"))
    enemy = pawn("The enemy; its tip shows which way it faces", Token(0.5, 0.54, 0.6, "E", role="red", facing="n"))
    return (Cut((you, enemy) * 2, PAWN, PAWN, "You, and the enemy with its tip"),)


def _deal(d: Deal) -> tuple[Laying, ...]:
    """The dice, in the order in which they are needed."""
    if not d.dice_count:
        return ()
    dice = tuple(Token(0.5, 0.5, 0.9, str(roll), "die", role="white") for roll in d.dice[: d.dice_count])
    return (
        Laying(
            title="The dice",
            words="Don't roll: cover these dice with a card, and uncover the next one whenever you would roll. A turn "
            "takes none, one or two of them.",
            rows=tuple((f"{i + 1}–{min(i + 12, len(dice))}", dice[i : i + 12]) for i in range(0, len(dice), 12)),
        ),
    )


def _start(d: Deal) -> Words:
    where = square_text(d, d.route[0])
    clock = f" You have {count_words(d.last_turn, 'turn')}." if d.last_turn else ""
    start = f"Write a 3 on a1, where you start, and a G on {where}, where the enemy starts."
    return f"{start} The dashed line is its route.{clock}"


def _without_odds(scene: Scene) -> Scene:
    """A small board has no room for what is written in the corners of its squares."""
    items = tuple(i for i in scene.items if not (isinstance(i, Label) and (i.text.endswith(" in 6") or i.text == "!")))
    return replace(scene, items=items)


def _turn() -> tuple[Words, ...]:
    return (
        "Walk up to two squares, never over blanks or the enemy; or stay.",
        "Investigate one blank next to you, if you like. Less than your square's number: you stay. Otherwise roll "
        "again, write that there, and move in.",
        "The enemy takes two steps. Before each: are you in the three by three squares around the one in front of it?",
        "Next to it: it turns to you, or catches you if it faces you. Further off: it goes one square forward. Not in "
        "view: it follows its route; a turn costs a step.",
        "Tick off the turn. On the G you are out.",
    )


def _reference() -> tuple[tuple[str, tuple[Words, ...]], ...]:
    return (
        ("You", (
            "Walk up to two squares that have numbers. Then you may investigate one blank next to you.",
            "Roll less than the number you stand on: you stay. Otherwise roll again, write it, and move in.",
            "From 1 always; from 2 with 2 to 6; from 3 with 3 to 6; from 4 with 4 to 6; from 5 with 5 or 6; from 6 "
            "with 6.",
            "The G is never investigated. It is shut while the enemy stands on it.",
        )),
        ("The enemy", (
            "Two steps; before each, look whether it sees you: three by three squares around the one in front of it.",
            "In view, not next to it: one square forward.",
            "Next to it: this step turns it to you; if it faces you, you are caught.",
            "Not in view: along its route; turning is a step. Off its route: to the next square of it, straight ahead "
            "if that is nearer, else it turns, up or down first.",
            "Its route completed, or no turn left: too late.",
        )),
    )  # fmt: skip


PRINTING: Final = Printing(
    pieces=(
        PieceSet("boards", "a large board of every house, with its enemies and the dice", _boards),
        PieceSet("sheets", "six small boards on a page, to write on", _sheets),
        PieceSet("hunters", f"the {ENEMIES} enemies of every house with their routes, on a page", _hunters),
        PieceSet("pawns", "you and the enemy", _pawns),
    ),
    turn=_turn,
    cards=_reference,
    deal=_deal,
    board=_start,
    small=_without_odds,
    reading="b1 c1 ?c2: walk to b1 and on to c1, then investigate c2. ?b1: investigate b1 without walking. wait: stay.",
    figures=(
        ("view", "Its view: all squares marked with a !."),
        ("walk-before", "Every blank that you can reach shows its odds."),
        ("chase-before", "A chase. You are not in view on a1, but b1 is."),
        ("chase-forward", "In view, not next to it: it came two squares forward."),
    ),
)
