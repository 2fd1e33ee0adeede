"""Blank entered by hand: the pile, as far as one knows it."""

from escapology.draw.scene import Card
from escapology.entry import Entered, Entry, Part, Piece
from escapology.games.blank.notation import all_cards
from escapology.luck import Luck
from escapology.setting import Setting

__all__ = ["ENTRY"]


def _piece(card: int) -> Piece:
    return Piece(str(card), f"the {card}", Card(0, 0, 1, 1.4, str(card), corner=str(card)))


def _parts(setting: Setting) -> tuple[Part, ...]:
    cards = all_cards(setting)
    return (
        Part(
            name="pile",
            title="The pile",
            words="The cards from the top down.",
            rows=(("Pile", len(cards)),),
            pieces=(tuple(_piece(card) for card in cards),),
            if_open="Cards that lie face down may be left open: they are shuffled for you.",
        ),
    )


def _complete(setting: Setting, entered: Entered, luck: Luck) -> str:
    left = [str(card) for card in all_cards(setting) if str(card) not in entered["pile"]]
    luck.shuffle(left)
    return " ".join(card or left.pop() for card in entered["pile"])


ENTRY = Entry(_parts, _complete)
