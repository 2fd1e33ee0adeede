"""Not Alone, After All: the space-station add-on of Don't Let Them Get You. `RULES.md` says how it is played.

rules      what is legal and what happens
notation   deals, moves and states as text
words      moves in words, why a move is not legal, what a move sets off
knowledge  what the player knows
scene      the picture
learning   what programs that learn see, do and are dealt
entry      deals entered by hand
companion  what is told of a game at a real table
solver     whether a position can be won, and how
paper      what is printed of it

`pursuit` has rooms of the same names for what both maze games share.
"""

from pathlib import Path

from escapology.games.pursuit.not_alone import (
    companion,
    entry,
    knowledge,
    learning,
    notation,
    paper,
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
    Rules,
    Solving,
    Yardstick,
)
from escapology.setting import Option, Variant

__all__ = ["GAME"]

GAME: Game[rules.Deal, rules.State] = Game(
    facts=Facts(
        name="not-alone",
        title="Not Alone, After All",
        pitch="Eject three research modules from a space station full of aliens, and catch the vessel home.",
        credit=Credit("Jan Schröder", 2014, "", "2014 Solitaire Print and Play Contest, rules version 1.1"),
        folder=Path(__file__).parent,
        variants=(
            Variant("classic", "the station is laid at random"),
            Variant("even", "numbers and pictures alternate: a more even station"),
        ),
        options=(
            Option(
                "vessel",
                "NA1",
                "Behind which piles do the task cards lie?",
                {"6": "piles 2, 4 and 6", "7": "piles 3, 5 and 7"},
            ),
            Option(
                "board",
                "NA2",
                "Which movement card takes you on board?",
                {"atleast": "one of at least the vessel's value", "exact": "one of exactly the vessel's value"},
            ),
            Option(
                "research_stops",
                "NA3",
                "Must you stop on an unfinished research card?",
                {"yes": "yes, as on a task's location", "no": "no"},
            ),
            Option(
                "drift",
                "NA4",
                "Is a research module that drifts off done?",
                {"yes": "yes", "no": "no, it is gone and the game can't be won"},
            ),
            Option(
                "dock",
                "NA16",
                "Does a dock card that would stop your walk keep you from boarding in that walk?",
                {"passes": "no, you may go on board at once", "stops": "yes, you board in a later turn"},
            ),
            START_COUNTS,
            LOST,
        ),
        endings=("won", "caught", "late", "stranded"),
        feel="long, the hardest",
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
        move_help="start QH, use 1, e, stop, rest, eject 5D, keep or board (a whole turn: 2:een, 2:een!5D, 1:nn+)",
        deal_cards=notation.deal_cards,
        parse_deal=notation.parse_deal,
        deal_text=notation.deal_text,
        move_text=notation.move_text,
        state_text=notation.state_text,
        status=notation.status,
        tidy=notation.tidy,
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
        face="space",
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
            Measured("classic", None, 471, 500),
            Measured("even", None, 472, 500),
            Measured("classic", 1, 34, 36),
            Measured("classic", 2, 32, 36),
            Measured("classic", 3, 28, 35),
            Measured("classic", 4, 33, 36),
            Measured("classic", 5, 29, 36),
            Measured("even", 1, 17, 18),
            Measured("even", 2, 16, 18),
            Measured("even", 3, 14, 18),
            Measured("even", 4, 16, 18),
            Measured("even", 5, 12, 18),
        ),
        promise=solver.promise,
        yardstick=Yardstick(
            bounds=(
                ("classic", (0.458, 0.533, 0.619, 0.704)),
                ("even", (0.463, 0.544, 0.586, 0.687)),
            ),
            lost=solver.lost,
        ),
        settles=solver.settles,
        prospects=solver.prospects,
        advise=solver.advise,
        worlds=64,
        curves=(("classic", Curve(-0.735, 0.999, 1.372)), ("even", Curve(-0.604, 1.176, 0.962))),
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
    printing=paper.PRINTING,
)
