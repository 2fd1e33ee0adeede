"""Don't Let Them Get You: into a maze of cards, fulfil three tasks, and out. `RULES.md` says how it is played.

rules      what is legal and what happens
notation   deals, moves and states as text
words      moves in words, why a move is not legal, what a move sets off
knowledge  what the player knows
scene      the picture
learning   what programs that learn see, do and are dealt
entry      deals entered by hand
companion  what is told of a game at a real table
solver     whether a position can be won, and how
proof      why a position is lost, for certificates
paper      what is printed of it

`pursuit` has rooms of the same names for what both maze games share.
"""

from pathlib import Path

from escapology.games.pursuit.dont_let_them_get_you import (
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
from escapology.games.pursuit.rules.options import LOST, START_COUNTS
from escapology.protocol import (
    Credit,
    Curve,
    Facts,
    FairPlay,
    Game,
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
        name="dont-let-them-get-you",
        title="Don't Let Them Get You",
        pitch="Slip into a maze of cards, carry out three tasks, and get out before your pursuers catch you.",
        credit=Credit("Jan Schröder", 2014, "", "2014 Solitaire Print and Play Contest, rules version 2.1"),
        folder=Path(__file__).parent,
        variants=(
            Variant("classic", "the maze is laid at random"),
            Variant("even", "numbers and pictures alternate: a more even maze; pursuers start on the aces"),
            Variant("bingo", "you lay the maze yourself, card by card; pursuers start on the aces"),
        ),
        options=(START_COUNTS, LOST),
        endings=("won", "caught", "late"),
        feel="long and hard",
        pace="turn",
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
        token_pattern=notation.TOKEN,
        move_help="use 1, e, stop, rest, out, enter a7, exit g1 or place c2 (a whole turn: 2:eenn)",
        deal_cards=notation.deal_cards,
        parse_deal=notation.parse_deal,
        deal_text=notation.deal_text,
        move_text=notation.move_text,
        state_text=notation.state_text,
        status=notation.status,
        expand=notation.expand,
        collect=notation.collect,
    ),
    presentation=Presentation(
        words=words.words,
        why_not=words.why_not,
        scene=scene.scene,
        goal=words.goal,
        fate=words.fate,
        rules=words.rules,
        aim=scene.aim,
        looks=scene.looks,
        look=scene.look,
        events=words.events,
        sounds=words.SOUNDS,
        story=words.story,
    ),
    knowledge=Knowledge(
        observe=knowledge.observe,
        redraw=knowledge.redraw,
        hidden=knowledge.hidden,
        reveals=knowledge.reveals,
    ),
    solving=Solving(
        solve=solver.solve,
        length=solver.length,
        shorten=solver.shorten,
    ),
    fair=FairPlay(
        measured=(
            Measured("classic", None, 458, 500),
            Measured("even", None, 410, 500),
            Measured("bingo", None, 488, 500),
            Measured("classic", 1, 41, 45),
            Measured("classic", 2, 38, 44),
            Measured("classic", 3, 34, 47),
            Measured("classic", 4, 31, 44),
            Measured("classic", 5, 24, 44),
            Measured("even", 1, 22, 26),
            Measured("even", 2, 22, 27),
            Measured("even", 3, 21, 26),
            Measured("even", 4, 18, 27),
            Measured("even", 5, 11, 26),
        ),
        promise=solver.promise,
        yardstick=Yardstick(
            bounds=(
                ("classic", (0.125, 0.270, 0.372, 0.539)),
                ("even", (0.246, 0.360, 0.488, 0.656)),
            ),
            lost=solver.lost,
        ),
        settles=solver.settles,
        prospects=solver.prospects,
        advise=solver.advise,
        worlds=64,
        curves=(
            ("classic", Curve(-0.489, 1.137, -1.034)),
            ("even", Curve(0.012, 0.912, -1.476)),
        ),
    ),
    learning=Learning(
        actions=learning.ACTIONS,
        action_of=learning.action_of,
        arrays=learning.ARRAYS,
        encode=learning.encode,
        deal=learning.deal,
        forms=learning.forms,
        board=learning.GRID,
    ),
    entry=entry.ENTRY,
    companion=companion.COMPANION,
    proving=Proving(arguments=(proof.TURNS,)),
    printing=paper.PRINTING,
)
