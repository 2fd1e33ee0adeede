"""Don't Let Them Get You on paper: cards, tokens, tracks, the order of a turn, and reference cards."""

from __future__ import annotations

from typing import Final

from escapology.document import Block, Laying, PieceSet, Printing, Words
from escapology.draw.scene import Token
from escapology.games.pursuit.dont_let_them_get_you.rules.state import Deal
from escapology.games.pursuit.paper import cards, movement, pursuers, shown, token, tokens, tracks, walls_alone

__all__ = ["PRINTING"]


def _deal(d: Deal) -> tuple[Laying, ...]:
    """The task cards, those of a maze that is still to be laid, and the movement cards."""
    tasks = Laying(
        title="The task cards", words="They lie face up beside the maze.", rows=(("Tasks", shown(d.task)),), high=1.4
    )
    if not d.bingo:
        return (tasks, movement(d))
    rows = tuple((f"{i + 1}–{i + 7}", shown(d.maze[i : i + 7])) for i in range(0, 49, 7))
    maze = Laying(
        title="The cards of the maze",
        words="Take one stack instead of two: lay these cards face up in this order, each on the one before, and turn "
        "the whole stack over, so that the first card is on top.",
        rows=rows,
        high=1.4,
        across=2,
    )
    return (tasks, maze, movement(d))


def _maze(d: Deal) -> Words:
    if d.bingo:
        return ""
    return "Lay the 49 cards of the maze as shown, upright or sideways. Pawn and tokens go where the picture has them."


def _tokens() -> tuple[Block, ...]:
    task = token("A task", Token(0.5, 0.5, 0.8, "T", "coin", role="green"))
    way_out = token("The exit", Token(0.5, 0.5, 0.8, "X", "coin", role="green"))
    return tokens([task, task, task, way_out, *pursuers("pursuer")], "You, tasks, the exit, pursuers and markers")


def _tracks() -> tuple[Block, ...]:
    return tracks(
        (),
        ("a task", "a task", "a task"),
        "Pursuers",
        ("from the start", "first task fulfilled", "second task fulfilled", "third: the exit opens"),
    )


def _turn() -> tuple[Words, ...]:
    return (
        "A turn is a column: either you move by it, or you rest and your pursuers do.",
        "Move: take a card (the bottom one costs 1 fatigue, the next 2, the third 3, never past 6). Walk at least one "
        "step, no space twice. Values equal to or above the card's stop you; J, Q and K are equal.",
        "After each of your steps, all pursuers look.",
        "Stopped on a task: it is fulfilled, and the next pursuer enters (♥, ♣, ♦).",
        "Rest: fatigue falls by 1. Each pursuer moves by the lowest card of the column, until he meets an equal or "
        "lower value, a space he has been on, or a dead end.",
        "On the exit when a turn begins, with fatigue 5 or less: get out by the bottom card.",
    )


def _reference() -> tuple[tuple[str, tuple[Words, ...]], ...]:
    return (
        ("You", (
            "Bottom card 1 fatigue, next 2, third 3; never past 6.",
            "No space twice, never onto a pursuer.",
            "Values equal to or above the card's stop you. Ace 1, J, Q and K 11. Unfinished tasks and the exit stop "
            "you, too.",
            "Task fulfilled: next pursuer. Third task: the corner furthest from it is the exit.",
            "Out: begin a turn on the exit with fatigue 5 or less.",
        )),
        ("Pursuers", (
            "All move by the lowest card of the column, in the order in which they came.",
            "A value not higher than the card's stops one, and so do a space he has been on and a dead end, where he "
            "turns round.",
            "Patrol: first straight ahead; else the preferred way, from the card's suit: ♠ ♥ ♣ ♦ ♠ …, in a suit the "
            "highest.",
            "Alert: towards you; or to where he saw you last, then the way you vanished, straight ahead.",
            "Two that face alike on one space: the later turns clockwise.",
        )),
        ("Sight", (
            "Along the four straight lines, as far as a wall.",
            "Ahead: through any number of doors.",
            "Left and right: through one door; alert, two.",
            "Behind: only inside his room.",
            "All look after each of your steps; one looks when he enters, after each step, at each turn of his, and "
            "at the end.",
            "Who sees you is alert and faces you.",
        )),
    )  # fmt: skip


PRINTING: Final = Printing(
    pieces=(
        PieceSet("tokens", "you, tasks, the exit, four pursuers and markers", _tokens),
        PieceSet("tracks", "turns, fatigue and tasks, on a page", _tracks),
        PieceSet("cards", "the 104 cards of two decks, small, with backs", cards),
    ),
    turn=_turn,
    cards=_reference,
    deal=_deal,
    board=_maze,
    reading="2:eenn: take the second card from the bottom of the column and walk east, east, north, north (north is "
    "up). rest: rest instead. out: leave. enter a7, exit g1: where a pursuer enters, or where the exit is.",
    small=walls_alone,
    figures=(
        ("walk", "From ♦8, the card ♦5 can carry you to every framed space."),
        ("patrol", "On patrol by ♠2: he prefers ♠, and of ♠ the highest."),
        ("hunt", "Alert by ♠4: straight for you, until ♣A stops him."),
    ),
)
