"""Kidnap Machine entered by hand: the enemy of the manor, or a house of one's own, and dice already rolled."""

from __future__ import annotations

from escapology.draw.scene import Token
from escapology.entry import Entered, Entry, Part, Piece
from escapology.errors import DealError
from escapology.games.kidnap_machine.notation import MAX_DICE_SEED
from escapology.games.kidnap_machine.rules import MOST_DICE, MOST_ROUTE
from escapology.games.kidnap_machine.rules.houses import ENEMIES, MAX_SIDE, House, house_of, turns_needed
from escapology.luck import Luck
from escapology.setting import Setting

__all__ = ["ENTRY"]

_SIDE = "6"  # of a board whose size is not said


def _die(text: str, words: str) -> Piece:
    return Piece(text, words, Token(0.5, 0.5, 0.9, text, "die", role="white", title=words))


def _square(column: int, row: int) -> Piece:
    text = f"{'abcdefg'[column]}{row + 1}"
    return Piece(text, text, Token(0.5, 0.5, 0.9, text, "disc", role="white"))


_DICE = (tuple(_die(str(roll), str(roll)) for roll in range(1, 7)),)
_SIDES = (
    tuple(Piece(str(n), str(n), Token(0.5, 0.5, 0.9, str(n), "disc", role="white")) for n in range(2, MAX_SIDE + 1)),
)
_SQUARES = tuple(tuple(_square(column, row) for column in range(MAX_SIDE)) for row in range(MAX_SIDE))


def _parts(setting: Setting) -> tuple[Part, ...]:
    names = ", ".join(f"{i} {enemy.name}" for i, enemy in enumerate(house_of("manor").enemies, 1))
    return (
        Part(
            name="enemy",
            title="The enemy",
            words=f"The enemy you rolled, if you play in the manor: {names}.",
            rows=(("Enemy", 1),),
            pieces=(tuple(_die(str(n), house_of("manor").enemies[n - 1].name) for n in range(1, ENEMIES + 1)),),
            copies=0,
            if_open="Left open, it is rolled for you. Leave it open, too, if you enter a house of your own below.",
        ),
        Part(
            name="board",
            title="A house of your own",
            words="How many columns and rows its board has.",
            rows=(("Columns", 1), ("Rows", 1)),
            pieces=_SIDES,
            copies=0,
            if_open="Left open, it is six by six.",
        ),
        Part(
            name="route",
            title="Its enemy’s route",
            words="The squares from the departure point to the end point, each next to the one before; a1 is top left.",
            rows=tuple((f"Squares {first} to {first + 15}", 16) for first in range(1, MOST_ROUTE, 16)),
            pieces=_SQUARES,
            copies=0,
            if_open="Leave it open to play in the manor.",
        ),
        Part(
            name="dice",
            title="The dice",
            words="Rolls in the order in which they will be needed, if you know them already.",
            rows=tuple((f"Rolls {first} to {first + 11}", 12) for first in range(1, 25, 12)),
            pieces=_DICE,
            copies=0,
            if_open="Rolls you leave open are rolled for you as you play.",
        ),
    )


def _known(places: list[str], what: str) -> list[str]:
    """What was entered, without gaps."""
    known = [text for text in places if text]
    if places[: len(known)] != known:
        raise DealError(f"{what} has a gap")
    return known


def _house(entered: Entered) -> tuple[str, House | None]:
    """The house as a deal line has it, and itself if it is not the manor."""
    route = _known(list(entered["route"]), "the route")
    if not route:
        return "house=manor", None
    width, height = (text or _SIDE for text in entered["board"])
    board = House("", int(width), int(height), ())
    board.parse_route(route)
    return f"house={width}x{height} route={','.join(route)}", board


def _check(setting: Setting, entered: Entered) -> list[tuple[str, str]]:
    wrong: list[tuple[str, str]] = []
    if any(entered["route"]) and any(entered["enemy"]):
        wrong.append(("enemy", "a game has an enemy of the manor or a route of its own, not both"))
    if sum(map(bool, entered["route"])) > 1:
        try:
            _house(entered)
        except DealError as error:
            wrong.append(("route", str(error)))
    try:
        _known(list(entered["dice"]), "the dice")
    except DealError as error:
        wrong.append(("dice", str(error)))
    return wrong


def _complete(setting: Setting, entered: Entered, luck: Luck) -> str:
    text, own = _house(entered)
    if own is None:
        enemy = int(entered["enemy"][0] or luck.below(ENEMIES) + 1)
        text += f" enemy={enemy}"
        turns = turns_needed(6, house_of("manor").enemies[enemy - 1].route)
    else:
        turns = turns_needed(own.width, own.parse_route([square for square in entered["route"] if square]))
    dice = _known(list(entered["dice"]), "the dice")
    if setting["clock"] == "off":
        return f"{text}{' dice=' + ''.join(dice) if dice else ''} seed={luck.below(MAX_DICE_SEED + 1)}"
    dice += [str(luck.below(6) + 1) for _ in range(min(MOST_DICE, 2 * turns) - len(dice))]
    return f"{text} dice={''.join(dice)}"


ENTRY = Entry(_parts, _complete, _check, str.lower)
