"""Devil's Square: 64 cards, 16 books, one way out of the dungeon. `RULES.md` says how it is played.

rules.py     what is legal and what happens
notation.py  deals, moves and states as text; what the player knows
scene.py     the picture
promise.py   what looks good at a glance
entry.py     deals entered by hand
solver/      whether a position can be won, and how: always decided
"""

from pathlib import Path

from escapology.game import Credit, Game
from escapology.games.devils_square import entry, notation, promise, rules, scene
from escapology.setting import Variant
from escapology.verdict import Hooks, Limits, Outlook, Verdict, Yardstick

__all__ = ["GAME"]


def _solve(d: rules.Deal, s: rules.State, limits: Limits) -> Verdict:
    """Import the solver, and with it NumPy, only when it is needed."""
    from escapology.games.devils_square.solver import solve

    return solve(d, s, limits)


def _best_score(d: rules.Deal, s: rules.State, limits: Limits) -> Verdict:
    from escapology.games.devils_square.solver import best_score

    return best_score(d, s, limits)


def _outlook(d: rules.Deal, states: list[rules.State], limits: Limits) -> list[Outlook]:
    from escapology.games.devils_square.solver.rollout import play_on

    return [Outlook(chance.likely, chance.outlook) for chance in play_on(d, states)]


def _lost(d: rules.Deal) -> float:
    from escapology.games.devils_square.solver.ladder import lost

    return lost(d)


GAME = Game(
    name="devils-square",
    title="Devil's Square",
    pitch="Clear the dungeon floor: build sixteen books out of sixty-four cards, or stay for ever.",
    credit=Credit("Jeff Daymont", 2019, "http://www.jankendeck.com", "all rights with the designer"),
    variants=(Variant("classic", "as the rulebook has it"),),
    options=(),
    folder=Path(__file__).parent,
    deal_type=rules.Deal,
    state_type=rules.State,
    most_moves=rules.MOST_MOVES,
    start=rules.start,
    moves=rules.moves,
    play=rules.play,
    won=rules.won,
    score=rules.score,
    has_points=True,
    move_pattern=notation.MOVE,
    move_help="b2>a1 (the whole pile) or b2:1>a1 (its top 1 card)",
    deal_cards=notation.deal_cards,
    parse_deal=notation.parse_deal,
    deal_text=notation.deal_text,
    move_text=notation.move_text,
    state_text=notation.state_text,
    status=notation.status,
    tidy=notation.tidy,
    words=notation.words,
    why_not=notation.why_not,
    aim=notation.aim,
    scene=scene.scene,
    observe=notation.observe,
    redraw=notation.redraw,
    hooks=Hooks(rules.canonical),
    hidden=notation.hidden,
    reveals=notation.reveals,
    solve=_solve,
    best_score=_best_score,
    promise=promise.promise,
    settles=promise.settles,
    outlook=_outlook,
    yardstick=Yardstick((0.073, 0.115, 0.181, 0.357), nodes=20_000, places=(0.25, 0.5, 0.75), lost=_lost),
    entry=entry.ENTRY,
    feel="short and tricky",
)
