"""Kidnap Machine: out of the dark house before the enemy has walked its round. `RULES.md` says how it is played.

rules      what is legal and what happens; houses, from data files (houses/*.json)
notation   deals, moves and states as text
words      moves in words, why a move is not legal, what a move sets off
knowledge  what the player knows
scene      the picture
learning   what programs that learn see, do and are dealt
entry      deals entered by hand
companion  what is told of a game at a real table
solver     the best possible chance, exactly; simpler players
paper      what is printed of it
"""

from pathlib import Path
from typing import Final

from escapology.games.kidnap_machine import (
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
from escapology.protocol import (
    Credit,
    Facts,
    FairPlay,
    Game,
    Knowledge,
    Learning,
    Measured,
    Notation,
    Presentation,
    Rules,
    Script,
    Solving,
    Yardstick,
)
from escapology.setting import Option, Variant

__all__ = ["GAME"]

_HAKISHI: Final = Script(
    "はくし",
    "ja",
    (
        "M19 10C14 34 13 60 19 90L27 73M40 33C57 34 74 32 91 28M67 9C68 34 69 54 69 71C69 86 61 92 51 92"
        "C40 92 36 87 36 80C36 73 43 69 52 70C67 71 80 80 91 91",
        "M67 9C51 28 37 40 28 50C40 60 56 74 69 93",
        "M36 9C34 34 32 55 34 71C36 87 45 92 56 90C70 87 80 76 87 62",
    ),
)

GAME: Game[rules.Deal, rules.State] = Game(
    facts=Facts(
        name="kidnap-machine",
        title="Kidnap Machine",
        pitch="Feel your way through a dark house to where your captor came from, before it has walked its round.",
        credit=Credit("Hakishi", 2017, "http://kuuri.net", "all rights with the designer", _HAKISHI),
        folder=Path(__file__).parent,
        variants=(Variant("classic", "as the rulebook has it"),),
        options=(
            Option(
                "tie",
                "KM1",
                "You roll just the number of your square: do you get to the square you investigate?",
                {"success": "yes, only a lower roll fails", "fail": "no, the roll must be higher"},
            ),
            Option(
                "clock",
                "KM8",
                "Does time run out while the enemy chases you?",
                {
                    "on": "yes, after the turns its whole route takes undisturbed",
                    "off": "no, only when it has completed its route",
                },
            ),
        ),
        endings=("won", "caught", "late"),
        has_dice=True,
        feel="short, with dice",
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
        move_help="b1 c1 (a walk), ?b1 (investigate), b1 c1 ?c2 (both) or wait",
        one_move_a_line=True,
        deal_cards=notation.deal_cards,
        parse_deal=notation.parse_deal,
        deal_text=notation.deal_text,
        embed_files=notation.embed_files,
        move_text=notation.move_text,
        state_text=notation.state_text,
        status=notation.status,
        tidy=notation.tidy,
    ),
    presentation=Presentation(
        words=words.words,
        why_not=words.why_not,
        scene=scene.scene,
        goal=words.goal,
        fate=words.fate,
        rules=words.rules,
        face="manor",
        aim=scene.aim,
        looks=scene.looks,
        look=scene.look,
        events=words.events,
        sounds=words.SOUNDS,
    ),
    knowledge=Knowledge(
        observe=knowledge.observe,
        redraw=knowledge.redraw,
        hidden=knowledge.hidden,
        reveals=knowledge.reveals,
    ),
    solving=Solving(
        optimum=solver.solve,
        foresee=solver.foresee,
    ),
    fair=FairPlay(
        measured=(
            Measured("classic", None, 222, 500),
            Measured("classic", 1, 17, 23),
            Measured("classic", 2, 15, 22),
            Measured("classic", 3, 14, 28),
            Measured("classic", 4, 8, 32),
            Measured("classic", 5, 0, 15),
        ),
        promise=solver.promise,
        yardstick=Yardstick(
            bounds=(("classic", (0.650, 0.700, 0.749, 0.836)),),
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
    ),
    entry=entry.ENTRY,
    companion=companion.COMPANION,
    study=solver.STUDY,
    printing=paper.PRINTING,
)
