"""Literal positions of Lab Rats: a maze, the coins on top of the stacks, and where the rat sits."""

from escapology.games import GAMES
from escapology.games.lab_rats.rules import Deal, State
from escapology.middle import legal_texts, play_move, read_move, start_state
from tests.typed import parse_deal

GAME = GAMES["lab-rats"]
STRAIGHT = "3" * 23  # a corridor two squares wide, from 0,0 and 1,0 north to 0,47 and 1,47


def fill(*tops: str) -> list[str]:
    """Three stacks of eight with these coins on top; the coins that are left lie below, small ones first."""
    left = [value for value in "012345" for _ in range(4)]
    for coin in "".join(tops):
        left.remove(coin)
    stacks = []
    for top in tops:
        n = 8 - len(top)
        stacks.append(top + "".join(left[:n]))
        left = left[n:]
    return stacks


def position(a: str, b: str, c: str, *, maze: str = STRAIGHT, head: str = "lab-rats") -> tuple[Deal, State]:
    """The start of a game with these coins on top of the stacks A, B, C; a bag gives them in this order."""
    stacks = fill(a, b, c)
    coins = "".join(stacks) if "bag" in head else "/".join(stacks)
    number = " 7" if "rebag" in head else ""
    d = parse_deal(Deal, f"{head}: {maze} {coins}{number}")
    return d, start_state(GAME, d)


def put_rat(d: Deal, s: State, x: int, y: int) -> State:
    """The same position with the rat on another square."""
    moved = s.copy()
    moved.rat = next(i for i in range(98) if (d.x[i], d.y[i]) == (x, y))
    return moved


def after(d: Deal, s: State, *moves: str) -> State:
    for move in moves:
        s = play_move(GAME, d, s, read_move(GAME, d, s, move))
    return s


def legal(d: Deal, s: State, part: str = "") -> list[str]:
    """The legal moves whose text has this part."""
    return [text for text in legal_texts(GAME, d, s) if part in text]


def shows(d: Deal, s: State, name: str) -> str:
    """What the state line says of one thing: rat, A, trail …"""
    return dict(part.split("=") for part in GAME.notation.state_text(d, s).split())[name]
