"""What a player likes: colours, cards, layout and helpers. Kept in a cookie, so that no log-in is needed."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final, Literal, Self

from escapology.draw import Deck, Scheme
from escapology.web.form import Form

__all__ = ["CHOICES", "SWITCHES", "Preferences"]

#: Questions with several answers: the field, the question, and its answers in words.
CHOICES: Final[tuple[tuple[str, str, dict[str, str]], ...]] = (
    ("scheme", "Colours", {"auto": "as the system has it", "light": "light", "dark": "dark"}),
    ("deck", "Playing cards", {"two": "two colours, red and black", "four": "four colours, one for each suit"}),
    ("motion", "Movement", {"usual": "pieces walk", "quick": "pieces walk quickly", "none": "pieces jump"}),
)

#: Questions that are answered by yes or no: the field and what it says.
SWITCHES: Final[tuple[tuple[str, str], ...]] = (
    ("large", "Large numbers in the corners of cards"),
    ("left", "Left-handed: the tools on the left"),
    ("status", "Say whether the game can still be won"),
    ("warn", "Warn before a move that throws the win away"),
    ("discreet", "Keep my statistics out of sight"),
)


@dataclass(frozen=True, slots=True)
class Preferences:
    """One player's choices."""

    scheme: Literal["auto", "light", "dark"] = "auto"
    deck: Deck = "two"
    motion: Literal["usual", "quick", "none"] = "usual"
    large: bool = False
    left: bool = False
    status: bool = False
    warn: bool = False
    discreet: bool = False

    @classmethod
    def of_form(cls, form: Form) -> Self:
        """What a form says; what it leaves out or gets wrong is as usual."""
        chosen: dict[str, Any] = {name: form[name] for name, _, answers in CHOICES if form.get(name) in answers}
        chosen |= {name: bool(form.get(name)) for name, _ in SWITCHES}
        return cls(**chosen)

    @classmethod
    def of_cookie(cls, text: str) -> Self:
        """What the cookie says, such as `dark-four-left`."""
        words = text.split("-")
        form = {name: word for name, _, answers in CHOICES for word in words if word in answers}
        return cls.of_form(form | {name: True for name, _ in SWITCHES if name in words})

    def cookie(self) -> str:
        """All that is not as usual."""
        usual = Preferences()
        words = [getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != getattr(usual, f.name)]
        switched = [name for name, _ in SWITCHES if getattr(self, name)]
        return "-".join([word for word in words if isinstance(word, str)] + switched)

    @property
    def palette(self) -> Scheme:
        """The palette of pictures in a page."""
        return self.scheme

    @property
    def classes(self) -> str:
        """Classes of the page, for its style sheet."""
        return f"scheme-{self.scheme} motion-{self.motion}" + " left-handed" * self.left
