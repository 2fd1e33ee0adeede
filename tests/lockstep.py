"""A game and its twin, played side by side: after every move they must have the same state line and legal moves."""

from collections.abc import Callable
from typing import Any, NamedTuple

from escapology.middle import legal_texts, parse_deal_line, play_move, read_move, start_state
from escapology.protocol import AnyGame
from tests.kit import Twin, twin_of

Choose = Callable[[Any, Any, dict[str, int]], str]  # (d, s, legal moves): the move to make next


class Walk(NamedTuple):
    """A game that was played side by side."""

    status: str
    moves: int


def play_deal(line: str, choose: Choose, most: int = 10_000) -> Walk:
    """Play a deal from its start to its end, or so many moves of it."""
    game, d = parse_deal_line(line)
    return play_on(game, d, start_state(game, d), twin_of(game.name)(line), choose, most, line)


def play_on(game: AnyGame, d: Any, s: Any, twin: Twin, choose: Choose, most: int, where: str) -> Walk:
    """The same from any position that both are in; `where` says in failures which one that is."""
    made: list[str] = []
    while True:
        told = f"\n{where}\n{' '.join(made)}"
        assert game.notation.state_text(d, s) == twin.state(), told
        legal = legal_texts(game, d, s)
        assert sorted(legal) == sorted(twin.moves()), told
        if not legal or len(made) == most:
            return Walk(game.notation.status(d, s), len(made))
        made.append(choose(d, s, legal))
        s = play_move(game, d, s, read_move(game, d, s, made[-1]))
        twin.play(made[-1])
