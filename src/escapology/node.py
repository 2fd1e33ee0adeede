"""A position of a play, and how it was reached: one node of the tree of all that was tried."""

from __future__ import annotations

from dataclasses import dataclass, field

from escapology.protocol import Struct

__all__ = ["Node"]


@dataclass(eq=False, slots=True)
class Node:
    """A position that was reached, and how. There may be thousands of them, so each is light."""

    number: int  # in order of first visit, 0 = the start
    move: str  # the move that led here, "" for the start
    parent: Node | None = field(repr=False)
    reveals: bool  # the move showed the player something new
    _kind: type[Struct]  # of the state
    _kept: Struct | bytes  # the state; packed, unless the play stands here
    depth: int = 0  # moves from the start to here
    children: tuple[Node, ...] = field(default=(), repr=False)  # in order of first visit
    next: Node | None = field(default=None, repr=False)  # the child that redo goes to: the one visited last
    visited: int = 0  # the larger of two siblings' is the one visited last
    taken_back: int = 0  # when the revealing move was first undone, counted as `visited` is; 0 = never
    shown: int = 0  # moves on the way here that were made for the player, by whoever knew the answer

    @classmethod
    def start(cls, state: Struct) -> Node:
        """The node of a state after the set-up."""
        return cls(0, "", None, False, type(state), state)

    def add(self, number: int, move: str, state: Struct, *, reveals: bool, is_shown: bool = False) -> Node:
        """A new child."""
        node = Node(number, move, self, reveals, type(state), state, self.depth + 1, shown=self.shown + is_shown)
        self.children += (node,)
        return node

    @property
    def is_shown(self) -> bool:
        """Whether the move that led here was made for the player."""
        return self.parent is not None and self.shown > self.parent.shown

    @property
    def state(self) -> Struct:
        """The position; nobody changes it."""
        kept = self._kept
        return self._kind.unpacked(kept) if isinstance(kept, bytes) else kept

    def pack(self) -> None:
        """Let the state take little memory."""
        if not isinstance(self._kept, bytes):
            self._kept = self._kept.packed()

    def unpack(self) -> None:
        """Have the state at hand."""
        self._kept = self.state

    def find_next(self) -> None:
        """Let redo go to the child that was visited last."""
        last = max(self.children, key=lambda child: child.visited, default=None)
        self.next = last if last is not None and last.visited else None

    def child(self, move: str) -> Node | None:
        """The child that a move leads to, if it was tried."""
        return next((child for child in self.children if child.move == move), None)

    def way(self) -> list[Node]:
        """The nodes from the start to this one."""
        nodes = [self]
        while nodes[-1].parent is not None:
            nodes.append(nodes[-1].parent)
        return nodes[::-1]

    def way_from(self, before: Node) -> list[Node] | None:
        """The nodes behind an earlier one, up to this; None if this one does not lie behind it."""
        nodes: list[Node] = []
        node = self
        while node.depth > before.depth and node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1] if node is before else None

    def last(self, count: int) -> list[Node]:
        """The last nodes of the way here, at most so many and without the start."""
        nodes: list[Node] = []
        node = self
        while node.parent is not None and len(nodes) < count:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def meeting(self, other: Node) -> Node:
        """The last node that lies on the ways to both."""
        one = self
        while one is not other:
            if one.depth < other.depth:
                one, other = other, one
            assert one.parent is not None  # all ways begin at the start
            one = one.parent
        return one
