"""Variants and options: what is left out is the default, and what does not exist is refused by name."""

import pytest

from escapology.errors import SettingError
from escapology.games import GAMES
from escapology.setting import make_setting, parse_setting
from tests.settings import all_settings


@pytest.mark.parametrize("setting", all_settings(), ids=lambda s: s.text)
def test_round_trip(setting):
    assert parse_setting(setting.text, GAMES) == setting


def test_defaults_are_left_out():
    assert parse_setting("blank/short[skips=any]", GAMES).text == "blank"
    assert parse_setting("blank/long[skips=two]", GAMES).text == "blank/long[skips=two]"


def test_lookup():
    assert make_setting(GAMES["blank"], options={"skips": "two"})["skips"] == "two"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chess", "there is no game 'chess': choose from devils-square, "),
        ("blank/hard", "blank has no variant 'hard': it has short, long"),
        ("blank/", "blank has no variant ''"),
        ("blank[skip=two]", "blank has no option 'skip': its options are skips"),
        ("blank[skips=three]", "blank has no option 'skips=three': it is skips=any or skips=two"),
        ("blank[skips]", "'skips' is not an option: write name=value"),
        ("blank[skips=two,skips=any]", "option 'skips' is given twice"),
        ("devils-square[x=1]", "its options are none"),
        ("Blank", "'Blank' is not a game"),
        ("blank[skips=two", "is not a game: write game"),
        ("", "'' is not a game"),
    ],
)
def test_refusals(text, message):
    with pytest.raises(SettingError) as error:
        parse_setting(text, GAMES)
    assert message in str(error.value)
    assert "\n" not in str(error.value)
