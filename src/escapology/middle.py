"""The few things one does with any game, said once: start, list, read and play moves, read and write deal lines.

`play_move` is the fast, unchecked tier; `read_move` is the checked one, whose errors tell syntax and legality apart.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from escapology.errors import DealError, IllegalMoveError, MoveSyntaxError, shorten
from escapology.games import GAMES
from escapology.luck import Luck
from escapology.protocol import AnyGame, D, Deal, Game, S
from escapology.setting import Setting, parse_setting

__all__ = [
    "ReadFile",
    "deal_line",
    "legal_moves",
    "legal_texts",
    "new_deal",
    "parse_deal_line",
    "play_move",
    "play_token",
    "read_move",
    "start_state",
]

ReadFile: TypeAlias = Callable[[str], str]  # gives the text of a file that a deal line names


def new_deal(setting: Setting, seed: int) -> Deal:
    """The deal of that seed: the same for ever."""
    deal: Deal = GAMES[setting.game].notation.deal_cards(setting, Luck(seed))
    return deal


def parse_deal_line(line: str, read: ReadFile | None = None) -> tuple[AnyGame, Deal]:
    """Read a deal line; files that it names are opened only if somebody says how."""
    head, colon, body = line.partition(":")
    if not colon:
        raise DealError(f"{shorten(line)} is not a deal line: it has no colon; write game/variant[option=value]: deal")
    setting = parse_setting(head.strip(), GAMES)
    game = GAMES[setting.game]
    try:
        text = game.notation.embed_files(body.strip(), read) if read else body.strip()
        deal: Deal = game.notation.parse_deal(setting, text)
    except DealError as error:
        raise DealError(f"{setting.text}: {error}") from None
    return game, deal


def deal_line(game: Game[D, S], deal: D) -> str:
    """Everything random of a deal, as one line."""
    return f"{deal.setting.text}: {game.notation.deal_text(deal)}"


def start_state(game: Game[D, S], deal: D) -> S:
    """The state after the set-up."""
    state = game.rules.state_type()
    game.rules.start(deal, state)
    return state


def legal_moves(game: Game[D, S], deal: D, state: S) -> list[int]:
    """The legal moves, in the game's order."""
    out = [0] * game.rules.most_moves
    return out[: game.rules.moves(deal, state, out)]


def legal_texts(game: Game[D, S], deal: D, state: S) -> dict[str, int]:
    """The legal moves by their texts."""
    return {game.notation.move_text(deal, state, move): move for move in legal_moves(game, deal, state)}


def play_move(game: Game[D, S], deal: D, state: S, move: int) -> S:
    """The state after a legal move; the one before is left as it is."""
    after = state.copy()
    game.rules.play(deal, after, move)
    return after


def play_token(game: Game[D, S], deal: D, state: S, token: str) -> list[tuple[str, S]]:
    """The moves that a token of a record writes (most write just one), each with the state after it."""
    steps: list[tuple[str, S]] = []
    for text in game.notation.expand(token):
        if text.endswith("?") and text[:-1] not in legal_texts(game, deal, state):
            continue
        move = read_move(game, deal, state, text.removesuffix("?"))
        after = play_move(game, deal, state, move)
        steps.append((game.notation.move_text(deal, state, move), after))
        state = after
    return steps


def read_move(game: Game[D, S], deal: D, state: S, text: str) -> int:
    """The legal move that `text` writes."""
    if not game.notation.move_pattern.fullmatch(text):
        raise MoveSyntaxError(f"{shorten(text)} is not a move of {game.title}: write {game.notation.move_help}")
    legal = legal_texts(game, deal, state)
    move = legal.get(game.notation.tidy(deal, state, text))
    if move is not None:
        return move
    if not legal:
        raise IllegalMoveError(
            f"{shorten(text)} can't be played: the game is over ({game.notation.status(deal, state)})"
        )
    raise IllegalMoveError(f"{shorten(text)} is not legal here: {game.presentation.why_not(deal, state, text)}")
