"""How many there are of a thing, in words: games say it of their pieces, and front ends of moves."""

__all__ = ["count_words"]


def count_words(count: int, thing: str) -> str:
    """`1 square`, `2 squares`, `1,000 squares`."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"
