"""Don't Let Them Get You in words: what a move does, why one is not legal, and what a move sets off."""

from escapology.games.pursuit.dont_let_them_get_you.rules import MOST_MOVES, play_telling
from escapology.games.pursuit.dont_let_them_get_you.rules.laying import put_places
from escapology.games.pursuit.dont_let_them_get_you.rules.state import Deal, State
from escapology.games.pursuit.rules.cards import card_words
from escapology.games.pursuit.rules.log import Told
from escapology.games.pursuit.rules.maze import CORNERS, space_text
from escapology.games.pursuit.rules.state import ENTER, EXIT, LAY, NOWHERE, TURN
from escapology.games.pursuit.rules.turn import OUT, PLACE, TAKE_ENTRANCE, TAKE_EXIT
from escapology.games.pursuit.words.events import event, story
from escapology.games.pursuit.words.moves import place_words, shared_why_not, shared_words, space_in
from escapology.protocol import Event

__all__ = ["events", "story", "why_not", "words"]


def words(d: Deal, s: State, move: int) -> str:
    """The move, as one would say it."""
    kind, argument = divmod(move, 64)
    if kind == PLACE:
        return f"Lay {card_words(d.maze[s.laid])} on {space_text(argument)}"
    if kind == TAKE_ENTRANCE:
        return f"Come in at {place_words(s, argument)}"
    if kind == TAKE_EXIT:
        return f"Take {place_words(s, argument)} as the exit"
    if kind == OUT:
        return f"Get out: fatigue {s.fatigue} to {s.fatigue + 1}"
    return shared_words(d, s, move)


def why_not(d: Deal, s: State, text: str) -> str:
    """Why a well-formed move is not legal."""
    word = text.partition(" ")[0]
    if s.phase == LAY and word != "place":
        return "the maze is not laid yet: place a card"
    if s.phase in (ENTER, EXIT) and word not in ("enter", "exit"):
        return f"choose the {'entrance' if s.phase == ENTER else 'exit'} first"
    if word == "place":
        return _why_not_place(d, s, space_in(text))
    if word in ("enter", "exit"):
        return _why_not_corner(s, word, space_in(text))
    if word == "out":
        if s.exit == NOWHERE:
            return "there is no exit before all three tasks are fulfilled"
        if s.you != s.exit:
            return f"you are not on the exit, {space_text(s.exit)}"
        return "at fatigue 6 you can only rest" if s.phase == TURN else "you are in the course of a walk"
    return shared_why_not(d, s, text)


def _why_not_place(d: Deal, s: State, x: int) -> str:
    if s.phase != LAY:
        return "the maze is already laid"
    if s.there >> x & 1:
        return f"a card lies on {space_text(x)}"
    out = [0] * MOST_MOVES
    best = [space_text(out[i] % 64) for i in range(put_places(d, s, out))]
    card = card_words(d.maze[s.laid])
    return f"{card} must lie next to a laid card, a picture or ace where it touches the most numbers: {' '.join(best)}"


def _why_not_corner(s: State, word: str, x: int) -> str:
    name = "entrance" if word == "enter" else "exit"
    if s.phase != (ENTER if word == "enter" else EXIT):
        return f"there is no {name} to choose"
    if x not in CORNERS:
        return f"the {name} is at a corner"
    if word == "enter":
        return "that corner is not furthest from the three locations, or the first pursuer starts there"
    return "that corner is not furthest from the last location"


def events(d: Deal, s: State, move: int) -> list[Event]:
    """All that a legal move sets off, in order, as the rules tell it."""
    after = s.copy()
    log: list[Told] = []
    play_telling(d, after, move, log)
    return [event(d, after, told) for told in log]
