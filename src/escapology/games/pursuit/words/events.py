"""What happens in a move, in words: the rows that the rules tell (`rules/log.py`) as events."""

from typing import Final

from escapology.games.pursuit.rules import log
from escapology.games.pursuit.rules.cards import SYMBOLS, card_words
from escapology.games.pursuit.rules.log import YOU, Told
from escapology.games.pursuit.rules.maze import space_text
from escapology.games.pursuit.rules.state import CAUGHT, NOWHERE, STRANDED, TURNS, VESSEL, MazeDeal, MazeState
from escapology.games.pursuit.words.moves import COMPASS
from escapology.protocol import Event, Sound

__all__ = ["KINDS", "PAWN", "SOUNDS", "event", "lost_fate", "pursuer_key", "story"]

PAWN: Final = "pawn"  # the key of your piece in the scene

KINDS: Final = {
    log.LAID: "laid",
    log.CAME_IN: "came in",
    log.USED: "used",
    log.WALKED: "walked",
    log.FULFILLED: "fulfilled",
    log.EXIT_OPENED: "exit opened",
    log.RESTED: "rested",
    log.APPEARED: "appeared",
    log.STEPPED: "stepped",
    log.TURNED: "turned",
    log.SPOTTED: "spotted",
    log.LOST: "lost sight",
    log.CALMED: "back on patrol",
    log.DEALT: "dealt",
    log.ENDED: "ended",
    log.EJECTED: "ejected",
    log.DRIFTED: "drifted",
    log.VANISHED: "out of the game",
    log.TELEPORTED: "teleported",
    log.DOCK_MOVED: "dock moved",
    log.TURNED_OVER: "turned over",
    log.DOCKED: "docked",
    log.ADRIFT: "adrift",
}

#: Steps sound like pieces, and modules like cards, without being named here.
SOUNDS: Final[tuple[tuple[str, Sound], ...]] = (
    ("laid", "card"),
    ("used", "card"),
    ("dealt", "card"),
    ("turned over", "card"),
    ("fulfilled", "gain"),
    ("exit opened", "gain"),
    ("docked", "gain"),
    ("spotted", "alert"),
    ("appeared", "alert"),
    ("adrift", "alert"),
    ("turned", ""),
    ("lost sight", ""),
    ("back on patrol", ""),
    ("rested", ""),
    ("ended", ""),
)

_ENDS: Final = (
    "",
    "You got out: you have won.",
    "They caught you: you have lost.",
    "Time is up: you have lost.",
    "The vessel finds no dock and goes home: you have lost.",
)


def pursuer_key(p: int) -> str:
    """The key of a pursuer's piece in the scene."""
    return f"pursuer {SYMBOLS[p]}"


def event(d: MazeDeal, s: MazeState, told: Told) -> Event:
    """What the rules told, as an event; s is the state after it all."""
    kind, who, where, _ = told
    key = PAWN if who == YOU else pursuer_key(who) if who != NOWHERE else ""
    if kind in (log.EJECTED, log.DRIFTED):
        key = f"card {card_words(s.card[where])}"
    return Event(KINDS[kind], key, "" if where == NOWHERE else space_text(where), _words(d, s, told))


def _words(d: MazeDeal, s: MazeState, told: Told) -> str:
    kind, who, where, more = told
    if who in range(4):
        return f"{SYMBOLS[who]} {_pursuer_does(kind, where, more)}."
    place = _place(where)
    card = card_words(s.card[where]) if where != NOWHERE else ""
    match kind:
        case log.LAID:
            return f"{card_words(more)} lies on {place}."
        case log.CAME_IN:
            return f"You are on {place}, {card}."
        case log.USED:
            return f"You walk by {card_words(more)}."
        case log.WALKED:
            return f"You step {COMPASS[more]} to {place}, {card}."
        case log.FULFILLED:
            if s.there >> where & 1:
                return f"Task {card_words(d.task[more])} is fulfilled on {place}."
            return f"Research module {card} is gone: task {card_words(d.task[more])} is done."
        case log.EXIT_OPENED:
            return f"The exit is {place}."
        case log.RESTED:
            return f"You rest; they move by {card_words(more)}."
        case log.DEALT:
            return f"Pile {more} is dealt."
        case log.ENDED:
            return _ENDS[more]
    return _station_words(d, s, told)


def _pursuer_does(kind: int, where: int, more: int) -> str:
    match kind:
        case log.STEPPED:
            return f"steps to {_place(where)}"
        case log.TURNED:
            return f"turns {COMPASS[more]}"
        case log.SPOTTED:
            return "sees you and is alert"
        case log.LOST:
            return f"loses sight of you; he saw you last on {_place(where)}, going {COMPASS[more]}"
        case log.CALMED:
            return "is back on patrol"
        case log.APPEARED:
            return f"appears on {_place(where)}, facing {COMPASS[more]}"
        case log.TELEPORTED:
            return f"appears again on {_place(where)}, facing {COMPASS[more]}"
    return "finds no card to appear on, and is out of the game"


def _station_words(d: MazeDeal, s: MazeState, told: Told) -> str:
    kind, _, where, more = told
    match kind:
        case log.EJECTED:
            return f"{card_words(s.card[where])} is ejected."
        case log.DRIFTED:
            return f"{card_words(s.card[where])} drifts off."
        case log.DOCK_MOVED if where == NOWHERE:
            return f"There is no dock of {SYMBOLS[d.task[more] // 13]} for now."
        case log.DOCK_MOVED:
            return f"The dock of {SYMBOLS[d.task[more] // 13]} is now {_place(where)}, {card_words(s.card[where])}."
        case log.TURNED_OVER if more == 2:
            return f"The last task card is {card_words(d.task[more])}: the vessel comes."
        case log.TURNED_OVER:
            suit = SYMBOLS[d.task[more] // 13]
            return f"A task card is turned over, {card_words(d.task[more])}: the vessel won't dock at {suit}."
        case log.DOCKED:
            return f"The vessel docks {COMPASS[more]} of {_place(where)}."
    return "The vessel is adrift."


def lost_fate(s: MazeState) -> str:
    """What ended a lost game, and who."""
    if s.status == CAUGHT:
        hunters = [SYMBOLS[p] for p in range(s.pursuers) if s.at[p] == s.you]
        return f"{' and '.join(hunters) or 'They'} caught you on {_place(s.you)}, in turn {s.turn} of {TURNS}."
    if s.status == STRANDED:
        return "The vessel found no dock and went home without you."
    return f"All {TURNS} turns were over before you were out."


def _place(x: int) -> str:
    return "the vessel" if x == VESSEL else space_text(x)


def story(events: list[Event]) -> list[str]:
    """The events as a log shows them: what one and the same piece does in a row is one line."""
    lines: list[str] = []
    last = ""
    for happened in events:
        symbol = happened.words.partition(" ")[0]
        goes_on = symbol in SYMBOLS and symbol == last
        if goes_on and happened.kind == "stepped" and "steps " in lines[-1].rpartition(", ")[2]:
            lines[-1] = f"{lines[-1][:-1]} {happened.words.rpartition(' ')[2]}"
        elif goes_on:
            lines[-1] = f"{lines[-1][:-1]}, {happened.words.partition(' ')[2]}"
        else:
            lines.append(happened.words)
        last = symbol
    return [line.replace("steps to", "steps") for line in lines]
