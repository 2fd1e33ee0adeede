"""Don't Let Them Get You in words: what a move does, why one is not legal, and what a move sets off."""

from escapology.counts import count_words
from escapology.games.pursuit.dont_let_them_get_you.rules import MOST_MOVES, play_telling
from escapology.games.pursuit.dont_let_them_get_you.rules.laying import put_places
from escapology.games.pursuit.dont_let_them_get_you.rules.state import Deal, State
from escapology.games.pursuit.rules.cards import card_words
from escapology.games.pursuit.rules.log import Told
from escapology.games.pursuit.rules.maze import CORNERS, space_text
from escapology.games.pursuit.rules.state import ENTER, EXIT, LATE, LAY, NOWHERE, PLAYING, TURN, TURNS, WALK, WON
from escapology.games.pursuit.rules.turn import OUT, PLACE, TAKE_ENTRANCE, TAKE_EXIT
from escapology.games.pursuit.words.events import SOUNDS, event, lost_fate, story
from escapology.games.pursuit.words.moves import place_words, shared_why_not, shared_words, space_in
from escapology.protocol import Event, Goal

__all__ = ["SOUNDS", "events", "fate", "goal", "rules", "story", "why_not", "words"]


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


def goal(d: Deal, s: State) -> Goal:
    """What one is after, and how far one is."""
    wanted = "Fulfil three tasks, then get out"
    if s.status == WON:
        return Goal(wanted, "you are out")
    if s.phase == LAY:
        return Goal(wanted, f"first lay the maze, {count_words(len(d.maze) - s.laid, 'card')} to go")
    if s.exit != NOWHERE:
        return Goal(wanted, f"all tasks done, the exit is {space_text(s.exit)}")
    return Goal(wanted, f"{s.done.bit_count()} of 3 tasks done")


def fate(d: Deal, s: State) -> str:
    """What ended it, and who."""
    if s.status == WON:
        return f"You fulfilled all three tasks and slipped out at {space_text(s.you)}, in turn {s.turn} of {TURNS}."
    return lost_fate(s)


def rules(d: Deal, s: State) -> tuple[str, ...]:
    """The rules that matter now."""
    if s.status != PLAYING:
        return ("38",) if s.status == WON else ("40",) if s.status == LATE else ("39", "20")
    if s.phase == WALK:
        return ("13", "14", "15") if s.steps else ("12", "13")
    if s.phase != TURN:
        return {LAY: ("variants",), ENTER: ("6",), EXIT: ("16",)}[s.phase]
    if s.you == s.exit:
        return "38", "17"
    if any(s.alert[p] for p in range(s.pursuers)):
        return "10", "31", "32"
    return ("17", "11") if s.fatigue == 6 else ("10", "11", "17")
