"""Kidnap Machine in words: what a move is, why another is not legal, what a move sets off, and the whole position."""

from typing import Final

from escapology.counts import count_words
from escapology.games.kidnap_machine.notation import house_in, odds, square_text, walk_to
from escapology.games.kidnap_machine.rules import (
    BLANK,
    CAUGHT,
    GOAL,
    LATE,
    MOST_MOVES,
    NOWHERE,
    PLAYING,
    WON,
    Deal,
    State,
    beside,
    end_turn,
    enemy_step,
    is_in_view,
    move_parts,
    moves,
    take_your_part,
)
from escapology.protocol import Event, Goal, Sound

__all__ = [
    "SOUNDS",
    "WAY_NAMES",
    "describe",
    "enemy_name",
    "events",
    "fate",
    "goal",
    "odds_words",
    "outcome_words",
    "rules",
    "turn_words",
    "why_not",
    "words",
]

WAY_NAMES: Final = ("north", "east", "south", "west")
SOUNDS: Final[tuple[tuple[str, Sound], ...]] = (
    ("entered", "roll"),
    ("failed", "roll"),
    ("spotted", "alert"),
    ("caught", "alert"),
    ("late", "alert"),
    ("turned", ""),
    ("won", ""),  # the end has a sound of its own
)
_OUTCOMES: Final = ("", "Out: won", "Caught", "Too late")


def odds_words(d: Deal, number: int) -> str:
    """The chance to leave a square of that number: "5 in 6"."""
    return f"{odds(d, number)} in 6"


def words(d: Deal, s: State, move: int) -> str:
    """The move, as one would say it."""
    end, way = move_parts(move)
    walk = walk_to(d, s, end)
    if s.number[end] == GOAL:
        return f"Walk to the goal on {square_text(d, end)}: out"
    if way < 0:
        return f"Walk to {square_text(d, end)}" if walk else "Wait"
    target = square_text(d, beside(d, end, way))
    start = f"Walk to {square_text(d, end)} and investigate" if walk else "Investigate"
    return f"{start} {target} ({odds_words(d, s.number[end])})"


def why_not(d: Deal, s: State, text: str) -> str:
    """Why a well-formed move is not legal."""
    here = s.you
    for name in text.split():
        square = _square(d, name.removeprefix("?"))
        if square == NOWHERE:
            return f"{name.removeprefix('?')} is off the board"
        if s.number[here] == GOAL and here != s.you:
            return f"the game is won on {square_text(d, here)}, so the walk ends there"
        if square not in [beside(d, here, way) for way in range(4)]:
            return f"{name.removeprefix('?')} is not next to {square_text(d, here)}"
        if square == s.enemy:
            return f"the enemy stands on {name.removeprefix('?')}"
        if name.startswith("?"):
            return f"{name[1:]} is not blank: walk there"
        if s.number[square] == BLANK:
            return f"{name} is blank: investigate it with ?{name}"
        here = square
    return "no walk leads there"


def _square(d: Deal, name: str) -> int:
    column, row = ord(name[0]) - ord("a"), int(name[1]) - 1
    return row * d.width + column if column < d.width and row < d.height else NOWHERE


def enemy_name(d: Deal) -> str:
    """Who the enemy is."""
    house, number = house_in(d)
    return house.enemies[number - 1].name


def turn_words(d: Deal, s: State) -> str:
    """What time it is."""
    return f"Turn {s.turn} of {d.last_turn}" if d.last_turn else f"Turn {s.turn}"


def outcome_words(s: State) -> str:
    """How the game ended."""
    return _OUTCOMES[s.ended]


def events(d: Deal, s: State, move: int) -> list[Event]:
    """All that the move sets off, in order."""
    now = s.copy()
    take_your_part(d, now, move)
    told = _your_part(d, s, now, move_parts(move)[0])
    for _ in range(2):
        if now.ended == PLAYING:
            before = now.copy()
            enemy_step(d, now)
            told.append(_enemy_step(d, before, now))
    if now.ended == PLAYING:
        end_turn(d, now)
        if now.ended == LATE:
            told.append(Event("late", "", "", "Time is up: too late."))
    elif now.ended == LATE:
        where = square_text(d, now.enemy)
        told.append(Event("late", "enemy", where, f"{enemy_name(d)} is at the end of its route: too late."))
    return told


