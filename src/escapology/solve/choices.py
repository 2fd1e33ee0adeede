"""Choices: rows of moves up to the point where a player thinks again.

Between two revelations nothing new is learned, so it does not matter in which order and by which detours a position is
reached. A choice is the shortest row of moves to one of the positions where the game *settles*: something is revealed,
a turn is over, the game ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from escapology.middle import legal_moves, play_move
from escapology.protocol import AnyGame, Deal, Struct

__all__ = ["Choice", "find_choices"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A row of moves. Their numbers mean the same in all worlds that look alike."""

    moves: tuple[int, ...]
    is_won: bool = False  # whether the game is won behind it, in the world in which it was found

    def texts(self, game: AnyGame, deal: Deal, state: Struct) -> tuple[str, ...]:
        """The moves as text."""
        state = state.copy()
        texts = []
        for move in self.moves:
            texts.append(game.notation.move_text(deal, state, move))
            game.rules.play(deal, state, move)
        return tuple(texts)

    def lead_from(self, game: AnyGame, deal: Deal, state: Struct) -> Struct:
        """The position it leads to in that world."""
        state = state.copy()
        for move in self.moves:
            game.rules.play(deal, state, move)
        return state

    def wins_for_certain(self, game: AnyGame, deal: Deal, state: Struct) -> bool:
        """Whether it wins without anything new being seen before its last move: then it does in every world."""
        for move in self.moves[:-1] if self.is_won else ():
            after = play_move(game, deal, state, move)
            if game.knowledge.reveals(deal, state, after):
                return False
            state = after
        return self.is_won


def find_choices(
    game: AnyGame, deal: Deal, state: Struct, most_positions: int = 200, avoid: Sequence[Struct] = ()
) -> list[Choice]:
    """All choices of a player who sees this, the shortest first; none when the game is over.

    Where nothing settles any more, every move is a choice of its own. When so many positions have been met on the way,
    longer rows of moves are left out, and so are those that lead through a position to be avoided.
    """
    if game.facts.has_dice:  # dice: what a move leads to is not known before it is made
        return [Choice((move,)) for move in legal_moves(game, deal, state)]
    settles = game.fair.settles or game.knowledge.reveals
    queue: list[tuple[Struct, tuple[int, ...]]] = [(state, ())]
    known = {_key(state), *(_key(other) for other in avoid)}
    found: list[Choice] = []
    for here, moves in queue:  # it grows as we go
        for move in legal_moves(game, deal, here):
            after = play_move(game, deal, here, move)
            key = _key(after)
            if key in known:
                continue
            known.add(key)
            is_won = game.rules.won(deal, after)
            if is_won or settles(deal, here, after):
                found.append(Choice((*moves, move), is_won))
            elif len(queue) < most_positions:
                queue.append((after, (*moves, move)))
    if found:
        return found
    legal = legal_moves(game, deal, state)
    shunned = {_key(other) for other in avoid}
    fresh = [move for move in legal if _key(play_move(game, deal, state, move)) not in shunned]
    return [Choice((move,)) for move in fresh or legal]


def _key(state: Struct) -> str:
    return repr(list(state.__dict__.values()))
