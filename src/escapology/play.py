"""A game in progress: its moves as a tree, so that nothing is ever lost by undoing.

play = Play.of_line("blank: 3 1 5 2 6 4")
play.do("climb"); play.do("skip"); play.undo(); play.do("climb")   # two branches from the first climb
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from escapology.errors import IllegalMoveError, MoveError, shorten
from escapology.middle import ReadFile, deal_line, legal_texts, parse_deal_line, play_token, start_state
from escapology.protocol import AnyGame, Deal, Struct
from escapology.record import Record, record_text

__all__ = ["Node", "Play"]


@dataclass(eq=False, slots=True)
class Node:
    """A position that was reached, and how."""

    number: int  # in order of first visit, 0 = the start
    move: str  # the move that led here, "" for the start
    parent: Node | None
    state: Struct
    reveals: bool  # the move showed the player something new
    children: list[Node] = field(default_factory=list)  # in order of first visit
    next: Node | None = None  # the child that redo goes to: the one visited last

    def way(self) -> list[Node]:
        """The nodes from the start to this one."""
        nodes = [self]
        while nodes[-1].parent is not None:
            nodes.append(nodes[-1].parent)
        return nodes[::-1]


class Play:
    """One deal, played by one player."""

    def __init__(self, game: AnyGame, deal: Deal, *, practice: bool = True) -> None:
        self.game = game
        self.deal = deal
        self._line = ""  # the deal line, once somebody has asked for it
        self.practice = practice  # rolled dice may be taken back
        self.helped = False  # the player was told or shown what to do
        self.nodes = [Node(0, "", None, start_state(game, deal), reveals=False)]
        self.here = self.nodes[0]
        self.bookmarks: dict[str, Node] = {}
        self.given_up = False
        self.taken_back: list[Node] = []  # revealing moves that were undone: the player knows more than the board shows

    @classmethod
    def of_line(cls, line: str, read: ReadFile | None = None) -> Self:
        """A new play of a deal line; `read` opens files that it names."""
        return cls(*parse_deal_line(line, read))

    @classmethod
    def of_record(cls, record: Record) -> Self:
        """A play that stands at the end of a record."""
        play = cls(record.game, record.deal)
        for move in record.moves:
            play.do(move)
        return play

    def legal(self) -> dict[str, int]:
        """The legal moves by their texts; none once the player has given up."""
        return {} if self.given_up else legal_texts(self.game, self.deal, self.here.state)

    def status(self) -> str:
        """As the state line says, or `given up`."""
        return "given up" if self.given_up else self.game.notation.status(self.deal, self.here.state)

    @property
    def is_won(self) -> bool:
        """Whether the game is won, here."""
        return not self.given_up and self.game.rules.won(self.deal, self.here.state)

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self.given_up or self.here.parent is not None

    @property
    def can_redo(self) -> bool:
        """Whether there is something to make again."""
        return not self.given_up and self.here.next is not None

    def do(self, text: str) -> Node:
        """Make a move, or all those of a record's token; the same move from the same node leads to the same node."""
        if self.given_up:
            raise IllegalMoveError(f"{shorten(text)} can't be played: you have given up; undo or restart to play on")
        for move, state in play_token(self.game, self.deal, self.here.state, text):
            self._go(self._child(move, state))
        return self.here

    def _child(self, move: str, state: Struct) -> Node:
        node = next((child for child in self.here.children if child.move == move), None)
        if node is None:
            reveals = self.game.knowledge.reveals(self.deal, self.here.state, state)
            node = Node(len(self.nodes), move, self.here, state, reveals)
            self.here.children.append(node)
            self.nodes.append(node)
        return node

    def undo(self) -> Node:
        """Take the last move back, or the giving up."""
        if self.given_up:
            self.given_up = False
        elif self.here.parent is None:
            raise MoveError("there is nothing to undo: this is the start")
        else:
            self._go(self.here.parent)
        return self.here

    def redo(self) -> Node:
        """Make the move again that was undone last."""
        if self.given_up or self.here.next is None:
            raise MoveError("there is nothing to redo")
        self._go(self.here.next)
        return self.here

    def restart(self) -> Node:
        """Go back to the start; everything played so far stays in the tree."""
        self._go(self.nodes[0])
        return self.here

    def go_to(self, node: Node) -> Node:
        """Go to any node of the tree."""
        self._go(node)
        return node

    def give_up(self) -> None:
        """End the game here."""
        self.given_up = True

    def bookmark(self, name: str) -> None:
        """Name this node, to come back to it; a name used before moves here."""
        self.bookmarks[name] = self.here

    def go_to_bookmark(self, name: str) -> Node:
        """Go to a named node."""
        if name not in self.bookmarks:
            known = ", ".join(self.bookmarks) or "none yet"
            raise MoveError(f"there is no bookmark {shorten(name)}: there are {known}")
        return self.go_to(self.bookmarks[name])

    def _go(self, node: Node) -> None:
        if node.parent is self.here:  # a step ahead leaves nothing behind, however long the way here was
            self.given_up = False
            self.here.next = node
            self.here = node
            return
        kept = set(node.way())
        lost = [left for left in self.here.way() if left.reveals and left not in kept]
        if lost and self.game.facts.has_dice and not self.practice:
            raise MoveError("a rolled die can't be taken back: only in practice, which is chosen before the game")
        self.given_up = False
        self.taken_back += [left for left in lost if left not in self.taken_back]
        for passed in node.way():
            if passed.parent is not None:
                passed.parent.next = passed
        self.here = node

    @property
    def has_peeked(self) -> bool:
        """Whether the player undid a move that revealed something, and so has seen what lies ahead."""
        return bool(self.taken_back)

    def hidden(self) -> int:
        """How many things are hidden here."""
        return self.game.knowledge.hidden(self.deal, self.here.state)

    def record(self) -> Record:
        """The way from the start to here."""
        return Record(self.game, self.deal, tuple(node.move for node in self.here.way()[1:]))

    def record_text(self) -> str:
        """The same as text: the save file."""
        return record_text(self.record())

    def deal_line(self) -> str:
        """What to give to a friend."""
        if not self._line:
            self._line = deal_line(self.game, self.deal)
        return self._line
