"""Not Alone, After All on paper: cards, tokens, tracks, the order of a turn, and reference cards."""

from __future__ import annotations

from typing import Final

from escapology.document import Block, Laying, PieceSet, Printing, Words
from escapology.draw.scene import Token
from escapology.games.pursuit.not_alone.rules.state import Deal
from escapology.games.pursuit.paper import cards, movement, pursuers, shown, token, tokens, tracks, walls_alone

__all__ = ["PRINTING"]


def _deal(d: Deal) -> tuple[Laying, ...]:
    """The task cards, and the movement cards; the station is seen."""
    piles = [d.vessel_pile - 4, d.vessel_pile - 2, d.vessel_pile]
    tasks = Laying(
        title="The task cards",
        words="Lay each one face down behind its pile of movement cards.",
        rows=tuple((f"Pile {pile}", (card,)) for pile, card in zip(piles, shown(d.task), strict=True)),
        high=1.4,
        across=3,
    )
    return (tasks, movement(d))


def _cards() -> tuple[Block, ...]:
    return cards("station")


def _tokens() -> tuple[Block, ...]:
    research = token("A research card", Token(0.5, 0.5, 0.8, "R", "coin", role="green"))
    dock = token("A dock", Token(0.5, 0.5, 0.8, "D", role="yellow"))
    mine = [research] * 3 + [dock] * 3
    return tokens([*mine, *pursuers("alien")], "You, research cards, docks, aliens and markers")


def _tracks() -> tuple[Block, ...]:
    return tracks(
        ((4, "a dock is out"), (10, "a dock is out"), (16, "the vessel")),
        ("behind pile 2,|face down", "behind pile 4,|face down", "behind pile 6,|face down"),
        "Aliens",
        ("from the start", "first ejection", "second ejection", "third ejection"),
    )


def _turn() -> tuple[Words, ...]:
    return (
        "Before turns 4 and 10 a task card is turned over: its dock is out. Before turn 16 the third one docks: the "
        "vessel. No dock then: lost.",
        "Move by a card of the column, or rest and the aliens move, as in the base game.",
        "When your move has ended you may eject another module that holds a card of the rank you stand on; a research "
        "module only by the rank of its research card, or, if none is left outside it, by the ace of its task card's "
        "suit.",
        "All that is cut off from you goes, too. Aliens there appear again; the next one comes, up to four. Docks "
        "that left move. All look.",
        "All three modules gone, and no alien aboard: board the vessel from its dock, by a card of at least its value.",
    )


def _reference() -> tuple[tuple[str, tuple[Words, ...]], ...]:
    return (
        ("Ejecting", (
            "Only when a move has ended, never after a rest; never the module you stand in.",
            "A switch is a card of the same rank as one of the module's.",
            "Research modules: only the rank of the research card; none left outside: the ace of the task card's suit.",
            "Then: what is cut off leaves; its aliens appear again, on the highest card of their suit; a new one "
            "comes; docks move; all look.",
        )),
        ("Docks and the vessel", (
            "A dock is the highest card of its suit with fewer than four cards beside it. It moves only when it "
            "leaves.",
            "Turns 4 and 10: a dock is out. Turn 16: the vessel docks, on the first free side: north, east, south, "
            "west.",
            "Boarding: from the dock card, even in passing, by a card of at least the vessel's value; all research "
            "modules gone, no alien in it.",
            "No dock before turn 16: stranded. Not on board after turn 24: late.",
        )),
    )  # fmt: skip


PRINTING: Final = Printing(
    pieces=(
        PieceSet("tokens", "you, research cards, docks, four aliens and markers", _tokens),
        PieceSet("tracks", "turns, fatigue and task cards, on a page", _tracks),
        PieceSet("cards", "the 104 cards of two decks, small, with backs", _cards),
    ),
    turn=_turn,
    cards=_reference,
    deal=_deal,
    board=lambda d: (
        "Lay the 49 cards of the station as shown, upright or sideways. Tokens go where the picture has them."
    ),
    reading="2:een: take the second card from the bottom of the column and walk east, east, north (north is up). "
    "2:een!5D: walk, then eject the module of the research card ♦5. 1:nn+: walk, then board the vessel. rest: rest "
    "instead. start QH: start on ♥Q.",
    small=walls_alone,
    figures=(
        ("docks", "Research cards, their modules, and the docks."),
        ("boarding", "The vessel is ♠6, north of ♠10: by ♦6 you go on board from there."),
    ),
)
