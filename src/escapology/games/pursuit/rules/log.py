"""What happens in a move, told by the rules themselves, in order, to whoever listens.

Rules are handed a `log`: a list, or None when nobody listens (then compiled rules contain no trace of the telling).
What is told is a row of numbers (kind, who, where, more); `words/events.py` has the words.
"""

from typing import Final

from escapology.native import rule

__all__ = ["YOU", "Log", "Told", "tell"]

Told = tuple[int, int, int, int]
Log = list[Told] | None

YOU: Final = 4  # as `who`; pursuers are 0 to 3

# Kinds                    who       where       more
LAID: Final = 0  #         –         space       card
CAME_IN: Final = 1  #      you       space       –            at the entrance, or awake
USED: Final = 2  #         you       your space  card
WALKED: Final = 3  #       you       space       direction
FULFILLED: Final = 4  #    you       space       task
EXIT_OPENED: Final = 5  #  –         space       –
RESTED: Final = 6  #       you       your space  card the pursuers use
APPEARED: Final = 7  #     pursuer   space       direction he faces
STEPPED: Final = 8  #      pursuer   space       direction
TURNED: Final = 9  #       pursuer   his space   direction
SPOTTED: Final = 10  #     pursuer   his space   direction     he sees you: alert
LOST: Final = 11  #        pursuer   remembered  direction     he no longer sees you
CALMED: Final = 12  #      pursuer   his space   –             back on patrol
DEALT: Final = 13  #       –         –           pile
ENDED: Final = 14  #       –         your space  status
# The add-on's
EJECTED: Final = 15  #     you       a card of the module   –   once for each card
DRIFTED: Final = 16  #     –         a card that left       –   once for each card
VANISHED: Final = 17  #    pursuer   –           –             no card to appear on: out of the game
TELEPORTED: Final = 18  #  pursuer   space       direction he faces
DOCK_MOVED: Final = 19  #  –         space or NOWHERE       task
TURNED_OVER: Final = 20  # –         –           task           a task card
DOCKED: Final = 21  #      –         dock        side           the vessel
ADRIFT: Final = 22  #      –         –           –              the vessel


@rule
def tell(log: Log, kind: int, who: int, where: int, more: int) -> None:
    """Tell what has just happened."""
    if log is not None:
        log.append((kind, who, where, more))
