"""The errors of Escapology: each shows the offending text and says what would be right. Raising one changes nothing."""

__all__ = [
    "BotError",
    "DealError",
    "EscapologyError",
    "IllegalMoveError",
    "MoveError",
    "MoveSyntaxError",
    "NotFoundError",
    "RecordError",
    "RuleError",
    "SettingError",
    "sentence",
    "shorten",
]


class EscapologyError(ValueError):
    """Bad input; its text is one line, made to be shown to a person."""


class SettingError(EscapologyError):
    """No such game, variant or option."""


class DealError(EscapologyError):
    """A deal line that can't be the start of a game."""


class MoveError(EscapologyError):
    """A move that can't be played."""


class MoveSyntaxError(MoveError):
    """Not a move of this game at all, in any position."""


class IllegalMoveError(MoveError):
    """A move of this game, but not here."""


class RecordError(EscapologyError):
    """A record that can't be read; names line and column."""


class BotError(EscapologyError):
    """A bot that failed, or that chose what can't be played."""


class RuleError(EscapologyError):
    """A rule that can't be compiled; names the function, its file and line. What the compiler said is its cause."""


class NotFoundError(EscapologyError):
    """There is no such thing, or it belongs to somebody else."""


def shorten(text: str, length: int = 40) -> str:
    """`text` quoted for an error message: one line, printable, and not too long."""
    return ascii_quotes(text if len(text) <= length else text[: length - 1] + "…")


def ascii_quotes(text: str) -> str:
    """`text` in quotes, everything unprintable escaped."""
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return f"'{shown}'"


def sentence(error: Exception | str) -> str:
    """An error's message as a sentence."""
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")