def _your_part(d: Deal, before: State, after: State, end: int) -> list[Event]:
    """Your walk and your dice."""
    told: list[Event] = []
    stand, there = square_text(d, end), square_text(d, after.you)
    if end != before.you:
        told.append(Event("walked", "you", stand, f"You walk to {stand}."))
    if after.ended == WON:
        told.append(Event("won", "you", there, "You stand on the goal: out!"))
    if after.roll[1]:
        said = f"You roll a {after.roll[0]}, get to {there}, and write a {after.roll[1]} there."
        told.append(Event("entered", "you", there, said))
    elif after.roll[0]:
        number = before.number[end]
        told.append(
            Event("failed", "you", stand, f"You roll a {after.roll[0]} against a {number}, and stay on {stand}.")
        )
    return told


def _enemy_step(d: Deal, before: State, after: State) -> Event:
    """One of the enemy's two steps."""
    name, where = enemy_name(d), square_text(d, after.enemy)
    sees = is_in_view(d, before)
    if after.ended == CAUGHT:
        return Event("caught", "enemy", where, f"{name} steps onto you: caught.")
    if after.facing != before.facing:
        way = WAY_NAMES[after.facing]
        told = f"{name} {'sees you and turns' if sees else 'turns'} {way}."
        return Event("spotted" if sees else "turned", "enemy", where, told)
    return Event("stepped", "enemy", where, f"{name} {'comes after you to' if sees else 'goes on to'} {where}.")


def describe(d: Deal, s: State) -> str:
    """The whole position, for those who can't see the picture."""
    name = enemy_name(d)
    said = [f"{turn_words(d, s)}."]
    if s.ended != PLAYING:
        said.append(f"{outcome_words(s)}.")
    said.append(f"You are on {_square_words(d, s, s.you)}.")
    said.append(f"{name} is on {_square_words(d, s, s.enemy)}, looking {WAY_NAMES[s.facing]}.")
    if s.ended == PLAYING:
        said.append(f"You are {'' if is_in_view(d, s) else 'not '}in its view.")
        ahead = [square_text(d, square) for square in d.route[s.next : d.length]]
        said.append(f"Its route ahead: {', '.join(ahead)}.")
    squares = range(d.width * d.height)
    written = [f"{square_text(d, q)} {s.number[q]}" for q in squares if s.number[q] not in (BLANK, GOAL)]
    said.append(f"The goal is {square_text(d, d.route[0])}. Written: {', '.join(written)}.")
    if s.roll[0]:
        said.append(f"You rolled a {s.roll[0]}" + (f", and wrote a {s.roll[1]}." if s.roll[1] else " and failed."))
    return " ".join(said)


def _square_words(d: Deal, s: State, square: int) -> str:
    number = s.number[square]
    what = "blank" if number == BLANK else "the goal" if number == GOAL else f"a {number}"
    return f"{square_text(d, square)} ({what})"


def goal(d: Deal, s: State) -> Goal:
    """What one is after, and how far one is."""
    wanted = "Get to the G before the enemy gets you"
    if s.ended != PLAYING:
        return Goal(wanted, outcome_words(s).lower())
    (x, y), (gx, gy) = ((q % d.width, q // d.width) for q in (s.you, d.route[0]))
    return Goal(wanted, f"{count_words(abs(x - gx) + abs(y - gy), 'square')} away")


def fate(d: Deal, s: State) -> str:
    """What ended it, and who."""
    enemy, place = enemy_name(d), square_text(d, s.you)
    if s.ended == WON:
        return f"You slipped past {_within(enemy)} and reached the goal on {place}."
    if s.ended == CAUGHT:
        return f"{enemy} caught you on {place}."
    if s.next == d.length:
        return f"{enemy} finished the round before you reached the goal."
    return f"{turn_words(d, s)} was the last, and you had not reached the goal."


def _within(name: str) -> str:
    """A name in the course of a sentence."""
    return f"the {name[4:]}" if name.startswith("The ") else name


def rules(d: Deal, s: State) -> tuple[str, ...]:
    """The rules that matter now."""
    if s.ended != PLAYING:
        return {WON: ("17",), CAUGHT: ("18", "14"), LATE: ("19", "20")}[s.ended]
    out = [0] * MOST_MOVES
    if any(s.number[move_parts(move)[0]] == GOAL for move in out[: moves(d, s, out)]):
        return "9", "17"
    if is_in_view(d, s):
        is_near = s.you in [beside(d, s.enemy, way) for way in range(4)]
        return ("13", "14", "5") if is_near else ("12", "5")
    if s.next > 1 and s.enemy != d.route[s.next - 1]:
        return "16", "7", "8"
    return "5", "7", "8"
