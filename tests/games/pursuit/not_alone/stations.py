"""Stations of the add-on."""

from escapology.games.pursuit.not_alone.rules.state import NAMED_OUT
from escapology.games.pursuit.rules.cards import card_text
from escapology.games.pursuit.rules.maze import space_of, space_text
from escapology.middle import new_deal, start_state
from escapology.setting import make_setting
from tests.games.pursuit.positions import EMPTY, NA, position


def dealt(seed, variant="classic"):
    d = new_deal(make_setting(NA, variant), seed)
    return d, start_state(NA, d)


def station(maze, you, aliens="", research="", docks="", **fields):
    """A position with research cards and docks (task order) on those spaces; `-` none, `x` named out."""
    s = position(maze, you, aliens, NA, **fields)
    s.location = [EMPTY if x == "-" else space_of(x) for x in (research or "- - -").split()]
    values = {"-": -1, "x": NAMED_OUT}
    s.dock = [values[x] if x in values else space_of(x) for x in (docks or "x x x").split()]
    return s


def docks(s):
    return " ".join("x" if x == NAMED_OUT else space_text(x) for x in s.dock)


def cards_there(s):
    return " ".join(card_text(s.card[x]) for x in range(49) if s.there >> x & 1)
