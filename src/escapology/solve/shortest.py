"""The shortest way out: a win in the fewest moves, or in whatever a game counts (`Facts.pace`).

A win is known before one looks for a shorter one, and may be as short as any win can be (`Solving.at_least`). Games
that know a way of their own take it first (`Solving.shorten`). Then positions are gone through in the order of how many
moves they take, as far as limits and memory allow: what is found so is proven to be the shortest. Where that does
not come to an end, corners of the win are cut (from each of its positions, is a later one nearer?), and what can be
left out of it is left out, so that nobody is shown a detour.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from escapology.answer import WayOut
from escapology.errors import SettingError
from escapology.middle import legal_moves, play_move, read_move, start_state
from escapology.protocol import AnyGame, Deal, Struct
from escapology.record import Record
from escapology.solve import solve
from escapology.solve.breadth import (
    FOUND,
    GOAL,
    SAVED,
    SEARCHING,
    SHORTCUT,
    TAIL,
    Breadth,
    go_through,
    key_of,
    make_ready,
)
from escapology.verdict import Limits, Verdict

__all__ = ["compare", "find_shortest", "find_way_out", "length_of", "tighten", "trim"]

CORNER: Final = 1 << 11  # positions that are gone through to cut a corner


def length_of(game: AnyGame, deal: Deal, start: Struct, moves: Sequence[str]) -> int:
    """How long these moves are, as the game counts: in moves, or in turns."""
    if game.solving.length is None:
        return len(moves)
    state = start
    for text in moves:
        state = play_move(game, deal, state, read_move(game, deal, state, text))
    return game.solving.length(deal, start, state)


def find_shortest(game: AnyGame, deal: Deal, state: Struct, limits: Limits, seconds: float | None = None) -> Verdict:
    """The verdict on a position, with the shortest win that is found. The limits hold for each thing that is tried.

    With `seconds`, that is all the time for each thing that is tried to shorten a win.
    """
    found = solve(game, deal, state, limits)
    if found.verdict != "winnable":
        return found
    make_ready(game, deal, state)
    began = time.monotonic() - found.seconds
    if seconds is not None:
        limits = replace(limits, seconds=seconds)
    limits.restart()
    if game.solving.shorten is not None:
        found = game.solving.shorten(deal, state, limits, found)
    if not found.is_shortest and game.solving.hooks is not None:
        found = _shorten(game, deal, state, limits, found)
    return replace(found, seconds=time.monotonic() - began)


def find_way_out(game: AnyGame, deal: Deal, state: Struct, limits: Limits, seconds: float | None = None) -> WayOut:
    """The same, as it is told to a player."""
    found = find_shortest(game, deal, state, limits, seconds)
    if found.verdict != "winnable":
        return WayOut(found.verdict)
    length = length_of(game, deal, state, found.moves)
    return WayOut("winnable", found.moves, length, game.facts.pace, found.is_shortest)


def compare(record: Record, limits: Limits, seconds: float | None = None) -> WayOut:
    """The shortest way from the start of a game that was won, and how long the player took."""
    game, deal = record.game, record.deal
    if game.facts.has_dice or not game.rules.won(deal, record.last_state()):
        raise SettingError("only a win in a game without dice can be compared with the shortest")
    start = start_state(game, deal)
    taken = length_of(game, deal, start, record.moves)
    return replace(find_way_out(game, deal, start, limits, seconds), pace=game.facts.pace, taken=taken)


def _shorten(game: AnyGame, deal: Deal, state: Struct, limits: Limits, found: Verdict) -> Verdict:
    least = 0 if game.solving.at_least is None else game.solving.at_least(deal, state)
    if len(found.moves) <= least:
        return replace(found, is_shortest=True)
    if game.solving.narrowed is not None:
        limits.restart()
        shorter, nodes, _ = go_through(game, game.solving.narrowed(deal), state, limits, len(found.moves) - 1)
        found = replace(found, nodes=found.nodes + nodes, moves=_texts(game, deal, state, shorter) or found.moves)
    limits.restart()
    shorter, nodes, is_proven = go_through(game, deal, state, limits, len(found.moves) - 1)
    moves = _texts(game, deal, state, shorter) or found.moves
    found = replace(found, nodes=found.nodes + nodes, moves=moves, is_shortest=is_proven)
    if is_proven:
        return found
    limits.restart()
    while (cut := _cut_corners(game, deal, state, moves, limits)) and len(cut) < len(moves):
        moves = cut
    limits.restart()
    moves = tighten(game, deal, state, moves, limits)
    return replace(found, moves=moves, is_shortest=len(moves) <= least)


# What can be left out


def tighten(game: AnyGame, deal: Deal, state: Struct, texts: Sequence[str], limits: Limits) -> tuple[str, ...]:
    """A win without what can be left out of it: ways that lead back, stretches of moves, and pairs of moves."""
    moves: list[int] = []
    here = state
    for text in texts:
        moves.append(read_move(game, deal, here, text))
        here = play_move(game, deal, here, moves[-1])
    moves = _without_ways_back(game, deal, state, moves)
    while not limits.reached(0) and (shorter := _leave_out(game, deal, state, moves, limits)):
        moves = shorter
    return _texts(game, deal, state, moves)


def trim(game: AnyGame, deal: Deal, state: Struct, texts: Sequence[str], seconds: float) -> tuple[str, ...]:
    """A win without stretches of moves that can be left out as they stand, the longest first; so nobody is shown one.

    It is looked for no longer than so many seconds; what was left out by then stays out.
    """
    limits, moves, here = Limits(seconds=seconds), [], state
    for text in texts:
        moves.append(read_move(game, deal, here, text))
        here = play_move(game, deal, here, moves[-1])
    moves = _without_ways_back(game, deal, state, moves)
    while not limits.reached(0) and (shorter := _leave_out_a_stretch(game, deal, state, moves, limits)):
        moves = shorter
    return _texts(game, deal, state, moves)


def _texts(game: AnyGame, deal: Deal, state: Struct, moves: Sequence[int]) -> tuple[str, ...]:
    texts = []
    for move in moves:
        texts.append(game.notation.move_text(deal, state, move))
        state = play_move(game, deal, state, move)
    return tuple(texts)


def _without_ways_back(game: AnyGame, deal: Deal, state: Struct, moves: list[int]) -> list[int]:
    """The moves without those between two visits of one position."""
    kept: list[int] = []
    known = {repr(state): 0}  # positions, and how many of the moves that are kept lead to them
    for move in moves:
        state = play_move(game, deal, state, move)
        kept.append(move)
        if (seen := known.get(repr(state))) is not None:
            kept = kept[:seen]
            known = {name: count for name, count in known.items() if count <= seen}
        known[repr(state)] = len(kept)
    return kept


def _leave_out(game: AnyGame, deal: Deal, state: Struct, moves: list[int], limits: Limits) -> list[int] | None:
    """The win without a stretch or a pair of moves, if it is one without them."""
    if shorter := _leave_out_a_stretch(game, deal, state, moves, limits):
        return shorter
    states = _states(game, deal, state, moves)
    for one in range(len(moves)):
        for other in range(one + 2, len(moves)):
            rest = moves[one + 1 : other] + moves[other + 1 :]
            if limits.reached(0):
                return None
            if _wins(game, deal, states[one], rest):
                return moves[:one] + rest
    return None


def _leave_out_a_stretch(
    game: AnyGame, deal: Deal, state: Struct, moves: list[int], limits: Limits
) -> list[int] | None:
    """The win without a stretch of moves, if it is one without them; the longest stretches first."""
    states, count = _states(game, deal, state, moves), len(moves)
    legal = [set(legal_moves(game, deal, there)) for there in states]
    for start, end in ((i, i + long) for long in range(count - 1, 0, -1) for i in range(count - long)):
        if limits.reached(0):
            return None
        if moves[end] in legal[start] and _wins(game, deal, states[start], moves[end:]):
            return moves[:start] + moves[end:]
    return None


def _states(game: AnyGame, deal: Deal, state: Struct, moves: Sequence[int]) -> list[Struct]:
    """The positions on the way."""
    states = [state]
    for move in moves:
        states.append(play_move(game, deal, states[-1], move))
    return states


def _wins(game: AnyGame, deal: Deal, state: Struct, moves: list[int]) -> bool:
    """Whether these moves are legal, and win."""
    for move in moves:
        if move not in legal_moves(game, deal, state):
            return False
        state = play_move(game, deal, state, move)
    return game.rules.won(deal, state)


# Corners


def _cut_corners(
    game: AnyGame, deal: Deal, state: Struct, texts: Sequence[str], limits: Limits
) -> tuple[str, ...] | None:
    """The win with shortcuts, from each of its positions to the later one that saves most; None if that was not done.

    A shortcut leads to a position that is as good as one of the way (the same for the search). From there one goes on
    from position to position as the way does, though not always by the very same moves.
    """
    keys = [key_of(game, deal, state)]
    there = state
    for text in texts:
        there = play_move(game, deal, there, read_move(game, deal, there, text))
        keys.append(key_of(game, deal, there))
    moves: list[int] = []
    here, place = state, 0
    while place < len(texts):
        if limits.reached(0):
            return None
        goals = np.array(keys[place + 1 :], np.uint64)
        search = Breadth(game, deal, here, CORNER, goals)
        while (answer := search.run(len(goals))) == SEARCHING:
            pass
        if answer == FOUND:  # nothing is nearer than the end
            return _texts(game, deal, state, moves + search.way(TAIL))
        if search.met.now[SAVED] > 0:
            way, place = search.way(SHORTCUT), place + 1 + int(search.met.now[GOAL])
        else:
            place += 1
            way = _moves_to(game, deal, here, keys[place])[:1]
            if not way:
                return None
        for move in way:
            here = play_move(game, deal, here, move)
        moves += way
    return _texts(game, deal, state, moves)


def _moves_to(game: AnyGame, deal: Deal, state: Struct, key: tuple[int, int]) -> list[int]:
    """The moves to positions that are known by that key."""
    moves = legal_moves(game, deal, state)
    return [move for move in moves if key_of(game, deal, play_move(game, deal, state, move)) == key]
