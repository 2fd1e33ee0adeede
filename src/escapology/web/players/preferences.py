"""What a player likes: colours, cards, layout and helpers. Kept in a cookie, so that no log-in is needed."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Final, Literal, Self, get_args

from escapology.draw import Deck, Face, Scheme, ThemeName, scheme_of
from escapology.web.form import Form

__all__ = ["CHOICES", "SWITCHES", "THEMES", "Preferences"]

THEMES: Final[tuple[ThemeName, ...]] = get_args(ThemeName)

#: Questions with several answers: the field, the question, and its answers in words.
CHOICES: Final[tuple[tuple[str, str, dict[str, str]], ...]] = (
    (
        "theme",
        "Theme",
        {
            "table": "scenery: every game in a place of its own",
            "night": "night: the same, but easy on the eyes in the dark",
            "plain": "plain: nothing but what matters",
        },
    ),
    ("scheme", "Light and dark", {"auto": "same as the system", "light": "light", "dark": "dark"}),
    ("deck", "Playing cards", {"two": "two colours, red and black", "four": "four colours, one for each suit"}),
    ("motion", "Animation", {"usual": "normal", "quick": "fast", "none": "off"}),
    ("volume", "Sound", {"soft": "soft", "medium": "medium", "loud": "loud"}),
)

#: Questions that are answered by yes or no: the field and what it says.
SWITCHES: Final[tuple[tuple[str, str], ...]] = (
    ("sound", "Play sounds: cards, steps, alarms and the end of a game"),
    ("large", "Large numbers in the corners of cards"),
    ("left", "Left-handed: tools on the left"),
    ("status", "Show whether the game can still be won"),
    ("warn", "Warn before a move that throws the win away"),
    ("untimed", "Hide the time"),
    ("discreet", "Hide my statistics"),
)


@dataclass(frozen=True, slots=True)
class Preferences:
    """One player's choices."""

    theme: ThemeName = "table"
    scheme: Literal["auto", "light", "dark"] = "auto"
    deck: Deck = "two"
    motion: Literal["usual", "quick", "none"] = "usual"
    volume: Literal["soft", "medium", "loud"] = "medium"
    sound: bool = False
    large: bool = False
    left: bool = False
    status: bool = False
    warn: bool = False
    untimed: bool = False
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
        return cls.of_form(form | {name: "yes" for name, _ in SWITCHES if name in words})

    def cookie(self) -> str:
        """All that is not as usual."""
        usual = Preferences()
        words = [getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != getattr(usual, f.name)]
        switched = [name for name, _ in SWITCHES if getattr(self, name)]
        return "-".join([word for word in words if isinstance(word, str)] + switched)

    def finish(self, face: Face) -> Scheme:
        """What pictures of a game that is played at such a place are drawn with."""
        return scheme_of(self.theme, face, self.scheme)

    @property
    def page_scheme(self) -> Literal["auto", "light", "dark"]:
        """Whether pages are light or dark: by night they are dark whatever else is chosen."""
        return "dark" if self.theme == "night" else self.scheme

    @property
    def in_books(self) -> Preferences:
        """What of all this pictures in a rulebook depend on; the rest is as usual."""
        return Preferences(scheme=self.page_scheme, deck=self.deck, large=self.large)

    @property
    def classes(self) -> str:
        """Classes of the page, for its style sheet."""
        return f"theme-{self.theme} scheme-{self.page_scheme} motion-{self.motion}" + " left-handed" * self.left
