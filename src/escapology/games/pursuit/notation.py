"""Moves and states of both games as text: what they share.

A record writes one token a turn: `2:eenn` is the moves `use 2`, `e`, `e`, `n`, `n` and, if nothing forced it, `stop`.
"""

import re
from typing import Final

from escapology.games.pursuit.cards import SUITS, card_text
from escapology.games.pursuit.maze import DIRECTIONS, space_text
from escapology.games.pursuit.state import (
    CAUGHT,
    EJECT,
    END,
    ENTER,
    EXIT,
    LATE,
    LAY,
    NOWHERE,
    PLAYING,
    START,
    STRANDED,
    TURN,
    WALK,
    WON,
    MazeDeal,
    MazeState,
)
from escapology.games.pursuit.turn import (
    BOARD,
    DROP,
    GO,
    KEEP,
    OUT,
    PLACE,
    REST,
    STOP,
    TAKE_ENTRANCE,
    TAKE_EXIT,
    USE,
    WAKE,
)

__all__ = ["PHASES", "STATUSES", "chase_text", "collect_turns", "expand_turn", "move_text", "pursuer_text", "status"]

PHASES: Final = {
    LAY: "lay",
    ENTER: "enter",
    START: "start",
    TURN: "turn",
    WALK: "walk",
    EJECT: "eject",
    EXIT: "exit",
    END: "end",
}
STATUSES: Final = {PLAYING: "playing", WON: "won", CAUGHT: "caught", LATE: "late", STRANDED: "stranded"}
_PLAIN: Final = {STOP: "stop", REST: "rest", OUT: "out", KEEP: "keep", BOARD: "board"}
_SPACE: Final = {TAKE_ENTRANCE: "enter", TAKE_EXIT: "exit", PLACE: "place"}
_CARD: Final = {WAKE: "start", DROP: "eject"}


def move_text(d: MazeDeal, s: MazeState, move: int) -> str:
    """An atomic move."""
    kind, argument = divmod(move, 64)
    if kind == GO:
        return DIRECTIONS[argument]
    if kind == USE:
        return f"use {argument}"
    if kind in _SPACE:
        return f"{_SPACE[kind]} {space_text(argument)}"
    if kind in _CARD:
        return f"{_CARD[kind]} {card_text(s.card[argument])}"
    return _PLAIN[kind]


def status(d: MazeDeal, s: MazeState) -> str:
    """How the game stands."""
    return STATUSES[s.status]


def pursuer_text(s: MazeState, p: int) -> str:
    """`S@c7/e/p`, `H@a3/n/a:c7n`, `S@x`."""
    if s.at[p] == NOWHERE:
        return f"{SUITS[p]}@x"
    text = f"{SUITS[p]}@{space_text(s.at[p])}/{DIRECTIONS[s.facing[p]]}/{'a' if s.alert[p] else 'p'}"
    if s.memory[p] != NOWHERE:
        text += f":{space_text(s.memory[p])}{DIRECTIONS[s.vanished[p]]}"
    return text


def chase_text(s: MazeState) -> str:
    """The part of a state line that both games share."""
    pursuers = ",".join(pursuer_text(s, p) for p in range(s.pursuers)) or "-"
    done = "".join(str(s.done >> task & 1) for task in range(3))
    return (
        f"you={space_text(s.you)} fatigue={s.fatigue} turn={s.turn} phase={PHASES[s.phase]} "
        f"card={s.using} steps={s.steps} pursuers={pursuers} done={done}"
    )


_TOKEN: Final = re.compile(r"([123]):([nesw]*)(\+|![A2-9TJQK][SHCD])?")
_WALK: Final = ("n", "e", "s", "w", "stop", "eject", "keep", "board")  # the moves that go into one token with `use`


def expand_turn(text: str, implied: tuple[str, ...]) -> tuple[str, ...]:
    """The atomic moves that a record writes as one, with those that are implied at the end of a walk."""
    token = _TOKEN.fullmatch(text)
    if token is None:
        return (text,)
    end = token[3] or ""
    walk = (f"use {token[1]}", *token[2])
    if end == "+":
        return (*walk, "board")
    if end:
        return (*walk, "stop?", f"eject {end[1:]}")
    return (*walk, *implied)


def collect_turns(texts: list[str], closing: tuple[str, ...]) -> list[str]:
    """Atomic moves as a record writes them; `closing` moves end a turn for certain.

    A walk at the very end that may still go on is left as it is: its token would mean that you stopped.
    """
    turns: list[list[str]] = []
    for text in texts:
        if turns and turns[-1][0].startswith("use ") and text.split()[0] in _WALK:
            turns[-1].append(text)
        else:
            turns.append([text])
    tokens: list[str] = []
    for i, turn in enumerate(turns):
        if turn[0].startswith("use ") and (i < len(turns) - 1 or turn[-1].split()[0] in closing):
            tokens.append(_token(turn))
        else:
            tokens += turn
    return tokens


def _token(turn: list[str]) -> str:
    walk = "".join(text for text in turn if len(text) == 1)
    last, _, card = turn[-1].partition(" ")
    return f"{turn[0][4:]}:{walk}{'+' if last == 'board' else '!' + card if last == 'eject' else ''}"
