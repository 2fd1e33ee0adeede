"""Which home is looked at next, and whether one is known: the list of homes, a hash table, and queues (`homes.py`).

Each home is in a queue of two orders: by how far its parent goes without backing up, which mostly leads to a win soon,
and by how many coins its parent can have in the trail at once.
"""

from __future__ import annotations

from typing import Any, Final

from escapology.games.lab_rats.rules import COINS
from escapology.native import rule

__all__ = [
    "COUNT",
    "HOW",
    "IS_SEEN",
    "KEY",
    "LOOKED",
    "PARENT",
    "QUEUES",
    "ROWS",
    "Parent",
    "add_home",
    "enter_homes",
    "next_home",
]

KEY: Final = 0  # rows of the list of homes: its number
PARENT: Final = 1  # the place of its parent
HOW: Final = 2  # how it came from there
IS_SEEN: Final = 3  # whether it was looked at
AFTER: Final = 4  # the next home in the same queue of the first order, and in a row more of the second
ROWS: Final = 6

FAR: Final = 0  # orders: by how far the parent goes without backing up
LAID: Final = 1  # by how many coins the parent can have in the trail at once
QUEUES: Final = COINS + 1  # of each order

HEAD: Final = 0  # the first home of a queue
TAIL: Final = 1  # the last one

COUNT: Final = 0  # how many homes there are
LOOKED: Final = 1  # how many were looked at
TURNS: Final = 2  # how many there were
NEXT: Final = 3  # which queue of the first order is next where each has its turn; then the same of the second

Parent = tuple[int, int, int]  #: a home, and its queues in both orders


@rule
def slot_of(key: int, table: Any, homes: Any) -> int:
    """Where a home is in the hash table, or is to be put."""
    mask = len(table) - 1
    mixed = (key & 0x1FFFFF) * 0x9E3779B1 + ((key >> 21) & 0x1FFFFF) * 0x85EBCA77 + (key >> 42) * 0xC2B2AE3D
    slot = (mixed ^ (mixed >> 23)) & mask
    while table[slot] >= 0 and homes[KEY, table[slot]] != key:
        slot = (slot + 1) & mask
    return slot


@rule
def add_home(key: int, parent: Parent, how: int, tables: Any) -> None:
    """Put a home into a queue of each order, unless it is known."""
    homes, table, queues, counts = tables
    slot = slot_of(key, table, homes)
    if table[slot] >= 0:
        return
    n = counts[COUNT]
    counts[COUNT] = n + 1
    table[slot] = n
    homes[KEY, n], homes[PARENT, n], homes[HOW, n], homes[IS_SEEN, n] = key, parent[0], how, 0
    for order in range(2):
        queue = parent[1] if order == FAR else parent[2]
        homes[AFTER + order, n] = -1
        if queues[order, HEAD, queue] < 0:
            queues[order, HEAD, queue] = n
        else:
            homes[AFTER + order, queues[order, TAIL, queue]] = n
        queues[order, TAIL, queue] = n


@rule
def pass_seen(order: int, queue: int, tables: Any) -> int:
    """The first home of a queue that was not looked at; those before it leave the queue. -1 = there is none."""
    homes, _, queues, _ = tables
    home: int = queues[order, HEAD, queue]
    while home >= 0 and homes[IS_SEEN, home] == 1:
        home = homes[AFTER + order, home]
    queues[order, HEAD, queue] = home
    return home


@rule
def next_home(tables: Any) -> int:
    """The home to look at next; -1 = all were looked at.

    Of eight turns, six go to one whose parent goes furthest. In the others each queue has its turn, one in either
    order: where one order takes long, the other may not.
    """
    _, _, _, counts = tables
    turn = counts[TURNS] % 8
    counts[TURNS] += 1
    if turn % 4 > 0:
        for queue in range(QUEUES - 1, -1, -1):
            home: int = pass_seen(FAR, queue, tables)
            if home >= 0:
                return home
        return -1
    order = LAID if turn == 0 else FAR
    for _ in range(QUEUES):
        queue = counts[NEXT + order]
        counts[NEXT + order] = (queue + QUEUES - 1) % QUEUES
        home = pass_seen(order, queue, tables)
        if home >= 0:
            return home
    return -1


@rule
def enter_homes(homes: Any, table: Any, count: int) -> None:
    """Enter that many homes into an empty hash table."""
    for n in range(count):
        table[slot_of(homes[KEY, n], table, homes)] = n
