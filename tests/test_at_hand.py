"""Goals, rules that matter now and legends, over all games: what stands beside the board."""

import re

import pytest

from escapology.draw import Label, Token, svg_sheets
from escapology.draw.scene import Scene
from escapology.games import GAMES
from escapology.luck import Luck
from escapology.play import Play
from escapology.text_play.pages import rule_text
from escapology.web.players.preferences import Preferences
from escapology.web.rulebook.sections import rulebook_of
from tests.kit import records
from tests.test_scenes import VARIANTS, positions

LONGEST = 100  # characters of a line that stands above the board
LONGEST_PHONE = 50  # of what stands beside the prompt on a phone


def book_of(name):
    return rulebook_of(GAMES[name], Preferences())


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_what_is_said_beside_the_board(name, variant):
    game = GAMES[name]
    for play in positions(name, variant):
        seen = game.knowledge.observe(play.deal, play.here.state)
        goal, rules = game.presentation.goal(*seen), game.presentation.rules(*seen)
        assert goal.wanted[0].isupper()
        assert not goal.words.endswith(".")
        assert len(goal.words) <= LONGEST
        assert len(goal.progress) <= LONGEST_PHONE
        assert len(goal.progress) > 0
        assert 0 < len(rules) <= 3
        for rule in rules:
            other, _, number = rule.rpartition("#")
            assert book_of(other or name).part(number) is not None, rule
            assert rule_text(game, rule)
        hidden = game.knowledge.observe(*game.knowledge.redraw(*seen, Luck(9)))
        assert (game.presentation.goal(*hidden), game.presentation.rules(*hidden)) == (goal, rules), "nothing is told"


@pytest.mark.parametrize("name", GAMES)
def test_goals_tell_how_far_one_is(name):
    """On the way of a game that was won, the progress changes again and again."""
    own = [record for record in records().values() if record.game.name == name]
    record = next(record for record in own if record.game.rules.won(record.deal, record.last_state()))
    play = Play.of_record(record)
    game = GAMES[name]
    told = [game.presentation.goal(*game.knowledge.observe(play.deal, node.state)) for node in play.here.way()]
    assert len({goal.progress for goal in told}) >= 4
    assert len({goal.wanted for goal in told}) == 1


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_every_sign_is_explained_where_it_stands(name, variant):
    """By a title of its own, or in the legend."""
    game = GAMES[name]
    for play in positions(name, variant):
        scene = game.presentation.scene(*game.knowledge.observe(play.deal, play.here.state))
        known = {item.text for sign in scene.legend for item in sign.items if isinstance(item, Label | Token)}
        for item in scene.items:
            if isinstance(item, Token) and item.text:
                assert item.title or item.text in known, item
            if isinstance(item, Label) and re.fullmatch(r"\W|[A-Z]", item.text):
                assert item.title or item.text in known or item.text in "ABC", item


@pytest.mark.parametrize("name", GAMES)
def test_legends(name):
    game = GAMES[name]
    play = next(iter(positions(name, game.facts.variants[0].name)))
    legend = game.presentation.scene(*game.knowledge.observe(play.deal, play.here.state)).legend
    assert legend
    for sign in legend:
        assert sign.words.endswith(".")
        (drawn,) = svg_sheets(Scene(1, 1, "", "", sign.items), targets=False)
        assert len(drawn.children) > len(sign.items)
