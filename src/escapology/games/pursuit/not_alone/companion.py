"""Not Alone, After All at a real table: one tells also which task card is turned over."""

from collections.abc import Sequence
from dataclasses import replace

from escapology.companion import Companion, Spot
from escapology.entry import Entered, Entry, Part
from escapology.games.pursuit.companion import ask_movement, by_hand, place_name, seen_movement
from escapology.games.pursuit.not_alone.entry import ENTRY
from escapology.games.pursuit.not_alone.knowledge import turned_over
from escapology.games.pursuit.not_alone.rules import Deal, State
from escapology.games.pursuit.not_alone.words import events
from escapology.luck import Luck
from escapology.setting import Setting

__all__ = ["COMPANION"]


def _parts(setting: Setting) -> tuple[Part, ...]:
    """As a whole deal is entered, and the task cards in the order in which they are turned over."""
    parts = ENTRY.parts(setting)
    tasks = parts[0]
    turned = Part(
        name="turned",
        title="The task cards turned over",
        words="The first and the second task card, when they are turned over; then the third is known.",
        rows=(("Turned over", 2),),
        pieces=tasks.pieces,
        if_open="They lie face down until then.",
    )
    laid = replace(tasks, words="Three number cards, in any order: then shuffle them and lay them behind their piles.")
    return laid, *parts[1:], turned


def _check(setting: Setting, entered: Entered) -> list[tuple[str, str]]:
    wrong = ENTRY.check(setting, entered)
    for card in entered["turned"]:
        if card and card not in entered["tasks"]:
            wrong.append(("turned", f"{card} is none of the task cards: they are {', '.join(entered['tasks'])}"))
    return wrong


def _complete(setting: Setting, entered: Entered, luck: Luck) -> str:
    """The task cards in the order in which they are turned over, as far as that is known."""
    tasks, *rest = ENTRY.complete(setting, entered, luck).split(" | ")
    turned = [card for card in entered["turned"] if card]
    return " | ".join([" ".join([*turned, *(card for card in tasks.split() if card not in turned)]), *rest])


def _seen(d: Deal, s: State) -> Sequence[Spot]:
    """The piles that are dealt, and the task cards turned over; the last one is known when two are."""
    return [*seen_movement(s), *(("turned", task) for task in range(min(turned_over(d, s), 2)))]


def _ask(d: Deal, s: State, spot: Spot) -> str:
    part, number = spot
    if part == "turned":
        return f"Turn over the task card behind pile {d.vessel_pile - 4 + 2 * number}: which is it?"
    return ask_movement(number)


def _name(setting: Setting, spot: Spot) -> str:
    part, number = spot
    return f"task card {number + 1} to be turned over" if part == "turned" else place_name(spot)


def _carry_out(d: Deal, before: State, after: State, move: int) -> list[str]:
    return by_hand(events(d, before, move), before, after)


COMPANION: Companion[Deal, State] = Companion(
    entry=Entry(_parts, _complete, _check, ENTRY.tidy), seen=_seen, ask=_ask, name=_name, carry_out=_carry_out
)
