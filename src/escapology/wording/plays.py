"""What is said of a play: how it stands, how it ended, what a move set off."""

from __future__ import annotations

from escapology.counts import count_words
from escapology.middle import read_move
from escapology.play import Node, Play
from escapology.protocol import Event
from escapology.verdict import LEVELS

__all__ = [
    "difficulty",
    "goal_line",
    "move_events",
    "move_story",
    "moves_made",
    "peeked",
    "score",
    "status_line",
    "status_words",
]


def moves_made(play: Play) -> str:
    """How many moves led here."""
    return count_words(play.here.depth, "move")


def score(play: Play) -> list[str]:
    """The score, in games that have points."""
    return [f"score {play.game.rules.score(play.deal, play.here.state)}"] if play.game.facts.has_points else []


def status_line(play: Play) -> str:
    """Where the play stands, in one line."""
    parts = [
        play.game.title,
        moves_made(play),
        *score(play),
        f"{play.hidden()} hidden",
        *status_words(play),
        *peeked(play),
    ]
    parts += [f"[{name}]" for name, node in play.bookmarks.items() if node is play.here]
    return " · ".join(parts)


def goal_line(play: Play) -> str:
    """What one is after, and how far one is."""
    goal = play.game.presentation.goal(*play.game.knowledge.observe(play.deal, play.here.state))
    return f"{goal.words}."


def status_words(play: Play) -> list[str]:
    """The status, if there is more to say than that the game goes on."""
    status = play.status()
    if status == "playing":
        return []
    # Only a game that goes on can say more about itself; the end of one has words of its own.
    return [f"{status}: there are moves, but they lead nowhere" if play.legal() else status]


def difficulty(play: Play) -> list[str]:
    """How hard the deal is, if it was looked for like that."""
    return [] if play.level is None else [f"{LEVELS[play.level - 1]} deal"]


def peeked(play: Play) -> list[str]:
    """That the player has seen what lies ahead."""
    return ["saw what comes next"] if play.has_peeked else []


def move_events(play: Play, node: Node) -> list[Event]:
    """What the move that led to a node set off, step by step."""
    assert node.parent is not None  # nothing led to the start
    before = node.parent.state
    return play.game.presentation.events(play.deal, before, read_move(play.game, play.deal, before, node.move))


def move_story(play: Play, node: Node, events: list[Event] | None = None) -> list[str]:
    """The same as a log tells it; a move that sets nothing off is told in its own words."""
    story = play.game.presentation.story(move_events(play, node) if events is None else events)
    if story or node.parent is None:
        return story
    before = node.parent.state
    return [f"{play.game.presentation.words(play.deal, before, read_move(play.game, play.deal, before, node.move))}."]
