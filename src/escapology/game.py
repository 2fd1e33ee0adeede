"""What a game is: facts and functions. Front ends, solvers and studies know games only through this.

A newcomer reads this file, then `games/blank`, then `games/devils_square`. `docs/adding-a-game.md` leads the way.

All luck is in the deal and nothing is random after it. A move is a whole number inside, text outside: the text is what
is kept, shared and replayed. Functions marked [rule] are compiled when a kernel calls them (`native.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from escapology.layout import Struct, field
from escapology.setting import Option, Setting, Variant

if TYPE_CHECKING:
    from escapology.draw.scene import Overlay, Scene
    from escapology.entry import Entry
    from escapology.luck import Luck
    from escapology.verdict import Hooks, Limits, Outlook, Verdict, Yardstick

__all__ = ["Credit", "Deal", "Event", "Game", "Solution", "Struct", "field"]


class Deal(Struct):
    """Base of every game's deal: all its luck, laid out for the rules, and the setting it was dealt for."""

    setting: Setting

    @classmethod
    def blank(cls, setting: Setting) -> Self:
        """A deal of that setting with nothing in it yet."""
        deal = cls()
        deal.setting = setting
        return deal


@dataclass(frozen=True, slots=True)
class Credit:
    """Who made the game for the table."""

    designer: str
    year: int
    link: str
    licence: str


@dataclass(frozen=True, slots=True)
class Event:
    """One of the things that happen in a move, for a log and for animation."""

    kind: str  # "stepped", "spotted" …
    who: str  # key of the scene's item it happens to, "" = none
    where: str  # the space, as the game writes it, "" = none
    words: str  # a whole sentence for people


@dataclass(frozen=True, slots=True)
class Solution:
    """What the best possible play achieves, for one who knows what `observe` leaves."""

    chance: float  # of winning, exactly
    move: str  # the best one; "" when the game is over
    chances: dict[str, float]  # of every legal move, best first
    states: int  # positions looked at
    seconds: float


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """One game. `d` is a deal, `s` a state; only `start` and `play` change the state they are given."""

    # Facts
    name: str  # as deal lines begin: "devils-square"
    title: str  # "Devil's Square"
    pitch: str  # one line for a menu
    credit: Credit
    variants: tuple[Variant, ...]  # the first is the default
    options: tuple[Option, ...]
    folder: Path  # holds RULES.md
    deal_type: type[Deal]
    state_type: type[Struct]
    most_moves: int  # no position has more legal moves

    # Rules
    start: Callable[[Any, Any], None]  # [rule] (d, s): set up a state that is all zeros
    moves: Callable[[Any, Any, Any], int]  # [rule] (d, s, out): put the legal moves into out; how many they are
    play: Callable[[Any, Any, int], None]  # [rule] (d, s, move): make a legal move
    won: Callable[[Any, Any], bool]  # [rule] (d, s)
    score: Callable[[Any, Any], int]  # [rule] (d, s): the game's own points, else 1 for a win and 0

    # Notation
    move_pattern: re.Pattern[str]  # what a move looks like, in any position
    move_help: str  # and in words: "b2>a1 or b2:1>a1"
    deal_cards: Callable[[Setting, Luck], Any]  # a random deal
    parse_deal: Callable[[Setting, str], Any]  # from what stands behind the colon of a deal line
    deal_text: Callable[[Any], str]  # (d): the same text
    move_text: Callable[[Any, Any, int], str]  # (d, s, move)
    state_text: Callable[[Any, Any], str]  # (d, s): the state line
    status: Callable[[Any, Any], str]  # (d, s): "playing", "won" … as the state line says
    tidy: Callable[[Any, Any, str], str] = lambda d, s, text: text  # (d, s, text): other spellings of a move

    # Records: some games write several moves as one token, such as a whole walk
    token_pattern: re.Pattern[str] | None = None  # what else a record may hold where a move could stand
    expand: Callable[[str], tuple[str, ...]] = lambda token: (token,)  # its moves; `stop?` = only where it is legal
    collect: Callable[[list[str]], list[str]] = lambda moves: moves  # the other way round
    one_move_a_line: bool = False  # where blanks alone don't tell where a move ends

    # For people
    has_points: bool = False  # whether its score is more than won or not
    words: Callable[[Any, Any, int], str]  # (d, s, move): the move in words
    why_not: Callable[[Any, Any, str], str]  # (d, s, text): why this well-formed move is not legal here
    scene: Callable[[Any, Any], Scene]  # (d, s) as `observe` gives them
    aim: Callable[[Any, Any, str, str], str] = lambda d, s, source, place: ""  # (d, s, source, place): the move one
    # means, legal or not, who takes the scene's item `source` ("" = nothing) to a place of the scene; "" = none
    looks: Callable[[Any, Any], dict[str, str]] = lambda d, s: {}  # (d, s) as seen: what more can be shown, in words;
    # named by the key of an item or by a move
    look: Callable[[Any, Any, str], Overlay] | None = None  # (d, s, name): that, to be laid over the scene
    events: Callable[[Any, Any, int], list[Event]] = lambda d, s, move: []  # all that the move sets off, in order
    story: Callable[[list[Event]], list[str]] = lambda events: [event.words for event in events]  # as a log tells them

    # Knowledge
    observe: Callable[[Any, Any], tuple[Any, Any]]  # (d, s): copies, with all that the player can't know blanked out
    redraw: Callable[[Any, Any, Luck], tuple[Any, Any]]  # (d, s, luck): one of the worlds that look the same, each
    # equally likely; it uses nothing that `observe` hides
    hidden: Callable[[Any, Any], int]  # (d, s): how many things are hidden
    reveals: Callable[[Any, Any, Any], bool]  # (d, before, after): whether a move showed the player something new

    # Solving: games whose luck lies in the deal are decided, all that is hidden being known (*thoughtful*);
    # games whose luck is still to come have a best chance
    hooks: Hooks | None = None  # what the search that is made from the rules needs to know
    solve: Callable[[Any, Any, Limits], Verdict] | None = None  # (d, s, limits): the game's own way, better than search
    best_score: Callable[[Any, Any, Limits], Verdict] | None = None  # (d, s, limits): the same, with the most points
    # that can be made, where a game has points; without them if a limit is reached first
    optimum: Callable[..., Solution] | None = None  # (d, s, limits=None): the exact best chance, and the best move;
    # SpentError if a limit is reached first

    # Fair play (`solve/fair.py`): what a bot, or a hint, goes by that knows only what the player may know
    promise: Callable[[Any, Any], float]  # (d, s): how good a position looks at a glance, from 0 to 1
    settles: Callable[[Any, Any, Any], bool] | None = None  # (d, before, after): whether one thinks again after that
    # move; by default where it reveals something
    outlook: Callable[[Any, list[Any], Limits], list[Outlook]] | None = None  # (d, states, limits for each): how these
    # positions of one world look to one who knows that world; by default whether they can be won, and their promise

    # Difficulty (`solve/difficulty.py`)
    yardstick: Yardstick | None = None  # what it is measured with; None where nobody has measured it

    entry: Entry | None = None  # how a deal that lies on a table is entered by hand
    feel: str = ""  # how long and how hard it is, for a menu
    is_example: bool = False  # the template for newcomers, not for menus
