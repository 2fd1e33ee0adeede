"""All that thinks about Devil's Square. The exact solver decides every position; here is why that is right.

**What a colour is.** Cards of different colours never touch, so a position is four *link structures*, one a colour
(`links.py`), and the number of cards drawn. A colour's *progress* is its links plus its finished books. A move
that opens spaces adds as much to its colour's progress as it opens spaces, and no move takes any away. So the cards
drawn are the sum of the four progresses, and colours meet only in this: a colour's next card arrives when the *sum* is
high enough. More progress elsewhere never hurts a colour, and more cards never hurt it either: a move is possible as
soon as the cards linked after it have arrived.

**What a claim is.** To win is to draw all 48 cards while all four colours stay *alive* (their four books can still be
made once all cards are there; a table knows). To draw the next card, the progresses must add up to one more than the
cards drawn. We do not choose moves; we choose which colour *claims* one more, and keep for each colour the *family* of
all structures that could have met its claims, each with the cards it had at that time. Raising a claim replaces the
structures by those of more progress which they lead to, with part moves (free, and they can be taken back) in between.
If the family becomes empty, the claim can't be met until another card of the colour arrives.

**Why this is exact.** A sequence of claims that draws 48 cards gives a win: each colour has a walk that meets its own
claims with the cards it has by then, and other colours going ahead of their claims only brings cards sooner. The other
way round, take a win, and let each of its moves that open spaces claim what it opens, one at a time: each family
contains the structure the win has at that moment, or one it comes from by part moves, so none becomes empty. Hence
the search over claims (`claims.py`), which tries all of them and stops at fours of families it has met before, finds a
win if there is one. What remains is to turn it into moves (`line.py`).

**Proofs of `unwinnable`.**
`colours`     even if each colour, for itself, always had the highest progress that its cards allow without losing its
              last chance of four books, the sum would fall short of the next card at some point; or a colour has lost
              that chance already
`exhausted`   all claims were tried

**Where is what.**
glance.py     what looks good at a glance, and when one thinks again; keys.py: which positions are the same
decision.py   the exact solver: start.py, links.py, families.py, claims.py and line.py as told above; score.py: points
advice.py     the choices of one who can't see the draw pile; odds.py: how likely each is to win; spots.py: the table
ladder.py     quick players (quick.py) who make mistakes: how hard a deal is
"""

from escapology.games.devils_square.rules import Deal, State
from escapology.games.devils_square.solver.glance import at_least, glance, promise, settles
from escapology.games.devils_square.solver.keys import canonical
from escapology.luck import Luck
from escapology.verdict import Effort, Limits, Rated, Verdict

__all__ = ["advise", "at_least", "best_score", "canonical", "glance", "lost", "promise", "settles", "solve"]

# What needs NumPy is imported when it is asked for.


def solve(d: Deal, s: State, limits: Limits) -> Verdict:
    """Whether all sixteen books can be made from here on, the draw pile being known."""
    from escapology.games.devils_square.solver import decision

    return decision.solve(d, s, limits)


def best_score(d: Deal, s: State, limits: Limits) -> Verdict:
    """The same, with the most points that can be made."""
    from escapology.games.devils_square.solver import decision

    return decision.best_score(d, s, limits)


def advise(d: Deal, s: State, luck: Luck, effort: Effort) -> list[Rated]:
    """What choices are worth to one who can't see the draw pile. All draws are looked at, so no luck is needed."""
    from escapology.games.devils_square.solver import advice

    return advice.advise(d, s, effort)


def lost(d: Deal, luck: int) -> float:
    """The share of quick players who lose the deal."""
    from escapology.games.devils_square.solver import ladder

    return ladder.lost(d, luck)
