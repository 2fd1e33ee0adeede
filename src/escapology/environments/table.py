"""Games side by side, in rows: dealt, played, looked at and begun anew, by compiled rules or plain ones.

Each game has a row of every array: its deal, its state, what its player sees, its legal moves. All rows are gone
through by one kernel, which holds no lock of Python's, so several threads can each take some of them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from escapology.errors import SettingError
from escapology.layout import Rows
from escapology.luck import below, draw_at, seed_luck
from escapology.native import Loop, Room, RowKernel, is_plain, over_rows, rule
from escapology.protocol import AnyGame, Deal, Learning, Struct
from escapology.setting import Setting

__all__ = [
    "ACT",
    "AHEAD",
    "GIVEN",
    "LEFT",
    "NEW",
    "Table",
    "act_rule",
    "begin_rule",
    "choose",
    "learning_of",
    "look_rule",
    "show_rule",
    "step",
]

AHEAD: Final = 32  #: seeds of deals that are known in advance for each game

LEFT: Final = 0  #: what to do with a game: it goes on,
NEW: Final = 1  #: or it is dealt anew, from its next seed,
GIVEN: Final = 2  #: or it begins with the deal that has been put into its row,
ACT: Final = 3  #: or something is done in it; if it is over, it is dealt anew


class _Columns(NamedTuple):
    """What there is of each game, and of all."""

    forms: Any  # of the setting: deals that luck has yet to fill in
    blank: Any  # a state of zeros
    deals: Any
    states: Any
    seeds: Any  # of the deals to come
    used: Any  # how many of them are used
    seed: Any  # that of this deal
    observations: Any
    masks: Any  # 1 for each action that is legal
    moves: Any  # the legal ones
    actions: Any  # the same as actions
    count: Any  # how many they are
    age: Any  # actions since the start
    points: Any  # the score
    over: Any  # whether the next step begins a new game
    rewards: Any
    terminated: Any
    truncated: Any
    illegal: Any
    won: Any


class _Loops(NamedTuple):
    go: Loop
    choose: Loop


def learning_of(game: AnyGame) -> Learning[Any, Any]:
    """How programs learn a game, if it says so."""
    if game.learning is None:
        raise SettingError(f"{game.title} has no environment: its `learning` is not defined")
    return game.learning


def look_rule(game: AnyGame) -> Callable[..., int]:
    """Make the rule that looks what a player may do."""
    moves, action_of = game.rules.moves, learning_of(game).action_of

    @rule
    def look(d: Any, s: Any, out: Any, listed: Any, numbered: Any, mask: Any, before: int) -> int:
        """Write down what a player may do, who had so many legal moves before; how many there are now."""
        for k in range(before):
            mask[numbered[k]] = 0
        found = moves(d, s, out)
        for k in range(found):
            action = action_of(d, s, out[k])
            listed[k] = out[k]
            numbered[k] = action
            mask[action] = 1
        return int(found)

    return look


def show_rule(game: AnyGame) -> Callable[..., None]:
    """Make the rule that shows what a move can change."""
    encode = learning_of(game).encode

    @rule
    def show(t: Any, i: int, d: Any, s: Any, seen: Any) -> None:
        """Write it down where it belongs; `seen` is room for an observation."""
        encode(d, s, t.observations[i])

    return show


def begin_rule(game: AnyGame, look: Callable[..., int]) -> Callable[..., None]:
    """Make the rule that sets a game up that has its deal; `look` as above."""
    start, score = game.rules.start, game.rules.score
    encode, encode_lasting = learning_of(game).encode, learning_of(game).encode_lasting

    @rule
    def begin(t: Any, i: int, d: Any, s: Any, seen: Any, out: Any) -> None:
        """Set a game up, whose state is full of zeros, and write what is seen."""
        start(d, s)
        t.age[i] = 0
        t.over[i] = False
        t.won[i] = False
        t.terminated[i] = False
        t.truncated[i] = False
        t.illegal[i] = False
        t.points[i] = score(d, s)
        encode_lasting(d, s, seen)
        encode(d, s, seen)
        t.count[i] = look(d, s, out, t.moves[i], t.actions[i], t.masks[i], t.count[i])

    return begin


def act_rule(game: AnyGame, look: Callable[..., int], show: Callable[..., None]) -> Callable[..., None]:
    """Make the rule that does what was chosen."""
    play, won, score = game.rules.play, game.rules.won, game.rules.score

    @rule
    def act(t: Any, i: int, d: Any, s: Any, seen: Any, action: int, out: Any, how: tuple[int, bool]) -> None:
        """Do what was chosen in a game that is not over; `how` is a limit, and whether points are what counts."""
        t.age[i] += 1
        numbered = t.actions[i]
        place = 0
        while place < t.count[i] and numbered[place] != action:
            place += 1
        t.illegal[i] = place == t.count[i]
        if not t.illegal[i]:
            play(d, s, t.moves[i][place])
            show(t, i, d, s, seen)
            t.count[i] = look(d, s, out, t.moves[i], numbered, t.masks[i], t.count[i])
        t.terminated[i] = t.count[i] == 0
        t.truncated[i] = t.age[i] == how[0] and not t.terminated[i]
        t.over[i] = t.terminated[i] or t.truncated[i]
        before = t.points[i]
        t.points[i] = score(d, s)
        t.won[i] = t.terminated[i] and won(d, s)
        if how[1]:
            t.rewards[i] = t.points[i] - before
        elif t.won[i]:
            t.rewards[i] = 1

    return act


@functools.cache
def step(game: AnyGame) -> RowKernel:
    """What is done in each row: what is to be done with its game, with each action masked and all that is seen."""
    look, show = look_rule(game), show_rule(game)
    begin, act = begin_rule(game, look), act_rule(game, look, show)
    deal = learning_of(game).deal

    @rule
    def deal_next(t: Any, i: int, luck: Any) -> None:
        """The deal of the next seed."""
        luck[0] = t.seeds[i][t.used[i]]
        t.seed[i] = luck[0]
        t.used[i] += 1
        seed_luck(luck)
        t.deals[i] = t.forms[below(luck, len(t.forms)) if len(t.forms) > 1 else 0]
        deal(t.deals[i], luck)

    @rule
    def go(i: int, t: Any, what: Any, chosen: Any, limit: int, by_points: bool, luck: Any, out: Any) -> None:
        if what[i] == LEFT:
            return
        t.rewards[i] = 0
        if what[i] == ACT and not t.over[i]:
            act(t, i, t.deals[i], t.states[i], out, chosen[i], out, (limit, by_points))
            return
        if what[i] != GIVEN:
            deal_next(t, i, luck)
        t.states[i] = t.blank[0]
        begin(t, i, t.deals[i], t.states[i], t.observations[i], out)

    return RowKernel("step", go, (Room(1, "u8"), Room(game.rules.most_moves, "i8")))


@rule
def _choose(i: int, t: Any, chosen: Any, draw: int) -> None:
    chosen[i] = 0
    if t.count[i] > 0:
        chosen[i] = t.actions[i][draw_at(draw, i, t.count[i])]


def choose() -> RowKernel:
    """A legal action of each row's game, at random; 0 where there is none."""
    return RowKernel("choose", _choose)


