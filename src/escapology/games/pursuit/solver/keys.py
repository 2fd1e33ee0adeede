"""What has been met before: hashes of positions, and the two tables that the search looks them up in.

Both tables know not only equal positions but better ones (*dominance*). Of two positions that differ in nothing but
fatigue the fresher one can do all that the other can, for pursuers don't mind how tired you are. Of two moments of a
walk that differ in nothing but the spaces walked over, one can do all that the other can if its spaces are among the
other's, for they only say where you can't go any more.
"""

from typing import Any, Final

import numpy as np

from escapology.games.pursuit.rules.state import NOWHERE, MazeState
from escapology.native import rule

__all__ = ["WORDS", "grow", "is_new_node", "is_new_walk", "luck_of", "put_key", "shared_words"]

WORDS: Final = 24  # numbers that a position may be written in
BUCKET: Final = 4  # places of the table of nodes where a position may stand
TIRED: Final = 7  # bits of an entry's second number that hold the fatigue


@rule
def shared_words(s: MazeState, words: Any) -> int:
    """All of a position that can change in both games, but not fatigue, nor what is only true in a walk."""
    words[0] = s.you + 1 | s.turn << 6 | s.done << 11 | s.phase << 14 | s.pursuers << 17 | s.using << 20
    for p in range(4):
        words[1 + p] = 0
        if p < s.pursuers:
            words[1 + p] = s.at[p] + 1 | s.facing[p] << 6 | s.alert[p] << 8
            if s.memory[p] != NOWHERE:
                words[1 + p] |= s.memory[p] + 1 << 9 | s.vanished[p] << 15
    return 5


@rule
def put_key(words: Any, count: int, key: Any) -> None:
    """The hash of a row of numbers, in 128 bits: each is scattered as by SplitMix64, along with all before it."""
    first = np.uint64(0)
    second = np.uint64(0)
    for i in range(count):
        z = first + np.uint64(words[i]) + np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        first = z ^ (z >> np.uint64(31))
        second = (second ^ first ^ np.uint64(words[i])) * np.uint64(0xD6E8FEB86659FD93)
        second ^= second >> np.uint64(32)
    key[0] = first
    key[1] = second & ~np.uint64(TIRED)


@rule
def is_new_node(table: Any, key: Any, fatigue: int) -> bool:
    """Whether no position as good is in the table; then this one is put there, over an older one if it must be."""
    start: Any = np.int64(key[0] & np.uint64(len(table) - BUCKET))
    tired = np.uint64(fatigue)
    chosen: Any = start + np.int64((key[1] >> np.uint64(7)) & np.uint64(BUCKET - 1))
    for i in range(start, start + BUCKET):
        if table[i, 1] == 0:
            chosen = i
            break
        if table[i, 0] == key[0] and table[i, 1] & ~np.uint64(TIRED) == key[1]:
            if table[i, 1] & np.uint64(TIRED) <= tired:
                return False
            chosen = i
            break
    table[chosen, 0] = key[0]
    table[chosen, 1] = key[1] | tired
    return True


@rule
def luck_of(key: Any, salt: int, below: int) -> int:
    """A number from 0 up to (not including) `below`, by the position and the salt; 0 without salt."""
    if salt == 0:
        return 0
    z = (key[0] ^ np.uint64(salt) * np.uint64(0x9E3779B97F4A7C15)) * np.uint64(0xD6E8FEB86659FD93)
    luck: Any = np.int64(z >> np.uint64(33))
    return luck % below  # type: ignore[no-any-return]


@rule
def grow(old: Any, new: Any, key: Any) -> None:
    """Put all that is in one table into another, larger one; `key` is where a key is put on the way."""
    for i in range(len(old)):
        if old[i, 1] != 0:
            key[0] = old[i, 0]
            key[1] = old[i, 1] & ~np.uint64(TIRED)
            fatigue: Any = np.int64(old[i, 1] & np.uint64(TIRED))
            is_new_node(new, key, fatigue)


@rule
def is_new_walk(walks: Any, heads: Any, i: int, key: Any, walked: int, expansion: int) -> bool:
    """Whether no moment as good of this turn's walks is known; then the i-th, which it is, is put there.

    walks[i] = (key, key, spaces walked over, next with the same head); heads[h] = (expansion it belongs to, first).
    """
    h = np.int64(key[0] & np.uint64(len(heads) - 1))
    first = np.int64(-1)
    if heads[h, 0] == expansion:
        first = heads[h, 1]
    same = np.int64(key[0] >> np.uint64(1))
    also = np.int64(key[1] >> np.uint64(1))
    other = first
    while other >= 0:
        if walks[other, 0] == same and walks[other, 1] == also and walks[other, 2] & ~walked == 0:
            return False
        other = walks[other, 3]
    walks[i, 0] = same
    walks[i, 1] = also
    walks[i, 2] = walked
    walks[i, 3] = first
    heads[h, 0] = expansion
    heads[h, 1] = i
    return True
