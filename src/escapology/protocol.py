"""What a game is: parts made of facts and functions. Front ends, solvers and studies know games only through this.

A newcomer reads this file, then `games/blank`, then `games/devils_square`. `docs/adding-a-game.md` goes through the
parts one by one.

    Game(facts, rules, notation, presentation)      what every game has
        knowledge, solving, fair, learning, entry,  what it may have: left out, nothing is hidden …
        companion, study, proving, printing, piecepack

All luck is in the deal and nothing is random after it. A move is a whole number inside, text outside: the text is what
is kept, shared and replayed. Functions marked [rule] are compiled when a kernel calls them (`native`). Everywhere
`d` is a deal and `s` a state; only `start` and `play` change the state they are given.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, Self, TypeAlias, TypeVar

from escapology.credit import Credit, Script
from escapology.document import NOTHING, Printing
from escapology.layout import Struct, field
from escapology.learning import Actions, Array, Board, Course, Learning
from escapology.native import rule
from escapology.proof import Proving
from escapology.setting import Option, Setting, Variant
from escapology.told import Curve, Event, Goal, Measured, Sound

if TYPE_CHECKING:
    from escapology.companion import Companion
    from escapology.draw.scene import Face, Overlay, Scene
    from escapology.entry import Entry
    from escapology.luck import Luck
    from escapology.ppn import Piecepack
    from escapology.study import Study
    from escapology.verdict import Effort, Limits, Prospect, Rated, Solution, Verdict

__all__ = [
    "MOST_NUMBERS",
    "Actions",
    "AnyGame",
    "Array",
    "Board",
    "Course",
    "Credit",
    "Curve",
    "D",
    "Deal",
    "Event",
    "Facts",
    "FairPlay",
    "Game",
    "Goal",
    "Hooks",
    "Knowledge",
    "Learning",
    "Looking",
    "Measured",
    "Notation",
    "Presentation",
    "Printing",
    "Proving",
    "Rules",
    "S",
    "Script",
    "Solving",
    "Sound",
    "Struct",
    "Yardstick",
    "field",
]


class Deal(Struct):
    """Base of every game's deal: all its luck, laid out for the rules, and the setting it was dealt for."""

    setting: Setting

    @classmethod
    def blank(cls, setting: Setting) -> Self:
        """A deal of that setting with nothing in it yet."""
        deal = cls()
        deal.setting = setting
        return deal


