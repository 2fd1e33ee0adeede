"""Devil's Square at a real table: the field is told as it lies, the draw pile card by card."""

from collections.abc import Sequence

from escapology.companion import TURN_UP, Companion, Spot
from escapology.games.devils_square.entry import ENTRY
from escapology.games.devils_square.notation import space_text
from escapology.games.devils_square.rules import SPACES, Deal, State, move_parts
from escapology.games.devils_square.words import card_words
from escapology.setting import Setting

__all__ = ["COMPANION"]


def _seen(d: Deal, s: State) -> Sequence[Spot]:
    """The cards drawn so far; the field is laid out before."""
    return [("pile", card) for card in range(s.drawn)]


def _ask(d: Deal, s: State, spot: Spot) -> str:
    return f"Turn up the next card of the draw pile and lay it on {space_text(_space_of(d, s, spot[1]))}: which is it?"


def _space_of(d: Deal, s: State, drawn: int) -> int:
    """Where a card that has just been drawn lies."""
    return next(x for x in range(SPACES) if s.height[x] and s.pile[x][0] == d.deck[SPACES + drawn])


def _name(setting: Setting, spot: Spot) -> str:
    part, number = spot
    return space_text(number) if part == "field" else f"card {number + 1} of the draw pile"


def _carry_out(d: Deal, before: State, after: State, move: int) -> list[str]:
    """The cards that go, the book that leaves, the cards that come."""
    source, taken, target = move_parts(move)
    cards = before.pile[source][before.height[source] - taken : before.height[source]]
    what = f"the {card_words(cards[0])}" if taken == 1 else f"{taken} cards, from the {card_words(cards[0])} up,"
    lines = [f"Carry {what} from {space_text(source)} to {space_text(target)}."]
    if after.books > before.books:
        lines.append(f"Set the book on {space_text(target)} aside.")
    lines.append(TURN_UP)
    for drawn in range(before.drawn, after.drawn):
        card = d.deck[SPACES + drawn]
        lines.append(f"Lay the {card_words(card)} on {space_text(_space_of(d, after, drawn))}.")
    return lines


COMPANION: Companion[Deal, State] = Companion(entry=ENTRY, seen=_seen, ask=_ask, name=_name, carry_out=_carry_out)
