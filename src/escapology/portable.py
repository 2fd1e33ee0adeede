"""Records in Portable Piecepack Notation, for games that are played with a piecepack: written, and read back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from escapology.errors import EscapologyError, SettingError, shorten
from escapology.games import GAMES
from escapology.middle import legal_texts, play_move, start_state
from escapology.ppn import Piecepack, PPNError, Sheet
from escapology.ppn.sheet import read_sheets, sheet_text
from escapology.protocol import AnyGame
from escapology.record import Record
from escapology.setting import make_setting

__all__ = ["portable_text", "read_portable"]


def portable_text(record: Record) -> str:
    """The record in PPN, ending with a line end."""
    game, deal = record.game, record.deal
    pack = _pack(game)
    state, made = start_state(game, deal), []
    for text in record.moves:
        made.append(legal_texts(game, deal, state)[text])
        state = play_move(game, deal, state, made[-1])
    setting, kind = deal.setting, {"Name": game.title}
    if setting.variant != game.facts.variants[0].name:
        kind["Variant"] = setting.variant
    options: dict[str, Any] = {o.name: setting[o.name] for o in game.facts.options if setting[o.name] != o.default}
    head = {"GameType": {**kind, **({"Options": options} if options else {}), **pack.facts(deal)}, "SetUp": "None"}
    if made:
        head["Result"] = game.notation.status(deal, state)
    return sheet_text(Sheet(head, pack.write(deal, made)))


def _pack(game: AnyGame) -> Piecepack:
    if game.piecepack is None:
        known = ", ".join(g.title for g in GAMES.values() if g.piecepack)
        raise SettingError(f"{game.title} is not played with a piecepack, so it can't be exported to PPN; {known} can")
    return game.piecepack


def read_portable(text: str) -> Iterator[Record]:
    """The records of a file, one after the other."""
    for number, sheet in enumerate(read_sheets(text), start=1):
        try:
            yield _record(sheet)
        except EscapologyError as error:
            raise PPNError(f"game {number}: {error}") from None


def _record(sheet: Sheet) -> Record:
    kind = sheet.head.get("GameType")
    facts = kind if isinstance(kind, dict) else {"Name": kind}
    name = str(facts.get("Name"))
    game = next((g for g in GAMES.values() if g.piecepack and _same(g.title, name)), None)
    if game is None:
        known = ", ".join(g.title for g in GAMES.values() if g.piecepack)
        raise PPNError(f"its GameType is {shorten(name)}: we read {known}")
    if _same(str(sheet.head.get("SetUp", name)), name):
        raise PPNError(
            "its set-up depends on the random numbers of another program: write SetUp: None, and lay out each piece"
        )
    options = facts.get("Options") or {}
    if not isinstance(options, dict):
        raise PPNError(f"its Options are {shorten(str(options))}: write a name and a value for each")
    variant = facts.get("Variant")
    setting = make_setting(
        game, None if variant is None else str(variant), {str(k): str(v) for k, v in options.items()}
    )
    deal, moves = _pack(game).read(setting, sheet)
    return Record(game, game.notation.parse_deal(setting, deal), moves)


def _same(one: str, other: str) -> bool:
    """Whether two names are the same game's, as PPN compares them."""
    return _letters(one) == _letters(other)


def _letters(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())
