"""From how a choice is rated to how likely a win is.

A rating is a share of sampled worlds, or of games of a quick player: it is not how often somebody wins who sees only
what the player sees and goes on following hints. How the two go together was measured (`benchmarks/calibration.py`),
variant by variant, with the usual rulings and just as many samples as hints take. Where nobody has measured it, a hint
tells no figure.
"""

from __future__ import annotations

import math
from typing import Final

from escapology.middle import start_state
from escapology.protocol import AnyGame, Curve, Deal, Struct
from escapology.setting import make_setting

__all__ = ["apply_curve", "chance_of", "features"]

_NEAREST: Final = 0.01  # that a rating comes to 0 and 1


def chance_of(game: AnyGame, deal: Deal, state: Struct, rating: float) -> float | None:
    """How likely one who follows hints wins, after a choice of that rating; None where it was not measured."""
    curve = dict(game.fair.curves).get(deal.setting.variant)
    if curve is None or deal.setting != make_setting(game, deal.setting.variant):
        return None
    return apply_curve(curve, *features(game, deal, state, rating))


def features(game: AnyGame, deal: Deal, state: Struct, rating: float) -> tuple[float, float]:
    """What the chance depends on: the log-odds of the rating, and how much of what was hidden at first still is."""
    rating = min(max(rating, _NEAREST), 1 - _NEAREST)
    hidden = game.knowledge.hidden(deal, state) / max(1, game.knowledge.hidden(deal, start_state(game, deal)))
    return math.log(rating / (1 - rating)), hidden


def apply_curve(curve: Curve, rating: float, hidden: float) -> float:
    """The chance that a curve gives."""
    return 1 / (1 + math.exp(-(curve.base + curve.rating * rating + curve.hidden * hidden)))
