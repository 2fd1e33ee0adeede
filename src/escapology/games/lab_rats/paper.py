"""Lab Rats on paper: a piecepack that suffices for it, the order of a turn, and reference cards.

The piecepack is in the public domain. Its suits and values are printed on the backs of tiles and coins, where they
stand on those of wood, so these pieces serve other games, too.
"""

from __future__ import annotations

from typing import Final

from escapology.document import Block, Code, Cut, Heading, Laying, NewPage, Paragraph, Piece, PieceSet, Printing, Words
from escapology.draw.scene import Box, Emblem, Item, Label, Line, Role, Scene, Token
from escapology.games.lab_rats.entry import RESULTS
from escapology.games.lab_rats.entry import VALUES as COIN_PIECES
from escapology.games.lab_rats.notation import STACK_NAMES
from escapology.games.lab_rats.rules import COINS, STACKS, TILES, Deal, State, place_in_bag
from escapology.games.lab_rats.scene import SUITS

__all__ = ["PRINTING"]

TILE: Final = 40.0
_DROPS: Final = 40  # of coins that go back into the bag: as many as a page has room for
COIN: Final = 22.0  # the side of the square that a coin is cut from
VALUES: Final = ("null", "ace", "2", "3", "4", "5")
SHOWN: Final = ("0", "1", "2", "3", "4", "5")  # as on the screen, and in deal lines


def _grid() -> Scene:
    """The side of a tile that one plays on: two by two squares."""
    return Scene(2, 2, "Tile", "A tile of two by two squares", (
        Box(0.03, 0.03, 1.94, 1.94, "board", "ink", 0.08),
        Line(1, 0.03, 1, 1.97, "muted", 0.03),
        Line(0.03, 1, 1.97, 1, "muted", 0.03),
    ))  # fmt: skip


def _tile_back(emblem: Emblem, role: Role, value: int) -> Scene:
    items: list[Item] = [Box(0.03, 0.03, 1.94, 1.94, "white", "ink", 0.08)]
    if VALUES[value] == "ace":
        items.append(Token(1, 1, 1.5, "", "coin", emblem, role))
    else:
        items.append(Token(0.34, 0.34, 0.5, "", "coin", emblem, role))
        if value:
            items.append(Label(1, 1, VALUES[value], 1.1, role, bold=True))
    return Scene(2, 2, "Tile", f"The back of the {VALUES[value]} of {emblem} tile", tuple(items))


def _coin(role: Role, value: int) -> Scene:
    token = Token(0.5, 0.5, 0.86, SHOWN[value], "coin", role=role)
    return Scene(1, 1, "Coin", f"A coin that shows {VALUES[value]}", (token,))


def _coin_back(emblem: Emblem, role: Role) -> Scene:
    return Scene(1, 1, "Coin", f"The back of a coin of {emblem}", (Token(0.5, 0.5, 0.86, "", "coin", emblem, role),))


def _tiles() -> tuple[Block, ...]:
    pieces = tuple(
        Piece(_grid(), _tile_back(emblem, role, value)) for emblem, role in SUITS for value in range(len(VALUES))
    )
    return (Cut(pieces, TILE, TILE, "The 24 tiles"),)


def _token(words: str, token: Token) -> Piece:
    scene = Scene(1, 1, words, words, (token,))
    return Piece(scene, scene)


def _coins() -> tuple[Block, ...]:
    coins = [
        Piece(_coin(role, value), _coin_back(emblem, role)) for emblem, role in SUITS for value in range(len(VALUES))
    ]
    rat = _token("The rat", Token(0.5, 0.5, 0.86, "", "disc", "rat", "yellow"))
    door = _token("A pawn that marks the exit", Token(0.5, 0.5, 0.86, "E", "disc", "key", "green"))
    stacks = [_token(f"The name of stack {name}", Token(0.5, 0.5, 0.86, name, role="white")) for name in "ABC"]
    return (
        Cut((*coins, rat, door, door, *stacks), COIN, COIN, "Coins, the rat, the exit and the names of the stacks"),
    )


def _deal(d: Deal) -> tuple[Laying, ...]:
    """The maze, die by die, and the coins."""
    die = {piece.text: piece.item for piece in RESULTS}
    coin = {piece.text: piece.item for piece in COIN_PIECES}
    maze = [die[str(result)] for result in d.maze]
    rows = tuple((f"Tiles {i + 2}–{min(i + 13, TILES)}", tuple(maze[i : i + 12])) for i in range(0, len(maze), 12))
    coins = tuple(coin[str(value)] for value in d.coins)
    tiles = Laying(
        title="The maze",
        words="Don't roll: after the first tile, place each one by these dice. The maze ends up as in the picture.",
        rows=rows,
    )
    return (tiles, _bag(d, coins) if d.has_bag else _stacks(coins))


