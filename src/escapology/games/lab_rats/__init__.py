"""Lab Rats: build a maze of tiles, then run a rat through it on numbered coins. `RULES.md` says how it is played.

rules      what is legal and what happens; how the maze is built
notation   deals, moves and states as text
words      moves in words, and why a move is not legal
knowledge  what the player knows
scene      the picture
learning   what programs that learn see, do and are dealt
entry      deals entered by hand
companion  what is told of a game at a real table
solver     whether a position can be won; compiled, imported when it is first asked
proof      why a position is lost, for certificates
paper      what is printed of it
piecepack  deals and moves in Portable Piecepack Notation
"""

from pathlib import Path

from escapology.games.lab_rats import (
    companion,
    entry,
    knowledge,
    learning,
    notation,
    paper,
    piecepack,
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
    Looking,
    Measured,
    Notation,
    Presentation,
    Proving,
    Rules,
    Solving,
    Yardstick,
)
from escapology.setting import Option, Variant

__all__ = ["GAME"]

GAME: Game[rules.Deal, rules.State] = Game(
    facts=Facts(
        name="lab-rats",
        title="Lab Rats",
        pitch="Run your rat through a maze it has never seen; three stacks of coins say how far it runs.",
        credit=Credit("Mark A. Biggar", 2003, "http://www.piecepack.org", "rulebook: GNU FDL 1.2 or later"),
        folder=Path(__file__).parent,
        variants=(
            Variant("classic", "three stacks of coins, and the rat may back up"),
            Variant("hard", "three stacks of coins, no backing up"),
            Variant("bag", "three open coins filled up from a bag; a dropped coin is gone, no backing up"),
            Variant("rebag", "three open coins filled up from a bag; a dropped coin goes back into it, no backing up"),
        ),
        options=(
            Option(
                "diagram",
                "LR1",
                "Where does an ace or a 5 place the new tile?",
                {
                    "table": "against the front half of the left or right side",
                    "turn": "straight ahead, only the heading turns",
                },
            ),
            Option(
                "touch",
                "LR2",
                "What counts as touching when a tile is placed?",
                {"edge": "a shared edge only", "corner": "a shared corner too"},
            ),
            Option(
                "dropped",
                "LR4",
                "May a dropped coin be lifted again?",
                {"lost": "no, it is lost for good", "liftable": "yes, like a coin one has run with"},
            ),
            Option(
                "lift",
                "LR5",
                "Which coin may the rat lift when it backs up?",
                {"last": "only the last one it ran with", "any": "the top coin of the square it sits on, however old"},
            ),
        ),
        feel="medium length, tricky",
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
        move_help="start 0, A:n3, drop B, back or lift C",
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
        face="laboratory",
        aim=scene.aim,
        looks=scene.looks,
        look=scene.look,
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
        deal=solver.deal,
        shorten=solver.shorten,
        narrowed=solver.narrowed,
    ),
    fair=FairPlay(
        measured=(
            Measured("classic", None, 455, 500),
            Measured("hard", None, 550, 1000),
            Measured("bag", None, 569, 1000),
            Measured("rebag", None, 468, 500),
            Measured("classic", 1, 28, 28),
            Measured("classic", 2, 38, 38),
            Measured("classic", 3, 28, 28),
            Measured("classic", 4, 20, 21),
            Measured("classic", 5, 32, 34),
            Measured("hard", 1, 77, 77),
            Measured("hard", 2, 77, 79),
            Measured("hard", 3, 66, 77),
            Measured("hard", 4, 35, 76),
            Measured("hard", 5, 9, 76),
            Measured("bag", 1, 74, 76),
            Measured("bag", 2, 68, 69),
            Measured("bag", 3, 67, 73),
            Measured("bag", 4, 62, 72),
            Measured("bag", 5, 28, 72),
            Measured("rebag", 1, 30, 30),
            Measured("rebag", 2, 32, 32),
            Measured("rebag", 3, 32, 32),
            Measured("rebag", 4, 33, 33),
            Measured("rebag", 5, 24, 24),
        ),
        promise=solver.promise,
        prospects=solver.prospects,
        nodes=40_000,
        worlds=16,
        curves=(
            ("classic", Curve(-0.046, 1.3, -1.537)),
            ("hard", Curve(0.481, 1.1, -0.333)),
            ("bag", Curve(0.012, 1.18, -0.03)),
        ),
        looking=Looking(solver.is_free, solver.shows, solver.class_of),
        advise=solver.advise,
        yardstick=Yardstick(
            bounds=(
                ("classic", (0.319, 0.378, 0.526, 0.669)),
                ("hard", (0.312, 0.357, 0.485, 0.690)),
                ("bag", (0.331, 0.378, 0.474, 0.632)),
                ("rebag", (0.307, 0.350, 0.380, 0.500)),
            ),
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
        encode_lasting=learning.encode_lasting,
        deal=learning.deal,
        forms=learning.forms,
        course=learning.COURSE,
        limit=200,
    ),
    entry=entry.ENTRY,
    companion=companion.COMPANION,
    proving=Proving(arguments=(proof.STACKS_AS_THEY_LIE, proof.PURSES, proof.RELAXED)),
    printing=paper.PRINTING,
    piecepack=piecepack.PIECEPACK,
)
