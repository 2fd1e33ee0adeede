"""`check_game`: what must be true of every game, tried by playing at random. One test runs it over all games.

A game adds its own promise ("no card is ever lost") in `tests/invariants`.
"""

from collections.abc import Callable
from typing import Any

import pytest

from escapology.draw import Target, svg, text
from escapology.errors import IllegalMoveError
from escapology.luck import Luck
from escapology.middle import (
    deal_line,
    legal_moves,
    legal_texts,
    new_deal,
    parse_deal_line,
    play_move,
    read_move,
    start_state,
)
from escapology.protocol import AnyGame, Deal, Struct
from escapology.record import Record, read_record, record_text
from escapology.setting import Setting
from tests.kit import check_invariants


def check_game(game: AnyGame, setting: Setting, seed: int, most: int = 200, pictures: bool = True) -> str:
    """Play one deal at random, checking everything on the way; the last status."""
    luck = Luck(seed)
    deal = new_deal(setting, seed)
    check_deal(game, deal)
    state = start_state(game, deal)
    texts: list[str] = []
    for turn in range(most):
        check_state(game, deal, state, luck)
        if pictures and turn % 7 == 0:
            check_picture(game, deal, state)
        moves = legal_moves(game, deal, state)
        if not moves:
            break
        move = luck.choose(moves)
        texts.append(game.notation.move_text(deal, state, move))
        state = check_move(game, deal, state, move)
    check_record(game, deal, texts, state)
    return game.notation.status(deal, state)


def check_deal(game: AnyGame, deal: Deal) -> None:
    line = deal_line(game, deal)
    assert "\n" not in line
    again_game, again = parse_deal_line(line)
    assert again_game is game
    assert again == deal
    assert deal_line(game, again) == line


def check_state(game: AnyGame, deal: Deal, state: Struct, luck: Luck) -> None:
    line = game.notation.state_text(deal, state)
    assert "\n" not in line
    assert line == " ".join(line.split())
    status = game.notation.status(deal, state)
    assert line.endswith(f"status={status}")
    moves = legal_moves(game, deal, state)
    assert len(set(moves)) == len(moves) <= game.rules.most_moves
    assert (not moves) == (status in game.facts.endings), f"{status} ends a game, or is missing in its endings"
    assert (status == "won") == bool(game.rules.won(deal, state))
    texts = legal_texts(game, deal, state)
    assert len(texts) == len(moves), "two moves have the same text"
    for move_text, move in texts.items():
        assert game.notation.move_pattern.fullmatch(move_text)
        assert not move_text.isdecimal(), "in text play a number is a place in the menu of moves"
        assert read_move(game, deal, state, move_text) == move
        assert game.presentation.words(deal, state, move)
    assert game.rules.state_type.from_row(game.rules.state_type.rows([state])[0]) == state
    check_invariants(game.name, deal, state)
    check_hidden(game, deal, state, luck)


def check_move(game: AnyGame, deal: Deal, state: Struct, move: int) -> Struct:
    before, dealt = state.copy(), deal.copy()
    after = play_move(game, deal, state, move)
    assert state == before
    assert deal == dealt
    assert play_move(game, deal, before, move) == after
    return after


def check_hidden(game: AnyGame, deal: Deal, state: Struct, luck: Luck) -> None:
    """Redraw what is hidden, and nothing the player may see changes."""
    seen = game.knowledge.observe(deal, state)
    other_deal, other_state = game.knowledge.redraw(deal, state, luck)
    seed = luck.next64()
    again = game.knowledge.redraw(deal, state, Luck(seed)), game.knowledge.redraw(*seen, Luck(seed))
    assert again[0] == again[1], "redrawing must use nothing but what the player knows"
    assert game.knowledge.observe(other_deal, other_state) == seen
    assert game.knowledge.hidden(other_deal, other_state) == game.knowledge.hidden(deal, state)
    assert list(legal_texts(game, other_deal, other_state)) == list(legal_texts(game, deal, state))
    assert list(legal_texts(game, *seen)) == list(legal_texts(game, deal, state))
    assert game.notation.status(other_deal, other_state) == game.notation.status(deal, state)


def check_picture(game: AnyGame, deal: Deal, state: Struct) -> None:
    """Every legal move has its place in the picture, and both renderers can draw it."""
    scene = game.presentation.scene(*game.knowledge.observe(deal, state))
    targets = {item.move for item in scene.items if isinstance(item, Target)}
    assert targets == set(legal_texts(game, deal, state))
    assert scene.title == game.title
    assert scene.description
    assert svg(scene).startswith("<svg")
    assert text(scene)


def check_record(game: AnyGame, deal: Deal, moves: list[str], last: Struct) -> None:
    written = record_text(Record(game, deal, tuple(moves)))
    again = read_record(written)
    assert again.moves == tuple(moves)
    assert again.last_state() == last
    assert record_text(again) == written


def check_refusals(game: AnyGame, deal: Deal, state: Struct, texts: list[str], play: Callable[[str], Any]) -> int:
    """Well-formed moves that are not legal are refused with a reason, and change nothing; how many there were."""
    refused = 0
    legal = legal_texts(game, deal, state)
    before = state.copy()
    for move_text in texts:
        if game.notation.tidy(deal, state, move_text) in legal:
            continue
        with pytest.raises(IllegalMoveError, match=r"(not legal here|can't be played): \w"):
            play(move_text)
        assert state == before
        refused += 1
    return refused