def _stacks(coins: tuple[Item, ...]) -> Laying:
    return Laying(
        title="The coins",
        words="For each stack, lay its coins face up in this order, each on the one before. Turn the whole stack over, "
        "so that the first coin is on top, and turn that one face up. Suits don't matter.",
        rows=tuple((f"Stack {name}", coins[8 * i : 8 * i + 8]) for i, name in enumerate(STACK_NAMES)),
        across=2,
    )


def _bag(d: Deal, coins: tuple[Item, ...]) -> Laying:
    return Laying(
        title="The coins",
        words="Use a stack instead of a bag. Lay the coins face up in this order, each on the one before, and turn "
        "the whole stack over. The first three are your open coins A, B and C; draw every other coin from the top.",
        rows=tuple((f"{i + 1}–{i + 12}", coins[i : i + 12]) for i in range(0, COINS, 12)),
        after=_dropped(d) if d.has_rebag else (),
    )


def _dropped(d: Deal) -> tuple[Block, ...]:
    """Where each dropped coin goes, as the deal settles it: by how many coins are in the bag then."""
    counts = range(COINS - STACKS, 0, -1)
    lines = [f"coins left {' '.join(f'{count:2}' for count in counts)}"]
    s = State()
    for s.rebagged in range(_DROPS):
        row = []
        for s.bag_count in counts:
            row.append(s.bag_count - place_in_bag(d, s))
        lines.append(f"{_ordinal(s.rebagged + 1):>5} drop {' '.join(f'{above:2}' for above in row)}")
    return (
        NewPage(),
        Heading("Dropped coins", 2),
        Paragraph(
            "A coin that you drop goes back into the stack, face down. Look up which drop it is and how many coins are "
            "left in the stack: that many stay above the dropped coin. Only then draw the coin that replaces it. "
            f"After {_DROPS} drops, slip the coin in anywhere without looking."
        ),
        Code("\n".join(lines), 7),
    )


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 // 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _turn() -> tuple[Words, ...]:
    return (
        "Run: lay a top coin under the rat and run exactly so many squares straight on. An ace is 1; a null runs as "
        "far as you like, at least one.",
        "Or drop: lay a top coin under the rat and stay. That coin is lost.",
        "Or back up: go back to the last coin that you ran with.",
        "Or lift that coin, when the rat is on it, onto a stack of fewer than eight.",
        "Turn up the coin that is now on top. A run over the exit wins, with steps to spare or without.",
    )


def _reference() -> tuple[tuple[str, tuple[Words, ...]], ...]:
    return (
        ("Laying the maze", (
            "Seen along the heading of the tile before:",
            "Ace: left side, one square forward; turns left.",
            "2: straight ahead, one square to the left.",
            "3 or blank (a 6 on a common die): straight ahead.",
            "4: straight ahead, one square to the right.",
            "5: right side, one square forward; turns right.",
            "It covers no tile, and touches only the one before it; corners don't count. Else roll again. Stuck: take "
            "one tile away, then two, three …",
        )),
        ("Your move", (
            "Run exactly as far as a top coin says, straight on; a null as far as you like, at least one.",
            "Drop a top coin: it is lost, the rat stays.",
            "Back to the last coin that you ran with.",
            "Lift that coin, when the rat is on it, onto a stack of fewer than eight.",
            "Out over the exit: won. No move left: lost.",
            "Variant hard: no backing up, no lifting.",
        )),
    )  # fmt: skip


PRINTING: Final = Printing(
    pieces=(
        PieceSet("tiles", "the 24 tiles", _tiles),
        PieceSet("coins", "the 24 coins, the rat, the exit, and names for the three stacks", _coins),
    ),
    turn=_turn,
    cards=_reference,
    deal=_deal,
    reading="North is up. start 0 and start 1: the rat starts on the left or the right square. A:n3: run three squares "
    "north with the top coin of stack A. drop B: drop the top coin of stack B. lift C: lift the coin onto stack C.",
    figures=(
        ("die-ace", "Ace: turns left."),
        ("die-2", "2: one square to the left."),
        ("die-3", "3 or blank: straight ahead."),
        ("die-4", "4: one square to the right."),
        ("die-5", "5: turns right."),
    ),
)
