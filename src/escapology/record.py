"""Records: a deal line, then moves. The save file, the share link, golden test and bug report are all this text.

    devils-square: Y1K G3A …
    b2>a1 c3:1>d4
    a2>b1

Moves are separated by blanks, line ends or semicolons. Records are separated by an empty line, or by the next deal
line. Reading is all or nothing: every move is checked by the rules, and an error names line and column.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from escapology.errors import EscapologyError, MoveError, RecordError, shorten
from escapology.middle import ReadFile, deal_line, legal_texts, parse_deal_line, play_move, play_token, start_state
from escapology.protocol import AnyGame, Deal, Struct

__all__ = ["MAX_CHARACTERS", "Record", "moves_text", "read_record", "read_records", "record_text"]

MAX_CHARACTERS = 200_000  # of one record: a game of ten thousand moves; more is no game but a wrong file
_WIDTH = 100  # columns that the lines of moves are wrapped to
_BETWEEN_RESTS = 16  # moves
_DEAL_LINE = re.compile(r"\s*[a-z][a-z-]*\s*(/[^:]*)?(\[[^:]*)?:")  # what begins a new record


@dataclass(frozen=True, slots=True)
class Record:
    """A deal and the moves made in it, all of them legal."""

    game: AnyGame
    deal: Deal
    moves: tuple[str, ...]  # one by one, as the game writes them

    def states(self) -> Iterator[Struct]:
        """The state after the set-up, then after each move."""
        state = start_state(self.game, self.deal)
        yield state
        for text in self.moves:
            state = play_move(self.game, self.deal, state, legal_texts(self.game, self.deal, state)[text])
            yield state

    def last_state(self) -> Struct:
        """The state after the last move."""
        *_, state = self.states()
        return state


def record_text(record: Record) -> str:
    """The record as text, ending with a line end."""
    return moves_text(record.game, deal_line(record.game, record.deal), record.moves)


def moves_text(game: AnyGame, deal: str, moves: Sequence[str]) -> str:
    """A deal line and moves as the text of a record; they are taken as they are."""
    lines = [deal, ""]
    for token in game.notation.collect(list(moves)):
        if lines[-1] and (game.notation.one_move_a_line or len(lines[-1]) + 1 + len(token) > _WIDTH):
            lines.append("")
        lines[-1] += f" {token}" if lines[-1] else token
    return "\n".join(line for line in lines if line) + "\n"


def read_record(text: str, rest: Callable[[], object] | None = None) -> Record:
    """Read exactly one record. A long one takes its time: whoever lets others work in between says how to `rest`."""
    records = list(read_records(io.BytesIO(text.encode()), rest=rest))
    if len(records) != 1:
        raise RecordError(f"there are {len(records)} records, but one is expected")
    return records[0]


def read_records(
    stream: BinaryIO, name: str = "", read: ReadFile | None = None, rest: Callable[[], object] | None = None
) -> Iterator[Record]:
    """Read records one after the other; `name` says in errors where they come from, `read` opens files of deals."""
    reader: _Reader | None = None
    blank = 0  # characters since the last line that held something
    for number, line in _lines(stream, name):
        try:
            blank = 0 if line.strip() else blank + len(line)
            if blank > MAX_CHARACTERS:
                raise RecordError(f"column 1: there is nothing but blanks for {MAX_CHARACTERS:,} characters")
            if blank:
                if reader is not None:
                    yield reader.record()
                reader = None
            elif reader is None or _DEAL_LINE.match(line):
                if reader is not None:
                    yield reader.record()
                reader = _Reader(line, read, rest)
            else:
                reader.read_moves(line)
        except RecordError as error:
            raise RecordError(f"{_spot(name, number)}, {error}") from None
        except EscapologyError as error:
            raise RecordError(f"{_spot(name, number)}: {error}") from None
    if reader is not None:
        yield reader.record()


def _spot(name: str, number: int) -> str:
    return f"{name} line {number}" if name else f"line {number}"


def _lines(stream: BinaryIO, name: str) -> Iterator[tuple[int, str]]:
    """The numbered lines of a stream, none of them too long."""
    number = 0
    while raw := stream.readline(MAX_CHARACTERS + 1):
        number += 1
        if len(raw) > MAX_CHARACTERS:
            raise RecordError(
                f"{_spot(name, number)} is too long: the limit of a record is {MAX_CHARACTERS:,} characters"
            )
        try:
            yield number, raw.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise RecordError(
                f"{_spot(name, number)}, column {error.start + 1}: byte 0x{raw[error.start]:02x} is not text; "
                "a record is UTF-8 text that begins with a deal line"
            ) from None


class _Reader:
    """A record while it is being read."""

    def __init__(self, line: str, read: ReadFile | None, rest: Callable[[], object] | None) -> None:
        self.rest = rest
        self.game, self.deal = parse_deal_line(line.strip(), read)
        self.state = start_state(self.game, self.deal)
        self.moves: list[str] = []
        self.size = len(line)
        patterns = [self.game.notation.move_pattern.pattern]
        if self.game.notation.token_pattern is not None:
            patterns.insert(0, self.game.notation.token_pattern.pattern)
        either = "|".join(f"(?:{_unnamed(p)})" for p in patterns)
        self.token = re.compile(f"(?:{either})(?=[\\s;]|$)".replace(" ", "[ \t]+"))

    def read_moves(self, line: str) -> None:
        """Play the moves of one line."""
        self.size += len(line)
        if self.size > MAX_CHARACTERS:
            raise RecordError(f"column 1: the record is too long: the limit is {MAX_CHARACTERS:,} characters")
        column = 0
        while match := re.compile(r"[^\s;]").search(line, column):
            column = match.start()
            token = self.token.match(line, column)
            if token is None:
                word = line[column:].replace(";", " ").split()[0]
                raise RecordError(
                    f"column {column + 1}: {shorten(word)} is not a move of {self.game.title}: "
                    f"write {self.game.notation.move_help}"
                )
            try:
                for text, state in play_token(self.game, self.deal, self.state, " ".join(token[0].split())):
                    self.moves.append(text)
                    self.state = state
                    if self.rest is not None and len(self.moves) % _BETWEEN_RESTS == 0:
                        self.rest()
            except MoveError as error:
                raise RecordError(f"column {column + 1} (move {len(self.moves) + 1}): {error}") from None
            column = token.end()

    def record(self) -> Record:
        """What has been read."""
        return Record(self.game, self.deal, tuple(self.moves))


def _unnamed(pattern: str) -> str:
    """A pattern whose groups have no names, so that two of them can be joined."""
    return re.sub(r"\(\?P<\w+>", "(?:", pattern)
