"""Devil's Square: 64 cards, 16 books, one way out of the dungeon. `RULES.md` says how it is played.

rules      what is legal and what happens
notation   deals, moves and states as text
words      moves in words, and why a move is not legal
knowledge  what the player knows
scene      the picture
entry      deals entered by hand
solver     whether a position can be won, and how: always decided
"""

from pathlib import Path

from escapology.games.devils_square import entry, knowledge, notation, rules, scene, solver, words
from escapology.protocol import (
    Credit,
    Curve,
    Facts,
    FairPlay,
    Game,
    Hooks,
    Knowledge,
    Notation,
    Presentation,
    Rules,
    Solving,
    Yardstick,
)
from escapology.setting import Variant

__all__ = ["GAME"]

GAME: Game[rules.Deal, rules.State] = Game(
    facts=Facts(
        name="devils-square",
        title="Devil's Square",
        pitch="Clear the dungeon floor: build sixteen books out of sixty-four cards, or stay for ever.",
        credit=Credit("Jeff Daymont", 2019, "http://www.jankendeck.com", "all rights with the designer"),
        folder=Path(__file__).parent,
        variants=(Variant("classic", "as the rulebook has it"),),
        options=(),
        endings=("won", "over"),
        has_points=True,
        feel="short and tricky",
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
        move_help="b2>a1 (the whole pile) or b2:1>a1 (its top 1 card)",
        deal_cards=notation.deal_cards,
        parse_deal=notation.parse_deal,
        deal_text=notation.deal_text,
        move_text=notation.move_text,
        state_text=notation.state_text,
        status=notation.status,
        tidy=notation.tidy,
    ),
    presentation=Presentation(
        words=words.words,
        why_not=words.why_not,
        aim=scene.aim,
        scene=scene.scene,
    ),
    knowledge=Knowledge(
        observe=knowledge.observe,
        redraw=knowledge.redraw,
        hidden=knowledge.hidden,
        reveals=knowledge.reveals,
    ),
    solving=Solving(
        hooks=Hooks(solver.canonical),
        solve=solver.solve,
        best_score=solver.best_score,
        at_least=solver.at_least,
    ),
    fair=FairPlay(
        promise=solver.promise,
        settles=solver.settles,
        advise=solver.advise,
        worlds=48,
        curves=(("classic", Curve(0.055, 1.076, -0.143)),),
        yardstick=Yardstick(
            bounds=(("classic", (0.073, 0.115, 0.181, 0.357)),),
            nodes=20_000,
            moments=(0.25, 0.5, 0.75),
            lost=solver.lost,
        ),
    ),
    entry=entry.ENTRY,
)