D = TypeVar("D", bound=Deal)
S = TypeVar("S", bound=Struct)


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a game is called, whose it is, and what can be chosen before it is dealt."""

    name: str  # as deal lines begin: "devils-square"
    title: str  # "Devil's Square"
    pitch: str  # one line for a menu
    credit: Credit
    folder: Path  # holds RULES.md
    variants: tuple[Variant, ...] = (Variant("classic", "as the rulebook has it"),)  # the first is the default
    options: tuple[Option, ...] = ()
    endings: tuple[str, ...] = ("won", "lost")  # what the status can say when the game is over
    has_points: bool = False  # whether its score is more than won or not
    has_dice: bool = False  # whether luck is still to come in the middle of a game: then the best play has a chance
    feel: str = ""  # how long and how hard it is, for a menu
    pace: str = "move"  # what the length of a game is counted in: its own `Solving.length` counts others than moves
    is_example: bool = False  # the template for newcomers, not for menus


def _one_for_a_win(d: Deal, s: Struct) -> int:
    """Stands for a score that a game leaves out; `Rules` makes one from `won`."""
    raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules(Generic[D, S]):
    """What is legal and what happens."""

    deal_type: type[D]
    state_type: type[S]
    most_moves: int  # no position has more legal moves
    start: Callable[[D, S], None]  # [rule] (d, s): set up a state that is all zeros
    moves: Callable[[D, S, list[int]], int]  # [rule] (d, s, out): put the legal moves into out; how many they are
    play: Callable[[D, S, int], None]  # [rule] (d, s, move): make a legal move
    won: Callable[[D, S], bool]  # [rule] (d, s)
    score: Callable[[D, S], int] = _one_for_a_win  # [rule] (d, s): the game's own points, else 1 for a win and 0

    def __post_init__(self) -> None:
        if self.score is _one_for_a_win:
            won = self.won

            @rule
            def score(d: D, s: S) -> int:
                return 1 if won(d, s) else 0

            object.__setattr__(self, "score", score)


def _as_written(d: Deal, s: Struct, text: str) -> str:
    return text


def _without_files(text: str, read: Callable[[str], str]) -> str:
    return text


def _alone(token: str) -> tuple[str, ...]:
    return (token,)


def _one_by_one(moves: list[str]) -> list[str]:
    return moves


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation(Generic[D, S]):
    """Deals, moves and states as text: what people share, and what is kept."""

    move_pattern: re.Pattern[str]  # what a move looks like, in any position
    move_help: str  # and in words: "b2>a1 or b2:1>a1"
    deal_cards: Callable[[Setting, Luck], D]  # a random deal
    parse_deal: Callable[[Setting, str], D]  # from what stands behind the colon of a deal line
    deal_text: Callable[[D], str]  # (d): the same text
    move_text: Callable[[D, S, int], str]  # (d, s, move)
    state_text: Callable[[D, S], str]  # (d, s): the state line
    status: Callable[[D, S], str]  # (d, s): "playing", "won" … as the state line says
    tidy: Callable[[D, S, str], str] = _as_written  # (d, s, text): other spellings of a move

    # Some games write several moves as one token of a record, such as a whole walk
    token_pattern: re.Pattern[str] | None = None  # what else a record may hold where a move could stand
    expand: Callable[[str], tuple[str, ...]] = _alone  # its moves; `stop?` = only where it is legal
    collect: Callable[[list[str]], list[str]] = _one_by_one  # the other way round
    one_move_a_line: bool = False  # where blanks alone don't tell where a move ends

    embed_files: Callable[[str, Callable[[str], str]], str] = _without_files  # (text, read): a deal that names files,
    # with what they say in their place; `read` gives the text of one. Only command lines have any read


def _to_win(d: Deal, s: Struct) -> Goal:
    return Goal("Win the game", "")


def _no_rules(d: Deal, s: Struct) -> tuple[str, ...]:
    return ()


def _no_fate(d: Deal, s: Struct) -> str:
    return ""


def _no_move(d: Deal, s: Struct, source: str, place: str) -> str:
    return ""


def _nothing_more(d: Deal, s: Struct) -> dict[str, str]:
    return {}


def _no_events(d: Deal, s: Struct, move: int) -> list[Event]:
    return []


def _sentences(events: list[Event]) -> list[str]:
    return [event.words for event in events]


@dataclass(frozen=True, slots=True, kw_only=True)
class Presentation(Generic[D, S]):
    """What people see and hear."""

    words: Callable[[D, S, int], str]  # (d, s, move): the move in words
    why_not: Callable[[D, S, str], str]  # (d, s, text): why this well-formed move is not legal here
    scene: Callable[[D, S], Scene]  # (d, s) as `observe` gives them
    goal: Callable[[D, S], Goal] = _to_win  # (d, s) as seen: what one is after, and how far one is
    fate: Callable[[D, S], str] = _no_fate  # (d, s) as seen, at the end: what ended it and by whom, in a sentence
    rules: Callable[[D, S], tuple[str, ...]] = _no_rules  # (d, s) as seen: the rules that matter now, the first the
    # most: numbers of RULES.md, `12`, or names of its sections, `variants`; of another game's, `its-name#12`
    face: Face = "table"  # the place it is played at, as pages show it
    aim: Callable[[D, S, str, str], str] = _no_move  # (d, s, source, place): the move one means, legal or not, who
    # takes the scene's item `source` ("" = nothing) to a place of the scene; "" = none
    looks: Callable[[D, S], dict[str, str]] = _nothing_more  # (d, s) as seen: what more can be shown, in words; named
    # by the key of an item or by a move
    look: Callable[[D, S, str], Overlay] | None = None  # (d, s, name): that, to be laid over the scene
    events: Callable[[D, S, int], list[Event]] = _no_events  # (d, s, move): all that the move sets off, in order
    story: Callable[[list[Event]], list[str]] = _sentences  # as a log tells them
    sounds: tuple[tuple[str, Sound], ...] = ()  # of kinds of events; others sound like what moves in the scene


def _see_all(d: D, s: S) -> tuple[D, S]:
    return d.copy(), s.copy()


def _same_world(d: D, s: S, luck: Luck) -> tuple[D, S]:
    return d.copy(), s.copy()


def _nothing_hidden(d: Deal, s: Struct) -> int:
    return 0


def _shows_nothing(d: Deal, before: Struct, after: Struct) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge(Generic[D, S]):
    """What the player knows. Left out, everything lies open."""

    observe: Callable[[D, S], tuple[D, S]] = _see_all  # (d, s): copies, with all that the player can't know blanked out
    redraw: Callable[[D, S, Luck], tuple[D, S]] = _same_world  # (d, s, luck): one of the worlds that look the same,
    # each equally likely; it uses nothing that `observe` hides
    hidden: Callable[[D, S], int] = _nothing_hidden  # (d, s): how many things are hidden
    reveals: Callable[[D, S, S], bool] = _shows_nothing  # (d, before, after): whether a move showed something new


MOST_NUMBERS: Final = 64  #: that a position may be made of for the search


@dataclass(frozen=True, slots=True)
class Hooks(Generic[D, S]):
    """What a game tells the search that is made from its rules. All of them are rules."""

    canonical: Callable[[D, S, list[int]], int]  # (d, s, bag): put the position into the bag as numbers, whose order is
    # nothing; how many they are, at most `MOST_NUMBERS`
    is_hopeless: Callable[[D, S], bool] | None = None  # (d, s): True only where no win is left
    put_best_last: Callable[[D, S, list[int], int], None] | None = None  # (d, s, out, count): sort moves for the
    # search, which tries the last one first


@dataclass(frozen=True, slots=True, kw_only=True)
class Solving(Generic[D, S]):
    """What can be said for certain. Left out, nothing can.

    Games whose luck lies in the deal are decided, all that is hidden being known (*thoughtful*): by `solve`, or by the
    search that is made from the rules, which needs `hooks`. Games with dice have an `optimum` instead.
    """

    hooks: Hooks[D, S] | None = None  # what the search needs to know
    solve: Callable[[D, S, Limits], Verdict] | None = None  # (d, s, limits): the game's own way, better than search
    deal: Callable[[Setting, int], D] | None = (
        None  # (setting, seed): the deal of that seed, made by compiled code; for
    )
    # many deals, where making them counts
    best_score: Callable[[D, S, Limits], Verdict] | None = None  # (d, s, limits): the same, with the most points that
    # can be made, where a game has points; without them if a limit is reached first
    optimum: Callable[[D, S, Limits], Solution] | None = None  # (d, s, limits): the exact best chance, and the best
    # move; SpentError if a limit is reached first

    foresee: Callable[[D, S, Limits], Verdict] | None = None  # (d, s, limits): in games of dice, whether those that lie
    # in the deal allow a win, all of them being known

    # Shortest wins (`solve/shortest.py`)
    length: Callable[[D, S, S], int] | None = None  # (d, start, end): how long it took, where that is not moves
    at_least: Callable[[D, S], int] | None = None  # (d, s): no win takes fewer moves from here
    shorten: Callable[[D, S, Limits, Verdict], Verdict] | None = None  # (d, s, limits, found): the same with the
    # shortest win, or the best found within the limits; by default positions are gone through one by one
    narrowed: Callable[[D], D] | None = None  # (d): the deal with fewer legal moves: shorter wins are looked for there,
    # too, because there are fewer positions to go through


Bounds = tuple[float, float, float, float]  #: scores at which levels of difficulty part


@dataclass(frozen=True, slots=True, kw_only=True)
class Yardstick(Generic[D]):
    """How hard a game's deals are: what `solve/difficulty.py` measures it with, and where the five levels part."""

    bounds: tuple[tuple[str, Bounds], ...]  # of the scores of each variant, measured; one without them has no levels
    nodes: int = 300  # to decide what is behind a choice; what is not decided counts as half
    moments: tuple[float, ...] = (0.5,)  # of a solution, from 0 to 1, when its narrowness is measured
    lost: Callable[[D, int], float] | None = None  # (d, luck): the share lost by the game's own bots, if it has better

    def bounds_of(self, variant: str) -> Bounds | None:
        """Those of a variant, if it has levels."""
        return dict(self.bounds).get(variant)


