"""A position in words, for those who can't see the picture."""

from escapology.games.pursuit.rules.cards import SYMBOLS, card_words
from escapology.games.pursuit.rules.maze import space_text
from escapology.games.pursuit.rules.state import ENTER, LAY, NOWHERE, START, VESSEL, MazeDeal, MazeState
from escapology.games.pursuit.rules.turn import column_size, lowest_card, movement_card
from escapology.games.pursuit.words.moves import COMPASS, place_words

__all__ = ["describe_cards", "describe_maze", "describe_pursuers", "describe_you"]


def describe_you(s: MazeState) -> str:
    """Where you are and how tired."""
    if s.you == NOWHERE:
        return "You are not in yet."
    return f"Turn {s.turn} of 24. You are on {place_words(s, s.you)}, fatigue {s.fatigue} of 6."


def describe_cards(d: MazeDeal, s: MazeState) -> str:
    """The columns still to come, and what the pursuers would use."""
    if s.phase in (LAY, ENTER, START):
        return "No pile is dealt yet."
    names = []
    last = s.turn + (3 - s.turn) % 3
    for turn in range(s.turn, last + 1):
        cards = [card_words(movement_card(d, turn, position)) for position in range(1, column_size(turn) + 1)]
        names.append(f"{'this turn' if turn == s.turn else f'turn {turn}'} {', '.join(cards)}")
    text = f"Movement cards from the bottom: {'; '.join(names)}. They use {card_words(lowest_card(d, s.turn))}."
    if s.using:
        text += f" You walk by {card_words(movement_card(d, s.turn, s.using))} and have made {s.steps} steps."
    left = 8 - (s.turn + 2) // 3
    return f"{text} {'1 pile is' if left == 1 else f'{left} piles are'} left."


def describe_pursuers(s: MazeState, name: str) -> str:
    """Each pursuer with place, facing, mode and memory."""
    texts = []
    for p in range(s.pursuers):
        if s.at[p] == NOWHERE:
            texts.append(f"{name} {SYMBOLS[p]} is out of the game.")
            continue
        place = "in the vessel" if s.at[p] == VESSEL else f"on {place_words(s, s.at[p])}"
        mode = "alert" if s.alert[p] else "on patrol"
        text = f"{name} {SYMBOLS[p]} is {place}, facing {COMPASS[s.facing[p]]}, {mode}"
        if s.memory[p] != NOWHERE:
            text += f"; he saw you last on {space_text(s.memory[p])}, going {COMPASS[s.vanished[p]]}"
        texts.append(text + ".")
    return " ".join(texts)


def describe_maze(s: MazeState) -> str:
    """The cards row by row, as they lie."""
    rows = []
    for row in range(7):
        cards = []
        for x in range(7 * row, 7 * row + 7):
            if s.there >> x & 1:
                cards.append(f"{card_words(s.card[x])} {'upright' if s.upright >> x & 1 else 'sideways'}")
            else:
                cards.append("nothing")
        rows.append(f"Row {row + 1}: {', '.join(cards)}.")
    return " ".join(rows)
