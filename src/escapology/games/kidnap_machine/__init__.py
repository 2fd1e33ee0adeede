"""Kidnap Machine: out of the dark house before the enemy has walked its round. `RULES.md` says how it is played.

rules      what is legal and what happens; houses, from data files (houses/*.json)
notation   deals, moves and states as text
words      moves in words, why a move is not legal, what a move sets off
knowledge  what the player knows
scene      the picture
entry      deals entered by hand
solver     the best possible chance, exactly; simpler players
"""

from pathlib import Path

from escapology.games.kidnap_machine import entry, knowledge, notation, rules, scene, solver, words
from escapology.protocol import (
    Credit,
    Facts,
    FairPlay,
    Game,
    Knowledge,
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
        name="kidnap-machine",
        title="Kidnap Machine",
        pitch="Feel your way through a dark house to where your captor came from, before it has walked its round.",
        credit=Credit("Hakishi (はくし)", 2017, "http://kuuri.net", "all rights with the designer"),
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
        aim=scene.aim,
        looks=scene.looks,
        look=scene.look,
        events=words.events,
    ),
    knowledge=Knowledge(
        observe=knowledge.observe,
        redraw=knowledge.redraw,
        hidden=knowledge.hidden,
        reveals=knowledge.reveals,
    ),
    solving=Solving(
        optimum=solver.solve,
    ),
    fair=FairPlay(
        promise=solver.promise,
        yardstick=Yardstick(
            bounds=(("classic", (0.650, 0.700, 0.749, 0.836)),),
        ),
    ),
    entry=entry.ENTRY,
    study=solver.STUDY,
)
