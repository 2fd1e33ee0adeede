"""Blank: the smallest game that has everything, the template for new ones. `RULES.md` says how it is played.

rules.py     what is legal and what happens
notation.py  deals, moves and states as text
scene.py     the picture
"""

from pathlib import Path

from escapology.game import Credit, Game
from escapology.games.blank import notation, rules, scene
from escapology.setting import Option, Variant
from escapology.verdict import Hooks

__all__ = ["GAME"]

GAME = Game(
    name="blank",
    title="Blank",
    pitch="Climb out of a hole on six numbered cards.",
    credit=Credit("the Escapology developers", 2026, "", "MIT"),
    variants=(
        Variant("short", "six cards, three steps"),
        Variant("long", "nine cards, five steps"),
    ),
    options=(
        Option(
            "skips",
            "BL1",
            "How many cards may be skipped?",
            {"any": "as many as you like", "two": "no more than two"},
        ),
    ),
    folder=Path(__file__).parent,
    deal_type=rules.Deal,
    state_type=rules.State,
    most_moves=rules.MOST_MOVES,
    start=rules.start,
    moves=rules.moves,
    play=rules.play,
    won=rules.won,
    score=rules.score,
    move_pattern=notation.MOVE,
    move_help="climb or skip",
    deal_cards=notation.deal_cards,
    parse_deal=notation.parse_deal,
    deal_text=notation.deal_text,
    move_text=notation.move_text,
    state_text=notation.state_text,
    status=notation.status,
    words=notation.words,
    why_not=notation.why_not,
    scene=scene.scene,
    observe=notation.observe,
    redraw=notation.redraw,
    hidden=notation.hidden,
    reveals=notation.reveals,
    hooks=Hooks(rules.canonical),
    promise=rules.promise,
    is_example=True,
)
