"""What happens in a move, step by step, for the log and for animation."""

from __future__ import annotations

from escapology.game import Event
from escapology.games.kidnap_machine.notation import square_text
from escapology.games.kidnap_machine.rules import (
    CAUGHT,
    LATE,
    PLAYING,
    WON,
    Deal,
    State,
    end_turn,
    enemy_step,
    is_in_view,
    move_parts,
    take_your_part,
)
from escapology.games.kidnap_machine.words import WAY_NAMES, enemy_name

__all__ = ["events"]


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
        return Event("turned", "enemy", where, f"{name} {'sees you and turns' if sees else 'turns'} {way}.")
    return Event("stepped", "enemy", where, f"{name} {'comes after you to' if sees else 'goes on to'} {where}.")
