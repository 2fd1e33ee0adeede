"""Don't Let Them Get You: into a maze of cards, fulfil three tasks, and out. `RULES.md` says how it is played.

state.py      its deal and state
rules.py      what is legal and what happens; laying.py: the maze
notation.py   deals, moves and states as text
knowledge.py  what the player knows
happenings.py what a move sets off, in words
scene.py      the picture
promise.py    what looks good at a glance
solver.py     whether a position can be won, and how
"""

from pathlib import Path

from escapology.game import Credit, Game
from escapology.games.pursuit.dealing import tasks_differ
from escapology.games.pursuit.dont_let_them_get_you import happenings, knowledge, notation, promise, rules, scene, state
from escapology.games.pursuit.entry import make_entry
from escapology.games.pursuit.happenings import story
from escapology.games.pursuit.looks import looks
from escapology.games.pursuit.promise import settles
from escapology.games.pursuit.settings import START_COUNTS
from escapology.setting import Variant
from escapology.verdict import Limits, Outlook, Verdict, Yardstick

__all__ = ["GAME"]


def _solve(d: state.Deal, s: state.State, limits: Limits) -> Verdict:
    """Import the solver, and with it NumPy, only when it is needed."""
    from escapology.games.pursuit.dont_let_them_get_you.solver import solve

    return solve(d, s, limits)


def _outlook(d: state.Deal, states: list[state.State], limits: Limits) -> list[Outlook]:
    from escapology.games.pursuit.dont_let_them_get_you.solver import outlook

    return outlook(d, states, limits)


GAME = Game(
    name="dont-let-them-get-you",
    title="Don't Let Them Get You",
    pitch="Slip into a maze of cards, fulfil three tasks, and get out before your pursuers get you.",
    credit=Credit("Jan Schröder", 2014, "", "2014 Solitaire Print and Play Contest, rules version 2.1"),
    variants=(
        Variant("classic", "the maze is laid at random"),
        Variant("even", "numbers and pictures alternate: a more even maze; pursuers start on the aces"),
        Variant("bingo", "you lay the maze yourself, card by card; pursuers start on the aces"),
    ),
    options=(START_COUNTS,),
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
    move_help="use 1, e, stop, rest, out, enter a7, exit g1 or place c2 (a whole turn: 2:eenn)",
    deal_cards=notation.deal_cards,
    parse_deal=notation.parse_deal,
    deal_text=notation.deal_text,
    move_text=notation.move_text,
    state_text=notation.state_text,
    status=notation.status,
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
    yardstick=Yardstick((0.250, 0.426, 0.516, 0.680)),
    settles=settles,
    outlook=_outlook,
    entry=make_entry(tasks_differ, unlike="number", maze="maze", shuffled=False),
    feel="long and hard",
)
