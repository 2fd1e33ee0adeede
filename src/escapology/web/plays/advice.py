"""What was found out about a play, as it is told: the same on pages and by the API."""

from __future__ import annotations

from dataclasses import dataclass

from escapology.answer import Answer, Cost, Failure, Hint, Odds, Outlook, WayOut, Worth
from escapology.errors import NotFoundError
from escapology.middle import legal_texts
from escapology.node import Node
from escapology.play import Play
from escapology.wording.answers import failure_words, hint_words, near_words, outlook_words, way_out_words

__all__ = ["Advice", "make_advice"]


@dataclass(frozen=True, slots=True)
class Advice:
    """An answer in words, and the moves it names."""

    words: str
    moves: tuple[str, ...] = ()
    first: str = ""  # in words: the first of them, if it is legal now; of what went wrong, the move that did
    loses: bool = False  # the move that was asked about throws the win away
    is_lost: bool = False  # nothing wins any more
    back: int | None = None  # the number of the last place from which it could be won, if the win was thrown away
    costly: int | None = None  # the number of the place before the move that cost the most chance, if it is another


def make_advice(play: Play, answer: Answer) -> Advice:
    """What somebody is told who has asked about a play."""
    match answer:
        case Failure():
            return Advice(failure_words(answer))
        case Worth(loses):
            return Advice("", loses=loses)
        case Odds():
            costly = _before(play, answer.costliest)
            return Advice(outlook_words(answer), first=_made(play, costly), costly=costly)
        case Outlook():
            back = _before(play, answer) if answer.standing == "lost" else None
            costly = _before(play, answer.costliest)
            first = _made(play, costly if back is None else back)
            return Advice(outlook_words(answer), first=first, back=back, costly=None if costly == back else costly)
        case WayOut(taken=taken) if taken:
            return Advice(near_words(answer))
        case WayOut(_, moves):
            return Advice(way_out_words(answer), moves, _words(play, moves))
        case Hint(move):
            is_lost = answer.standing == "lost"
            return Advice(hint_words(answer), (move,), _words(play, (move,)), is_lost=is_lost)
    raise NotFoundError("that is not a question about a game: ask again")


def _before(play: Play, named: Outlook | Cost | None) -> int | None:
    """The place before a move that was named, if one may go back there and the play has not gone elsewhere."""
    way = play.here.way()
    if named is None or named.number >= len(way) or way[named.number].move != named.move:
        return None
    if play.game.facts.has_dice and not play.practice:
        return None
    return way[named.number - 1].number


def _made(play: Play, place: int | None) -> str:
    """The move that was made from a place on the way, with its number and in words."""
    if place is None:
        return ""
    way = play.here.way()
    before = next(node for node in way if node.number == place)
    return f"Move {before.depth + 1}: {_words(play, (way[before.depth + 1].move,), before)}"


def _words(play: Play, moves: tuple[str, ...], node: Node | None = None) -> str:
    """The first move in words, if it is legal now, or at a node."""
    state = (node or play.here).state
    legal = legal_texts(play.game, play.deal, state)
    return play.game.presentation.words(play.deal, state, legal[moves[0]]) if moves and moves[0] in legal else ""
