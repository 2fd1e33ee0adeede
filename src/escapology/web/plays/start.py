"""How plays begin: from choices in a form, or from a pasted deal line or record."""

from __future__ import annotations

import re
from typing import Final

from escapology.errors import NotFoundError, RecordError, SettingError, shorten
from escapology.games import GAMES
from escapology.luck import MAX_SEED, random_seed
from escapology.middle import new_deal
from escapology.play import Play
from escapology.protocol import AnyGame
from escapology.record import MAX_CHARACTERS, read_record
from escapology.setting import Setting, make_setting
from escapology.verdict import LEVELS
from escapology.web.form import Form, field_text
from escapology.web.plays.resting import BETWEEN_RESTS, rest

__all__ = [
    "MOST_MOVES",
    "game_of",
    "level_of",
    "play_of_text",
    "seed_of_form",
    "setting_of_form",
    "start_play",
]

MOST_MOVES: Final = 2_000  # of a way, and so of a record; no game that somebody played was half as long


def game_of(name: str) -> AnyGame:
    """The game of that name, as an address has it."""
    if name not in GAMES:
        raise NotFoundError(f"there is no game {shorten(name)}")
    return GAMES[name]


def play_of_text(text: str, *, practice: bool) -> Play:
    """A play that stands at the end of a record or at the start of a deal line."""
    words = len(re.findall(r"[^\s;]+", text.strip().partition("\n")[2]))
    if words > 2 * MOST_MOVES:  # before anything is read; the game whose moves have more words is a short one
        raise RecordError(f"the record is too long: it has at most {MOST_MOVES:,} moves")
    record = read_record(text.strip() + "\n", rest)
    if len(record.moves) > MOST_MOVES:
        raise RecordError(f"the record is too long: it has {len(record.moves):,} moves, {MOST_MOVES:,} at most")
    play = Play(record.game, record.deal)
    for number, move in enumerate(record.moves):
        if number % BETWEEN_RESTS == 0:
            rest()
        play.do(move)
    play.practice = practice
    return play


def setting_of_form(form: Form) -> Setting:
    """The setting that a form's fields `game`, `variant` and `option-NAME` make up."""
    game = game_of(field_text(form, "game", 100))
    options = {option.name: field_text(form, f"option-{option.name}", 100) for option in game.facts.options}
    variant = field_text(form, "variant", 100)
    return make_setting(game, variant or None, {name: value for name, value in options.items() if value})


def start_play(form: Form) -> Play:
    """The play that a form asks for: of a pasted text, else of a seed, else of a new deal."""
    practice = bool(field_text(form, "practice", 10))
    text = field_text(form, "text", MAX_CHARACTERS)
    if text:
        return play_of_text(text, practice=practice)
    setting, seed = setting_of_form(form), seed_of_form(form)
    deal = new_deal(setting, random_seed() if seed is None else seed)
    level = level_of(field_text(form, "found", 20), setting)
    return Play(GAMES[setting.game], deal, practice=practice, level=level)


def level_of(name: str, setting: Setting) -> int | None:
    """The level of difficulty of that name, which a deal of that setting was found with; None for ""."""
    if not name:
        return None
    yardstick = GAMES[setting.game].fair.yardstick
    if name not in LEVELS or yardstick is None or yardstick.bounds_of(setting.variant) is None:
        raise SettingError(f"there is no difficulty {shorten(name)} in {setting.game}/{setting.variant}")
    return LEVELS.index(name) + 1


def seed_of_form(form: Form) -> int | None:
    """The seed in a form's field `seed`, None if it is empty."""
    seed = field_text(form, "seed", 100)
    if not seed:
        return None
    if not re.fullmatch("[0-9]{1,20}", seed) or int(seed) > MAX_SEED:
        raise SettingError(f"{shorten(seed)} is not a seed: a seed is a whole number from 0 to {MAX_SEED}")
    return int(seed)
