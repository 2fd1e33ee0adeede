"""Reading requests: what is made of very many small parts is refused, for it takes the event loop long to read.

Ten thousand fields in a head, or a body in pieces of a byte each, are no larger than a picture, and nobody sends such
things but to hold a server up.
"""

from __future__ import annotations

from typing import Final

import h11
from h11._receivebuffer import ReceiveBuffer

__all__ = ["MOST_FIELDS", "MOST_OF_FIELDS", "FrugalReader"]

MOST_FIELDS: Final = 100  #: of a head, or behind a body
MOST_OF_FIELDS: Final = 16_384  #: bytes of them together; the address has a limit of its own
_FREE_PIECES: Final = 500  # of a body, however small
_PIECE: Final = 256  # bytes that each of the others holds, on average

_LARGE_HEAD: Final = (
    f"The head of this request is too large: the limit is {MOST_FIELDS} fields, with {MOST_OF_FIELDS:,} bytes together."
)
_MANY_PIECES: Final = "The body of this request comes in too many pieces."


class FrugalReader(h11.Connection):
    """Takes requests apart, as long as that is little work."""

    def __init__(self, most: int | None) -> None:
        super().__init__(h11.SERVER, *(() if most is None else (most,)))
        self._receive_buffer = _FewLines()
        self._pieces = self._size = 0  # of a body
        self.fault = ""  # what there was too much of, as a sentence

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """What comes next. A `RemoteProtocolError` if it is no request, or too much of one."""
        try:
            event = super().next_event()
        except h11.RemoteProtocolError as error:
            self.fault = _LARGE_HEAD if str(error) == _LARGE_HEAD else ""
            raise
        if isinstance(event, h11.Request):
            self._pieces = self._size = 0
        elif isinstance(event, h11.Data):
            self._pieces += 1
            self._size += len(event.data)
            if self._pieces > _FREE_PIECES + self._size // _PIECE:
                self.fault = _MANY_PIECES
                raise h11.RemoteProtocolError(_MANY_PIECES)
        return event


class _FewLines(ReceiveBuffer):
    """What has come and was not read yet. Fields are counted before anything else is done with them."""

    def maybe_extract_lines(self) -> list[bytearray] | None:
        """A head, or the fields behind a body; None if it is not there as a whole."""
        lines = super().maybe_extract_lines()
        if lines is not None and (len(lines) > 1 + MOST_FIELDS or sum(map(len, lines[1:])) > MOST_OF_FIELDS):
            raise h11.LocalProtocolError(_LARGE_HEAD)
        return lines
