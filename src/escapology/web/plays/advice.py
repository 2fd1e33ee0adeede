"""What was found out about a play, as it is told: the same on pages and by the API."""

from __future__ import annotations

from dataclasses import dataclass

from escapology.answer import Answer, Cost, Failure, Hint, Odds, Outlook, WayOut, Worth
from escapology.errors import NotFoundError
from escapology.middle import legal_texts
from escapology.play import Play
from escapology.wording.answers import failure_words, hint_words, near_words, outlook_words, way_out_words

__all__ = ["Advice", "make_advice"]


@dataclass(frozen=True, slots=True)
class Advice:
    """An answer in words, and the moves it names."""

    words: str
    moves: tuple[str, ...] = ()
    first: str = ""  # the first of them in words, if it is legal now
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
            return Advice(outlook_words(answer), costly=_before(play, answer.costliest))
        case Outlook():
            back = _before(play, answer) if answer.standing == "lost" else None
            costly = _before(play, answer.costliest)
            return Advice(outlook_words(answer), back=back, costly=None if costly == back else costly)
        case WayOut(taken=taken) if taken:
            return Advice(near_words(answer))
        case WayOut(_, moves):
            return Advice(way_out_words(answer), moves, _words(play, moves))
        case Hint(move):
            is_lost = answer.standing == "lost"
            return Advice(hint_words(answer), (move,), _words(play, (move,)), is_lost=is_lost)
    raise NotFoundError("that is no question about a game: ask again")


def _before(play: Play, named: Outlook | Cost | None) -> int | None:
    """The place before a move that was named, if one may go back there and the play has not gone elsewhere."""
    way = play.here.way()
    if named is None or named.number >= len(way) or way[named.number].move != named.move:
        return None
    if play.game.facts.has_dice and not play.practice:
        return None
    return way[named.number - 1].number


def _words(play: Play, moves: tuple[str, ...]) -> str:
    """The first move in words, if it is legal now."""
    legal = legal_texts(play.game, play.deal, play.here.state)
    return (
        play.game.presentation.words(play.deal, play.here.state, legal[moves[0]]) if moves and moves[0] in legal else ""
    )
