"""Every numbered rule and ruling has a test of its own, and the page that lists them is true."""

import pytest

from escapology.games import GAMES
from tests import rule_table


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_has_a_test(name):
    held = rule_table.tests_by_rule()
    without = [number for number in rule_table.rules_of(name) if not held[name, number]]
    assert not without, f"{name}: no test holds {', '.join(without)}; mark one with @pytest.mark.rule"


def test_no_test_holds_a_rule_that_is_not_there():
    unknown = [(rule, tests) for rule, tests in rule_table.tests_by_rule().items() if not _is_there(rule)]
    assert not unknown


def _is_there(rule: rule_table.Held) -> bool:
    game, number = rule
    return game in GAMES and number in rule_table.rules_of(game)


def test_the_page_is_true():
    assert rule_table.TABLE.read_text(encoding="utf-8") == rule_table.table(), "run python -m tests.rule_table"