@functools.cache
def _loops(game: AnyGame, plain: bool) -> _Loops:
    return _Loops(over_rows(step(game), is_plain=plain), over_rows(choose(), is_plain=plain))


class Table:
    """So many games of a setting; `plain` = by rules that are not compiled."""

    def __init__(self, game: AnyGame, setting: Setting, count: int, *, plain: bool = False) -> None:
        self.game, self.learning = game, learning_of(game)
        self.plain = plain or is_plain()
        self._loops = _loops(game, self.plain)
        forms = self.learning.forms(setting)
        numbers = _lists(game, forms, count) if self.plain else _arrays(game, forms, count)
        self.columns = _Columns(
            **numbers,
            observations=np.zeros((count, self.learning.size), np.int8),
            masks=np.zeros((count, self.learning.action_count), np.int8),
            rewards=np.zeros(count),
            terminated=np.zeros(count, bool),
            truncated=np.zeros(count, bool),
            illegal=np.zeros(count, bool),
            won=np.zeros(count, bool),
        )

    def go(self, what: Any, chosen: Any, rows: tuple[int, int], limit: int = 0, *, by_points: bool = False) -> None:
        """Do in each game of these rows what is to be done: `what` says what, `chosen` has the actions."""
        self._loops.go(*rows, self.columns, what, chosen, limit, by_points)

    def choose(self, chosen: Any, seed: int, rows: tuple[int, int]) -> None:
        """Put a random legal action of each game into `chosen`."""
        self._loops.choose(*rows, self.columns, chosen, seed)

    def give(self, row: int, deal: Deal) -> None:
        """Put a deal into its row."""
        self.columns.deals[row] = deal if self.plain else type(deal).rows([deal])[0]

    def position(self, row: int) -> tuple[Deal, Struct]:
        """The deal of a game and its state, without the setting."""
        deal, state = self.columns.deals[row], self.columns.states[row]
        if self.plain:
            return deal, state
        return self.game.rules.deal_type.from_row(deal), self.game.rules.state_type.from_row(state)

    def sow(self, row: int, seeds: Sequence[int] | Iterable[int]) -> None:
        """The seeds of a game's next deals."""
        for place, seed in enumerate(seeds):
            self.columns.seeds[row][place] = seed
        self.columns.used[row] = 0


def _arrays(game: AnyGame, forms: list[Deal], count: int) -> dict[str, Any]:
    """Numbers for compiled rules."""
    rules, most = game.rules, game.rules.most_moves
    return {
        "forms": rules.deal_type.rows(forms),
        "blank": rules.state_type.rows([], spare=1),
        "deals": rules.deal_type.rows([], spare=count),
        "states": rules.state_type.rows([], spare=count),
        "seeds": np.zeros((count, AHEAD), np.uint64),
        "used": np.zeros(count, np.int64),
        "seed": np.zeros(count, np.uint64),
        "moves": np.zeros((count, most), np.int32),
        "actions": np.zeros((count, most), np.int16),
        "count": np.zeros(count, np.int64),
        "age": np.zeros(count, np.int64),
        "points": np.zeros(count, np.int64),
        "over": np.zeros(count, bool),
    }


def _lists(game: AnyGame, forms: list[Deal], count: int) -> dict[str, Any]:
    """The same for plain ones, which want Python's own numbers."""
    rules, most = game.rules, game.rules.most_moves
    return {
        "forms": forms,
        "blank": [rules.state_type()],
        "deals": Rows([rules.deal_type() for _ in range(count)]),
        "states": Rows([rules.state_type() for _ in range(count)]),
        "seeds": [[0] * AHEAD for _ in range(count)],
        "used": [0] * count,
        "seed": [0] * count,
        "moves": [[0] * most for _ in range(count)],
        "actions": [[0] * most for _ in range(count)],
        "count": [0] * count,
        "age": [0] * count,
        "points": [0] * count,
        "over": [False] * count,
    }