def _no_opinion(d: Deal, s: Struct) -> float:
    return 0.5


@dataclass(frozen=True, slots=True)
class Looking(Generic[D, S]):
    """Where something can be found out for nothing: then a fair player does so before he decides anything."""

    is_free: Callable[[D, S, int], bool]  # [rule] (d, s, move): whether all it does can be taken back
    shows: Callable[[D, S, S], bool]  # [rule] (d, before, after): whether something new is seen
    class_of: Callable[[D, S], object]  # (d, s): positions of one class are worth the same: free moves link them


@dataclass(frozen=True, slots=True, kw_only=True)
class FairPlay(Generic[D, S]):
    """What a bot, or a hint, goes by that knows only what the player may know (`solve/fair.py`)."""

    promise: Callable[[D, S], float] = _no_opinion  # (d, s): how good a position looks at a glance, from 0 to 1
    glance: Callable[[D, S, list[int]], float] | None = None  # [rule] (d, s, out): the same as `promise`, with room for
    # legal moves; then greedy bots run compiled, if `settles` is a rule, too
    settles: Callable[[D, S, S], bool] | None = None  # (d, before, after): whether one thinks again after that move; by
    # default where it reveals something
    prospects: Callable[[D, list[S], Limits], list[Prospect]] | None = None  # (d, states, limits for each): how these
    # positions of one world look to one who knows that world; by default whether they can be won, and their promise
    nodes: int = 300  # to decide a position of a sampled world; what is not decided by then counts as half a win
    worlds: int = 40  # samples that a hint takes
    curves: tuple[
        tuple[str, Curve], ...
    ] = ()  # of each variant where it was measured: how often who follows hints wins
    looking: Looking[D, S] | None = None  # how something is found out for nothing, where that is possible
    advise: Callable[[D, S, Luck, Effort], list[Rated]] | None = None  # (d, s, luck, effort), d and s as seen: choices,
    # the best first, by the game's own search; [] or None: `prospects` of sampled worlds decide
    measured: tuple[Measured, ...] = ()  # of the usual options: how many deals a fair player has won
    yardstick: Yardstick[D] | None = None  # what difficulty is measured with; None where nobody has measured it


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Game(Generic[D, S]):
    """One game: `D` is its deal and `S` its state, so that a function of another game does not fit in."""

    facts: Facts
    rules: Rules[D, S]
    notation: Notation[D, S]
    presentation: Presentation[D, S]
    knowledge: Knowledge[D, S] = Knowledge()
    solving: Solving[D, S] = Solving()
    fair: FairPlay[D, S] = FairPlay()
    learning: Learning[D, S] | None = None  # how programs learn it
    entry: Entry | None = None  # how a deal that lies on a table is entered by hand
    companion: Companion[D, S] | None = None  # how one is helped along who plays at a real table
    study: Study | None = None  # what it finds out about many of its deals together
    proving: Proving = Proving()  # noqa: RUF009 (nobody can change it) how certificates prove losses
    printing: Printing = NOTHING  # what of it is printed, to be cut out, written on and laid beside the board
    piecepack: Piecepack | None = None  # how it is written in Portable Piecepack Notation, if it is played with one

    @property
    def name(self) -> str:
        """What deal lines begin with: it is asked for everywhere."""
        return self.facts.name

    @property
    def title(self) -> str:
        """What people call it."""
        return self.facts.title


AnyGame: TypeAlias = Game[Any, Any]  # for code that serves all games: deal and state come from the same one
