"""Devil's Square: 64 cards, 16 books, one way out of the dungeon. `RULES.md` says how it is played.

rules      what is legal and what happens
notation   deals, moves and states as text
words      moves in words, and why a move is not legal
knowledge  what the player knows
scene      the picture
learning   what programs that learn see, do and are dealt
entry      deals entered by hand
companion  what is told of a game at a real table
solver     whether a position can be won, and how: always decided
proof      why a position is lost, for certificates
paper      what is printed of it
"""

from pathlib import Path

from escapology.games.devils_square import (
    companion,
    entry,
    knowledge,
    learning,
    notation,
    paper,
    proof,
    rules,
    scene,
    solver,
    words,
)
from escapology.protocol import (
    Credit,
    Curve,
    Facts,
    FairPlay,
    Game,
    Hooks,
    Knowledge,
    Learning,
    Measured,
    Notation,
    Presentation,
    Proving,
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
        pitch="Clear the dungeon floor: build sixteen books out of sixty-four cards, or stay forever.",
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
        goal=words.goal,
        fate=words.fate,
        rules=words.rules,
        face="dungeon",
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
        measured=(
            Measured("classic", None, 898, 2000),
            Measured("classic", 1, 101, 101),
            Measured("classic", 2, 109, 110),
            Measured("classic", 3, 111, 114),
            Measured("classic", 4, 114, 126),
            Measured("classic", 5, 23, 117),
        ),
        promise=solver.promise,
        glance=solver.glance,
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
    learning=Learning(
        actions=learning.ACTIONS,
        action_of=learning.action_of,
        arrays=learning.ARRAYS,
        encode=learning.encode,
        deal=learning.deal,
        forms=learning.forms,
        limit=200,
    ),
    entry=entry.ENTRY,
    companion=companion.COMPANION,
    proving=Proving(arguments=(proof.COLOURS,), normal=proof.normal),
    printing=paper.PRINTING,
)
