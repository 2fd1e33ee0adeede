"""Blank: the smallest game that has everything, the template for new ones. `RULES.md` says how it is played.

Every game has these rooms, and no others; one that grows becomes a package of the same name:

rules      what a deal and a state are, what is legal and what happens
notation   deals, moves and states as text
words      what is said to people: moves in words, why a move is not legal, what a move sets off
knowledge  what the player knows, and the worlds that look the same
scene      the picture
learning   what programs that learn see, do and are dealt
entry      deals entered by hand (not every game has this)
companion  what is told of a game at a real table
solver     all that thinks: what looks good, what can be won, how hard it is

Beside them lie RULES.md, EXAMPLE.txt, a record of a game that was won, and guide.toml, a first game step by step.
"""

from pathlib import Path

from escapology.games.blank import companion, entry, knowledge, learning, notation, rules, scene, solver, words
from escapology.protocol import (
    Credit,
    Facts,
    FairPlay,
    Game,
    Hooks,
    Knowledge,
    Learning,
    Notation,
    Presentation,
    Rules,
    Solving,
)
from escapology.setting import Option, Variant

__all__ = ["GAME"]

GAME: Game[rules.Deal, rules.State] = Game(
    facts=Facts(
        name="blank",
        title="Blank",
        pitch="Climb out of a hole on six numbered cards.",
        credit=Credit("the Escapology developers", 2026, "", "MIT"),
        folder=Path(__file__).parent,
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
        endings=("won", "over"),
        is_example=True,
    ),
    rules=Rules(
        deal_type=rules.Deal,
        state_type=rules.State,
        most_moves=rules.MOST_MOVES,
        start=rules.start,
        moves=rules.moves,
        play=rules.play,
        won=rules.won,
        score=rules.score,
    ),
    notation=Notation(
        move_pattern=notation.MOVE,
        move_help="climb or skip",
        deal_cards=notation.deal_cards,
        parse_deal=notation.parse_deal,
        deal_text=notation.deal_text,
        move_text=notation.move_text,
        state_text=notation.state_text,
        status=notation.status,
    ),
    presentation=Presentation(
        words=words.words,
        why_not=words.why_not,
        scene=scene.scene,
        goal=words.goal,
        fate=words.fate,
        rules=words.rules,
    ),
    knowledge=Knowledge(
        observe=knowledge.observe,
        redraw=knowledge.redraw,
        hidden=knowledge.hidden,
        reveals=knowledge.reveals,
    ),
    solving=Solving(
        hooks=Hooks(solver.canonical),
    ),
    fair=FairPlay(
        promise=solver.promise,
    ),
    learning=Learning(
        actions=learning.ACTIONS,
        action_of=learning.action_of,
        arrays=learning.ARRAYS,
        encode=learning.encode,
        deal=learning.deal,
        forms=learning.forms,
    ),
    entry=entry.ENTRY,
    companion=companion.COMPANION,
)
