"""A game in progress: its moves as a tree, so that nothing is ever lost by undoing.

play = Play.of_line("blank: 3 1 5 2 6 4")
play.do("climb"); play.do("skip"); play.undo(); play.do("climb")   # two branches from the first climb

Whoever stores plays is told what became of one since: `unsaved` tells which nodes are to be written, `saved` says that
it is done, `revert` takes back what could not be stored. No change costs more than what it changes, however large the
tree is and however long the way.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final, NamedTuple, Self, TypeAlias

from escapology.errors import IllegalMoveError, MoveError, shorten
from escapology.middle import ReadFile, deal_line, legal_texts, parse_deal_line, play_token, start_state
from escapology.node import Node
from escapology.protocol import AnyGame, Deal, Struct
from escapology.record import Record, moves_text

__all__ = ["Node", "Play", "Steps"]

_NODE: Final = 300  # bytes of a node but its state, about

Steps: TypeAlias = Sequence[tuple[str, Struct]]  # moves one after the other, each with the state after it


class _Mark(NamedTuple):
    """What a play was when it was stored last, but for its nodes."""

    nodes: int
    here: Node
    bookmarks: dict[str, Node]
    given_up: bool
    practice: bool
    helped: bool
    hints: int | None
    undone: int | None
    is_told: bool
    taken_back: int
    clock: int


class Play:
    """One deal, played by one player."""

    def __init__(self, game: AnyGame, deal: Deal, *, practice: bool = True, level: int | None = None) -> None:
        self.game = game
        self.deal = deal
        self._line = ""  # the deal line, once somebody has asked for it
        self.practice = practice  # rolled dice may be taken back
        self.level = level  # of difficulty, from 1, that the deal was looked for with; None = any
        self.helped = False  # the player was told or shown what to do
        self.hints: int | None = 0  # how often; None = nobody has counted
        self.undone: int | None = 0  # how often the player went back; None = nobody has counted
        self.is_told = False  # when all was over, the player was told what went wrong: to go back then is to be helped
        self.nodes = [Node.start(start_state(game, deal))]
        self.here = self.nodes[0]
        self.bookmarks: dict[str, Node] = {}
        self.given_up = False
        self.taken_back: list[Node] = []  # revealing moves that were undone: the player knows more than the board shows
        self.clock = 0  # counts visits and undone reveals, so that one can tell which came last
        self._changed: dict[Node, tuple[int, int]] = {}  # since it was stored: what they were; new ones are not here
        self._mark = self._here_and_now()

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
        return self.follow(self.steps(text))

    def steps(self, text: str, state: Struct | None = None) -> Steps:
        """What a move or a token would lead to: from here, or from a state that other moves have led to."""
        if self.given_up:
            raise IllegalMoveError(f"{shorten(text)} can't be played: you gave up; undo or restart to play on")
        return play_token(self.game, self.deal, self.here.state if state is None else state, text)

    def follow(self, steps: Steps, *, is_shown: bool = False) -> Node:
        """Make moves that were looked up by `steps`; `is_shown`: for the player, by whoever knows the answer."""
        for move, state in steps:
            self._go(self.here.child(move) or self.grow(self.here, move, state, is_shown=is_shown))
        return self.here

    def new_nodes(self, steps: Steps) -> int:
        """How many nodes there would be more if one followed them."""
        node: Node | None = self.here
        for number, (move, _) in enumerate(steps):
            node = node and node.child(move)
            if node is None:
                return len(steps) - number
        return 0

    def grow(self, parent: Node, move: str, state: Struct, *, is_shown: bool = False) -> Node:
        """Add a node that was not there, without going there."""
        reveals = self.game.knowledge.reveals(self.deal, parent.state, state)
        node = parent.add(len(self.nodes), sys.intern(move), state, reveals=reveals, is_shown=is_shown)
        self.nodes.append(node)
        return node

    def undo(self) -> Node:
        """Take the last move back, or the giving up."""
        if self.given_up:
            self.given_up = False
            self._resume()
        elif self.here.parent is None:
            raise MoveError("there is nothing to undo")
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

    def ask(self, *, is_hint: bool = True) -> None:
        """The player is told what to do, or, when all is over, what went wrong."""
        if not self.legal():
            self.is_told = True
            return
        self.helped = True
        if is_hint and self.hints is not None:
            self.hints += 1

    def _resume(self) -> None:
        """Go on after the end, with what was told then."""
        if self.is_told:
            self.is_told = False
            self.ask()

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
        if node.parent is self.here:  # a step ahead leaves nothing behind
            self.given_up = False
            self._lead_to(node)
            self.stand(node)
            return
        meeting = node.meeting(self.here)
        lost = [left for left in self.here.way_from(meeting) or () if left.reveals]
        if lost and self.game.facts.has_dice and not self.practice:
            raise MoveError("a rolled die can't be taken back, except in practice, which you choose before the game")
        self.given_up = False
        if meeting is not self.here and self.undone is not None:
            self.undone += 1
        for left in lost:
            if not left.taken_back:
                self._touch(left)
                left.taken_back = self.clock
                self.taken_back.append(left)
        for passed in node.way_from(meeting) or ():
            self._lead_to(passed)
        self.stand(node)
        self._resume()

    def _lead_to(self, node: Node) -> None:
        """Let redo go to a node from the one before it."""
        assert node.parent is not None
        if node.parent.next is not node:
            node.parent.next = node
            self._touch(node)
            node.visited = self.clock

    def _touch(self, node: Node) -> None:
        """A node is about to be changed."""
        self.clock += 1
        if node.number < self._mark.nodes:
            self._changed.setdefault(node, (node.visited, node.taken_back))

    def stand(self, node: Node) -> None:
        """Be there, without going there. Only the state of that node is at hand; those of others are packed."""
        self.here.pack()
        node.unpack()
        self.here = node

    @property
    def weight(self) -> int:
        """Bytes of memory that the tree takes, about."""
        state: int = self.game.rules.state_type.packed_size()
        return len(self.nodes) * (_NODE + state)

    def unsaved(self) -> list[Node]:
        """The nodes that are new, or changed, since the play was stored; the start is none of them."""
        return [*self._changed, *self.nodes[max(1, self._mark.nodes) :]]

    @property
    def saved_nodes(self) -> int:
        """How many nodes there were when the play was stored last, the start among them."""
        return self._mark.nodes

    def saved(self) -> None:
        """It is stored as it is."""
        self._changed = {}
        self._mark = self._here_and_now()

    def revert(self) -> None:
        """Let it be as it was when it was stored last."""
        mark = self._mark
        parents: set[Node] = set()
        for node in reversed(self.nodes[mark.nodes :]):
            assert node.parent is not None
            node.parent.children = node.parent.children[:-1]
            parents.add(node.parent)
        del self.nodes[mark.nodes :]
        for node, (visited, taken_back) in self._changed.items():
            assert node.parent is not None
            node.visited, node.taken_back = visited, taken_back
            parents.add(node.parent)
        for parent in parents:
            parent.find_next()
        del self.taken_back[mark.taken_back :]
        self.stand(mark.here)
        self.bookmarks, self.given_up, self.practice = dict(mark.bookmarks), mark.given_up, mark.practice
        self.helped, self.clock = mark.helped, mark.clock
        self.hints, self.undone, self.is_told = mark.hints, mark.undone, mark.is_told
        self._changed = {}

    def _here_and_now(self) -> _Mark:
        return _Mark(
            len(self.nodes), self.here, dict(self.bookmarks), self.given_up, self.practice, self.helped,
            self.hints, self.undone, self.is_told, len(self.taken_back), self.clock,
        )  # fmt: skip

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
        return moves_text(self.game, self.deal_line(), [node.move for node in self.here.way()[1:]])

    def deal_line(self) -> str:
        """What to give to a friend."""
        if not self._line:
            self._line = deal_line(self.game, self.deal)
        return self._line
