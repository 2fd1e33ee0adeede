"""Not Alone, After All: the space-station add-on of Don't Let Them Get You. `RULES.md` says how it is played.

state.py      its deal and state
rules.py      what is legal and what happens; docking.py: docks and vessel; ejecting.py: modules that leave
notation.py   deals, moves and states as text
knowledge.py  what the player knows
happenings.py what a move sets off, in words
scene.py      the picture
promise.py    what looks good at a glance
solver.py     whether a position can be won, and how
"""

from pathlib import Path

from escapology.game import Credit, Game
from escapology.games.pursuit.dealing import tasks_differ_twice
from escapology.games.pursuit.entry import make_entry
from escapology.games.pursuit.happenings import story
from escapology.games.pursuit.looks import looks
from escapology.games.pursuit.not_alone import happenings, knowledge, notation, promise, rules, scene, state
from escapology.games.pursuit.promise import settles
from escapology.games.pursuit.settings import START_COUNTS
from escapology.setting import Option, Variant
from escapology.verdict import Limits, Outlook, Verdict, Yardstick

__all__ = ["GAME"]


def _solve(d: state.Deal, s: state.State, limits: Limits) -> Verdict:
    """Import the solver, and with it NumPy, only when it is needed."""
    from escapology.games.pursuit.not_alone.solver import solve

    return solve(d, s, limits)


def _outlook(d: state.Deal, states: list[state.State], limits: Limits) -> list[Outlook]:
    from escapology.games.pursuit.not_alone.solver import outlook

    return outlook(d, states, limits)


GAME = Game(
    name="not-alone",
    title="Not Alone, After All",
    pitch="Eject three research modules from a space station full of aliens, and catch the vessel home.",
    credit=Credit("Jan Schröder", 2014, "", "2014 Solitaire Print and Play Contest, rules version 1.1"),
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
        START_COUNTS,
    ),
    folder=Path(__file__).parent,
    deal_type=state.Deal,
    state_type=state.State,
    most_moves=rules.MOST_MOVES,
    start=rules.start,
    moves=rules.moves,
    play=rules.play,
    won=rules.won,
    score=rules.score,
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
    words=notation.words,
    why_not=notation.why_not,
    scene=scene.scene,
    aim=notation.aim,
    looks=looks,
    look=happenings.look,
    events=happenings.events,
    story=story,
    observe=knowledge.observe,
    redraw=knowledge.redraw,
    hidden=knowledge.hidden,
    reveals=knowledge.reveals,
    solve=_solve,
    promise=promise.promise,
    yardstick=Yardstick((0.344, 0.500, 0.600, 0.731)),
    settles=settles,
    outlook=_outlook,
    entry=make_entry(tasks_differ_twice, unlike="number and suit", maze="station", shuffled=True),
    feel="long, the hardest",
)
