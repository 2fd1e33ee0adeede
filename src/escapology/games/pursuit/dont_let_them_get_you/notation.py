"""Don't Let Them Get You as text. Notation is described in RULES.md."""

import re
from typing import Final

from escapology.games.pursuit.aiming import step_to
from escapology.games.pursuit.cards import ACE, KING, card_text, card_words
from escapology.games.pursuit.dealing import deal_text, read_cards, shuffle_cards, tasks_differ
from escapology.games.pursuit.dont_let_them_get_you.laying import put_places
from escapology.games.pursuit.dont_let_them_get_you.rules import MOST_MOVES
from escapology.games.pursuit.dont_let_them_get_you.state import Deal, State
from escapology.games.pursuit.maze import CORNERS, space_text
from escapology.games.pursuit.notation import chase_text, collect_turns, expand_turn, move_text, status
from escapology.games.pursuit.state import ENTER, EXIT, LAY, NOWHERE, TURN
from escapology.games.pursuit.turn import OUT, PLACE, TAKE_ENTRANCE, TAKE_EXIT
from escapology.games.pursuit.words import place_words, shared_why_not, shared_words, space_in
from escapology.luck import Luck
from escapology.setting import Setting

__all__ = [
    "MOVE",
    "TOKEN",
    "aim",
    "collect",
    "deal_cards",
    "deal_text",
    "expand",
    "move_text",
    "parse_deal",
    "state_text",
    "status",
    "why_not",
    "words",
]

MOVE: Final = re.compile("(?:enter|exit|place) [a-g][1-7]|use [123]|stop|rest|out|[nesw]")
TOKEN: Final = re.compile("[123]:[nesw]+")


def _blank(setting: Setting) -> Deal:
    d = Deal.blank(setting)
    d.bingo = int(setting.variant == "bingo")
    d.home = KING if setting.variant == "classic" else ACE
    d.start_counts = int(setting["start_counts"] == "yes")
    return d


def deal_cards(setting: Setting, luck: Luck) -> Deal:
    """A random deal."""
    d = _blank(setting)
    shuffle_cards(d, tasks_differ, even=setting.variant != "classic", luck=luck)
    return d


def parse_deal(setting: Setting, text: str) -> Deal:
    """Read `<3 task cards> | <49 maze cards> | <48 movement cards>`."""
    d = _blank(setting)
    read_cards(d, text, tasks_differ, unlike="number", even=setting.variant != "classic")
    return d


def expand(text: str) -> tuple[str, ...]:
    """The atomic moves of a token."""
    return expand_turn(text, ("stop?",))


def collect(texts: list[str]) -> list[str]:
    """The tokens of atomic moves."""
    return collect_turns(texts, ("stop",))


def state_text(d: Deal, s: State) -> str:
    """The state line."""
    if s.phase == LAY:
        grid = ",".join(card_text(card) for card in s.card[:49])
        return f"phase=lay laid={s.laid} next={card_text(d.maze[s.laid])} grid={grid} status=playing"
    return f"{chase_text(s)} exit={space_text(s.exit)} status={status(d, s)}"


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


def aim(d: Deal, s: State, source: str, place: str) -> str:
    """The move one means who points at a space."""
    word = {LAY: "place", ENTER: "enter", EXIT: "exit"}.get(s.phase, "")
    return f"{word} {place}" if word else step_to(s, place)


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
