"""Literal positions of Devil's Square, written as they look."""

from escapology.games import GAMES
from escapology.games.devils_square.notation import parse_card
from escapology.games.devils_square.rules import SPACES, Deal, State
from escapology.middle import play_move, read_move
from escapology.setting import make_setting

GAME = GAMES["devils-square"]


def position(field: str, draw: str = "", drawn: int | None = None) -> tuple[Deal, State]:
    """Piles in reading order, cards of a pile joined by commas, `-` an open space; then the draw pile, top first.

    Spaces left out at the end are open, so a position may show just the few piles it is about.
    """
    d = Deal.blank(make_setting(GAME))
    s = State()
    pile_texts = field.split()
    pile_texts += ["-"] * (SPACES - len(pile_texts))
    for space, pile in enumerate(pile_texts):
        cards = [] if pile == "-" else [parse_card(card) for card in pile.split(",")]
        s.height[space] = len(cards)
        s.pile[space][: len(cards)] = cards
        s.rank[space] = cards[-1] >> 2 if cards else -1
        s.items[space] = sum(1 << (card & 3) for card in cards)
    waiting = [parse_card(card) for card in draw.split()]
    s.drawn = 48 - len(waiting) if drawn is None else drawn
    d.deck = [0] * (64 - len(waiting)) + waiting
    return d, s


def after(d: Deal, s: State, *moves: str) -> State:
    for move in moves:
        s = play_move(GAME, d, s, read_move(GAME, d, s, move))
    return s


def field(d: Deal, s: State) -> str:
    """The piles of a state, open spaces at the end left out, as `position` takes them."""
    piles = [part.split("=")[1] for part in GAME.notation.state_text(d, s).split()[2:18]]
    while piles and piles[-1] == "-":
        piles.pop()
    return " ".join(piles)
