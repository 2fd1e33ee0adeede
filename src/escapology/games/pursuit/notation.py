"""Deals, moves and states of both games as text: what they share.

Deck one gives three task cards and the 49 cards of the maze, deck two without its aces the 48 movement cards. In the
variants deck one is parted into a number stack and a picture stack, whose cards come alternately.

A record writes one token a turn: `2:eenn` is the moves `use 2`, `e`, `e`, `n`, `n` and, if nothing forced it, `stop`.
"""

import re
from collections.abc import Callable
from typing import Final

from escapology.errors import DealError, shorten
from escapology.games.pursuit.rules.cards import NO_CARD, SUITS, card_text, is_number, parse_card, rank_of, suit_of
from escapology.games.pursuit.rules.maze import DIRECTIONS, space_text
from escapology.games.pursuit.rules.state import (
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
from escapology.games.pursuit.rules.turn import (
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
from escapology.luck import Luck

__all__ = [
    "PHASES",
    "STATUSES",
    "Fits",
    "chase_text",
    "collect_turns",
    "deal_text",
    "expand_turn",
    "move_text",
    "pursuer_text",
    "read_cards",
    "shuffle_cards",
    "status",
    "tasks_differ",
    "tasks_differ_twice",
]

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

Fits = Callable[[list[int], int], bool]  # (task cards so far, card): whether it may be the next one


def shuffle_cards(d: MazeDeal, fits: Fits, *, even: bool, luck: Luck) -> None:
    """Fill the deal; `even`: the maze's cards come alternately from a number stack and a picture stack."""
    deck = list(range(52))
    luck.shuffle(deck)
    tasks: list[int] = []
    for card in deck:
        if len(tasks) < 3 and is_number(card) and fits(tasks, card):
            tasks.append(card)
    rest = [card for card in deck if card not in tasks]
    luck.shuffle(rest)
    d.task = tasks
    d.maze = _stacked(rest, luck) if even else rest
    d.movement = [card for card in range(52) if rank_of(card)]
    luck.shuffle(d.movement)


def _stacked(cards: list[int], luck: Luck) -> list[int]:
    """The shuffled cards in another order, alternately from a number stack and a picture stack."""
    numbers = [card for card in cards if is_number(card)]
    pictures = [card for card in cards if not is_number(card)] + numbers[25:]
    luck.shuffle(pictures)
    maze = [0] * 49
    maze[0::2] = numbers[:25]
    maze[1::2] = pictures
    return maze


def read_cards(d: MazeDeal, text: str, fits: Fits, *, unlike: str, even: bool) -> None:
    """Fill the deal from `<3 task cards> | <49 maze cards> | <48 movement cards>`; `unlike`: how tasks must differ."""
    parts = text.split("|")
    if len(parts) != 3:
        raise DealError(f"there are {len(parts)} parts: write task cards | maze cards | movement cards")
    tasks = _read_part(parts[0], 3, "task")
    maze = _read_part(parts[1], 49, "maze")
    movement = _read_part(parts[2], 48, "movement")
    for i, card in enumerate(tasks):
        if not is_number(card):
            raise DealError(f"task card {card_text(card)} is not a number from 2 to 10")
        if not fits(tasks[:i], card):
            raise DealError(f"task card {card_text(card)} repeats another one: task cards must differ in {unlike}")
    _find_twice([*tasks, *maze], "deck one")
    _find_twice(movement, "deck two")
    for card in movement:
        if rank_of(card) == 0:
            raise DealError(f"{card_text(card)} is not a movement card: the aces are left out")
    for place, card in enumerate(maze):
        if even and place % 2 == 0 and not is_number(card):
            raise DealError(f"maze card {place + 1} is {card_text(card)}: the number stack has only 2 to 10")
    d.task, d.maze, d.movement = tasks, maze, movement


def _read_part(text: str, count: int, name: str) -> list[int]:
    words = text.split()
    cards = [parse_card(word) for word in words]
    if NO_CARD in cards:
        raise DealError(f"{shorten(words[cards.index(NO_CARD)])} is not a card: write rank and suit, like TS or 4H")
    if len(cards) != count:
        raise DealError(f"there are {len(cards)} {name} cards: there must be {count}")
    return cards


def _find_twice(cards: list[int], deck: str) -> None:
    for i, card in enumerate(cards):
        if card in cards[:i]:
            raise DealError(f"{card_text(card)} appears twice in {deck}")


def deal_text(d: MazeDeal) -> str:
    """The three parts of a deal line."""
    return " | ".join(" ".join(card_text(card) for card in part) for part in (d.task, d.maze, d.movement))


def tasks_differ(tasks: list[int], card: int) -> bool:
    """Rule 1: three different numbers."""
    return all(rank_of(other) != rank_of(card) for other in tasks)


def tasks_differ_twice(tasks: list[int], card: int) -> bool:
    """The add-on's rule 1: three different numbers and suits."""
    return all(rank_of(other) != rank_of(card) and suit_of(other) != suit_of(card) for other in tasks)


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
