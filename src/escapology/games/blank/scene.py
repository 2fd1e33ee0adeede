"""The picture of Blank: the pile on the left, the card one stands on on the right."""

from typing import Final

from escapology.draw.scene import Card, Item, Label, Scene, Sign, Target
from escapology.games.blank.notation import move_text
from escapology.games.blank.rules import Deal, State, moves
from escapology.games.blank.words import words

__all__ = ["scene"]


LEGEND: Final = (
    Sign((Card(0.18, 0.04, 0.65, 0.91, "", back=True),), "Cards that nobody has seen yet."),
    Sign((Card(0.18, 0.04, 0.65, 0.91, "4", corner="4"),), "A card: the number says how high it is."),
)


def scene(d: Deal, s: State) -> Scene:
    """What the player sees."""
    items: list[Item] = [Label(0.8, 0.2, "Pile"), Label(2.4, 0.2, "You")]
    left = d.size - s.top
    if left > 1:
        items.append(Card(0.38, 0.57, 1, 1.4, "▒▒", back=True, title=f"{left - 1} cards face down"))
    if left:
        top = str(d.pile[s.top])
        items.append(Card(0.3, 0.5, 1, 1.4, top, corner=top, key=f"card {top}", title=f"the {top}, face up"))
    if s.on:
        on = str(s.on)
        items.append(Card(1.9, 0.5, 1, 1.4, on, corner=on, key=f"card {on}", title=f"you, on the {on}"))
    items.append(Label(1.6, 2.2, f"{s.climbed} of {d.goal} climbs, {left} cards left", 0.24, "muted"))
    out = [0, 0]
    for i in range(moves(d, s, out)):
        text = move_text(d, s, out[i])
        x = 1.9 if text == "climb" else 0.3
        items.append(Target(x, 0.5, 1, 1.4, text, words(d, s, out[i])))
    card = f"the {s.on}" if s.on else "the ground"
    description = f"You stand on {card} and have climbed {s.climbed} of {d.goal} steps; {left} cards are left."
    prompt = "Climb onto the next card, or skip it." if moves(d, s, out) else ""
    return Scene(3.2, 2.5, "Blank", description, tuple(items), columns=8, rows=4, prompt=prompt, legend=LEGEND)
